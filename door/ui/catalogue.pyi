"""Written by `python -m door.ui.catalogue_stub` from door/texts/en; do not edit."""
# mypy: disable-error-code="override"

from door.ui.sentence import Said, Sentence

class Plain(Sentence):
    def __call__(self) -> Said: ...
class Plain_or_name(Sentence):
    def __call__(self, *, name: object = ...) -> Said: ...
class With_about_value(Sentence):
    def __call__(self, *, about: object, value: object) -> Said: ...
class With_account_owner_path(Sentence):
    def __call__(self, *, account: object, owner: object, path: object) -> Said: ...
class With_address(Sentence):
    def __call__(self, *, address: object) -> Said: ...
class With_address_calls_length(Sentence):
    def __call__(self, *, address: object, calls: object, length: object) -> Said: ...
class With_address_client_idle_marks_minutes_node_screen_where_who(Sentence):
    def __call__(self, *, address: object, client: object, idle: object, marks: object, minutes: object, node: object, screen: object, where: object, who: object) -> Said: ...
class With_address_length(Sentence):
    def __call__(self, *, address: object, length: object) -> Said: ...
class With_address_minutes(Sentence):
    def __call__(self, *, address: object, minutes: object) -> Said: ...
class With_address_name(Sentence):
    def __call__(self, *, address: object, name: object) -> Said: ...
class With_address_wider(Sentence):
    def __call__(self, *, address: object, wider: object) -> Said: ...
class With_after_before_change(Sentence):
    def __call__(self, *, after: object, before: object, change: object) -> Said: ...
class With_after_before_change_who(Sentence):
    def __call__(self, *, after: object, before: object, change: object, who: object) -> Said: ...
class With_after_before_key(Sentence):
    def __call__(self, *, after: object, before: object, key: object) -> Said: ...
class With_after_before_when(Sentence):
    def __call__(self, *, after: object, before: object, when: object) -> Said: ...
class With_after_codes(Sentence):
    def __call__(self, *, after: object, codes: object) -> Said: ...
class With_after_moves(Sentence):
    def __call__(self, *, after: object, moves: object) -> Said: ...
class With_against(Sentence):
    def __call__(self, *, against: object) -> Said: ...
class With_against_colours_guesses_holes(Sentence):
    def __call__(self, *, against: object, colours: object, guesses: object, holes: object) -> Said: ...
class With_against_colours_holes(Sentence):
    def __call__(self, *, against: object, colours: object, holes: object) -> Said: ...
class With_against_day(Sentence):
    def __call__(self, *, against: object, day: object) -> Said: ...
class With_ahead(Sentence):
    def __call__(self, *, ahead: object) -> Said: ...
class With_alike(Sentence):
    def __call__(self, *, alike: object) -> Said: ...
class With_alike_counts_leads_top_turns(Sentence):
    def __call__(self, *, alike: object, counts: object, leads: object, top: object, turns: object) -> Said: ...
class With_all_best(Sentence):
    def __call__(self, *, all: object, best: object) -> Said: ...
class With_all_best_cost(Sentence):
    def __call__(self, *, all: object, best: object, cost: object) -> Said: ...
class With_all_most_now_what(Sentence):
    def __call__(self, *, all: object, most: object, now: object, what: object) -> Said: ...
class With_allowed_default(Sentence):
    def __call__(self, *, allowed: object, default: object) -> Said: ...
class With_apart(Sentence):
    def __call__(self, *, apart: object) -> Said: ...
class With_applies_before_key_now(Sentence):
    def __call__(self, *, applies: object, before: object, key: object, now: object) -> Said: ...
class With_applies_before_key_value(Sentence):
    def __call__(self, *, applies: object, before: object, key: object, value: object) -> Said: ...
class With_applies_file(Sentence):
    def __call__(self, *, applies: object, file: object) -> Said: ...
class With_applies_key(Sentence):
    def __call__(self, *, applies: object, key: object) -> Said: ...
class With_applies_name(Sentence):
    def __call__(self, *, applies: object, name: object) -> Said: ...
class With_applies_slug(Sentence):
    def __call__(self, *, applies: object, slug: object) -> Said: ...
class With_area(Sentence):
    def __call__(self, *, area: object) -> Said: ...
class With_area_posts(Sentence):
    def __call__(self, *, area: object, posts: object) -> Said: ...
class With_area_threads(Sentence):
    def __call__(self, *, area: object, threads: object) -> Said: ...
class With_at_last(Sentence):
    def __call__(self, *, at: object, last: object) -> Said: ...
class With_at_last_name_next(Sentence):
    def __call__(self, *, at: object, last: object, name: object, next: object) -> Said: ...
class With_at_lost_moves(Sentence):
    def __call__(self, *, at: object, lost: object, moves: object) -> Said: ...
class With_at_of(Sentence):
    def __call__(self, *, at: object, of: object) -> Said: ...
class With_at_pages_title(Sentence):
    def __call__(self, *, at: object, pages: object, title: object) -> Said: ...
class With_at_said(Sentence):
    def __call__(self, *, at: object, said: object) -> Said: ...
class With_at_text(Sentence):
    def __call__(self, *, at: object, text: object) -> Said: ...
class With_average(Sentence):
    def __call__(self, *, average: object) -> Said: ...
class With_ball_out_who(Sentence):
    def __call__(self, *, ball: object, out: object, who: object) -> Said: ...
class With_ball_who(Sentence):
    def __call__(self, *, ball: object, who: object) -> Said: ...
class With_balls(Sentence):
    def __call__(self, *, balls: object) -> Said: ...
class With_balls_stopped(Sentence):
    def __call__(self, *, balls: object, stopped: object) -> Said: ...
class With_bar_closed_points(Sentence):
    def __call__(self, *, bar: object, closed: object, points: object) -> Said: ...
class With_bar_other_own_or_round(Sentence):
    def __call__(self, *, bar: object, other: object, own: object, round: object = ...) -> Said: ...
class With_bar_other_own_round(Sentence):
    def __call__(self, *, bar: object, other: object, own: object, round: object) -> Said: ...
class With_best_cost_move_unit_where(Sentence):
    def __call__(self, *, best: object, cost: object, move: object, unit: object, where: object) -> Said: ...
class With_best_games(Sentence):
    def __call__(self, *, best: object, games: object) -> Said: ...
class With_best_left(Sentence):
    def __call__(self, *, best: object, left: object) -> Said: ...
class With_best_move_points(Sentence):
    def __call__(self, *, best: object, move: object, points: object) -> Said: ...
class With_best_players(Sentence):
    def __call__(self, *, best: object, players: object) -> Said: ...
class With_best_score(Sentence):
    def __call__(self, *, best: object, score: object) -> Said: ...
class With_best_streak(Sentence):
    def __call__(self, *, best: object, streak: object) -> Said: ...
class With_best_won(Sentence):
    def __call__(self, *, best: object, won: object) -> Said: ...
class With_bits_network(Sentence):
    def __call__(self, *, bits: object, network: object) -> Said: ...
class With_black_broken_move_turn_white_who(Sentence):
    def __call__(self, *, black: object, broken: object, move: object, turn: object, white: object, who: object) -> Said: ...
class With_black_white(Sentence):
    def __call__(self, *, black: object, white: object) -> Said: ...
class With_board(Sentence):
    def __call__(self, *, board: object) -> Said: ...
class With_board_callers(Sentence):
    def __call__(self, *, board: object, callers: object) -> Said: ...
class With_board_clock(Sentence):
    def __call__(self, *, board: object, clock: object) -> Said: ...
class With_board_code(Sentence):
    def __call__(self, *, board: object, code: object) -> Said: ...
class With_board_handle(Sentence):
    def __call__(self, *, board: object, handle: object) -> Said: ...
class With_board_things(Sentence):
    def __call__(self, *, board: object, things: object) -> Said: ...
class With_board_what(Sentence):
    def __call__(self, *, board: object, what: object) -> Said: ...
class With_board_who(Sentence):
    def __call__(self, *, board: object, who: object) -> Said: ...
class With_board_why(Sentence):
    def __call__(self, *, board: object, why: object) -> Said: ...
class With_bonus(Sentence):
    def __call__(self, *, bonus: object) -> Said: ...
class With_bonus_each_tiles(Sentence):
    def __call__(self, *, bonus: object, each: object, tiles: object) -> Said: ...
class With_bonus_more(Sentence):
    def __call__(self, *, bonus: object, more: object) -> Said: ...
class With_bonus_most_shut_bonus_whole(Sentence):
    def __call__(self, *, bonus: object, most: object, shut_bonus: object, whole: object) -> Said: ...
class With_bonus_score(Sentence):
    def __call__(self, *, bonus: object, score: object) -> Said: ...
class With_books_scores(Sentence):
    def __call__(self, *, books: object, scores: object) -> Said: ...
class With_boxes(Sentence):
    def __call__(self, *, boxes: object) -> Said: ...
class With_bracket(Sentence):
    def __call__(self, *, bracket: object) -> Said: ...
class With_brought_chance_cost_unit(Sentence):
    def __call__(self, *, brought: object, chance: object, cost: object, unit: object) -> Said: ...
class With_bulletins_chat_feedback_goodbye_help_oneliners_profile_sysop_tables_who(Sentence):
    def __call__(self, *, bulletins: object, chat: object, feedback: object, goodbye: object, help: object, oneliners: object, profile: object, sysop: object, tables: object, who: object) -> Said: ...
class With_by(Sentence):
    def __call__(self, *, by: object) -> Said: ...
class With_by_date_length(Sentence):
    def __call__(self, *, by: object, date: object, length: object) -> Said: ...
class With_byte(Sentence):
    def __call__(self, *, byte: object) -> Said: ...
class With_bytes(Sentence):
    def __call__(self, *, bytes: object) -> Said: ...
class With_bytes_file_kept(Sentence):
    def __call__(self, *, bytes: object, file: object, kept: object) -> Said: ...
class With_bytes_limit(Sentence):
    def __call__(self, *, bytes: object, limit: object) -> Said: ...
class With_caller(Sentence):
    def __call__(self, *, caller: object) -> Said: ...
class With_caller_day(Sentence):
    def __call__(self, *, caller: object, day: object) -> Said: ...
class With_caller_day_score(Sentence):
    def __call__(self, *, caller: object, day: object, score: object) -> Said: ...
class With_caller_door_month(Sentence):
    def __call__(self, *, caller: object, door: object, month: object) -> Said: ...
class With_caller_door_month_score(Sentence):
    def __call__(self, *, caller: object, door: object, month: object, score: object) -> Said: ...
class With_caller_door_score(Sentence):
    def __call__(self, *, caller: object, door: object, score: object) -> Said: ...
class With_caller_month(Sentence):
    def __call__(self, *, caller: object, month: object) -> Said: ...
class With_caller_month_score(Sentence):
    def __call__(self, *, caller: object, month: object, score: object) -> Said: ...
class With_caller_to(Sentence):
    def __call__(self, *, caller: object, to: object) -> Said: ...
class With_callers(Sentence):
    def __call__(self, *, callers: object) -> Said: ...
class With_callers_move_percent(Sentence):
    def __call__(self, *, callers: object, move: object, percent: object) -> Said: ...
class With_callers_solved(Sentence):
    def __call__(self, *, callers: object, solved: object) -> Said: ...
class With_callers_what(Sentence):
    def __call__(self, *, callers: object, what: object) -> Said: ...
class With_callers_word(Sentence):
    def __call__(self, *, callers: object, word: object) -> Said: ...
class With_calls(Sentence):
    def __call__(self, *, calls: object) -> Said: ...
class With_calls_handle_or_clock(Sentence):
    def __call__(self, *, calls: object, handle: object, clock: object = ...) -> Said: ...
class With_calls_handle_last_level(Sentence):
    def __call__(self, *, calls: object, handle: object, last: object, level: object) -> Said: ...
class With_card_current_takers(Sentence):
    def __call__(self, *, card: object, current: object, takers: object) -> Said: ...
class With_cards_number(Sentence):
    def __call__(self, *, cards: object, number: object) -> Said: ...
class With_cards_points(Sentence):
    def __call__(self, *, cards: object, points: object) -> Said: ...
class With_cards_stack(Sentence):
    def __call__(self, *, cards: object, stack: object) -> Said: ...
class With_certificate_key_why(Sentence):
    def __call__(self, *, certificate: object, key: object, why: object) -> Said: ...
class With_chance(Sentence):
    def __call__(self, *, chance: object) -> Said: ...
class With_chance_seal(Sentence):
    def __call__(self, *, chance: object, seal: object) -> Said: ...
class With_change_rating(Sentence):
    def __call__(self, *, change: object, rating: object) -> Said: ...
class With_changed_file_keys_name(Sentence):
    def __call__(self, *, changed: object, file: object, keys: object, name: object) -> Said: ...
class With_char_column_row(Sentence):
    def __call__(self, *, char: object, column: object, row: object) -> Said: ...
class With_charset_path(Sentence):
    def __call__(self, *, charset: object, path: object) -> Said: ...
class With_choices_key(Sentence):
    def __call__(self, *, choices: object, key: object) -> Said: ...
class With_choices_key_label_number_value(Sentence):
    def __call__(self, *, choices: object, key: object, label: object, number: object, value: object) -> Said: ...
class With_choices_key_value(Sentence):
    def __call__(self, *, choices: object, key: object, value: object) -> Said: ...
class With_choices_luck_month(Sentence):
    def __call__(self, *, choices: object, luck: object, month: object) -> Said: ...
class With_clock(Sentence):
    def __call__(self, *, clock: object) -> Said: ...
class With_closed_tiles(Sentence):
    def __call__(self, *, closed: object, tiles: object) -> Said: ...
class With_code(Sentence):
    def __call__(self, *, code: object) -> Said: ...
class With_code_n(Sentence):
    def __call__(self, *, code: object, n: int) -> Said: ...
class With_code_name_salt(Sentence):
    def __call__(self, *, code: object, name: object, salt: object) -> Said: ...
class With_code_who(Sentence):
    def __call__(self, *, code: object, who: object) -> Said: ...
class With_colour_here(Sentence):
    def __call__(self, *, colour: object, here: object) -> Said: ...
class With_colour_here_there(Sentence):
    def __call__(self, *, colour: object, here: object, there: object) -> Said: ...
class With_colours(Sentence):
    def __call__(self, *, colours: object) -> Said: ...
class With_colours_digit(Sentence):
    def __call__(self, *, colours: object, digit: object) -> Said: ...
class With_colours_holes(Sentence):
    def __call__(self, *, colours: object, holes: object) -> Said: ...
class With_cols_door_rows_yours(Sentence):
    def __call__(self, *, cols: object, door: object, rows: object, yours: object) -> Said: ...
class With_cols_least_rows(Sentence):
    def __call__(self, *, cols: object, least: object, rows: object) -> Said: ...
class With_column_name_row(Sentence):
    def __call__(self, *, column: object, name: object, row: object) -> Said: ...
class With_column_why(Sentence):
    def __call__(self, *, column: object, why: object) -> Said: ...
class With_columns_limit(Sentence):
    def __call__(self, *, columns: object, limit: object) -> Said: ...
class With_columns_line_most(Sentence):
    def __call__(self, *, columns: object, line: object, most: object) -> Said: ...
class With_columns_most(Sentence):
    def __call__(self, *, columns: object, most: object) -> Said: ...
class With_command(Sentence):
    def __call__(self, *, command: object) -> Said: ...
class With_command_why(Sentence):
    def __call__(self, *, command: object, why: object) -> Said: ...
class With_commands(Sentence):
    def __call__(self, *, commands: object) -> Said: ...
class With_commands_what(Sentence):
    def __call__(self, *, commands: object, what: object) -> Said: ...
class With_comment_key_line_path_value(Sentence):
    def __call__(self, *, comment: object, key: object, line: object, path: object, value: object) -> Said: ...
class With_computer_made_number(Sentence):
    def __call__(self, *, computer: object, made: object, number: object) -> Said: ...
class With_computers_level(Sentence):
    def __call__(self, *, computers: object, level: object) -> Said: ...
class With_contest_rows(Sentence):
    def __call__(self, *, contest: object, rows: object) -> Said: ...
class With_cost_level_luck_par_score_sign(Sentence):
    def __call__(self, *, cost: object, level: object, luck: object, par: object, score: object, sign: object) -> Said: ...
class With_count(Sentence):
    def __call__(self, *, count: object) -> Said: ...
class With_count_door_scores(Sentence):
    def __call__(self, *, count: object, door: object, scores: object) -> Said: ...
class With_count_games_id(Sentence):
    def __call__(self, *, count: object, games: object, id: object) -> Said: ...
class With_count_id(Sentence):
    def __call__(self, *, count: object, id: object) -> Said: ...
class With_count_key(Sentence):
    def __call__(self, *, count: object, key: object) -> Said: ...
class With_count_label(Sentence):
    def __call__(self, *, count: object, label: object) -> Said: ...
class With_count_most(Sentence):
    def __call__(self, *, count: object, most: object) -> Said: ...
class With_count_name(Sentence):
    def __call__(self, *, count: object, name: object) -> Said: ...
class With_counted(Sentence):
    def __call__(self, *, counted: object) -> Said: ...
class With_daily(Sentence):
    def __call__(self, *, daily: object) -> Said: ...
class With_dashed_solid(Sentence):
    def __call__(self, *, dashed: object, solid: object) -> Said: ...
class With_data(Sentence):
    def __call__(self, *, data: object) -> Said: ...
class With_data_pid(Sentence):
    def __call__(self, *, data: object, pid: object) -> Said: ...
class With_day(Sentence):
    def __call__(self, *, day: object) -> Said: ...
class With_day_door_handle_turns(Sentence):
    def __call__(self, *, day: object, door: object, handle: object, turns: object) -> Said: ...
class With_day_door_month_text(Sentence):
    def __call__(self, *, day: object, door: object, month: object, text: object) -> Said: ...
class With_day_game_players_scores(Sentence):
    def __call__(self, *, day: object, game: object, players: object, scores: object) -> Said: ...
class With_day_id(Sentence):
    def __call__(self, *, day: object, id: object) -> Said: ...
class With_day_month(Sentence):
    def __call__(self, *, day: object, month: object) -> Said: ...
class With_day_month_time(Sentence):
    def __call__(self, *, day: object, month: object, time: object) -> Said: ...
class With_day_month_time_weekday(Sentence):
    def __call__(self, *, day: object, month: object, time: object, weekday: object) -> Said: ...
class With_day_month_who(Sentence):
    def __call__(self, *, day: object, month: object, who: object) -> Said: ...
class With_day_month_year(Sentence):
    def __call__(self, *, day: object, month: object, year: object) -> Said: ...
class With_day_n(Sentence):
    def __call__(self, *, day: object, n: int) -> Said: ...
class With_day_name_told(Sentence):
    def __call__(self, *, day: object, name: object, told: object) -> Said: ...
class With_day_seed(Sentence):
    def __call__(self, *, day: object, seed: object) -> Said: ...
class With_day_time(Sentence):
    def __call__(self, *, day: object, time: object) -> Said: ...
class With_days(Sentence):
    def __call__(self, *, days: object) -> Said: ...
class With_days_solved_tried(Sentence):
    def __call__(self, *, days: object, solved: object, tried: object) -> Said: ...
class With_deal_jokers_name(Sentence):
    def __call__(self, *, deal: object, jokers: object, name: object) -> Said: ...
class With_deal_left_points_taken(Sentence):
    def __call__(self, *, deal: object, left: object, points: object, taken: object) -> Said: ...
class With_depth(Sentence):
    def __call__(self, *, depth: object) -> Said: ...
class With_described_level(Sentence):
    def __call__(self, *, described: object, level: object) -> Said: ...
class With_deviation_games_place_rating_who(Sentence):
    def __call__(self, *, deviation: object, games: object, place: object, rating: object, who: object) -> Said: ...
class With_deviation_games_rating_who(Sentence):
    def __call__(self, *, deviation: object, games: object, rating: object, who: object) -> Said: ...
class With_die_guess(Sentence):
    def __call__(self, *, die: object, guess: object) -> Said: ...
class With_difference_name_points_total_with_goal(Sentence):
    def __call__(self, *, difference: object, name: object, points: object, total: object, with_goal: object) -> Said: ...
class With_documents_head_lines(Sentence):
    def __call__(self, *, documents: object, head: object, lines: object) -> Said: ...
class With_does_what(Sentence):
    def __call__(self, *, does: object, what: object) -> Said: ...
class With_done_name(Sentence):
    def __call__(self, *, done: object, name: object) -> Said: ...
class With_done_name_time(Sentence):
    def __call__(self, *, done: object, name: object, time: object) -> Said: ...
class With_done_points_roll(Sentence):
    def __call__(self, *, done: object, points: object, roll: object) -> Said: ...
class With_door(Sentence):
    def __call__(self, *, door: object) -> Said: ...
class With_door_doors(Sentence):
    def __call__(self, *, door: object, doors: object) -> Said: ...
class With_door_file(Sentence):
    def __call__(self, *, door: object, file: object) -> Said: ...
class With_door_file_option(Sentence):
    def __call__(self, *, door: object, file: object, option: object) -> Said: ...
class With_door_games_stands_who(Sentence):
    def __call__(self, *, door: object, games: object, stands: object, who: object) -> Said: ...
class With_door_gap_month_place_score_who(Sentence):
    def __call__(self, *, door: object, gap: object, month: object, place: object, score: object, who: object) -> Said: ...
class With_door_id(Sentence):
    def __call__(self, *, door: object, id: object) -> Said: ...
class With_door_minutes_name(Sentence):
    def __call__(self, *, door: object, minutes: object, name: object) -> Said: ...
class With_door_minutes_stand_who(Sentence):
    def __call__(self, *, door: object, minutes: object, stand: object, who: object) -> Said: ...
class With_door_month(Sentence):
    def __call__(self, *, door: object, month: object) -> Said: ...
class With_door_month_place_score(Sentence):
    def __call__(self, *, door: object, month: object, place: object, score: object) -> Said: ...
class With_door_month_place_score_who(Sentence):
    def __call__(self, *, door: object, month: object, place: object, score: object, who: object) -> Said: ...
class With_door_month_score(Sentence):
    def __call__(self, *, door: object, month: object, score: object) -> Said: ...
class With_door_month_score_who(Sentence):
    def __call__(self, *, door: object, month: object, score: object, who: object) -> Said: ...
class With_door_n(Sentence):
    def __call__(self, *, door: object, n: int) -> Said: ...
class With_door_names_place(Sentence):
    def __call__(self, *, door: object, names: object, place: object) -> Said: ...
class With_door_place(Sentence):
    def __call__(self, *, door: object, place: object) -> Said: ...
class With_door_players(Sentence):
    def __call__(self, *, door: object, players: object) -> Said: ...
class With_door_score_who(Sentence):
    def __call__(self, *, door: object, score: object, who: object) -> Said: ...
class With_door_scores(Sentence):
    def __call__(self, *, door: object, scores: object) -> Said: ...
class With_door_stand_who(Sentence):
    def __call__(self, *, door: object, stand: object, who: object) -> Said: ...
class With_door_stands_who(Sentence):
    def __call__(self, *, door: object, stands: object, who: object) -> Said: ...
class With_door_what(Sentence):
    def __call__(self, *, door: object, what: object) -> Said: ...
class With_doors(Sentence):
    def __call__(self, *, doors: object) -> Said: ...
class With_doors_files_open(Sentence):
    def __call__(self, *, doors: object, files: object, open: object) -> Said: ...
class With_doors_files_open_open_others_others(Sentence):
    def __call__(self, *, doors: object, files: object, open: object, open_others: object, others: object) -> Said: ...
class With_doors_points(Sentence):
    def __call__(self, *, doors: object, points: object) -> Said: ...
class With_doors_slug(Sentence):
    def __call__(self, *, doors: object, slug: object) -> Said: ...
class With_doors_what(Sentence):
    def __call__(self, *, doors: object, what: object) -> Said: ...
class With_doors_who(Sentence):
    def __call__(self, *, doors: object, who: object) -> Said: ...
class With_dots_most(Sentence):
    def __call__(self, *, dots: object, most: object) -> Said: ...
class With_dots_most_total_who(Sentence):
    def __call__(self, *, dots: object, most: object, total: object, who: object) -> Said: ...
class With_drawn_entry(Sentence):
    def __call__(self, *, drawn: object, entry: object) -> Said: ...
class With_end_n(Sentence):
    def __call__(self, *, end: object, n: int) -> Said: ...
class With_end_scores_time(Sentence):
    def __call__(self, *, end: object, scores: object, time: object) -> Said: ...
class With_ended_when(Sentence):
    def __call__(self, *, ended: object, when: object) -> Said: ...
class With_entry(Sentence):
    def __call__(self, *, entry: object) -> Said: ...
class With_entry_level(Sentence):
    def __call__(self, *, entry: object, level: object) -> Said: ...
class With_entry_out_rest(Sentence):
    def __call__(self, *, entry: object, out: object, rest: object) -> Said: ...
class With_error(Sentence):
    def __call__(self, *, error: object) -> Said: ...
class With_error_source(Sentence):
    def __call__(self, *, error: object, source: object) -> Said: ...
class With_exits(Sentence):
    def __call__(self, *, exits: object) -> Said: ...
class With_expected(Sentence):
    def __call__(self, *, expected: object) -> Said: ...
class With_expected_given(Sentence):
    def __call__(self, *, expected: object, given: object) -> Said: ...
class With_expected_lines(Sentence):
    def __call__(self, *, expected: object, lines: object) -> Said: ...
class With_expected_text(Sentence):
    def __call__(self, *, expected: object, text: object) -> Said: ...
class With_fault(Sentence):
    def __call__(self, *, fault: object) -> Said: ...
class With_field(Sentence):
    def __call__(self, *, field: object) -> Said: ...
class With_field_kind(Sentence):
    def __call__(self, *, field: object, kind: object) -> Said: ...
class With_field_value(Sentence):
    def __call__(self, *, field: object, value: object) -> Said: ...
class With_file(Sentence):
    def __call__(self, *, file: object) -> Said: ...
class With_file_files(Sentence):
    def __call__(self, *, file: object, files: object) -> Said: ...
class With_file_folder(Sentence):
    def __call__(self, *, file: object, folder: object) -> Said: ...
class With_file_folder_reason(Sentence):
    def __call__(self, *, file: object, folder: object, reason: object) -> Said: ...
class With_file_handle(Sentence):
    def __call__(self, *, file: object, handle: object) -> Said: ...
class With_file_id_letters(Sentence):
    def __call__(self, *, file: object, id: object, letters: object) -> Said: ...
class With_file_kept(Sentence):
    def __call__(self, *, file: object, kept: object) -> Said: ...
class With_file_key_why(Sentence):
    def __call__(self, *, file: object, key: object, why: object) -> Said: ...
class With_file_number_why(Sentence):
    def __call__(self, *, file: object, number: object, why: object) -> Said: ...
class With_file_reason(Sentence):
    def __call__(self, *, file: object, reason: object) -> Said: ...
class With_file_text(Sentence):
    def __call__(self, *, file: object, text: object) -> Said: ...
class With_file_why(Sentence):
    def __call__(self, *, file: object, why: object) -> Said: ...
class With_files_folder(Sentence):
    def __call__(self, *, files: object, folder: object) -> Said: ...
class With_files_made_release_target(Sentence):
    def __call__(self, *, files: object, made: object, release: object, target: object) -> Said: ...
class With_files_nodes_wanted(Sentence):
    def __call__(self, *, files: object, nodes: object, wanted: object) -> Said: ...
class With_first(Sentence):
    def __call__(self, *, first: object) -> Said: ...
class With_first_second(Sentence):
    def __call__(self, *, first: object, second: object) -> Said: ...
class With_fitting(Sentence):
    def __call__(self, *, fitting: object) -> Said: ...
class With_folder(Sentence):
    def __call__(self, *, folder: object) -> Said: ...
class With_folder_reason(Sentence):
    def __call__(self, *, folder: object, reason: object) -> Said: ...
class With_folder_why(Sentence):
    def __call__(self, *, folder: object, why: object) -> Said: ...
class With_form(Sentence):
    def __call__(self, *, form: object) -> Said: ...
class With_form_forms_id(Sentence):
    def __call__(self, *, form: object, forms: object, id: object) -> Said: ...
class With_forms(Sentence):
    def __call__(self, *, forms: object) -> Said: ...
class With_forms_what(Sentence):
    def __call__(self, *, forms: object, what: object) -> Said: ...
class With_found(Sentence):
    def __call__(self, *, found: object) -> Said: ...
class With_free(Sentence):
    def __call__(self, *, free: object) -> Said: ...
class With_free_turns(Sentence):
    def __call__(self, *, free: object, turns: object) -> Said: ...
class With_game(Sentence):
    def __call__(self, *, game: object) -> Said: ...
class With_game_key_no_terms_who(Sentence):
    def __call__(self, *, game: object, key: object, no: object, terms: object, who: object) -> Said: ...
class With_game_key_no_who(Sentence):
    def __call__(self, *, game: object, key: object, no: object, who: object) -> Said: ...
class With_game_key_others_or_result(Sentence):
    def __call__(self, *, game: object, key: object, others: object, result: object = ...) -> Said: ...
class With_game_key_others_result(Sentence):
    def __call__(self, *, game: object, key: object, others: object, result: object) -> Said: ...
class With_game_key_what_who(Sentence):
    def __call__(self, *, game: object, key: object, what: object, who: object) -> Said: ...
class With_game_key_who(Sentence):
    def __call__(self, *, game: object, key: object, who: object) -> Said: ...
class With_game_month_months_what(Sentence):
    def __call__(self, *, game: object, month: object, months: object, what: object) -> Said: ...
class With_game_month_what(Sentence):
    def __call__(self, *, game: object, month: object, what: object) -> Said: ...
class With_game_others(Sentence):
    def __call__(self, *, game: object, others: object) -> Said: ...
class With_game_place(Sentence):
    def __call__(self, *, game: object, place: object) -> Said: ...
class With_game_players_scores_or_day(Sentence):
    def __call__(self, *, game: object, players: object, scores: object, day: object = ...) -> Said: ...
class With_game_terms_who(Sentence):
    def __call__(self, *, game: object, terms: object, who: object) -> Said: ...
class With_game_title(Sentence):
    def __call__(self, *, game: object, title: object) -> Said: ...
class With_game_who(Sentence):
    def __call__(self, *, game: object, who: object) -> Said: ...
class With_games(Sentence):
    def __call__(self, *, games: object) -> Said: ...
class With_games_key(Sentence):
    def __call__(self, *, games: object, key: object) -> Said: ...
class With_games_key_online(Sentence):
    def __call__(self, *, games: object, key: object, online: object) -> Said: ...
class With_games_lines_verdict(Sentence):
    def __call__(self, *, games: object, lines: object, verdict: object) -> Said: ...
class With_games_month(Sentence):
    def __call__(self, *, games: object, month: object) -> Said: ...
class With_games_month_place_score(Sentence):
    def __call__(self, *, games: object, month: object, place: object, score: object) -> Said: ...
class With_games_place_rating(Sentence):
    def __call__(self, *, games: object, place: object, rating: object) -> Said: ...
class With_games_place_score_who(Sentence):
    def __call__(self, *, games: object, place: object, score: object, who: object) -> Said: ...
class With_games_rating(Sentence):
    def __call__(self, *, games: object, rating: object) -> Said: ...
class With_games_sampled(Sentence):
    def __call__(self, *, games: object, sampled: object) -> Said: ...
class With_games_won(Sentence):
    def __call__(self, *, games: object, won: object) -> Said: ...
class With_gap(Sentence):
    def __call__(self, *, gap: object) -> Said: ...
class With_gap_place_score(Sentence):
    def __call__(self, *, gap: object, place: object, score: object) -> Said: ...
class With_gap_who(Sentence):
    def __call__(self, *, gap: object, who: object) -> Said: ...
class With_gifts(Sentence):
    def __call__(self, *, gifts: object) -> Said: ...
class With_given(Sentence):
    def __call__(self, *, given: object) -> Said: ...
class With_given_high(Sentence):
    def __call__(self, *, given: object, high: object) -> Said: ...
class With_given_low(Sentence):
    def __call__(self, *, given: object, low: object) -> Said: ...
class With_given_move_number(Sentence):
    def __call__(self, *, given: object, move: object, number: object) -> Said: ...
class With_goal_mine_name_name2_other(Sentence):
    def __call__(self, *, goal: object, mine: object, name: object, name2: object, other: object) -> Said: ...
class With_goal_name_number_rounds(Sentence):
    def __call__(self, *, goal: object, name: object, number: object, rounds: object) -> Said: ...
class With_goes(Sentence):
    def __call__(self, *, goes: object) -> Said: ...
class With_guess(Sentence):
    def __call__(self, *, guess: object) -> Said: ...
class With_guess_marks_row_whose(Sentence):
    def __call__(self, *, guess: object, marks: object, row: object, whose: object) -> Said: ...
class With_guesses(Sentence):
    def __call__(self, *, guesses: object) -> Said: ...
class With_guesses_name_row_scored_theirs(Sentence):
    def __call__(self, *, guesses: object, name: object, row: object, scored: object, theirs: object) -> Said: ...
class With_guesses_not_broken(Sentence):
    def __call__(self, *, guesses: object, not_broken: object) -> Said: ...
class With_guesses_row_scored(Sentence):
    def __call__(self, *, guesses: object, row: object, scored: object) -> Said: ...
class With_guesses_rows(Sentence):
    def __call__(self, *, guesses: object, rows: object) -> Said: ...
class With_handle(Sentence):
    def __call__(self, *, handle: object) -> Said: ...
class With_handle_or_calls_or_clock(Sentence):
    def __call__(self, *, handle: object, calls: object = ..., clock: object = ...) -> Said: ...
class With_handle_or_made(Sentence):
    def __call__(self, *, handle: object, made: object = ...) -> Said: ...
class With_handle_or_node(Sentence):
    def __call__(self, *, handle: object, node: object = ...) -> Said: ...
class With_handle_level(Sentence):
    def __call__(self, *, handle: object, level: object) -> Said: ...
class With_handle_made(Sentence):
    def __call__(self, *, handle: object, made: object) -> Said: ...
class With_handle_node(Sentence):
    def __call__(self, *, handle: object, node: object) -> Said: ...
class With_handle_number(Sentence):
    def __call__(self, *, handle: object, number: object) -> Said: ...
class With_handle_reason(Sentence):
    def __call__(self, *, handle: object, reason: object) -> Said: ...
class With_handles_letters(Sentence):
    def __call__(self, *, handles: object, letters: object) -> Said: ...
class With_head(Sentence):
    def __call__(self, *, head: object) -> Said: ...
class With_heading_number(Sentence):
    def __call__(self, *, heading: object, number: object) -> Said: ...
class With_heading_place(Sentence):
    def __call__(self, *, heading: object, place: object) -> Said: ...
class With_heading_text(Sentence):
    def __call__(self, *, heading: object, text: object) -> Said: ...
class With_hidden(Sentence):
    def __call__(self, *, hidden: object) -> Said: ...
class With_high_low(Sentence):
    def __call__(self, *, high: object, low: object) -> Said: ...
class With_high_low_n(Sentence):
    def __call__(self, *, high: object, low: object, n: int) -> Said: ...
class With_hole(Sentence):
    def __call__(self, *, hole: object) -> Said: ...
class With_hole_palette_peg(Sentence):
    def __call__(self, *, hole: object, palette: object, peg: object) -> Said: ...
class With_holes(Sentence):
    def __call__(self, *, holes: object) -> Said: ...
class With_holes_palette(Sentence):
    def __call__(self, *, holes: object, palette: object) -> Said: ...
class With_host(Sentence):
    def __call__(self, *, host: object) -> Said: ...
class With_host_hosts(Sentence):
    def __call__(self, *, host: object, hosts: object) -> Said: ...
class With_host_name(Sentence):
    def __call__(self, *, host: object, name: object) -> Said: ...
class With_hours(Sentence):
    def __call__(self, *, hours: object) -> Said: ...
class With_hours_level_name_now(Sentence):
    def __call__(self, *, hours: object, level: object, name: object, now: object) -> Said: ...
class With_hours_name_now(Sentence):
    def __call__(self, *, hours: object, name: object, now: object) -> Said: ...
class With_how_name(Sentence):
    def __call__(self, *, how: object, name: object) -> Said: ...
class With_how_text_who(Sentence):
    def __call__(self, *, how: object, text: object, who: object) -> Said: ...
class With_id(Sentence):
    def __call__(self, *, id: object) -> Said: ...
class With_id_moves(Sentence):
    def __call__(self, *, id: object, moves: object) -> Said: ...
class With_id_names_outcome(Sentence):
    def __call__(self, *, id: object, names: object, outcome: object) -> Said: ...
class With_id_near(Sentence):
    def __call__(self, *, id: object, near: object) -> Said: ...
class With_id_players(Sentence):
    def __call__(self, *, id: object, players: object) -> Said: ...
class With_id_players_when(Sentence):
    def __call__(self, *, id: object, players: object, when: object) -> Said: ...
class With_id_reason(Sentence):
    def __call__(self, *, id: object, reason: object) -> Said: ...
class With_id_version(Sentence):
    def __call__(self, *, id: object, version: object) -> Said: ...
class With_id_why(Sentence):
    def __call__(self, *, id: object, why: object) -> Said: ...
class With_in_force_value(Sentence):
    def __call__(self, *, in_force: object, value: object) -> Said: ...
class With_items_length(Sentence):
    def __call__(self, *, items: object, length: object) -> Said: ...
class With_jokers(Sentence):
    def __call__(self, *, jokers: object) -> Said: ...
class With_jokers_own(Sentence):
    def __call__(self, *, jokers: object, own: object) -> Said: ...
class With_jokers_place(Sentence):
    def __call__(self, *, jokers: object, place: object) -> Said: ...
class With_kept_name(Sentence):
    def __call__(self, *, kept: object, name: object) -> Said: ...
class With_kept_note(Sentence):
    def __call__(self, *, kept: object, note: object) -> Said: ...
class With_kept_path_removed_written(Sentence):
    def __call__(self, *, kept: object, path: object, removed: object, written: object) -> Said: ...
class With_key(Sentence):
    def __call__(self, *, key: object) -> Said: ...
class With_key_label(Sentence):
    def __call__(self, *, key: object, label: object) -> Said: ...
class With_key_letters(Sentence):
    def __call__(self, *, key: object, letters: object) -> Said: ...
class With_key_line_path_quote(Sentence):
    def __call__(self, *, key: object, line: object, path: object, quote: object) -> Said: ...
class With_key_name(Sentence):
    def __call__(self, *, key: object, name: object) -> Said: ...
class With_key_now(Sentence):
    def __call__(self, *, key: object, now: object) -> Said: ...
class With_key_others_who(Sentence):
    def __call__(self, *, key: object, others: object, who: object) -> Said: ...
class With_key_posts(Sentence):
    def __call__(self, *, key: object, posts: object) -> Said: ...
class With_key_posts_threads(Sentence):
    def __call__(self, *, key: object, posts: object, threads: object) -> Said: ...
class With_key_title_who(Sentence):
    def __call__(self, *, key: object, title: object, who: object) -> Said: ...
class With_key_value(Sentence):
    def __call__(self, *, key: object, value: object) -> Said: ...
class With_key_value_values(Sentence):
    def __call__(self, *, key: object, value: object, values: object) -> Said: ...
class With_key_what(Sentence):
    def __call__(self, *, key: object, what: object) -> Said: ...
class With_key_when(Sentence):
    def __call__(self, *, key: object, when: object) -> Said: ...
class With_key_who(Sentence):
    def __call__(self, *, key: object, who: object) -> Said: ...
class With_key_who_or_others(Sentence):
    def __call__(self, *, key: object, who: object, others: object = ...) -> Said: ...
class With_keys(Sentence):
    def __call__(self, *, keys: object) -> Said: ...
class With_keys_name(Sentence):
    def __call__(self, *, keys: object, name: object) -> Said: ...
class With_kilobytes(Sentence):
    def __call__(self, *, kilobytes: object) -> Said: ...
class With_kilobytes_path(Sentence):
    def __call__(self, *, kilobytes: object, path: object) -> Said: ...
class With_kind(Sentence):
    def __call__(self, *, kind: object) -> Said: ...
class With_kind_longest_streak(Sentence):
    def __call__(self, *, kind: object, longest: object, streak: object) -> Said: ...
class With_kind_longest_streak_won(Sentence):
    def __call__(self, *, kind: object, longest: object, streak: object, won: object) -> Said: ...
class With_kind_place(Sentence):
    def __call__(self, *, kind: object, place: object) -> Said: ...
class With_kind_place_why(Sentence):
    def __call__(self, *, kind: object, place: object, why: object) -> Said: ...
class With_kind_text(Sentence):
    def __call__(self, *, kind: object, text: object) -> Said: ...
class With_kind_why(Sentence):
    def __call__(self, *, kind: object, why: object) -> Said: ...
class With_kinds_n(Sentence):
    def __call__(self, *, kinds: object, n: int) -> Said: ...
class With_label(Sentence):
    def __call__(self, *, label: object) -> Said: ...
class With_label_word(Sentence):
    def __call__(self, *, label: object, word: object) -> Said: ...
class With_label_words(Sentence):
    def __call__(self, *, label: object, words: object) -> Said: ...
class With_larger_smaller(Sentence):
    def __call__(self, *, larger: object, smaller: object) -> Said: ...
class With_last(Sentence):
    def __call__(self, *, last: object) -> Said: ...
class With_last_most(Sentence):
    def __call__(self, *, last: object, most: object) -> Said: ...
class With_last_number(Sentence):
    def __call__(self, *, last: object, number: object) -> Said: ...
class With_lean(Sentence):
    def __call__(self, *, lean: object) -> Said: ...
class With_least(Sentence):
    def __call__(self, *, least: object) -> Said: ...
class With_least_most(Sentence):
    def __call__(self, *, least: object, most: object) -> Said: ...
class With_least_most_text_what(Sentence):
    def __call__(self, *, least: object, most: object, text: object, what: object) -> Said: ...
class With_left(Sentence):
    def __call__(self, *, left: object) -> Said: ...
class With_left_level_right_words(Sentence):
    def __call__(self, *, left: object, level: object, right: object, words: object) -> Said: ...
class With_left_minutes(Sentence):
    def __call__(self, *, left: object, minutes: object) -> Said: ...
class With_left_name(Sentence):
    def __call__(self, *, left: object, name: object) -> Said: ...
class With_left_roll(Sentence):
    def __call__(self, *, left: object, roll: object) -> Said: ...
class With_left_tables(Sentence):
    def __call__(self, *, left: object, tables: object) -> Said: ...
class With_left_who(Sentence):
    def __call__(self, *, left: object, who: object) -> Said: ...
class With_length_limit(Sentence):
    def __call__(self, *, length: object, limit: object) -> Said: ...
class With_length_sysop(Sentence):
    def __call__(self, *, length: object, sysop: object) -> Said: ...
class With_letters(Sentence):
    def __call__(self, *, letters: object) -> Said: ...
class With_letters_who(Sentence):
    def __call__(self, *, letters: object, who: object) -> Said: ...
class With_level(Sentence):
    def __call__(self, *, level: object) -> Said: ...
class With_level_next(Sentence):
    def __call__(self, *, level: object, next: object) -> Said: ...
class With_level_who(Sentence):
    def __call__(self, *, level: object, who: object) -> Said: ...
class With_level_why(Sentence):
    def __call__(self, *, level: object, why: object) -> Said: ...
class With_level_yours(Sentence):
    def __call__(self, *, level: object, yours: object) -> Said: ...
class With_limit(Sentence):
    def __call__(self, *, limit: object) -> Said: ...
class With_limit_prompt(Sentence):
    def __call__(self, *, limit: object, prompt: object) -> Said: ...
class With_limit_size(Sentence):
    def __call__(self, *, limit: object, size: object) -> Said: ...
class With_line(Sentence):
    def __call__(self, *, line: object) -> Said: ...
class With_lines(Sentence):
    def __call__(self, *, lines: object) -> Said: ...
class With_lines_most(Sentence):
    def __call__(self, *, lines: object, most: object) -> Said: ...
class With_look(Sentence):
    def __call__(self, *, look: object) -> Said: ...
class With_lost(Sentence):
    def __call__(self, *, lost: object) -> Said: ...
class With_luck(Sentence):
    def __call__(self, *, luck: object) -> Said: ...
class With_luck_where(Sentence):
    def __call__(self, *, luck: object, where: object) -> Said: ...
class With_made(Sentence):
    def __call__(self, *, made: object) -> Said: ...
class With_made_score(Sentence):
    def __call__(self, *, made: object, score: object) -> Said: ...
class With_many(Sentence):
    def __call__(self, *, many: object) -> Said: ...
class With_marks_names(Sentence):
    def __call__(self, *, marks: object, names: object) -> Said: ...
class With_marks_possible_row(Sentence):
    def __call__(self, *, marks: object, possible: object, row: object) -> Said: ...
class With_marks_row_whose(Sentence):
    def __call__(self, *, marks: object, row: object, whose: object) -> Said: ...
class With_mean_number(Sentence):
    def __call__(self, *, mean: object, number: object) -> Said: ...
class With_means(Sentence):
    def __call__(self, *, means: object) -> Said: ...
class With_measure(Sentence):
    def __call__(self, *, measure: object) -> Said: ...
class With_measure_month(Sentence):
    def __call__(self, *, measure: object, month: object) -> Said: ...
class With_measure_score(Sentence):
    def __call__(self, *, measure: object, score: object) -> Said: ...
class With_minutes(Sentence):
    def __call__(self, *, minutes: object) -> Said: ...
class With_minutes_name(Sentence):
    def __call__(self, *, minutes: object, name: object) -> Said: ...
class With_minutes_seconds(Sentence):
    def __call__(self, *, minutes: object, seconds: object) -> Said: ...
class With_missed(Sentence):
    def __call__(self, *, missed: object) -> Said: ...
class With_mode_path(Sentence):
    def __call__(self, *, mode: object, path: object) -> Said: ...
class With_mode_path_wanted(Sentence):
    def __call__(self, *, mode: object, path: object, wanted: object) -> Said: ...
class With_month(Sentence):
    def __call__(self, *, month: object) -> Said: ...
class With_month_order(Sentence):
    def __call__(self, *, month: object, order: object) -> Said: ...
class With_month_time(Sentence):
    def __call__(self, *, month: object, time: object) -> Said: ...
class With_month_year(Sentence):
    def __call__(self, *, month: object, year: object) -> Said: ...
class With_most(Sentence):
    def __call__(self, *, most: object) -> Said: ...
class With_most_text(Sentence):
    def __call__(self, *, most: object, text: object) -> Said: ...
class With_most_title_width(Sentence):
    def __call__(self, *, most: object, title: object, width: object) -> Said: ...
class With_most_turns(Sentence):
    def __call__(self, *, most: object, turns: object) -> Said: ...
class With_most_width(Sentence):
    def __call__(self, *, most: object, width: object) -> Said: ...
class With_move(Sentence):
    def __call__(self, *, move: object) -> Said: ...
class With_move_moves_step(Sentence):
    def __call__(self, *, move: object, moves: object, step: object) -> Said: ...
class With_move_place_points(Sentence):
    def __call__(self, *, move: object, place: object, points: object) -> Said: ...
class With_move_points(Sentence):
    def __call__(self, *, move: object, points: object) -> Said: ...
class With_move_quit_stacks_turn(Sentence):
    def __call__(self, *, move: object, quit: object, stacks: object, turn: object) -> Said: ...
class With_move_roll_turn_who(Sentence):
    def __call__(self, *, move: object, roll: object, turn: object, who: object) -> Said: ...
class With_move_round(Sentence):
    def __call__(self, *, move: object, round: object) -> Said: ...
class With_move_where(Sentence):
    def __call__(self, *, move: object, where: object) -> Said: ...
class With_moves(Sentence):
    def __call__(self, *, moves: object) -> Said: ...
class With_n(Sentence):
    def __call__(self, *, n: int) -> Said: ...
class With_n_owner(Sentence):
    def __call__(self, *, n: int, owner: object) -> Said: ...
class With_name(Sentence):
    def __call__(self, *, name: object) -> Said: ...
class With_name_number_stand(Sentence):
    def __call__(self, *, name: object, number: object, stand: object) -> Said: ...
class With_name_offer(Sentence):
    def __call__(self, *, name: object, offer: object) -> Said: ...
class With_name_other(Sentence):
    def __call__(self, *, name: object, other: object) -> Said: ...
class With_name_other_own(Sentence):
    def __call__(self, *, name: object, other: object, own: object) -> Said: ...
class With_name_others(Sentence):
    def __call__(self, *, name: object, others: object) -> Said: ...
class With_name_outcome(Sentence):
    def __call__(self, *, name: object, outcome: object) -> Said: ...
class With_name_path(Sentence):
    def __call__(self, *, name: object, path: object) -> Said: ...
class With_name_points_score_stack_under(Sentence):
    def __call__(self, *, name: object, points: object, score: object, stack: object, under: object) -> Said: ...
class With_name_score_total(Sentence):
    def __call__(self, *, name: object, score: object, total: object) -> Said: ...
class With_name_scored_who(Sentence):
    def __call__(self, *, name: object, scored: object, who: object) -> Said: ...
class With_name_stock(Sentence):
    def __call__(self, *, name: object, stock: object) -> Said: ...
class With_name_time(Sentence):
    def __call__(self, *, name: object, time: object) -> Said: ...
class With_name_title(Sentence):
    def __call__(self, *, name: object, title: object) -> Said: ...
class With_name_told(Sentence):
    def __call__(self, *, name: object, told: object) -> Said: ...
class With_name_total(Sentence):
    def __call__(self, *, name: object, total: object) -> Said: ...
class With_name_value(Sentence):
    def __call__(self, *, name: object, value: object) -> Said: ...
class With_names(Sentence):
    def __call__(self, *, names: object) -> Said: ...
class With_names_row(Sentence):
    def __call__(self, *, names: object, row: object) -> Said: ...
class With_names_score(Sentence):
    def __call__(self, *, names: object, score: object) -> Said: ...
class With_names_text(Sentence):
    def __call__(self, *, names: object, text: object) -> Said: ...
class With_names_what(Sentence):
    def __call__(self, *, names: object, what: object) -> Said: ...
class With_near_what(Sentence):
    def __call__(self, *, near: object, what: object) -> Said: ...
class With_net_unit(Sentence):
    def __call__(self, *, net: object, unit: object) -> Said: ...
class With_network(Sentence):
    def __call__(self, *, network: object) -> Said: ...
class With_new_old(Sentence):
    def __call__(self, *, new: object, old: object) -> Said: ...
class With_next_who(Sentence):
    def __call__(self, *, next: object, who: object) -> Said: ...
class With_node(Sentence):
    def __call__(self, *, node: object) -> Said: ...
class With_node_or_handle(Sentence):
    def __call__(self, *, node: object, handle: object = ...) -> Said: ...
class With_node_text_who(Sentence):
    def __call__(self, *, node: object, text: object, who: object) -> Said: ...
class With_node_when_who(Sentence):
    def __call__(self, *, node: object, when: object, who: object) -> Said: ...
class With_node_who(Sentence):
    def __call__(self, *, node: object, who: object) -> Said: ...
class With_nodes(Sentence):
    def __call__(self, *, nodes: object) -> Said: ...
class With_note(Sentence):
    def __call__(self, *, note: object) -> Said: ...
class With_now(Sentence):
    def __call__(self, *, now: object) -> Said: ...
class With_nth(Sentence):
    def __call__(self, *, nth: int) -> Said: ...
class With_number(Sentence):
    def __call__(self, *, number: object) -> Said: ...
class With_number_score_who(Sentence):
    def __call__(self, *, number: object, score: object, who: object) -> Said: ...
class With_number_stand(Sentence):
    def __call__(self, *, number: object, stand: object) -> Said: ...
class With_number_turns_or_who(Sentence):
    def __call__(self, *, number: object, turns: object, who: object = ...) -> Said: ...
class With_number_turns_who(Sentence):
    def __call__(self, *, number: object, turns: object, who: object) -> Said: ...
class With_numbers(Sentence):
    def __call__(self, *, numbers: object) -> Said: ...
class With_offer(Sentence):
    def __call__(self, *, offer: object) -> Said: ...
class With_offer_who(Sentence):
    def __call__(self, *, offer: object, who: object) -> Said: ...
class With_offset_text_zone(Sentence):
    def __call__(self, *, offset: object, text: object, zone: object) -> Said: ...
class With_old(Sentence):
    def __call__(self, *, old: object) -> Said: ...
class With_opens_what(Sentence):
    def __call__(self, *, opens: object, what: object) -> Said: ...
class With_option(Sentence):
    def __call__(self, *, option: object) -> Said: ...
class With_options_row_value(Sentence):
    def __call__(self, *, options: object, row: object, value: object) -> Said: ...
class With_other(Sentence):
    def __call__(self, *, other: object) -> Said: ...
class With_other_points_round(Sentence):
    def __call__(self, *, other: object, points: object, round: object) -> Said: ...
class With_others_page_tables(Sentence):
    def __call__(self, *, others: object, page: object, tables: object) -> Said: ...
class With_ours(Sentence):
    def __call__(self, *, ours: object) -> Said: ...
class With_ours_release_since_what(Sentence):
    def __call__(self, *, ours: object, release: object, since: object, what: object) -> Said: ...
class With_ours_schema(Sentence):
    def __call__(self, *, ours: object, schema: object) -> Said: ...
class With_out(Sentence):
    def __call__(self, *, out: object) -> Said: ...
class With_outcome_score(Sentence):
    def __call__(self, *, outcome: object, score: object) -> Said: ...
class With_owner_path(Sentence):
    def __call__(self, *, owner: object, path: object) -> Said: ...
class With_package_why(Sentence):
    def __call__(self, *, package: object, why: object) -> Said: ...
class With_pages(Sentence):
    def __call__(self, *, pages: object) -> Said: ...
class With_palette_peg(Sentence):
    def __call__(self, *, palette: object, peg: object) -> Said: ...
class With_par_sizes_three(Sentence):
    def __call__(self, *, par: object, sizes: object, three: object) -> Said: ...
class With_part(Sentence):
    def __call__(self, *, part: object) -> Said: ...
class With_passes(Sentence):
    def __call__(self, *, passes: object) -> Said: ...
class With_path(Sentence):
    def __call__(self, *, path: object) -> Said: ...
class With_path_slug(Sentence):
    def __call__(self, *, path: object, slug: object) -> Said: ...
class With_path_why(Sentence):
    def __call__(self, *, path: object, why: object) -> Said: ...
class With_place(Sentence):
    def __call__(self, *, place: object) -> Said: ...
class With_place_score(Sentence):
    def __call__(self, *, place: object, score: object) -> Said: ...
class With_place_score_who(Sentence):
    def __call__(self, *, place: object, score: object, who: object) -> Said: ...
class With_place_title(Sentence):
    def __call__(self, *, place: object, title: object) -> Said: ...
class With_place_what(Sentence):
    def __call__(self, *, place: object, what: object) -> Said: ...
class With_place_why(Sentence):
    def __call__(self, *, place: object, why: object) -> Said: ...
class With_places_word(Sentence):
    def __call__(self, *, places: object, word: object) -> Said: ...
class With_plain_settings(Sentence):
    def __call__(self, *, plain: object, settings: object) -> Said: ...
class With_players(Sentence):
    def __call__(self, *, players: object) -> Said: ...
class With_points(Sentence):
    def __call__(self, *, points: object) -> Said: ...
class With_points_shut(Sentence):
    def __call__(self, *, points: object, shut: object) -> Said: ...
class With_points_turn(Sentence):
    def __call__(self, *, points: object, turn: object) -> Said: ...
class With_points_ways(Sentence):
    def __call__(self, *, points: object, ways: object) -> Said: ...
class With_port(Sentence):
    def __call__(self, *, port: object) -> Said: ...
class With_posts(Sentence):
    def __call__(self, *, posts: object) -> Said: ...
class With_posts_thread(Sentence):
    def __call__(self, *, posts: object, thread: object) -> Said: ...
class With_posts_title_when_who(Sentence):
    def __call__(self, *, posts: object, title: object, when: object, who: object) -> Said: ...
class With_program(Sentence):
    def __call__(self, *, program: object) -> Said: ...
class With_program_why(Sentence):
    def __call__(self, *, program: object, why: object) -> Said: ...
class With_prompt(Sentence):
    def __call__(self, *, prompt: object) -> Said: ...
class With_python(Sentence):
    def __call__(self, *, python: object) -> Said: ...
class With_quit_text(Sentence):
    def __call__(self, *, quit: object, text: object) -> Said: ...
class With_rank_or_score(Sentence):
    def __call__(self, *, rank: object, score: object = ...) -> Said: ...
class With_rank_score(Sentence):
    def __call__(self, *, rank: object, score: object) -> Said: ...
class With_rank_suit(Sentence):
    def __call__(self, *, rank: object, suit: object) -> Said: ...
class With_reason(Sentence):
    def __call__(self, *, reason: object) -> Said: ...
class With_reason_who(Sentence):
    def __call__(self, *, reason: object, who: object) -> Said: ...
class With_roll(Sentence):
    def __call__(self, *, roll: object) -> Said: ...
class With_roll_total(Sentence):
    def __call__(self, *, roll: object, total: object) -> Said: ...
class With_round_rounds(Sentence):
    def __call__(self, *, round: object, rounds: object) -> Said: ...
class With_row(Sentence):
    def __call__(self, *, row: object) -> Said: ...
class With_row_value(Sentence):
    def __call__(self, *, row: object, value: object) -> Said: ...
class With_rows(Sentence):
    def __call__(self, *, rows: object) -> Said: ...
class With_runs(Sentence):
    def __call__(self, *, runs: object) -> Said: ...
class With_said_score(Sentence):
    def __call__(self, *, said: object, score: object) -> Said: ...
class With_score(Sentence):
    def __call__(self, *, score: object) -> Said: ...
class With_score_stock(Sentence):
    def __call__(self, *, score: object, stock: object) -> Said: ...
class With_score_total_why(Sentence):
    def __call__(self, *, score: object, total: object, why: object) -> Said: ...
class With_score_who(Sentence):
    def __call__(self, *, score: object, who: object) -> Said: ...
class With_scored_who_or_name(Sentence):
    def __call__(self, *, scored: object, who: object, name: object = ...) -> Said: ...
class With_scores(Sentence):
    def __call__(self, *, scores: object) -> Said: ...
class With_scores_time(Sentence):
    def __call__(self, *, scores: object, time: object) -> Said: ...
class With_seal(Sentence):
    def __call__(self, *, seal: object) -> Said: ...
class With_seal_whose(Sentence):
    def __call__(self, *, seal: object, whose: object) -> Said: ...
class With_sealed(Sentence):
    def __call__(self, *, sealed: object) -> Said: ...
class With_seat(Sentence):
    def __call__(self, *, seat: object) -> Said: ...
class With_seats(Sentence):
    def __call__(self, *, seats: object) -> Said: ...
class With_seconds(Sentence):
    def __call__(self, *, seconds: object) -> Said: ...
class With_seed(Sentence):
    def __call__(self, *, seed: object) -> Said: ...
class With_shut(Sentence):
    def __call__(self, *, shut: object) -> Said: ...
class With_sign(Sentence):
    def __call__(self, *, sign: object) -> Said: ...
class With_size(Sentence):
    def __call__(self, *, size: object) -> Said: ...
class With_size_term(Sentence):
    def __call__(self, *, size: object, term: object) -> Said: ...
class With_slug(Sentence):
    def __call__(self, *, slug: object) -> Said: ...
class With_solved_tried(Sentence):
    def __call__(self, *, solved: object, tried: object) -> Said: ...
class With_span(Sentence):
    def __call__(self, *, span: object) -> Said: ...
class With_spelt(Sentence):
    def __call__(self, *, spelt: object) -> Said: ...
class With_spoken(Sentence):
    def __call__(self, *, spoken: object) -> Said: ...
class With_spoken_whose(Sentence):
    def __call__(self, *, spoken: object, whose: object) -> Said: ...
class With_stack(Sentence):
    def __call__(self, *, stack: object) -> Said: ...
class With_stacks(Sentence):
    def __call__(self, *, stacks: object) -> Said: ...
class With_stand_time(Sentence):
    def __call__(self, *, stand: object, time: object) -> Said: ...
class With_stands(Sentence):
    def __call__(self, *, stands: object) -> Said: ...
class With_status(Sentence):
    def __call__(self, *, status: object) -> Said: ...
class With_stock(Sentence):
    def __call__(self, *, stock: object) -> Said: ...
class With_sum_total(Sentence):
    def __call__(self, *, sum: object, total: object) -> Said: ...
class With_summary(Sentence):
    def __call__(self, *, summary: object) -> Said: ...
class With_sysop(Sentence):
    def __call__(self, *, sysop: object) -> Said: ...
class With_tables(Sentence):
    def __call__(self, *, tables: object) -> Said: ...
class With_tag(Sentence):
    def __call__(self, *, tag: object) -> Said: ...
class With_target(Sentence):
    def __call__(self, *, target: object) -> Said: ...
class With_terms(Sentence):
    def __call__(self, *, terms: object) -> Said: ...
class With_text(Sentence):
    def __call__(self, *, text: object) -> Said: ...
class With_text_when_who(Sentence):
    def __call__(self, *, text: object, when: object, who: object) -> Said: ...
class With_text_who(Sentence):
    def __call__(self, *, text: object, who: object) -> Said: ...
class With_tile(Sentence):
    def __call__(self, *, tile: object) -> Said: ...
class With_tiles(Sentence):
    def __call__(self, *, tiles: object) -> Said: ...
class With_time(Sentence):
    def __call__(self, *, time: object) -> Said: ...
class With_time_weekday(Sentence):
    def __call__(self, *, time: object, weekday: object) -> Said: ...
class With_time_weekday_zone(Sentence):
    def __call__(self, *, time: object, weekday: object, zone: object) -> Said: ...
class With_title(Sentence):
    def __call__(self, *, title: object) -> Said: ...
class With_to(Sentence):
    def __call__(self, *, to: object) -> Said: ...
class With_toggle_value(Sentence):
    def __call__(self, *, toggle: object, value: object) -> Said: ...
class With_told(Sentence):
    def __call__(self, *, told: object) -> Said: ...
class With_tops(Sentence):
    def __call__(self, *, tops: object) -> Said: ...
class With_total(Sentence):
    def __call__(self, *, total: object) -> Said: ...
class With_turn(Sentence):
    def __call__(self, *, turn: object) -> Said: ...
class With_turn_turns(Sentence):
    def __call__(self, *, turn: object, turns: object) -> Said: ...
class With_turns(Sentence):
    def __call__(self, *, turns: object) -> Said: ...
class With_unknown(Sentence):
    def __call__(self, *, unknown: object) -> Said: ...
class With_url(Sentence):
    def __call__(self, *, url: object) -> Said: ...
class With_used(Sentence):
    def __call__(self, *, used: object) -> Said: ...
class With_used_who(Sentence):
    def __call__(self, *, used: object, who: object) -> Said: ...
class With_used_who_whose(Sentence):
    def __call__(self, *, used: object, who: object, whose: object) -> Said: ...
class With_user(Sentence):
    def __call__(self, *, user: object) -> Said: ...
class With_user_why(Sentence):
    def __call__(self, *, user: object, why: object) -> Said: ...
class With_value(Sentence):
    def __call__(self, *, value: object) -> Said: ...
class With_values(Sentence):
    def __call__(self, *, values: object) -> Said: ...
class With_version(Sentence):
    def __call__(self, *, version: object) -> Said: ...
class With_visits(Sentence):
    def __call__(self, *, visits: object) -> Said: ...
class With_watchers(Sentence):
    def __call__(self, *, watchers: object) -> Said: ...
class With_ways(Sentence):
    def __call__(self, *, ways: object) -> Said: ...
class With_what(Sentence):
    def __call__(self, *, what: object) -> Said: ...
class With_what_when_who(Sentence):
    def __call__(self, *, what: object, when: object, who: object) -> Said: ...
class With_when(Sentence):
    def __call__(self, *, when: object) -> Said: ...
class With_when_who(Sentence):
    def __call__(self, *, when: object, who: object) -> Said: ...
class With_when_zone(Sentence):
    def __call__(self, *, when: object, zone: object) -> Said: ...
class With_where(Sentence):
    def __call__(self, *, where: object) -> Said: ...
class With_who(Sentence):
    def __call__(self, *, who: object) -> Said: ...
class With_who_whom(Sentence):
    def __call__(self, *, who: object, whom: object) -> Said: ...
class With_who_word(Sentence):
    def __call__(self, *, who: object, word: object) -> Said: ...
class With_who_years(Sentence):
    def __call__(self, *, who: object, years: object) -> Said: ...
class With_whose(Sentence):
    def __call__(self, *, whose: object) -> Said: ...
class With_why(Sentence):
    def __call__(self, *, why: object) -> Said: ...
class With_word(Sentence):
    def __call__(self, *, word: object) -> Said: ...
class With_years(Sentence):
    def __call__(self, *, years: object) -> Said: ...

class Accounts:
    ban_until: With_day_time
    ban_for_ever: Plain
    ban_days_range: With_most
    address_trusted: With_address
    too_many_bans: With_most
    address_not_banned: With_address
    address_in_wider_ban: With_address_wider
    still_in_wider_ban: With_address_wider
    not_an_address: With_text
    network_too_wide: With_bits_network
    you_are_validated: Plain
    has_level: With_handle_level
    answer_yes_or_no: Plain
    now_a_sysop: With_handle
    not_a_sysop: With_handle
    reason_too_long: With_most
    handle_banned: With_handle_reason
    handle_may_call_again: With_handle
    key_added: With_handle
    no_such_key: With_handle_number
    key_removed: With_handle_number
    already_validated: With_handle
    now_validated: With_handle
    turns_granted: With_day_door_handle_turns
    handle_not_banned: With_handle
    no_such_door: With_door_doors
    turns_not_zero: Plain
    what_access_level: Plain
    what_turns: Plain
    not_a_number_from_to: With_least_most_text_what
    handle_has_games: With_handle
    handle_renamed: With_new_old
    handle_removed: With_handle
    mark_sysop: Plain
    mark_not_validated: Plain
    mark_banned: With_reason
    no_such_caller: With_handle
    handle_taken: With_handle
    too_many_keys: With_most
    handle_too_similar: With_handle
    handle_length: Plain
    handle_characters: Plain
    handle_first_character: Plain
    handle_spaces: Plain
    handle_reserved: With_handle
    not_a_public_key: Plain
    key_type_mismatch: Plain
    password_length: With_least_most
    password_characters: Plain

class Art:
    no_time_limit: Plain
    minutes_left: With_minutes

class Audit:
    no_time: Plain
    field_empty: With_field
    field_no_hash: With_field
    field_not_today: With_field_value
    field_not_this_month: With_field_value
    field_not_over: With_field_value
    field_no_date: With_field
    field_no_players: With_field
    field_no_texts: With_field
    field_no_clock: With_field_value
    field_no_time: With_field
    field_no_seals: With_field
    field_no_salts: With_field
    field_no_moves: With_field
    field_no_times: With_field
    field_no_numbers: With_field
    field_no_end: With_field_value
    field_no_changes: With_field
    field_no_ranking: With_field_value
    field_not_number: With_field
    field_not_truth: With_field
    field_not_object: With_field
    version: Plain
    no_kind: Plain
    no_json_number: With_name
    key_twice: Plain
    keys_unsorted: Plain
    not_utf_eight: Plain
    too_deep: Plain
    not_json: Plain
    no_object: Plain
    spaces: Plain
    torn: Plain
    cannot_be_read: With_why
    chain_broken: Plain
    time_goes_back: With_time
    no_free_turn: With_caller
    month_declared: With_month
    day_unsealed: With_day
    day_sealed_otherwise: With_day
    day_sealed_late: With_day
    day_out_of_range: With_day
    deal_revealed: With_day
    deal_begun_before: With_caller_day
    deal_other_options: With_day
    daily_no_turn: With_id
    daily_other_day: Plain
    daily_has_score: With_id
    deal_was_over: With_day
    seed_not_sealed: With_day
    deal_not_over: With_day
    daily_other_deal: With_day_id
    daily_alone: Plain
    daily_twice: With_id
    deal_not_revealed: With_day
    daily_other_seed: Plain
    daily_other_score: With_score
    daily_other_moves: Plain
    daily_ended_late: With_day
    other_scores: Plain
    moves_go_on: Plain
    moves_stop: Plain
    by_had_ended: Plain
    by_not_to_move: Plain
    time_not_over: Plain
    other_time_over: Plain
    no_claim: Plain
    no_abort: Plain
    other_places: Plain
    left_no_seats: Plain
    by_not_last: Plain
    all_left: Plain
    ended_before: Plain
    by_not_needed: Plain
    by_no_caller: Plain
    times_go_back: Plain
    time_outside: Plain
    no_door: With_door
    not_installed: With_door_n
    id_twice: With_id
    turn_other_door: With_door
    turn_other_caller: With_caller
    seed_not_of_turn: Plain
    options_not_of_turn: Plain
    first_seat: Plain
    player_twice_or_nameless: Plain
    no_option: With_option
    option_not_allowed: With_option
    move_refused: With_why
    no_replay: With_error
    other_score: With_outcome_score
    other_result: With_name
    computer_not_worked_out: With_error
    player_twice: Plain
    seat_count: With_high_low
    computer_in_race: Plain
    no_level: With_level
    rated_alone: Plain
    seals_wrong: Plain
    begun_late: Plain
    no_tables_at_door: With_door
    match_no_table: With_id
    seats_not_of_table: Plain
    seed_not_of_table: Plain
    moves_not_of_race: Plain
    times_not_of_moves: Plain
    salts_not_of_seals: Plain
    codes_not_first: Plain
    code_not_sealed: Plain
    field_missing: With_field
    field_not_text: With_field
    field_not_list: With_field
    game_twice: With_id
    game_no_turn: With_id
    deal_open_without_game: With_day
    deal_never_open: With_day
    not_one_a_seat: With_field
    winners_shape: With_month
    winners_twice: With_month
    winners_untrue: With_month
    ladder_untrue: With_door
    computer_chose_otherwise: With_computer_made_number

class Blank:
    help_game: Plain
    guess_and_die: With_die_guess
    under_the_cup: Plain
    plain_prompt: Plain
    key_high: Plain
    key_low: Plain
    name: Plain
    tagline: Plain
    one_move_only: Plain

class Bulletins:
    title: Plain
    plain_pages: With_pages
    plain_page_and_place: With_place_title
    no_doors_open: Plain
    daily_of_door: With_name
    section_top_of_month: With_month
    section_month_so_far: With_month
    section_luck: Plain
    section_ladder: Plain
    section_ladder_at_end: With_month
    winner_of_month: With_caller_month_score
    no_winner: With_month
    no_standings_yet: Plain
    section_today: With_day
    daily_not_played: Plain
    section_days_added_up: With_month
    no_scores_yet: Plain
    no_scores: Plain
    title_hall: Plain
    hall_in_games: With_games
    no_months_over: Plain
    title_luck: Plain
    luck_by_sum: Plain
    luck_per_game: Plain

class Call:
    where_leaving: Plain
    only_first_line_taken: Plain
    caller_has_left: With_reason_who
    logged_on_elsewhere: Plain
    game_goes_on_there: Plain
    plain_window_too_small: With_cols_least_rows
    plain_no_answer: Plain
    plain_dumb_terminal: Plain
    plain_screen_reader: Plain
    handle_changed: Plain

class Check:
    no_faults: Plain
    cannot_be_read: With_why
    read_as: With_charset_path
    art_misnamed: Plain
    art_no_sauce: Plain
    art_too_wide: With_columns_most
    art_line_too_long: With_columns_line_most
    all_off: Plain
    bad_certificate: With_certificate_key_why
    cannot_listen: With_place_why
    foreign_file: With_account_owner_path
    files_refreshed: With_n
    art_no_placeholder: With_column_name_row
    art_may_not_fit: With_names_row
    event_name: With_name
    trusts_the_world: With_network
    secrets_readable: With_mode_path
    stray_settings: With_name_path
    journal_ahead: With_span
    few_open_files: With_files_nodes_wanted
    old_files: With_names
    not_a_file: Plain
    not_writable: Plain
    not_a_folder: Plain
    parent_not_a_folder: With_path
    cannot_be_written: With_why
    cannot_be_made: With_why
    more_foreign_files: With_n_owner
    unusable_file: With_owner_path
    more_unusable_files: With_n_owner
    file_too_large: With_kilobytes
    utf_sixteen: Plain
    not_utf_eight: With_byte
    no_board_here: Plain
    board_is_elsewhere: With_folder
    package_refused: With_package_why
    door_raised: With_error
    door_is_no_game: With_entry
    door_has_bad_slug: With_slug
    door_slug_is_taken: With_slug
    door_option_is_reserved: With_option
    door_not_installed: With_path_slug
    no_such_door: With_doors
    named_for_door: With_name
    named_as_slug: Plain
    door_exists: With_slug
    no_door_of_file: With_slug
    cannot_be_written_at: With_path_why
    letters_not_in_charset: With_file_id_letters
    old_name: With_what
    new_external_door: With_applies_slug
    new_event: With_applies_name
    new_webhook: With_applies_name
    text_ends_at_comment: With_comment_key_line_path_value
    odd_quote: With_key_line_path_quote
    mode_too_open: With_mode_path_wanted
    art_missing: With_path
    no_such_text: Plain
    is_now_called: With_now
    is_not_used: Plain
    control_character: With_code
    named_for_language: Plain
    warning: With_what
    settings_read: With_doors_files_open
    settings_read_and_externals: With_doors_files_open_open_others_others
    own_texts: With_n
    own_language: With_code_n
    all_as_default: Plain
    all_as_last_run: Plain
    keys_not_default: Plain
    keys_not_as_last_run: Plain
    key_changed: With_applies_before_key_now
    secret_changed: With_applies_key
    key_applies: With_applies_key
    the_doors_are: With_doors_what
    no_such_key: Plain
    no_such_text_of_all: Plain
    nobody_could_call: Plain
    news_misnamed: Plain
    news_too_large: With_limit_size
    news_empty: Plain
    news_control_character: With_code
    art_too_high: With_rows
    art_too_large: With_bytes_limit
    art_sauce_too_wide: With_columns_limit
    art_not_utf_eight: With_byte
    art_bad_size: With_limit_size
    art_bright_and_blinking: Plain
    art_bad_character: With_char_column_row
    secret_unreadable: With_file_why

class Clock:
    follows_time_server: Plain
    no_time_server: Plain
    in_doubt: With_ahead
    ahead_of_board: With_span
    believe_or_set: Plain
    journal_ahead: With_span
    back_or_set: Plain
    not_in_doubt: Plain
    board_time: With_time
    journal_not_ahead: With_time
    board_runs: Plain
    ask_take_out: With_time
    nothing_taken_out: Plain
    label_machine: Plain
    label_board: Plain
    label_journal: Plain
    no_last_line: Plain
    lines_taken_out: With_kinds_n
    tables_taken_back: With_end_n

class Coach:
    name: Plain
    name_of_estimates: Plain
    estimate: With_summary
    hint: With_move
    no_choice: Plain
    not_judged: Plain
    summary_no_mistakes: With_all_best
    summary_costs: With_all_best_cost
    gave_up: Plain
    mark_one_way: Plain
    mark_best: Plain
    move: With_number
    end: Plain
    where_and_luck: With_luck_where
    row: With_where
    only_way: With_move_where
    the_best: With_move_where
    better: With_best_cost_move_unit_where

class Command:
    no_answer: Plain
    audit_no_journal: With_folder
    nobody_is_banned: Plain
    month_not_begun: With_month
    no_caller_with: With_part
    new_password: With_handle
    no_ssh_keys: With_handle
    key_file_not_text: With_file
    key_file_empty: With_file
    nothing_removed: Plain
    no_password_on_stdin: Plain
    passwords_differ: Plain
    no_key_with: With_word
    config_marks: Plain
    value_is_same: With_key_value
    data_stays: With_data
    still_wrong: With_fault
    no_value_given: Plain
    no_value_on_stdin: Plain
    no_text_with: With_word
    no_such_form: With_form_forms_id
    text_now_called: With_key_now
    board_hung_up: Plain
    call_refused: Plain
    owner_not_started: With_board
    other_account: With_file
    no_board_runs: With_board
    board_not_reached: With_board_why
    board_silent: Plain
    other_version: Plain
    nobody_on_board: Plain
    text_not_one_line: Plain
    no_log_kept: Plain
    no_pillow: With_python
    ans_charset: Plain
    cannot_be_ans: With_why
    game_has_moves: With_id_moves
    not_a_file: With_path
    file_exists: With_path
    bad_slug: With_slug
    new_door_made: With_folder
    slug_is_taken: With_slug
    new_door_exists: With_path
    screen_too_small: With_size
    cannot_replay: With_id_reason
    one_file_for_many: Plain
    two_casts: Plain
    door_not_open: With_slug
    no_such_door: With_doors_slug
    no_table_open: Plain
    say_why: With_limit
    table_ended: With_id_names_outcome
    internal_fault: With_place_what
    fault: With_what
    games_of_month: With_games_month
    all_is_proved: Plain
    rest_is_proved: Plain
    audit_checked: With_games_lines_verdict
    computers_checked: With_games
    computers_sampled: With_games_sampled
    audit_head: With_head
    banned_since: With_by_date_length
    nobody: Plain
    callers_handle: Plain
    callers_calls: Plain
    callers_level: Plain
    callers_last_call: Plain
    never_called: Plain
    caller_added: With_handle
    sysop_added: With_handle
    ask_remove: With_handle
    ask_password: Plain
    ask_password_again: Plain
    key_allowed: With_allowed_default
    key_in_file: With_applies_file
    value_changed: With_applies_before_key_value
    nodes_node: Plain
    nodes_caller: Plain
    nodes_where: Plain
    nodes_idle: Plain
    nodes_minutes: Plain
    nodes_address: Plain
    nodes_client: Plain
    nodes_screen: Plain
    node_in_chat: Plain
    node_watched: Plain
    node_logging_on: Plain
    letters_to_sysop: With_letters
    letters_to_sysop_joined: With_handles_letters
    file_written: With_kilobytes_path
    drawn_by: With_version
    drawn_by_of_game: With_id_version
    replay_game: Plain
    replay_door: Plain
    replay_players: Plain
    replay_ended: Plain
    replay_options: Plain
    replay_commitment: Plain
    replay_seed: Plain
    replay_word: Plain
    replay_words: Plain
    options_as_shipped: Plain
    no_commitment: Plain
    ended_daily: With_day_time
    ended_at_table: With_scores_time
    ended_early_at_table: With_end_scores_time
    ended_ranked: With_month_time
    tables_id: Plain
    tables_door: Plain
    tables_seats: Plain
    tables_clock: Plain
    tables_last_move: Plain
    tables_stands: Plain
    table_race: Plain
    table_rated: Plain
    several_tables: With_id
    no_such_table: With_id
    init_files_missing: Plain
    init_target_is_file: With_target
    init_exists: With_path
    init_ready: With_target
    init_settings: With_path
    init_start: With_target
    text_gone: With_key
    no_such_key: With_key
    saved_by_another: With_file
    cannot_listen: With_kind_place_why
    log_unwritable: With_path_why
    host_key_unwritable: With_path_why
    host_key_unreadable: With_path_why
    host_key_unusable: With_path_why
    listening: With_kind_place
    no_such_page: With_name
    backup_written: With_file_files
    no_store: With_where
    same_store: Plain
    migrated: With_documents_head_lines
    migrated_next: Plain
    migrated_aside: With_folder
    exported: With_files_folder
    restored: With_files_made_release_target
    restored_without_journal: Plain
    moved_into_the_board: With_after_before_key
    restored_but_faulty: With_target
    board_is_up: With_calls

class Common:
    no_more_rows: Plain
    more_rows: With_count
    place_of_total: With_at_of
    one_moment: Plain
    list_two: With_first_second
    list_comma: With_first_second
    list_semicolon: With_first_second
    sentences: With_first_second
    full_stop: With_text
    heading: With_text
    prompt_and_limit: With_limit_prompt
    named_value: With_name_value
    plain_prompt_go_back: Plain
    prompt_commands: With_commands
    named_key: With_key_label
    key_and_number: With_key
    prompt_number: Plain
    prompt_node: Plain
    prompt_more: Plain
    which_row: With_key
    no_such_row: With_number
    label_and_count: With_count_label
    nothing_changed: Plain
    as_it_is: With_text
    too_often: With_time
    not_a_choice: With_text
    month_and_year: With_month_year
    day_and_month: With_day_month
    date_and_time: With_day_month_time_weekday
    day_and_time: With_day_month_time
    full_date: With_day_month_year
    place: With_nth
    month_april: Plain
    month_august: Plain
    month_december: Plain
    month_february: Plain
    month_january: Plain
    month_july: Plain
    month_june: Plain
    month_march: Plain
    month_may: Plain
    month_november: Plain
    month_october: Plain
    month_september: Plain
    month_short_april: Plain
    month_short_august: Plain
    month_short_december: Plain
    month_short_february: Plain
    month_short_january: Plain
    month_short_july: Plain
    month_short_june: Plain
    month_short_march: Plain
    month_short_november: Plain
    month_short_october: Plain
    month_short_september: Plain
    weekday_friday: Plain
    weekday_monday: Plain
    weekday_saturday: Plain
    weekday_short_friday: Plain
    weekday_short_monday: Plain
    weekday_short_saturday: Plain
    weekday_short_sunday: Plain
    weekday_short_thursday: Plain
    weekday_short_tuesday: Plain
    weekday_short_wednesday: Plain
    weekday_sunday: Plain
    weekday_thursday: Plain
    weekday_tuesday: Plain
    weekday_wednesday: Plain
    did_you_mean: With_near_what
    either: With_last_most

class Control:
    not_json: Plain
    other_version: With_version
    line_too_long: With_limit
    fault: Plain
    unknown_command: With_name
    bad_lines: With_limit
    bad_attach: Plain
    bad_node: Plain
    bad_text: With_name
    no_file: Plain

class Count:
    balls: With_n
    boxes: With_n
    calls: With_n
    callers: With_n
    cards: With_n
    codes: With_n
    computers: With_n
    days: With_n
    deals: With_n
    doors: With_n
    faults: With_n
    fewer_turns: With_n
    files: With_n
    games: With_n
    guesses: With_n
    hours: With_n
    items: With_n
    jokers: With_n
    keys: With_n
    letters: With_n
    lines: With_n
    messages: With_n
    minutes: With_n
    months: With_n
    more_turns: With_n
    moves: With_n
    new_callers: With_n
    new_letters: With_n
    new_messages: With_n
    new_posts: With_n
    nodes: With_n
    others: With_n
    players: With_n
    points: With_n
    posts: With_n
    rated_games: With_n
    seats: With_n
    seconds: With_n
    tables: With_n
    threads: With_n
    tiles: With_n
    documents: With_n
    unreadable_lines: With_n
    watchers: With_n
    years: With_n
    things: With_n

class Daily:
    teaser_waiting: Plain
    teaser: With_what
    teaser_played: With_place_score
    teaser_played_no_place: With_score
    waiting: Plain
    already_played: With_place_score
    already_played_no_place: With_score
    day_closed: Plain
    same_for_everybody: With_what
    title: With_day
    section_today: Plain
    seed_not_sealed: Plain
    seed_sealed_today: With_seal
    seed_sealed_before: With_seal
    plain_seed_sealed_today: With_seal
    plain_seed_sealed_before: With_seal
    plain_today: Plain
    score_and_place_today: With_place_score
    score_no_place_today: With_score
    no_scores_yet: Plain
    shown_once_played: Plain
    no_day_played: Plain
    all_can_be_checked: With_last
    seed_line: With_seed
    day_nobody_won: With_day
    day_won_by: With_caller_day_score
    plain_title: With_day
    plain_seed_of_day: With_day_seed
    plain_look_back: Plain
    plain_confirm_go_on: Plain
    plain_confirm_play: Plain
    opening: With_day
    counts_for: With_daily
    month_score_and_place: With_place_score
    month_no_place: Plain
    seed_shown_tomorrow: Plain
    help: With_what
    help_missed_day: With_missed
    help_day_and_seed: Plain
    no_daily_here: Plain
    already_played_today: Plain
    no_deal_today: Plain
    game_cannot_go_on: Plain
    begun_elsewhere: Plain
    no_game_in_last_deal: Plain
    address_has_had_it: Plain
    thread_title: With_day_month_who
    thread_played: With_callers
    thread_row: With_place_score_who

class DoorHeads:
    against: Plain
    best: Plain
    caller: Plain
    codes: Plain
    cost: Plain
    date: Plain
    day: Plain
    days: Plain
    drawn: Plain
    drew: Plain
    drop: Plain
    fewest_guesses: Plain
    full: Plain
    games: Plain
    guess: Plain
    least: Plain
    left: Plain
    liked: Plain
    lost: Plain
    luck: Plain
    mean: Plain
    most: Plain
    most_wins_by: Plain
    move: Plain
    played: Plain
    points: Plain
    rare: Plain
    rating: Plain
    roll: Plain
    round: Plain
    row: Plain
    score: Plain
    shut: Plain
    tied: Plain
    turn: Plain
    won: Plain
    your_wins: Plain

class DoorKeys:
    adjourn: Plain
    all_talk: Plain
    answer_no: Plain
    answer_yes: Plain
    back: Plain
    back_to_tables: Plain
    back_to_the_coach: Plain
    back_to_the_game: Plain
    begin: Plain
    best_line: Plain
    bulletin: Plain
    change: Plain
    claim: Plain
    close: Plain
    coach: Plain
    computer: Plain
    contest_a_turn: Plain
    daily_puzzle: Plain
    done: Plain
    down: Plain
    drop: Plain
    end_game: Plain
    enter: Plain
    faster: Plain
    fits: Plain
    for_later: Plain
    give_it: Plain
    give_or_pass: Plain
    give_up: Plain
    give_word: Plain
    go_on: Plain
    help: Plain
    hide_code: Plain
    ignore: Plain
    keep_it: Plain
    keep_waiting: Plain
    leave: Plain
    left: Plain
    look: Plain
    look_at_board: Plain
    look_back: Plain
    mark: Plain
    more: Plain
    new: Plain
    new_game: Plain
    next: Plain
    next_ball: Plain
    other_side: Plain
    page_back: Plain
    page_more: Plain
    pass_turn: Plain
    play: Plain
    play_again: Plain
    play_from_here: Plain
    play_it: Plain
    play_on: Plain
    practice: Plain
    preview: Plain
    proof: Plain
    puzzle: Plain
    random: Plain
    records: Plain
    replay: Plain
    resume: Plain
    retry_costly_moves: Plain
    right: Plain
    row: Plain
    row_after: Plain
    row_before: Plain
    same_again: Plain
    say_it: Plain
    say_something: Plain
    scoring: Plain
    settings: Plain
    setup: Plain
    side: Plain
    skip: Plain
    example: Plain
    slower: Plain
    step: Plain
    stop: Plain
    table: Plain
    tables: Plain
    take: Plain
    take_along: Plain
    talk: Plain
    turn: Plain
    turn_a_tile: Plain
    undo: Plain
    up: Plain
    wall: Plain
    what_others_chose: Plain
    any_key: Plain

class Dropfile:
    not_a_socket: With_handle
    unreadable: With_why
    bad_path: Plain
    none_in_folder: With_names
    port: Plain
    socket: Plain
    node: Plain
    minutes_left: Plain
    emulation: Plain
    graphics_word: Plain
    no_alias: With_file_text
    caller_name: Plain
    graphics_number: Plain
    lines_of_chain: Plain
    seconds_left: Plain
    ansi: Plain
    columns: Plain
    rows: Plain
    misnamed: With_names
    too_large: With_limit
    ends_before: With_expected_lines
    nothing_there: With_expected
    lines_of_door_sys: Plain
    lines_of_dorinfo: Plain
    other_there: With_expected_text
    lines_of_bbsdev: Plain
    version_of_bbsdev: Plain
    stdio_or_socket: Plain
    time_of_logoff: Plain

class External:
    starting: Plain
    plain_about_screen: With_name
    plain_about_keys: Plain_or_name
    plain_prompt_begin: Plain
    plain_prompt_go_on: Plain
    door_over: With_name
    time_up: With_name
    minutes_left: With_minutes_name
    door_ended_unexpectedly: With_name
    plain_prompt: Plain
    no_visits_left: Plain
    no_guests: Plain
    cannot_be_opened: Plain
    door_is_gone: Plain
    window_too_small: With_cols_door_rows_yours

class Finger:
    head: With_board_callers
    call_it: With_address
    caller: Plain
    at_door: With_door_minutes_name
    elsewhere: With_minutes_name
    more: With_callers
    not_on: With_name
    not_forwarded: Plain

class Forum:
    title: Plain
    title_area: With_area
    title_answer: With_title
    title_new: With_title
    area_general: Plain
    the_board: Plain
    head_area: Plain
    head_thread: Plain
    head_threads: Plain
    head_posts: Plain
    head_new: Plain
    plain_area: With_area_threads
    plain_area_new: With_area_posts
    plain_thread: With_posts_title_when_who
    plain_thread_new: With_posts_thread
    plain_title: With_title
    plain_post: With_heading_place
    plain_prompt_reading: Plain
    post_of: With_last_number
    post_heading: With_heading_number
    first_post: Plain
    last_post: Plain
    nothing_new: Plain
    no_threads: Plain
    no_such_thread: Plain
    no_such_post: With_last_number
    no_such_area: With_area
    thread_full: With_posts
    ask_title: Plain
    ask_number: With_last
    ask_area: Plain
    confirm_all_read: Plain
    confirm_delete_thread: Plain
    confirm_delete_post: Plain
    posted: Plain
    all_read: Plain
    thread_moved: With_area
    answered: With_key_title_who
    no_head: Plain

class Goodbye:
    title: Plain
    confirm_hang_up: Plain
    confirm_twice: Plain
    heading: With_board
    thanks: With_handle
    no_games_today: Plain
    finished_today: With_games
    door_scores: With_door_scores
    door_scores_and_more: With_count_door_scores

class Heads:
    address_or_handle: Plain
    applies: Plain
    by: Plain
    caller: Plain
    calls: Plain
    changed: Plain
    choices: Plain
    days: Plain
    deviation: Plain
    door: Plain
    first: Plain
    second: Plain
    third: Plain
    doors: Plain
    drawn: Plain
    ended: Plain
    event: Plain
    file: Plain
    game: Plain
    games: Plain
    handle: Plain
    key: Plain
    keys: Plain
    last: Plain
    last_call: Plain
    last_games: Plain
    level: Plain
    lost: Plain
    luck: Plain
    minutes: Plain
    minutes_short: Plain
    next: Plain
    node: Plain
    now: Plain
    opponent: Plain
    played_by: Plain
    rating: Plain
    reason_or_length: Plain
    score: Plain
    section: Plain
    sender: Plain
    standing: Plain
    text: Plain
    this_month: Plain
    value: Plain
    watchers: Plain
    what: Plain
    when: Plain
    where: Plain
    won: Plain
    you: Plain

class Help:
    title: Plain
    heading: With_board
    getting_about: Plain
    plain_getting_about: Plain
    whos_online: Plain
    plain_whos_online: Plain
    turns_and_more: With_others_page_tables

class Hours:
    door_closed_by_sysop: Plain
    logon_too_slow: Plain
    left_on_this_call: With_minutes
    left_today: With_minutes
    time_up_for_call: Plain
    time_up_for_today: Plain
    idle_too_long: Plain
    idle_warning: Plain
    minutes_until_closing: With_minutes_name
    the_board_within: Plain
    the_board: Plain
    this_door: Plain
    level_too_low: With_level_yours
    never_open: With_what
    is_closed_now: With_opens_what
    closes_now: With_opens_what
    opens_at_time: With_time
    opens_tomorrow: With_time
    opens_on_day: With_time_weekday
    opens_when: With_when_zone
    open_always: Plain
    open_until_time: With_time
    open_until_day: With_when
    closed: Plain
    closed_until: With_when

class Keys:
    accept: Plain
    add_key: Plain
    all_callers: Plain
    all_read: Plain
    answer_no: Plain
    answer_yes: Plain
    back: Plain
    back_to_the_board: Plain
    back_up: Plain
    ban_an_address: Plain
    board_tv: Plain
    bulletins: Plain
    cancel: Plain
    challenge: Plain
    change: Plain
    change_hours: Plain
    change_level: Plain
    chat: Plain
    choose: Plain
    decline: Plain
    default: Plain
    delete: Plain
    down: Plain
    end_the_chat: Plain
    feedback: Plain
    film: Plain
    find: Plain
    find_a_word: Plain
    finish: Plain
    follow: Plain
    forum: Plain
    game_by_id: Plain
    games_of_caller: Plain
    go_back: Plain
    go_on: Plain
    goodbye: Plain
    hall_of_fame: Plain
    hang_up: Plain
    hear: Plain
    help: Plain
    ignore: Plain
    image: Plain
    keep_writing: Plain
    ladder: Plain
    last_callers: Plain
    last_output: Plain
    last_row_of_caller: Plain
    leave: Plain
    let_in: Plain
    lift: Plain
    messages: Plain
    more_doors: Plain
    move: Plain
    new_address: Plain
    new_caller: Plain
    new_letter: Plain
    new_table: Plain
    new_thread: Plain
    next: Plain
    next_line: Plain
    next_new: Plain
    one_liners: Plain
    open: Plain
    open_door: Plain
    open_the_table: Plain
    open_to_a_game: Plain
    find_an_opponent: Plain
    outside: Plain
    page_sysop: Plain
    plain_text: Plain
    play_door: Plain
    post_before: Plain
    post_number: Plain
    post_on_wall: Plain
    profile: Plain
    quote: Plain
    read: Plain
    refresh: Plain
    remove: Plain
    replays: Plain
    reply: Plain
    say: Plain
    say_it: Plain
    send: Plain
    send_away: Plain
    settings: Plain
    start_again: Plain
    stop_hearing: Plain
    sysop_desk: Plain
    tables: Plain
    take_a_seat: Plain
    text: Plain
    threads: Plain
    throw_away: Plain
    throw_it_away: Plain
    to_the_menu: Plain
    type_a_handle: Plain
    up: Plain
    validate: Plain
    view_messages: Plain
    watch: Plain
    whos_online: Plain
    write: Plain
    write_a_line: Plain
    next_thing: Plain
    your_move: Plain

class Logon:
    title_splash: Plain
    title: Plain
    title_new_caller: Plain
    new_caller_welcome: Plain
    sysop_may_watch: Plain
    plain_offer: Plain
    greeting: With_board
    plain_is_on: Plain
    ansi_offer: Plain
    joining: With_board_handle
    ask_handle: Plain
    ask_handle_or_guest: Plain
    handle_needed: Plain
    answer_y_or_n: Plain
    handle_taken: With_handle
    unknown_handle: With_handle
    board_closed: Plain
    password_too_short: Plain
    passwords_differ: Plain
    handle_blocked: Plain
    wrong_password: Plain
    wrong_invite: Plain
    call_ends_here: With_why
    too_many_answers: Plain
    too_many_passwords: Plain
    address_blocked: Plain
    handle_banned: With_text
    handle_banned_no_reason: Plain
    no_guests: Plain
    you_are_guest: Plain
    practice_until_validated: Plain
    not_validated: Plain
    practice_not_validated: Plain
    unrated_not_validated: Plain
    door_closed_not_validated: Plain
    write_only_to_sysop: Plain
    ask_password: With_handle
    confirm_new_caller: With_handle
    ask_new_handle: Plain
    ask_invite: Plain
    choose_password: Plain
    repeat_password: Plain
    guest_handle: With_node

class Mail:
    title_letter: Plain
    title_feedback: With_who
    title_letter_to: With_who
    feedback_about: Plain
    feedback_sysop_only: Plain
    letter_lines_used: With_lines_most
    plain_letter_help: With_most_title_width
    ask_letter_line: With_number
    confirm_throw_away: Plain
    letter_full: With_most
    letter_too_long: With_most_width
    draft_restored: Plain
    feedback_sent: Plain
    letter_sent: With_who
    section_this_call: Plain
    section_letters: Plain
    section_unfinished: Plain
    no_messages: Plain
    no_letters: Plain
    no_messages_this_call: Plain
    ask_message_to: With_handle
    draft_to: With_who
    the_sysop: Plain
    ask_recipient: Plain
    confirm_delete: Plain
    letter_deleted: Plain
    new_caller_joined: Plain
    new_caller_waits: Plain
    mark_new: With_text
    plain_message: With_heading_text
    plain_letter: With_text_when_who
    letter_heading: With_when_who
    letter_heading_about: With_what_when_who
    begins_with_page: With_text
    message_heading_board: With_when_who
    message_heading: With_node_when_who
    label_message: Plain
    label_letter: Plain
    pages_the_sysop: Plain
    select_waiting_caller: Plain
    title: Plain
    title_sysop: Plain
    one_a_minute: With_seconds
    board_cannot_write: Plain
    letter_empty: Plain
    mailbox_full: With_who
    enough_letters: With_letters_who
    enough_letters_to_sysop: With_letters
    removed_caller: With_who
    cannot_write_to_yourself: Plain
    letter_i_have_joined: Plain
    key_answers: With_key
    draft_unfinished: With_key_who
    letter_came: With_key_who
    letter_to_sysop_came: With_who

class Match:
    not_adjourned: Plain
    clock_was_stopped: Plain
    already_begun: Plain
    seat_just_taken: Plain
    no_computer_here: Plain
    already_seated: Plain
    seat_is_kept_for: With_who
    opener_withdraws: Plain
    word_already_given: Plain
    no_hidden_codes: Plain
    code_already_hidden: Plain
    not_all_ready: Plain
    cannot_play: With_error
    no_such_player: With_old
    unknown_event: Plain
    is_over: Plain
    is_not_begun: Plain
    computer_plays_from_seat: Plain
    is_adjourned: Plain
    resign_to_give_up: Plain
    your_time_is_over: Plain
    nobody_else_may_move: Plain
    their_time_is_not_over: Plain
    already_adjourned: Plain
    you_do_not_play_here: Plain
    is_not_over: Plain
    cannot_be_offered: Plain
    all_have_moved: Plain
    only_rated_can_be_claimed: Plain
    nobody_in_seat: Plain
    challenge_still_open: Plain
    waits_for_nobody: Plain
    rematch_already_opened: Plain
    rematch_not_agreed: Plain
    opponents_left_board: Plain
    may_come_back: Plain
    no_such_seat: Plain
    clock_days_a_move: With_days
    clock_minutes_and_seconds: With_minutes_seconds
    time_in_two_units: With_larger_smaller
    terms_rated: With_clock
    terms_unrated: With_clock
    less_than_a_minute: Plain
    minutes_short: With_minutes
    stands_not_begun: Plain
    stands_adjourned: Plain
    ended_resigned: Plain
    ended_otherwise: Plain
    stands_aborted: Plain
    stands_aborted_by: With_name
    stands_withdrawn: Plain
    stands_your_move: Plain
    stands_to_move: With_name
    stands_has_ended: With_done_name
    clock_of: With_name_time
    clock_and_moves: With_done_name_time
    stands_not_resumed: Plain
    stands_not_answered: Plain
    stands_won: With_names
    stands_tie: With_names
    how_resigned: With_name_outcome
    how_out_of_time: With_name_outcome
    how_claimed: With_name_outcome
    not_back: With_names
    plain_offered: With_name_offer
    panel_title: Plain
    panel_talk: With_key
    panel_nothing_said: Plain
    player_gone: Plain
    player_here: Plain
    player_away: Plain
    still_away: With_names
    explain_race: With_alike
    explain_against: With_players
    explain_clock: With_clock
    explain_rated: Plain
    explain_options: With_told
    seat_kept_for: With_to
    seat_free: Plain
    seat_code_sealed: With_seal
    boards_shown_after_race: Plain
    begins_when_ready: Plain
    title_table_of: With_name
    seat_waits_caller: Plain
    seat_waits_word: Plain
    seat_waits_code: Plain
    seat_ready: Plain
    give_word_offer: With_what
    hide_code_offer: Plain
    act_withdraw: Plain
    confirm_withdraw: Plain
    act_stand_up: Plain
    confirm_stand_up: Plain
    plain_key_word: Plain
    plain_key_code: Plain
    options_without: With_what
    codes_sealed: Plain
    chance_already_sealed: With_chance
    v_says: With_seal
    plain_seat_taken: With_name_number_stand
    plain_seat_free: With_number_stand
    plain_title: With_name
    plain_way_computer: Plain
    plain_way_ignore: Plain
    plain_way_talk: Plain
    plain_way_leave: With_text
    plain_prompt_forming: With_ways
    act_another_game: With_terms
    act_back_to_tables: Plain
    act_back_to_tables_goes_on: Plain
    act_accept_offer: With_offer_who
    act_take_back_offer: With_offer
    offer_clock_runs: Plain
    act_adjourn_now: With_names
    act_offer_adjourn: Plain
    act_claim: With_names
    confirm_claim: Plain
    act_offer_clock: Plain
    confirm_abort: Plain
    act_abort_now: Plain
    act_offer_abort: Plain
    confirm_resign: Plain
    act_ignore_or_hear: Plain
    you_offer: With_offer
    act_ignore: With_who
    act_hear_again: With_who
    title_another_clock: Plain
    title_computer: Plain
    title_ignore: Plain
    act_say: With_at_text
    act_resign: Plain
    plain_prompt_menu: Plain
    say_good_luck: Plain
    say_well_played: Plain
    say_thank_you: Plain
    say_one_moment: Plain
    say_must_go: Plain
    sits_down: With_name
    gives_seat_up: With_name
    your_code_is_hidden: Plain
    who_has_hidden_code: With_who
    whose_code_sealed: With_seal_whose
    word_answered: With_who
    all_ready: Plain
    now_adjourned: Plain
    clock_runs_again: With_clock
    clock_from_now_on: With_clock
    who_offers: With_name_offer
    who_takes_back: With_name
    is_out: With_name
    is_out_computer_plays_on: With_name
    line_dropped: With_name
    line_dropped_grace: With_left_name
    is_back: With_name
    is_here: With_name
    offer_to_adjourn: Plain
    offer_to_abort: Plain
    offer_another_game: Plain
    left_table: With_name
    another_game_agreed: Plain
    you_offer_another_game: With_names
    they_offer_another_game: With_names
    your_place_is: With_place
    is_rated: Plain
    rating_change: With_after_before_change
    rating_now: With_change_rating
    plain_rating_change: With_after_before_change_who
    plain_ladder_place: With_game_place
    plain_rating_provisional: Plain
    you_lose: Plain
    you_win: Plain
    a_tie: Plain
    net_luck: With_net_unit
    net_luck_explained: Plain
    result_against: With_names_text
    seal_shown_before: With_seal
    plain_prompt_over: With_terms
    plain_prompt_over_coach: With_terms
    has_finished: With_name
    you_have_finished: With_names
    you_have_finished_with: With_names_score
    ends_resigned: Plain
    ends_out_of_time: Plain
    ends_claimed: Plain
    ends_aborted: Plain
    plain_prompt_or_accept: With_prompt
    plain_prompt: Plain
    adjourned: Plain
    adjourned_go: Plain
    plain_prompt_watching: Plain
    act_say_something: Plain
    ask_say: Plain
    ask_say_more: Plain
    title_talk_short: Plain
    title_talk: Plain
    label_say: Plain

class Menu:
    title: Plain
    heading: With_board
    no_doors_open: Plain
    choose_door: Plain
    unread_mail: With_key_what
    new_posts: With_key_posts_threads
    letters_to_sysop: With_key_letters
    one_in_chat: With_key_who_or_others
    several_in_chat: With_key_others_who
    brief_not_validated: Plain
    brief_mail: With_key_what
    brief_posts: With_key_posts
    brief_tables: With_games_key
    brief_to_sysop: With_key_letters
    brief_one_in_chat: With_key_who
    brief_several_in_chat: With_count_key
    hello: With_calls_handle_or_clock
    hello_guest: With_handle_or_calls_or_clock
    on_the_board: With_count
    leads_the_month: Plain
    on_the_wall: Plain
    your_game_waits: Plain
    turns_and_free: With_free_turns
    no_turn_limit: Plain
    plain_heading: With_board_clock
    plain_enter_lists: Plain
    plain_prompt: Plain
    plain_prompt_again: Plain
    plain_no_turn_limit: Plain
    plain_turns_left: With_turns
    plain_free_turns: With_turns
    plain_rank: With_rank_score
    plain_game_waits: Plain
    head_doors: Plain
    head_turns: Plain
    head_month: Plain
    head_rank: Plain
    game_waits: Plain
    door_closed: Plain
    title_more_doors: Plain
    more_doors_about: Plain
    choose_more_door: Plain
    no_more_doors: Plain
    head_visits_left: Plain
    plain_no_visit_limit: Plain
    plain_visits_left: With_visits
    way_back_from_doors: Plain

class Microlink:
    typed_not_doors: With_tiles
    typed_no_such_door: With_number
    typed_door_twice: With_number
    door_shut_for_turn: With_number
    coach_others_first: Plain
    coach_after_the_game: Plain
    coach_no_turn_ended: Plain
    turn_of_other: With_who
    rule_given_up: Plain
    credits_source: Plain
    credits_original: Plain
    voice_greeting: Plain
    voice_good: Plain
    voice_bad: Plain
    voice_win: Plain
    voice_loss: Plain
    coach_averages: With_average
    coach_title: With_number_score_who
    coach_doors_open: Plain
    coach_nothing: Plain
    doors_shut: With_doors
    cannot_use_roll_press_return: Plain
    return_to_roll: With_shut
    return_to_shut: With_shut
    return_for_turn: With_points_turn
    label_turn: With_name
    scorecard: Plain
    game_is_demonstration: Plain
    turn_of_turns: With_turn_turns
    dice_sealed: With_sealed
    not_rolled: Plain
    points_this_turn: With_points
    score_total: With_total
    player_to_roll: With_name
    player_about_to_roll: With_name
    player_shuts: With_name_total
    player_rolls: With_name
    player_has_rolled: With_name_total
    pick_doors: With_total
    points_too_much: With_points_shut
    points_to_go: With_points_shut
    points_made: With_points
    box_shut: With_points
    turn_the_result: Plain
    turn_the_next: Plain
    return_for_turn_short: With_points_turn
    help_game: Plain
    help_key_number: Plain
    help_key_point: Plain
    help_key_shut: Plain
    help_key_turn: Plain
    help_key_enter: Plain
    help_key_all_scores: Plain
    help_key_bulletin: Plain
    help_key_looks_like_work: Plain
    help_key_last_turn: Plain
    help_keys: With_keys
    help_plain: With_keys
    help_toggles: With_rows
    help_players: Plain
    banner_perfect: Plain
    banner_bust: Plain
    title_statistics: Plain
    title_statistics_computers: Plain
    statistics_legend: Plain
    player_with_host: With_host_name
    title_top_ten: Plain
    no_door_shut: Plain
    no_such_door: With_door
    door_already_shut: With_door
    wrong_sum: With_sum_total
    move_line: With_move_roll_turn_who
    all_doors_shut: Plain
    roll_cannot_be_used: With_roll
    turn_ended: With_score_total_why
    plain_prompt: Plain
    plain_prompt_player: With_who
    plain_players: With_seats
    plain_box_shut: Plain
    plain_your_score: Plain
    plain_score_of: With_who
    plain_scored: With_name_score_total
    plain_turn: With_number_turns_or_who
    plain_turn_of: With_number_turns_who
    plain_roll: With_roll
    plain_open_doors: With_doors
    cannot_use_roll: Plain
    plain_no_match: With_total
    plain_shuts: With_doors_who
    plain_shut_doors: With_doors_points
    turn_number: With_number
    given_up: Plain
    given_up_after: With_most_turns
    perfect_game: Plain
    wins_with: With_best_won
    share_with: With_best_players
    all_turns_played: Plain
    share_the_win: With_names
    player_wins: With_name
    label_turns: Plain
    dots_explained: Plain
    score_to: With_first_second
    plain_dots: With_dots_most_total_who
    plain_dots_highest: With_dots_most_total_who
    mark_highest: Plain
    dots_of_most: With_dots_most
    label_all_scores: Plain
    no_top_ten: Plain
    top_ten_range: With_high_low
    plain_top_ten_range: With_high_low
    not_finished: Plain
    demo_is_on: Plain
    practice_not_saved: Plain
    you_alone: Plain
    players_seated: With_seats
    toggle_flipped: With_toggle_value
    no_demo_at_table: Plain
    about_roll_prompt: Plain
    about_next_prompt: Plain
    about_demo: Plain
    about_fast: Plain
    about_pips: Plain
    about_stuck: Plain
    about_numpad: Plain
    about_black_and_white: Plain
    badge_perfect_round: Plain
    key_all: Plain
    key_allscores: Plain
    key_boss: Plain
    key_coach: Plain
    key_door: Plain
    key_exit: Plain
    key_go: Plain
    key_help: Plain
    key_move: Plain
    key_shut: Plain
    key_ten: Plain
    key_undo: Plain
    label_black_and_white: Plain
    label_demonstration: Plain
    label_fast: Plain
    toggle_next: Plain
    label_next_prompt: Plain
    label_numpad: Plain
    label_pips: Plain
    label_roll_prompt: Plain
    label_stuck: Plain
    name: Plain
    tagline: Plain
    idea: Plain
    toggle_demo: Plain
    toggle_fast: Plain
    toggle_numpad: Plain
    toggle_pips: Plain
    toggle_roll: Plain
    toggle_stuck: Plain
    toggle_white: Plain
    key_top_ten: Plain
    seat_count: With_count_most

class Mindbuster:
    no_peg_in_code: Plain
    no_such_colour: With_palette_peg
    no_earlier_row: Plain
    no_row_to_copy: With_row
    no_peg_before: Plain
    numpad_moves_on: Plain
    no_such_number: With_colours_digit
    row_picked_at_random: Plain
    code_picked_at_random: Plain
    about_colours: Plain
    about_holes: Plain
    about_players: Plain
    mode_solo: Plain
    mode_duel_with: With_who
    duel_grows: With_next_who
    options_line: With_against_colours_holes
    rule_given_up: Plain
    credits_source: Plain
    credits_history: Plain
    about_player: With_how_name
    homer_plays: Plain
    bart_plays: Plain
    lisa_plays: Plain
    watson_plays: Plain
    holmes_plays: Plain
    einstein_plays: Plain
    about_sound: Plain
    about_numbers: Plain
    about_keypad: Plain
    homer_greeting: Plain
    homer_good: Plain
    homer_bad: Plain
    homer_win: Plain
    homer_loss: Plain
    bart_greeting: Plain
    bart_good: Plain
    bart_bad: Plain
    bart_win: Plain
    bart_loss: Plain
    lisa_greeting: Plain
    lisa_good: Plain
    lisa_bad: Plain
    lisa_win: Plain
    lisa_loss: Plain
    watson_greeting: Plain
    watson_good: Plain
    watson_bad: Plain
    watson_win: Plain
    watson_loss: Plain
    holmes_greeting: Plain
    holmes_good: Plain
    holmes_bad: Plain
    holmes_win: Plain
    holmes_loss: Plain
    einstein_greeting: Plain
    einstein_good: Plain
    einstein_bad: Plain
    einstein_win: Plain
    einstein_loss: Plain
    legend_black_white: Plain
    label_you: Plain
    label_your_hidden_code: Plain
    name_is_to_break_it: With_name
    enter_hides_code: Plain
    colour_in_every_hole: Plain
    codes_sealed_as: Plain
    codes_are_sealed: Plain
    label_solo: Plain
    count_of_codes: With_colours
    legend_title: Plain
    legend_right_colour: Plain
    legend_right_hole: Plain
    legend_other_hole: Plain
    title_fewest_guesses: With_colours_holes
    no_games_yet: Plain
    side_given_up: Plain
    side_over: Plain
    side_wins: With_name
    side_you_won: Plain
    side_you_lost: Plain
    side_draw: Plain
    short_red: Plain
    short_white: Plain
    short_blue: Plain
    short_green: Plain
    short_yellow: Plain
    short_black: Plain
    short_orange: Plain
    short_violet: Plain
    short_no_peg: Plain
    eye_chance: Plain
    eye_score_bits: With_score
    row_marked: With_guess_marks_row_whose
    eye_best_guesses: Plain
    title_eye: With_whose
    eye_your_rows: Plain
    eye_rows_of: With_name
    eye_looking: With_row
    head_eye_einstein: Plain
    short_score: With_black_white
    eye_where: With_marks_possible_row
    plain_einstein: With_guess
    eye_codes_possible: With_after_codes
    eye_remark: With_best_left
    eye_found_explained: Plain
    help_game: With_guesses_not_broken
    help_making_a_row: Plain
    help_mouse: Plain
    help_key_colour: Plain
    help_key_hole: Plain
    help_key_cycle: Plain
    help_key_enter: Plain
    help_key_random: Plain
    help_key_copy: Plain
    help_key_no_peg: Plain
    help_key_empty: Plain
    help_key_again: Plain
    help_key_scoring: Plain
    help_key_fits: Plain
    help_key_settings: Plain
    help_key_board: Plain
    help_key_lines: Plain
    help_key_tables: Plain
    help_keys: With_keys
    help_plain: With_keys
    help_score: Plain
    help_examples: Plain
    help_scoring_and_eye: Plain
    help_settings: Plain
    help_opponents: With_rows
    help_records: With_par_sizes_three
    help_month_all_sizes: Plain
    help_month_one_size: With_colours_holes
    help_strategy: Plain
    help_more: Plain
    banner_at_last: Plain
    banner_held: Plain
    plain_hidden_code: With_spoken
    plain_opening: With_against_colours_guesses_holes
    plain_colours: With_colours
    plain_against: With_name_other
    plain_duel_with: With_name
    plain_code_to_break: With_spoken
    plain_prompt_code: With_holes_palette
    plain_prompt_hide: Plain
    plain_prompt_guess: With_row
    plain_prompt_enter: Plain
    plain_row: With_spoken
    typed_not_a_code: With_holes_palette
    typed_not_a_row: With_holes_palette
    move_hidden_code: With_hidden
    move_gives_up: With_who
    move_hides: With_code_who
    move_code_broken: Plain
    move_guess: With_black_broken_move_turn_white_who
    plain_streak_longest: With_kind_longest_streak
    title_your_games: Plain
    title_everybodys_games: With_colours_holes
    average_explained: Plain
    label_mode_solo: Plain
    label_mode_duel: Plain
    no_code_broken_yet: Plain
    hole_needs_colour: With_hole
    hole_needs_peg: With_hole
    set_code_first: Plain
    time_for_a_guess: Plain
    too_many_holes: With_holes
    hole_has_no_peg: With_hole
    hole_no_such_colour: With_hole_palette_peg
    colour_red: Plain
    colour_white: Plain
    colour_blue: Plain
    colour_green: Plain
    colour_yellow: Plain
    colour_black: Plain
    colour_orange: Plain
    colour_violet: Plain
    scoring_no_score: Plain
    scoring_no_guess: Plain
    scoring_not_in_solo: Plain
    scoring_no_guess_yet: With_name
    title_scoring: Plain
    scoring_your_guess: Plain
    scoring_guess_of: With_name
    scoring_line: With_marks_row_whose
    scoring_legend: With_dashed_solid
    one_code_fits: Plain
    codes_fit: With_left
    your_opponent: Plain
    given_up_not_broken: Plain
    ended_before_broken: Plain
    you_as_subject: Plain
    broke_code_in: With_used_who
    code_held: With_guesses
    both_broken: With_used
    both_held: Plain
    whose_yours: Plain
    whose_name: With_name
    yours_held: Plain
    hers_held: Plain
    his_held: Plain
    count_black: With_count
    count_white: With_count
    scored_nothing: Plain
    broke_whose_code: With_used_who_whose
    direct_hit: With_colour_here
    near_miss: With_colour_here_there
    nothing_in_code: Plain
    label_guess: Plain
    name_guesses: With_name
    hide_a_code: Plain
    code_hidden: With_name
    first_guess: With_guesses
    your_guess_and_theirs: With_guesses_name_row_scored_theirs
    your_guess_scored: With_guesses_row_scored
    who_hides_code: With_who
    who_is_thinking: With_who
    who_is_to_guess: With_who
    yours_scored_next: With_scored_who_or_name
    theirs_scored_next: With_name_scored_who
    label_the_code: Plain
    label_your_code: Plain
    label_code_of: With_name
    plain_code_broken: With_score
    plain_code_held: With_spoken
    plain_code_was: With_spoken
    plain_whose_code_was: With_spoken_whose
    broken_in_rows: With_rows
    rows_of_guesses: With_guesses_rows
    result_given_up: Plain
    result_not_broken: Plain
    label_guesses_of: With_name
    label_guesses_used: Plain
    label_counts_as: Plain
    label_par_of: With_size
    label_won_so_far: Plain
    won_of_games: With_games_won
    label_streak: Plain
    streak_and_best: With_best_streak
    plain_streak: With_kind_longest_streak_won
    badge_einstein_beaten: Plain
    badge_last_guess: Plain
    bart_name: Plain
    choice_duel: Plain
    choice_solo: Plain
    einstein_name: Plain
    goal_codes_broken: Plain
    holmes_name: Plain
    homer_name: Plain
    key_copy_a_row: Plain
    key_empty: Plain
    key_no_peg: Plain
    key_ok: Plain
    key_random: Plain
    label_colour_numbers: Plain
    label_keypad: Plain
    label_colours: Plain
    label_computer: Plain
    label_holes: Plain
    label_players: Plain
    label_sound: Plain
    level_bart: Plain
    level_einstein: Plain
    level_holmes: Plain
    level_homer: Plain
    level_lisa: Plain
    level_watson: Plain
    lisa_name: Plain
    name: Plain
    tagline: Plain
    idea: Plain
    watson_name: Plain
    option_holes: Plain
    option_colours: Plain
    option_players: Plain
    option_level: Plain
    option_choose_size: Plain
    option_ranking: Plain

class Must:
    be_address: With_text
    be_host_and_port: With_port
    be_network: With_error
    be_board_key: Plain
    be_url: Plain
    be_mail_address: Plain
    be_host_name: Plain
    be_given_for: With_key
    hide_password: Plain
    have_web_url: Plain
    be_one_line: Plain
    be_path: Plain
    be_language: Plain
    be_menu_key: With_key
    be_name: Plain
    be_user: Plain
    have_no_null: Plain
    be_time: With_text
    be_hours: With_text
    be_on_a_clock: With_text
    take_some_time: With_text
    be_weekdays: With_text
    be_placeholder: With_places_word
    be_assignment: Plain
    be_given: Plain
    begin_with_path: Plain
    be_section: With_given
    be_text: With_given
    be_number: With_given
    be_truth: With_given
    be_list: With_given
    be_at_least: With_given_low
    be_at_most: With_given_high
    be_one_of: With_expected_given
    have_at_least: With_items_length
    have_at_most: With_items_length
    not_be_empty: Plain
    have_few_characters: With_limit
    have_certificate: With_key
    have_goodbye: Plain
    be_edited_by_hand: Plain
    have_form_other: Plain
    have_forms: With_forms
    have_no_forms: Plain
    be_quoted_text: Plain
    be_one_line_here: Plain
    be_short: With_length_limit
    fit_columns: With_length_limit
    close_braces: Plain
    be_plain_name: With_name
    be_zone: With_text
    be_zone_such_as: With_text
    be_zone_not_offset: With_offset_text_zone
    be_menu_command: With_text
    be_one_of_commands: With_commands_what
    be_hours_in_quotes: With_text
    have_once: With_name
    not_be_where: With_key
    have_new_password: Plain
    differ_from: With_key
    have_value: Plain
    have_text: Plain
    have_no_quotes: With_what
    given_section: Plain
    given_list: Plain
    be_plural_form: With_form
    be_one_of_forms: With_forms_what
    be_filled_in: With_name
    be_one_of_names: With_names_what
    have_no_names: With_what
    be_plain_text: Plain
    be_store: Plain
    be_site: Plain
    be_true_or_false: Plain
    be_a_count: Plain
    be_a_list: Plain
    be_keys: Plain
    show_all: With_marks_names

class News:
    title: Plain
    heading: Plain
    section_from_sysop: With_day
    deals_not_played: With_doors
    section_last_callers: Plain
    section_wall: Plain
    plain_hello: With_handle
    plain_prompt: Plain
    section_leaders: With_month
    section_winners: With_month
    won_month: With_door_month_score
    placed_in_month: With_door_month_place_score
    placed_behind: With_door_gap_month_place_score_who
    placed_level: With_door_month_place_score_who
    rival_played: With_door_games_stands_who
    rival_quiet: With_door_stands_who
    rival_ahead: With_gap
    rival_behind: With_gap
    rival_level: Plain
    plain_winner: With_place_score_who
    section_well_played: Plain

class Next:
    move: With_who
    saved: Plain
    streak: With_days
    deal: Plain
    deal_waiting: Plain
    ahead: With_gap_who
    level: With_who
    puzzle: Plain
    unplayed: Plain
    at_door: With_door_what
    to_move: Plain
    to_resume: Plain
    to_solve: Plain
    to_deal: Plain
    to_catch_up: Plain
    to_spend_turn: Plain
    to_visit: Plain

class Outside:
    your_move: With_game_others
    waits_for_you: With_game_others
    challenged: With_game_who
    letter: With_who
    feed_title: With_board
    one_thing: With_board_what
    some_things: With_board_things
    mail_hello: With_handle
    mail_call: With_url
    mail_stop: With_url
    code_subject: With_board_code
    code_body: With_board_code
    off_title: With_board
    off_question: With_board
    off_button: Plain
    off_done: With_board
    test_message: With_board
    winner: With_door_month_score_who
    record: With_door_score_who
    new_caller: With_board_who
    board_up: With_board
    board_down: With_board
    no_feeds: Plain
    no_webhooks: Plain
    no_mail: Plain
    not_a_url: Plain
    not_a_mail_address: Plain
    webhook_failed: With_why
    mail_failed: Plain
    no_code: Plain
    wrong_code: Plain
    no_answer: With_seconds
    no_connection: With_why
    tls_failed: With_why
    redirects: With_status
    answers: With_status
    not_http: Plain
    no_such_server: With_name
    private_server: With_address_name
    title: Plain
    hint: Plain
    nothing_offered: Plain
    not_validated: Plain
    value_on: Plain
    value_off: Plain
    form_text: Plain
    form_json: Plain
    label_feed: Plain
    label_webhook: Plain
    label_form: Plain
    label_mail: Plain
    about_feed: Plain
    your_feed: With_address
    about_webhook: Plain
    about_form: Plain
    about_mail: Plain
    about_code: With_address
    plain_prompt: Plain
    plain_prompt_feed: Plain
    plain_feed: With_about_value
    plain_webhook: With_about_value
    plain_form: With_about_value
    plain_mail: With_about_value
    which: With_rows
    ask_webhook: Plain
    ask_mail: Plain
    ask_code: Plain
    testing: Plain
    feed_is_on: Plain
    feed_is_off: Plain
    webhook_is_on: Plain
    webhook_is_off: Plain
    code_sent: With_address
    mail_is_on: Plain
    mail_is_off: Plain

class People:
    ask_find_caller: Plain
    no_caller_found: Plain
    never_called: Plain
    place_at_door: With_door_place
    last_call: With_when
    anniversary_one_year: Plain
    on_node: With_node
    anniversary: With_who_years
    anniversary_yours: With_years
    title_all_callers: Plain
    title_chat: Plain
    chat_alone: Plain
    chat_here: With_names
    chat_came: With_who
    chat_left: With_who
    ask_chat_line: Plain
    plain_chat_help: Plain
    title_last_callers: Plain
    no_last_callers: Plain
    page_sysop_about: With_sysop
    sysop_paged: Plain
    no_sysop_on: Plain
    page_again_later: With_key_when
    paging_off: With_key
    title_page_sysop: Plain
    ask_page_reason: Plain
    title_wall: Plain
    no_wall_lines: Plain
    wall_game: With_day_door_month_text
    wall_posted: Plain
    ask_wall_line: Plain
    title_who: Plain
    online_count: With_count
    node_empty: With_node_or_handle
    that_is_you: Plain
    node_hung_up: With_handle_node
    not_on_node: With_handle_node
    not_online_any_more: With_handle_or_node
    not_taking_messages: With_handle
    message_sent: With_handle
    ignored_and_where: With_where
    open_and_where: With_where
    now_open: Plain
    no_longer_open: Plain
    wall_line_empty: Plain
    enough_wall_lines: With_lines
    who_says: With_how_text_who
    guests_can_only_read: Plain
    cannot_ignore_yourself: Plain
    cannot_ignore_sysop: With_who
    no_such_handle: With_who
    too_many_ignored: With_most
    now_ignored: With_who
    now_ignored_this_call: With_who
    heard_again: With_who
    ignores_you: With_who
    you_ignore: With_who
    chat_page: With_node_text_who

class Play:
    game_over: Plain
    plain_move: With_move
    kind_practice: Plain
    kind_free_turn: Plain
    kind_daily: Plain
    kind_at_table: Plain
    rule_given_up: Plain
    luck_nothing_lost: With_chance
    luck_nothing_lost_plural: With_chance
    chance_dice: Plain
    luck_unit_points: Plain
    luck_par: Plain
    luck_sum: With_cost_level_luck_par_score_sign
    luck_cost_you: With_luck
    luck_brought_you: With_luck
    luck_choices_cost: With_brought_chance_cost_unit
    game_over_short: Plain
    game_over_score: With_score
    computer_level: With_level
    label_seat: With_number
    label_seat_name: Plain
    computer_seat: With_level
    about_seat_name: Plain
    seat_names_alike: Plain
    seat_needs_a_name: Plain
    seat_name_like_computer: With_word
    seat_own_name: Plain
    seat_name_sign: With_sign
    seat_name_too_long: With_most
    about_your_seat: Plain
    about_other_seat: Plain
    computer_found_no_move: Plain
    enter_asks_again: With_why
    plain_prompt_next_move: Plain
    no_demo_in_counting_game: Plain
    demo_started: Plain
    demo_stopped: Plain
    practice_not_recorded: Plain
    daily_not_open_yet: Plain
    daily_played_once: Plain
    panel_none_yet: Plain
    panel_todays_deal: Plain
    panel_no_game_yet: Plain
    no_games_recorded: Plain
    row_nothing_yet: With_row
    coach_practice_only: Plain
    title_coach: Plain
    coach_not_of_todays_deal: Plain
    help_around_the_game: With_keys
    help_after_a_game_coach: Plain
    help_after_a_game: Plain
    help_during_a_game: With_out
    help_key_play: Plain
    help_key_daily: Plain
    help_key_practice: Plain
    help_key_settings: Plain
    help_key_bulletin: Plain
    help_key_tables: Plain
    help_key_puzzle: Plain
    help_key_example: Plain
    help_key_help: Plain
    help_key_leave: Plain
    help_key_out: Plain
    help_plain_typing: Plain
    help_clicking: Plain
    help_luck_and_choices: Plain
    help_costly_choices: Plain
    help_luck_exact: Plain
    help_puzzle: Plain
    help_at_a_table: With_keys
    help_table_keys: Plain
    help_table_plain: Plain
    help_turns_and_month: With_alike_counts_leads_top_turns
    help_turns_a_day: With_turns
    help_no_turn_limit: Plain
    help_best_counts: Plain
    help_all_count: Plain
    help_lower_leads: Plain
    help_higher_leads: Plain
    help_proof: Plain
    help_page_of: With_at_pages_title
    help_credits: Plain
    practice_not_kept: Plain
    title_end_game: Plain
    plain_confirm_end: Plain
    game_kept_for_later: With_alike
    plain_confirm_leave: Plain
    title_leave_game: Plain
    practice_ends_here: Plain
    title_new_deal: Plain
    plain_confirm_new_deal: Plain
    must_give_up_first: Plain
    plain_confirm_new_game: Plain
    title_new_game: Plain
    no_turns_for_new_game: Plain
    title_give_up: Plain
    plain_confirm_give_up: Plain
    wall_needs_counting_game: Plain
    already_on_the_wall: Plain
    looking_for_last_deal: Plain
    plain_key_for: With_key_what
    plain_key_proof: Plain
    plain_key_take: Plain
    plain_key_play_on: Plain
    result_stands_play_on: Plain
    label_final_score: Plain
    label_practice: Plain
    practice_nothing_kept: Plain
    label_free_turns: With_free
    label_new_turns: With_hours
    label_turns_left: With_turns
    plain_play_again: Plain
    plain_enter_or_daily: Plain
    plain_enter_daily_or_contest: Plain
    plain_key_days_table: Plain
    label_daily_deal: Plain
    plain_type_keys: With_keys
    plain_practice: Plain
    label_not_in_month: Plain
    par_explained: Plain
    label_month_place: With_place_score
    label_month_short: With_place_score
    plain_this_month: With_place_score
    plain_this_month_behind: With_gap_place_score
    title_settings: With_name
    settings_starred: Plain
    settings_remembered: Plain
    no_such_setting: With_keys_name
    setting_can_be: With_label_words
    setting_is_already: With_label_word
    settings_from_next_game: Plain
    plain_setting: With_key_value
    plain_setting_values: With_key_value_values
    setting_is_now: With_label_word
    setting_practice_only: Plain
    setting_from_next_game: Plain
    last_month_won_by: With_caller
    plain_key_enter: Plain
    plain_key_daily: Plain
    plain_key_quit: Plain
    being_sealed: With_chance
    game_waits_press_enter: Plain
    new_turns_in_hours: With_hours
    new_turns_at_midnight: Plain
    new_turns_come: With_when
    press_enter: With_chance
    plain_game_waits: Plain
    plain_prompt_play: With_keys
    best_line_after_moves: With_moves
    best_line_from_deal: Plain
    best_line_title: With_after_moves
    best_line_move: With_move_moves_step
    word_chance_sealed: With_chance
    word_give_plural: With_what
    word_give: With_what
    ask_word: Plain
    word_enter_gives_none: Plain
    plain_word_seal: With_chance_seal
    plain_ask_word: Plain
    plain_prompt_more: Plain
    plain_ask_setting: Plain
    unknown_options: With_unknown
    did_you_mean: With_found
    game_cannot_go_on: With_error
    game_goes_on: With_alike
    seal_line: With_seal
    demonstration_note: Plain
    demonstration_begins: Plain
    demonstration_over: Plain
    enter_plays: Plain
    demonstration_follows: Plain
    plain_demonstration: Plain
    practice_note: Plain
    free_turn_now: Plain
    cannot_look_back: With_error
    your_game_of_day: With_day
    no_undo_it_counts: Plain
    move_undone: Plain
    nothing_to_undo: Plain
    result_stands_practice: Plain
    same_again_practice: With_alike
    about_motion: Plain
    about_voices: Plain
    coach_is_looking: Plain
    coach_could_not_look: Plain
    coach_nothing_to_see: Plain
    no_coach: Plain
    not_your_turn: Plain
    plain_prompt_go_on: Plain
    plain_prompt_go_back: Plain
    nobody_played: Plain
    no_game_finished: Plain
    month_so_far: With_month
    month_so_far_measure: With_measure_month
    fewer_better_against: With_measure
    more_better_against: With_measure
    score_to_measure: With_measure_score
    fewer_better: Plain
    month_winners: With_month
    last_month: Plain
    new_turns: With_hours
    no_turn_limit: Plain
    turns_left_today: With_turns
    turns_left_and_free: With_free_turns
    month_won_by: With_caller_month
    this_month: Plain
    month_none_finished: With_month
    next_and_does: With_does_what
    plain_next: With_does_what
    not_rated: Plain
    your_place: With_place_score
    plain_month: With_month
    plain_month_order: With_month_order
    chance_are: With_what
    chance_is: With_what
    place_line: With_place_score_who
    place_line_games: With_games_place_score_who
    became_practice: Plain
    disk_refuses_writing: Plain
    records_busy: Plain
    game_not_proved: Plain
    turn_not_open: Plain
    game_not_in_play: Plain
    daily_closed_score_counts: Plain
    no_such_option: With_option
    saved_game_broken: Plain
    saved_game_unreadable: Plain
    saved_game_unreadable_refunded: Plain
    no_turns_left: Plain
    game_cannot_be_saved: With_why
    records_unreadable: Plain
    computer_could_not_work_it_out: Plain
    game_not_found: Plain
    game_has_fault: With_door
    chance_word_dice: Plain
    choice_nobody: Plain
    choice_off: Plain
    choice_yes: Plain
    choice_no: Plain
    choice_on: Plain
    choice_grows: With_now
    choice_person: Plain
    kind_word_contest: Plain
    kind_word_demo: Plain
    level_beginner: Plain
    level_careful: Plain
    level_casual: Plain
    level_expert: Plain
    level_master: Plain
    level_random: Plain
    level_regular: Plain
    level_skilled: Plain
    choice_normal: Plain
    choice_quick: Plain
    choice_slow: Plain
    label_motion: Plain
    label_voices: Plain
    chance_word_box: Plain
    chance_word_cards: Plain
    chance_word_code: Plain
    chance_word_die: Plain
    measure_par: Plain
    measure_mean: Plain
    unit_bits: Plain
    option_turns_per_day: Plain
    option_ranking: Plain
    option_top: Plain
    option_daily: Plain
    played_alone: With_seats
    nameless_seat: Plain
    two_seats: Plain
    one_person: Plain
    no_computer_level: With_level
    wrong_seat_count: With_high_low_n

class Profile:
    title: Plain
    ask_ssh_key: Plain
    ask_ignore: Plain
    ask_key_to_remove: Plain
    section_ssh_keys: Plain
    section_ignored: Plain
    calls: With_calls
    first_call: With_when
    last_call: With_when
    puzzles_solved: With_solved_tried
    puzzles_solved_running: With_days_solved_tried
    no_game_finished: Plain
    games_and_best: With_best_games
    month_line: With_games_month_place_score
    plain_month: With_games_month_place_score
    luck_and_choices: With_choices_luck_month
    plain_luck_and_choices: With_choices_luck_month
    bars_explained: Plain
    no_key_to_remove: Plain
    no_such_key: With_number
    key_added: Plain
    key_removed: Plain
    no_ssh_keys: Plain
    you_are_guest: Plain
    nobody_ignored: Plain

class Program:
    no_such_user: With_user
    needs_root: With_user
    no_terminal: With_why
    no_process: With_why
    not_started: With_why
    user_refused: With_user_why
    folder_refused: With_folder_why
    program_refused: With_program_why
    terminal_refused: With_why
    limits_refused: With_why
    is_no_file: With_program
    cannot_be_run: With_program
    no_folder: With_folder
    folder_closed: With_folder
    runs_as_root: With_name

class Proof:
    title: Plain
    game_being_recorded: Plain
    plain_game_id: With_id
    seal_shown_before: Plain
    your_word: Plain
    seed_now_shown: Plain
    seal_of_the_day: Plain
    follows_from_seed: Plain
    follows_from_both: Plain
    seal_fits: Plain
    seal_does_not_fit: Plain
    plain_seal_of_day: With_sealed
    game_id: With_id
    plain_seal_of_door: With_seal
    plain_word: With_word
    plain_seed: With_seed
    plain_seal: With_seal

class Public:
    games: Plain
    hall: Plain
    daily: Plain
    who: Plain
    nobody_on: Plain
    call: Plain
    main: Plain
    skip: Plain
    title_on_board: With_name_title
    month_title: With_month
    this_month: Plain
    months: Plain
    latest: Plain
    all_games: With_month
    no_games: Plain
    no_winners: Plain
    no_deals: Plain
    nobody_rated: Plain
    ladder_of: With_door
    ladders: Plain
    deal_of: With_day
    head_place: Plain
    head_caller: Plain
    head_players: Plain
    head_door: Plain
    head_score: Plain
    head_games: Plain
    head_when: Plain
    head_rating: Plain
    head_where: Plain
    head_minutes: Plain
    caller: Plain
    feed_of: With_name
    feed_winner: With_caller_door_month
    feed_record: With_caller_door_score
    game_title: With_door_players
    score_is: With_score
    score_of: With_score_who
    in_words: Plain
    picture: Plain
    film: Plain
    prove: Plain
    prove_intro: Plain
    the_lines: Plain
    the_script: Plain
    not_checked: Plain
    commitment: Plain
    seed: Plain
    proved: Plain
    refused: With_why
    unknown: With_why
    steps: Plain
    step_given: Plain
    step_move: Plain
    step_score: Plain
    why_not_json: Plain
    why_field_wrong: With_field_kind
    why_line_missing: With_kind
    why_door_unknown: With_door
    why_option_unknown: With_option
    why_option_refused: With_option
    why_other_turn: Plain
    why_other_options: Plain
    why_other_seed: Plain
    why_other_deal: Plain
    why_other_seal: Plain
    why_seats_refused: Plain
    why_move_refused: With_given_move_number
    why_unfinished: Plain
    why_other_score: With_said_score
    why_other_result: With_name
    why_other_month: Plain
    why_other_times: Plain
    why_other_end: Plain
    why_other_places: Plain
    films_busy: Plain
    film_failed: Plain
    not_empty: With_name_path
    in_data: With_path
    not_ours: With_path
    written: With_n
    summary: With_kept_path_removed_written

class Puzzle:
    retry_coach_looking: Plain
    retry_what_now: With_move_place_points
    retry_is_the_best: With_move
    retry_costs: With_best_move_points
    retry_plain_prompt: With_numbers
    retry_plain_prompt_play_on: With_numbers
    looking_for_puzzle: Plain
    already_had_today: With_stands
    plain_question: With_points
    question: With_by
    question_best_by: With_points
    right_answer: With_move_points
    wrong_answer: With_best_move_points
    solved_of: With_solved_tried
    solved_of_running: With_days_solved_tried
    not_found: Plain
    no_puzzle_today: Plain
    title: Plain
    title_at: With_door
    head_solved: Plain
    head_tried: Plain
    head_streak: Plain
    section_solvers: With_month
    nobody_yet: Plain
    how_many_solved: With_callers_solved
    plain_chosen: With_callers_move_percent
    line_right: With_callers_move_percent
    right_choice: Plain
    your_choice: Plain
    other_choices: Plain
    plain_prompt_answered: Plain
    thread_title: With_day_month

class Records:
    bans_damaged: With_file
    cannot_be_read: With_file_reason
    cannot_be_written: With_file_reason
    caller_fault: With_file_key_why
    no_caller_file: With_file
    file_unreadable: With_file_reason
    file_unwritable: With_file_reason
    file_no_text: With_file
    other_handle: With_file_handle
    rename_note_damaged: With_kept_note
    rename_given_up: With_caller_to
    rename_finished: With_caller_to
    removal_finished: With_caller
    cannot_be_done: With_reason
    day_seed_missing: With_day
    no_journal_file: With_file_kept
    journal_unwritable: With_folder_reason
    line_refused: With_kind_why
    save_of_other_door: With_file_folder
    save_damaged: With_file_folder_reason
    save_unreadable: With_file_folder_reason
    no_save: With_file_folder
    too_large: With_bytes
    table_unreadable: With_file_reason
    rules_have_fault: With_door
    table_event_refused: With_file_number_why
    no_table_file: With_file
    table_no_game: With_door_file
    table_no_option: With_door_file_option
    table_damaged: With_file_why
    moves_refused: Plain
    failed_logons_damaged: With_file
    failed_logons_unreadable: With_file_reason
    no_folder: With_kept_name
    not_regular: Plain
    lock_held: Plain
    data_owned: With_data_pid
    failed_logons_unwritten: With_file_reason
    folder_unwritable: With_folder_reason
    caller_is_told: With_why
    winners_undeclared: With_why
    nobody_won: With_door_month
    month_won: With_caller_door_month_score
    daily_deal_waits: With_why
    torn_line_kept: With_bytes_file_kept
    journal_changed: Plain
    document_changed: With_key
    lease_lost: Plain
    no_such_key: With_key
    message_too_long: With_most
    database_other_schema: With_ours_schema
    database_other_board: With_file
    database_lacks_line: With_file
    database_without_driver: Plain
    database_unusable: With_why
    database_bad_address: Plain
    database_same_host: With_host
    target_not_empty: Plain
    target_has_file: With_file
    journal_arrived_otherwise: Plain
    database_silent: Plain
    database_lost: Plain
    owner_ended: Plain
    database_without_notify: Plain
    unit_finished: Plain
    unit_damaged: With_kept_note
    newer_release: With_ours_release_since_what
    restore_in_use: With_target
    backup_damaged: With_why
    backup_incomplete: Plain
    backup_differs: With_name
    backup_other_format: With_ours
    backup_not_a_file: With_name
    backup_wrong_path: With_name

class Refused:
    all_nodes_busy: Plain
    too_many_logging_on: Plain
    too_many_from_address: Plain
    address_banned: Plain
    board_closing: Plain
    board_going_down: Plain
    board_full: Plain
    board_fault: Plain
    other_host_silent: Plain
    no_such_host: With_host_hosts
    no_terminal: Plain
    no_commands: Plain
    no_subsystems: Plain
    too_many_attempts: Plain
    no_name_given: With_board
    banned_from_door: With_text
    door_closing: Plain
    game_saved: Plain
    game_saved_for_next_time: Plain

class Replay:
    title: Plain
    game_damaged: With_id
    no_games: Plain
    game_details: With_id_players
    ask_whose_games: Plain
    ask_game_id: Plain
    title_list: Plain
    game_over: Plain
    no_such_door: With_door
    cannot_be_played: With_why
    check_rules: Plain
    check_seal_failed: Plain
    check_seal: Plain
    check_codes_failed: Plain
    check_codes: Plain
    check_end_failed: Plain
    check_end: Plain
    check_scores_failed: With_books_scores
    check_scores: With_scores
    word_of: With_who_word
    no_word: Plain
    hid_salt: With_code_name_salt
    seal_of_two: With_seal
    daily_of_day: With_day
    ended_on_day: With_day
    game_by_players: With_id_players_when
    label_seal: Plain
    no_seal_recorded: Plain
    label_seed: Plain
    at_last_move: Plain
    plain_prompt: Plain
    help: Plain
    help_plain: Plain
    pace_is: With_seconds
    or_ask_the_coach: Plain
    no_move_marked: Plain
    move_of_moves: With_at_last
    before_first_move: With_last
    coach_already_asked: Plain
    marks_found: Plain
    marks_none: Plain
    coach_has_looked: With_goes
    being_proved: Plain
    proved: Plain
    headline: With_game_players_scores_or_day
    headline_daily: With_day_game_players_scores
    headline_at_table: With_game_players_scores_or_day
    not_proved: Plain
    board_of: With_who
    no_such_game: With_id
    no_such_game_nearest: With_id_near
    several_games: With_count_games_id
    many_games: With_count_games_id
    no_such_game_short: With_count_id
    game_not_finished: With_id
    game_of_open_day: With_day_id
    game_of_unknown_door: With_door_id
    game_not_whole: With_id
    game_not_replayable: With_id_why

class Setting:
    external_name: Plain
    external_tagline: Plain
    external_command: Plain
    external_folder: Plain
    external_drop_file: Plain
    external_charset: Plain
    external_terminal: Plain
    external_columns: Plain
    external_rows: Plain
    external_fixed_size: Plain
    external_minutes: Plain
    external_visits_per_day: Plain
    external_guests: Plain
    program_user: Plain
    external_environment: Plain
    external_cpu_seconds: Plain
    external_memory_megabytes: Plain
    external_processes: Plain
    door_enabled: Plain
    door_access_level: Plain
    door_hours: Plain
    allowed_number: With_high_low
    allowed_any_number: Plain
    allowed_list_of: With_number
    allowed_list: Plain
    allowed_truth: Plain
    board_name: Plain
    board_sysop: Plain
    board_location: Plain
    board_timezone: Plain
    board_language: Plain
    board_data: Plain
    board_store: Plain
    board_host: Plain
    board_art: Plain
    board_hours: Plain
    board_page_hours: Plain
    board_doors: Plain
    board_menu: Plain
    board_closed_doors: Plain
    board_word: Plain
    board_tv_at_welcome: Plain
    listen_telnet: Plain
    listen_ssh: Plain
    listen_web: Plain
    listen_rlogin: Plain
    listen_telnet_tls: Plain
    listen_web_tls: Plain
    listen_finger: Plain
    listen_proxied: Plain
    outside_feeds: Plain
    outside_webhooks: Plain
    outside_networks: Plain
    mail_host: Plain
    mail_port: Plain
    mail_tls: Plain
    mail_user: Plain
    mail_password: Plain
    mail_sender: Plain
    webhook_url: Plain
    webhook_events: Plain
    webhook_format: Plain
    tls_certificate: Plain
    tls_key: Plain
    limits_nodes: Plain
    limits_per_address: Plain
    limits_daily_per_address: Plain
    limits_connects_per_minute: Plain
    limits_requests_per_minute: Plain
    limits_unproved: Plain
    limits_trusted: Plain
    limits_logon_seconds: Plain
    limits_logon_attempts: Plain
    limits_idle_minutes: Plain
    limits_minutes_per_call: Plain
    limits_minutes_per_day: Plain
    limits_send_seconds: Plain
    callers_new: Plain
    callers_new_password: Plain
    callers_guests: Plain
    callers_new_level: Plain
    callers_guest_level: Plain
    callers_letter_days: Plain
    callers_forum_days: Plain
    callers_reserved: Plain
    callers_password_kilobytes: Plain
    callers_password_passes: Plain
    callers_boards: Plain
    tables_enabled: Plain
    tables_days: Plain
    tables_per_day: Plain
    tables_word: Plain
    tables_watchable: Plain
    event_at: Plain
    event_command: Plain
    event_minutes: Plain
    event_folder: Plain
    log_level: Plain
    log_file: Plain
    log_format: Plain
    log_kilobytes: Plain
    log_keep: Plain
    terminal_charset: Plain
    terminal_probe_milliseconds: Plain
    terminal_speed: Plain
    section_board: Plain
    section_listen: Plain
    web_url: Plain
    web_pages: Plain
    web_handles: Plain
    web_journal: Plain
    web_origins: Plain
    section_tls: Plain
    section_web: Plain
    section_limits: Plain
    section_callers: Plain
    section_tables: Plain
    section_outside: Plain
    section_mail: Plain
    section_webhooks: Plain
    section_events: Plain
    section_log: Plain
    section_terminal: Plain
    allowed_text: Plain
    secret: Plain
    schema_board: Plain
    schema_door: With_door
    schema_external: Plain

class Settings:
    label_charset: Plain
    label_colours: Plain
    label_mouse: Plain
    label_plain_text: Plain
    label_motion: Plain
    label_bell: Plain
    label_modem_speed: Plain
    label_expert_menus: Plain
    label_messages: Plain
    label_on_web: Plain
    label_watchable: Plain
    label_named_in_puzzle: Plain
    label_door_keys: Plain
    label_suggest: Plain
    label_rival: Plain
    label_forum: Plain
    label_voices: Plain
    label_language: Plain
    label_screen_size: Plain
    title: Plain
    passwords_differ: Plain
    password_too_short: With_least
    password_unchanged: Plain
    password_changed: Plain
    not_saved: Plain
    not_one_of_choices: With_choices_key
    which_setting: With_rows
    plain_setting_is: With_choices_key_value
    plain_prompt: Plain
    your_terminal: With_size_term
    plain_setting: With_choices_key_label_number_value
    plain_password: With_number
    setting_changed: With_key_value
    choices_of: With_label
    value_in_force: With_in_force_value
    choice_auto: Plain
    choice_numbers: Plain
    choice_numpad: Plain
    choice_letters: Plain
    choice_ask: Plain
    choice_mono: Plain
    label_password: Plain
    change_password: Plain
    speed_applies_later: Plain
    ask_current_password: Plain
    ask_new_password: Plain
    repeat_new_password: Plain

class Sheet:
    so_far: With_month
    final: With_month
    nobody_played: Plain
    nobody_finished: Plain
    won: With_caller
    leads: With_caller
    by_best: Plain
    by_sum: Plain
    by_lowest: Plain
    by_lowest_sum: Plain
    chain_head: With_head
    ladder: Plain
    head_caller: Plain
    head_score: Plain
    head_games: Plain
    daily_deal: With_door
    daily_deal_sign: With_door
    today_so_far: With_day
    today_nobody: With_day
    today_played: With_day_n
    day_won: With_caller_day
    days_added_up: Plain
    shown_when_over: Plain
    nobody: Plain
    no_day_open: Plain
    seed: With_seed

class Shutbox:
    pick_tiles: With_total
    box_shut: Plain
    no_match: With_roll_total
    bonus_so_far: With_bonus_each_tiles
    bonus_with_shut_box: With_bonus_more
    bonus_line: With_bonus
    tile_is_shut: With_tile
    digits_move_cursor: Plain
    plain_score: With_points
    plain_open_tiles: With_tiles
    plain_roll: With_roll
    plain_prompt: Plain
    banner_shut: Plain
    banner_bust: Plain
    typed_not_tiles: With_tiles
    typed_no_such_tile: With_number
    typed_tile_twice: With_number
    about_keys: Plain
    about_cursor: Plain
    rule_given_up: Plain
    credits_source: Plain
    credits_history: Plain
    coach_tiles_open: Plain
    coach_box_shut: Plain
    coach_given_up: With_left_roll
    coach_no_match: With_left_roll
    coach_averages: With_average
    coach_title: With_best_score
    label_rolls: Plain
    dice_sealed: With_seal
    dice_rolling: Plain
    side_no_match: Plain
    tiles_closed_of: With_closed_tiles
    points_too_much: With_points
    points_to_match: With_points
    side_matches: Plain
    chance_the_dice: Plain
    label_score: Plain
    label_tile_total: Plain
    practice_not_counted: Plain
    help_game: With_tiles
    help_key_left: Plain
    help_key_right: Plain
    help_key_down: Plain
    help_key_up: Plain
    help_key_turn: Plain
    help_key_enter: Plain
    help_keys: With_keys
    help_plain: With_apart
    help_plain_spaces: Plain
    help_plain_any: Plain
    help_score: With_points_shut
    help_score_shut_box: With_bonus_most_shut_bonus_whole
    help_score_shut_box_free_turn: With_bonus_most_shut_bonus_whole
    help_score_given_up: Plain
    count_boxes_shut: With_boxes
    move_gives_up: Plain
    move_shuts: With_move
    move_line: With_done_points_roll
    label_tiles_entered: Plain
    label_tiles_closed: With_tiles
    label_box_shut: Plain
    ended_not_matched: With_roll
    free_turn_is_yours: Plain
    plain_cannot_match: With_left_roll
    ended_box_shut: Plain
    ended_given_up: Plain
    plain_no_bonus: Plain
    plain_bonus: With_bonus_each_tiles
    plain_bonus_shut_box: With_bonus
    plain_free_turn: Plain
    brief_score: With_bar_closed_points
    games_finished: With_games
    title_best_games: Plain
    no_tile_down: Plain
    tile_not_in_play: With_tile
    wrong_sum: With_sum_total
    badge_box_shut: Plain
    choice_frame: Plain
    choice_move: Plain
    choice_marks: Plain
    choice_turn_tiles: Plain
    goal_boxes_shut: Plain
    label_cursor: Plain
    label_keys: Plain
    name: Plain
    tagline: Plain
    idea: Plain
    option_tiles: Plain
    option_bonus_per_tile: Plain
    option_shut_bonus: Plain
    option_free_turn: Plain
    not_a_move: With_quit_text

class Status:
    welcome: Plain
    node: With_node
    node_short: With_node
    turns: With_turns
    turns_short: With_turns
    turns_and_free: With_free_turns
    turns_and_free_short: With_free_turns
    no_turn_limit: Plain
    rank_and_score: With_rank_score
    rank: With_rank_or_score
    rank_short: With_rank_or_score
    minutes_left: With_minutes
    minutes_short: With_minutes
    mail: With_count
    mail_short: With_count
    watchers: With_count

class Streaks:
    badge_once: With_game_month_what
    badge_months: With_game_month_months_what
    notice: With_line
    now_in_a_row: With_what
    record_in_a_row: With_what
    streak_line: With_all_most_now_what
    you_passed: With_names
    gap_to_first_place: With_gap
    overtaken: With_door_names_place
    name_and_others: With_name_others
    best_game_so_far: Plain
    badge_new_record: With_score
    badge_at: With_door_what
    days_played: Plain
    deals_played: Plain

class Switchbox:
    no_previews: Plain
    round_over_score: With_other_points_round
    confirm_give_ball: With_name
    plain_confirm_give_ball: With_other
    plain_prompt: With_note
    typed_not_a_move: Plain
    keys_give_ball: Plain
    rule_given_up: Plain
    credits_source: Plain
    credits_opponent: Plain
    voice_greeting: Plain
    voice_good: Plain
    voice_bad: Plain
    voice_win: Plain
    voice_loss: Plain
    practice_now: Plain
    computer_described: With_described_level
    about_exits: With_exits
    label_own_exits: Plain
    label_exits_round: With_number
    enter_solitaire: Plain
    enter_computer: With_level
    enter_growing: With_level_next
    enter_computer_why: With_level_why
    you_beat: With_level
    level_is_practice: With_level
    typed_bad_exits: With_most
    about_solitaire: Plain
    about_double_goals: Plain
    about_lowball: Plain
    about_limited_passes: With_passes
    about_gifts: Plain
    about_go_on: Plain
    coach_title: With_depth
    coach_passing: Plain
    coach_where: With_move_round
    plays_random: Plain
    plays_beginner: Plain
    plays_regular: Plain
    plays_skilled: Plain
    plays_expert: Plain
    plays_master: Plain
    seal_contest: With_seal
    seal_practice: With_seal
    seal_demo: With_seal
    seal_daily: With_seal
    seal_table: With_seal
    round_of: With_round_rounds
    label_goal: Plain
    label_total: Plain
    round_number: With_number
    label_passes: With_passes
    label_gifts: With_gifts
    no_round_finished: Plain
    label_balls_totals: Plain
    banner_game_over: Plain
    banner_given_up: Plain
    banner_tie: Plain
    banner_you_win: Plain
    banner_you_lose: Plain
    banner_wins: With_name
    head_score: Plain
    head_goal_bonus: Plain
    head_difference: Plain
    head_total: Plain
    help_box: Plain
    help_balls: Plain
    help_rounds: Plain
    help_arrow: Plain
    help_figures: Plain
    help_key_entry: Plain
    help_key_random: Plain
    help_key_pass: Plain
    help_key_cursor: Plain
    help_key_drop: Plain
    help_key_preview: Plain
    help_key_give: Plain
    help_key_box: Plain
    help_keys: With_keys
    help_plain: With_keys
    help_computer: With_contest_rows
    help_contest: With_against
    help_against_same: With_level
    help_against_stronger: With_level
    help_against_ladder: With_level
    help_against_any: With_level
    help_solitaire: Plain
    help_variants: Plain
    plain_prompt_go_on: Plain
    banner_avalanche: Plain
    against_a_person: Plain
    against_the_box: Plain
    highest_of_day: With_against_day
    title_grand_totals: Plain
    title_games_won: Plain
    title_biggest_drops: Plain
    move_box_random: Plain
    move_last_chance: Plain
    box_never_passes: Plain
    other_has_just_passed: Plain
    passed_last_turn: Plain
    no_passes_left: Plain
    no_gifts_here: Plain
    gift_after_own_turn: Plain
    no_gifts_left: Plain
    the_box_at_start: Plain
    the_box: Plain
    the_box_short: Plain
    the_computer_at_start: Plain
    the_computer: Plain
    the_computer_short: Plain
    seat_and_level: With_level_who
    computer_seat: With_seat
    label_own_values: Plain
    brief_score: With_bar_other_own_round
    brief_score_over: With_bar_other_own_or_round
    plain_against: With_name_other
    plain_solitaire: Plain
    plain_lowball: Plain
    plain_passes_each: With_passes
    plain_gifts: Plain
    plain_keeps_turn: Plain
    plain_round_goal: With_goal_name_number_rounds
    plain_every_exit: With_values
    plain_exits_outwards: With_values
    plain_exits: With_values
    given_up: Plain
    who_passed: With_who
    random_ball_into: With_entry
    gift_of: With_ball_who
    latest_move: With_ball_out_who
    points_now: With_points
    out_by: With_numbers
    balls_out: With_balls
    nothing_came_out: Plain
    avalanche: With_many
    goal_reached: With_name_other
    points_and_goal: With_goal_mine_name_name2_other
    passes_left: With_passes
    last_of_round: Plain
    ask_entry: With_name
    may_give: With_name
    has_the_last_turn: With_name
    is_to_move: With_name
    preview_stops: With_entry_level
    preview_set_free: With_balls_stopped
    preview_falls_through: Plain
    preview_out_by: With_points_ways
    preview_nothing_out: Plain
    preview_line: With_entry_out_rest
    plain_level: With_left_level_right_words
    lean_right: Plain
    lean_left: Plain
    lean_loaded: With_lean
    plain_round_over: With_number
    plain_figures: With_difference_name_points_total_with_goal
    game_not_finished: Plain
    result_tie: Plain
    player_won: With_name_other_own
    player_won_lowball: With_name_other_own
    label_grand_totals: Plain
    label_biggest_drops: Plain
    label_rounds_finished: Plain
    tip_platforms: Plain
    tip_avalanche: Plain
    round_equality: Plain
    round_fibonacci: Plain
    round_one_by_one: Plain
    round_squares: Plain
    badge_avalanche: Plain
    choice_board_exits: Plain
    choice_corners_negative: Plain
    choice_every_other_negative: Plain
    choice_first_switchbox: Plain
    choice_middle_negative: Plain
    choice_own_exits: Plain
    label_double_goals: Plain
    label_go_on: Plain
    label_limited_passes: Plain
    label_lowball: Plain
    label_random_balls: Plain
    label_solitaire: Plain
    name: Plain
    tagline: Plain
    idea: Plain
    option_goals: Plain
    option_double_goals: Plain
    option_lowball: Plain
    option_limited_passes: Plain
    option_gifts: Plain
    option_go_on: Plain
    option_solitaire: Plain
    option_level: Plain
    option_contest_levels: Plain
    option_exits_first: Plain
    option_exits_second: Plain
    option_exits_third: Plain
    option_exits_fourth: Plain
    no_entry: With_text
    ball_falls_elsewhere: With_drawn_entry
    only_random_given: Plain

class Sysop:
    title_account: Plain
    own_account: Plain
    farewell_removed: Plain
    farewell_renamed: With_text
    password_changed: With_handle_or_made
    password_made_up: With_handle_made
    banned_for_passwords: With_address
    banned_by_sysop: With_address
    account_games: With_best_games
    account_month: With_games_month_place_score
    account_no_game: Plain
    passwords_differ: Plain
    ask_new_password: Plain
    repeat_new_password: Plain
    ask_new_caller: Plain
    ask_grant_turns: Plain
    ask_access_level: Plain
    ask_public_key: Plain
    ask_rename: With_who
    ask_account_ban_reason: With_who
    confirm_make_sysop: With_who
    confirm_remove_caller: With_who
    ask_find_callers: Plain
    callers_found: With_callers_word
    no_such_caller: Plain
    plain_caller: With_calls_handle_last_level
    title_callers: Plain
    announce_about: Plain
    announce_nobody_on: Plain
    announce_sent: With_callers
    title_announce: Plain
    ask_announcement: Plain
    ask_ban_address: Plain
    confirm_lift_ban: With_name
    ban_length_unclear: Plain
    ban_own_address: Plain
    address_banned: With_address_length
    address_banned_calls_ended: With_address_calls_length
    ban_lifted: With_address
    bans_count: With_count
    banned_since: With_day_name_told
    banned_told: With_name_told
    ban_length_and_sysop: With_length_sysop
    no_bans: Plain
    title_bans: Plain
    title_chat: Plain
    chat_with_node: With_node
    title_chat_with: With_who
    chat_caller_left: With_who
    chat_over: Plain
    chat_still_logging_on: With_node
    chat_busy: With_who
    chat_begun: With_who
    ask_chat_line: Plain
    ask_chat_line_host: Plain
    chat_broken_in: Plain
    chat_time_stands: Plain
    plain_settings_section: With_changed_file_keys_name
    title_settings: Plain
    title_desk: Plain
    mark_in_chat: Plain
    mark_watched: Plain
    callers_to_validate: With_count
    paged_by: With_text_who
    nodes_in_use: With_nodes
    node_left: With_node_who
    plain_node: With_address_client_idle_marks_minutes_node_screen_where_who
    no_address: Plain
    entry_callers: Plain
    entry_bans: Plain
    entry_settings: Plain
    entry_hours: Plain
    entry_log: Plain
    entry_letters: Plain
    entry_announce: Plain
    entry_events: Plain
    head_node: Plain
    head_handle: Plain
    head_where: Plain
    head_idle: Plain
    head_minutes: Plain
    head_address: Plain
    head_client: Plain
    is_logging_on: Plain
    no_events: Plain
    event_printed: With_at_said
    event_last: With_ended_when
    event_never_run: Plain
    plain_event: With_at_last_name_next
    event_now: Plain
    event_running: Plain
    plain_event_running: Plain
    title_events: Plain
    level_only_for_doors: Plain
    hours_are: With_hours
    plain_hours_level: With_hours_level_name_now
    plain_hours: With_hours_name_now
    title_hours: Plain
    title_log: Plain
    log_all_lines: Plain
    log_lines_with: With_word
    no_log_lines: Plain
    no_log_lines_with: With_word
    log_more_below: With_rows
    plain_prompt_log: Plain
    ask_log_word: Plain
    title_node: With_node
    address_of_this_call: Plain
    time_on_and_left: With_left_minutes
    time_left: With_minutes
    no_time_limit: Plain
    plain_where: With_where
    no_value: Plain
    label_caller: Plain
    label_where: Plain
    label_idle: Plain
    label_online: Plain
    label_address: Plain
    label_client: Plain
    label_screen: Plain
    caller_left: With_who
    own_call: Plain
    watched_by_caller: With_node_who
    message_sent: With_who
    message_too_long: With_most
    reason_too_long: With_most
    farewell: Plain
    being_disconnected: With_who
    ask_minutes_again: Plain
    caller_has_no_limit: With_who
    minutes_given: With_minutes
    minutes_taken: With_minutes
    caller_time_left: With_left_who
    no_handle_to_ban: Plain
    no_address_to_ban: Plain
    banned_being_disconnected: With_who
    node_message_help: Plain
    ask_message: With_who
    node_time_help: Plain
    ask_minutes: Plain
    node_hang_up_help: Plain
    ask_farewell: Plain
    was_disconnected: With_who
    node_ban_help: Plain
    ask_ban_reason: With_who
    banned_disconnected: With_who
    node_ban_address_help: Plain
    ask_ban_days: With_address
    node_watch_help: Plain
    node_chat_help: Plain
    title_setting: Plain
    label_now: Plain
    label_default: Plain
    label_allowed: Plain
    label_applies: Plain
    ask_new_value: Plain
    ask_y_or_n: Plain
    no_such_setting: With_name
    setting_already_so: With_value
    setting_changed: With_after_before_when
    confirm_closing: With_callers_what
    setting_not_changed: Plain
    setting_needs_quotes: Plain
    watching_plain_mode: With_who
    title_watching: With_node_who
    plain_watching: With_node_who
    plain_prompt_watching: Plain
    sysops_only: Plain
    disk_error: With_error_source
    source_disk: Plain
    screen_plain_text: Plain
    where_connecting: Plain
    message_sender: Plain
    hours_always: Plain
    event_took: With_seconds
    clock_now: With_time_weekday_zone
    act_ban: Plain
    act_ban_address: Plain
    act_level: Plain
    act_message: Plain
    act_password: Plain
    act_rename: Plain
    act_sysop: Plain
    act_time: Plain
    act_turns: Plain
    act_unban: Plain
    applies_after_restart: Plain
    applies_at_once: Plain
    applies_next_call: Plain
    applies_next_call_short: Plain
    applies_restart_short: Plain
    fact_banned: Plain
    fact_calls: Plain
    fact_handle: Plain
    fact_from: Plain
    fact_last_call: Plain
    fact_level: Plain
    fact_never: Plain
    fact_no: Plain
    fact_none: Plain
    fact_password: Plain
    fact_set: Plain
    fact_since: Plain
    fact_ssh_keys: Plain
    fact_sysop: Plain
    fact_unknown: Plain
    fact_validated: Plain
    fact_yes: Plain

class Tables:
    about_game: Plain
    about_versus: Plain
    about_race: Plain
    about_opponent: Plain
    about_seats: Plain
    about_computers: Plain
    about_level: Plain
    about_days: Plain
    about_live: Plain
    about_rated: Plain
    game_with: With_game_who
    table_asked_for: With_game_terms_who
    computers_of_level: With_computers_level
    against_each_other: Plain
    race_each_alone: With_alike
    clock_choice_live: With_clock
    plain_choice: With_options_row_value
    plain_fixed_choice: With_row_value
    title_ladder: Plain
    ladder_run_won: With_n
    ladder_run_drew: With_n
    ladder_run_lost: With_n
    ladder_place: With_games_place_rating
    ladder_no_place: With_games_rating
    plain_ladder_place: With_deviation_games_place_rating_who
    plain_ladder_no_place: With_deviation_games_rating_who
    plain_ladder_lately: With_runs
    no_rated_games: With_game
    ladder_provisional_note: With_games
    ladder_line_note: Plain
    title_new_table: Plain
    ask_opponent: Plain
    no_door_for_tables: Plain
    no_such_opponent: With_who
    which_choice: With_rows
    plain_prompt_new_table: Plain
    section_your_move: Plain
    section_challenges: Plain
    section_waiting: Plain
    section_adjourned: Plain
    section_free_seats: Plain
    section_to_watch: Plain
    section_ended: Plain
    no_tables: Plain
    no_tables_of: With_door
    about_tables: Plain
    no_table_of_yours_of: With_door
    no_table_of_yours: Plain
    no_free_seat_of: With_door
    no_free_seat: Plain
    not_a_challenge: Plain
    plain_prompt_challenge: Plain
    tables_and_rated_left: With_left_tables
    press_key_one_waits: With_games_key
    press_key_some_wait: With_games_key
    row_waits_for: With_who
    row_waits_word_or_code: Plain
    row_waits_your_word: Plain
    title: Plain
    a_race: Plain
    clock_live: With_clock
    rated: Plain
    unrated: Plain
    terms_rated: With_terms
    terms_unrated: With_terms
    seats_free: With_seats
    on_node: With_handle_node
    changed_meanwhile: Plain
    enough_said: Plain
    cannot_be_written: With_why
    not_played_that_way: Plain
    seats_from_to: With_high_low
    seats_exactly: With_seats
    not_a_clock: With_clock
    cannot_challenge_yourself: Plain
    table_is_gone: Plain
    table_outdated: With_id
    where_at_table: With_game
    stands_time_left: With_stand_time
    terms_have_changed: Plain
    challenge_not_for_you: Plain
    only_the_board_does_that: Plain
    rated_needs_two: Plain
    everybody_is_here: Plain
    not_away_long_enough: Plain
    not_everybody_here: Plain
    too_late_to_abort: Plain
    nothing_to_say: Plain
    only_opener_withdraws: Plain
    result_not_all_back: Plain
    result_aborted: Plain
    result_draw: Plain
    result_won: Plain
    result_lost: Plain
    result_place: With_place
    brief_challenges: With_who_whom
    brief_waits_for: With_who
    brief_waits_your_word: Plain
    brief_waits_your_code: Plain
    brief_begins: Plain
    one_waits_for_you: With_games
    greeting: With_games_key
    greeting_online: With_games_key_online
    some_wait_for_you: With_games
    caller_is_on: With_node_who
    challenged_you: With_game_key_no_who
    looks_for_a_game: With_game_key_no_terms_who
    challenge_waits_for_clock: Plain
    you_have_a_seat: With_game_key_who
    challenge_declined: With_game_who
    challenge_expired: With_game_who
    challenge_taken_back: With_game_who
    seat_taken: With_game_key_who
    your_move_at: With_game_key_others_or_result
    race_begun: With_game_key_others_or_result
    race_finished_by: With_game_key_who
    game_adjourned: With_game_key_others_or_result
    game_over: With_game_key_others_result
    offer_made: With_game_key_what_who
    tables_closed: Plain
    guests_unrated: Plain
    guests_live_only: Plain
    sysops_unrated: Plain
    rated_games_used: With_games
    same_address_unrated: With_who
    table_is_rated: With_why
    may_not_enter_door: With_who
    too_many_tables: With_tables
    anybody: Plain
    you: Plain
    label_game: Plain
    label_played: Plain
    label_opponent: Plain
    label_seats: Plain
    label_computers: Plain
    label_level: Plain
    label_clock: Plain
    label_rated: Plain

class Take:
    title: Plain
    as_text: Plain
    its_page: With_address
    page_comes: Plain
    page_of_hidden: Plain
    not_public: Plain
    in_browser: Plain
    by_address: Plain
    by_ssh: With_command
    text_follows: Plain
    no_way_out: Plain
    saving: With_file
    fetch: With_address_minutes
    no_pictures: Plain
    too_many: Plain

class Thieves:
    new_deal: With_points
    deck_was_sealed: Plain
    look_is: With_look
    keypad_takes: Plain
    keypad_moves: Plain
    plain_jokers: With_jokers
    plain_prompt: Plain
    banner_cleared: Plain
    typed_unknown: Plain
    about_jokers: With_counted
    month_every_number: Plain
    month_games_with: With_jokers
    about_look: Plain
    about_keypad: Plain
    about_practice_jokers: Plain
    about_turn_at_will: Plain
    with_jokers: With_jokers
    with_jokers_month_others: With_jokers_own
    credits_source: Plain
    credits_history: Plain
    coach_possible: With_made_score
    coach_cut_short: With_made_score
    coach_this_way: Plain
    coach_deal: With_number
    coach_title: Plain
    coach_lost_turning: Plain
    coach_lost_giving_up: Plain
    coach_lost_taking: With_stack
    coach_lost_at_once: With_lost
    coach_lost_at_move: With_at_lost_moves
    coach_nobody_more: With_made
    coach_verdict: With_made_score
    coach_verdict_cut: With_made_score
    coach_run: With_cards_points
    coach_remark: With_score
    label_stacks_taken: Plain
    label_stock: With_stock
    label_current: Plain
    mark_fits: Plain
    mark_turn: Plain
    label_score: Plain
    label_deal: Plain
    label_jokers: Plain
    deck_sealed: With_seal
    help_game: With_turn
    help_turn_at_will: Plain
    help_turn_when_stuck: Plain
    help_points: Plain
    help_plain_points: Plain
    help_key_take: Plain
    help_key_cursor: Plain
    help_key_pick: Plain
    help_key_turn: Plain
    help_key_fits: Plain
    help_key_cards: Plain
    help_key_look: Plain
    help_key_numpad: Plain
    help_keys: With_keys
    help_plain: With_keys
    help_jokers: With_jokers
    help_high_scores: Plain
    help_month: With_means
    help_month_one: With_jokers
    help_month_mean: With_mean_number
    stacks_fit: With_stacks
    stack_fits: With_last
    suit_spades: Plain
    suit_hearts: Plain
    suit_diamonds: Plain
    suit_clubs: Plain
    rank_joker: Plain
    rank_ace: Plain
    rank_two: Plain
    rank_three: Plain
    rank_four: Plain
    rank_five: Plain
    rank_six: Plain
    rank_seven: Plain
    rank_eight: Plain
    rank_nine: Plain
    rank_ten: Plain
    rank_jack: Plain
    rank_queen: Plain
    rank_king: Plain
    card_of_suit: With_rank_suit
    a_joker: Plain
    an_ace: Plain
    a_two: Plain
    a_three: Plain
    a_four: Plain
    a_five: Plain
    a_six: Plain
    a_seven: Plain
    an_eight: Plain
    a_nine: Plain
    a_ten: Plain
    a_jack: Plain
    a_queen: Plain
    a_king: Plain
    either_rank: With_first_second
    stock_is_empty: Plain
    no_turn_while_fits: With_fitting
    stack_is_empty: With_stack
    card_does_not_fit: With_card_current_takers
    high_scores_shown_empty: Plain
    title_high_scores: With_jokers
    high_scores_unreadable: Plain
    plain_stack: With_cards_number
    plain_empty_stack: Plain
    plain_dealt: With_cards_stack
    plain_last_is_open: Plain
    plain_open: With_tops
    plain_current: With_name
    plain_stock_score: With_score_stock
    nothing_fits_turn: Plain
    nothing_fits_stock_empty: Plain
    plain_first_card: With_spelt
    move_given_up: Plain
    move_turned: With_name_stock
    move_taken: With_name_points_score_stack_under
    move_cleared: With_bonus_score
    move_deal: With_deal_jokers_name
    brief_score: With_deal_left_points_taken
    label_high_score: Plain
    label_deals: Plain
    label_jokers_start: Plain
    label_cards_left: Plain
    label_left_in_stock: Plain
    ended_given_up: Plain
    ended_stock_empty: Plain
    new_high_score: With_jokers_place
    cards_left_on_table: With_left
    number_one: Plain
    number_two: Plain
    number_three: Plain
    number_four: Plain
    number_five: Plain
    number_six: Plain
    number_seven: Plain
    number_eight: Plain
    number_nine: Plain
    number_ten: Plain
    badge_all_cards: Plain
    badge_table_cleared: Plain
    choice_flat: Plain
    choice_lit: Plain
    label_cards: Plain
    label_keypad: Plain
    label_practice_jokers: Plain
    label_turn_at_will: Plain
    name: Plain
    tagline: Plain
    idea: Plain
    card_joker: Plain
    option_jokers: Plain
    option_jokers_count: Plain
    option_turn_at_will: Plain
    option_look: Plain
    no_such_move: With_move_quit_stacks_turn

class Tour:
    title: With_board
    first_game: With_first
    first_door: With_key_name
    your_screen: With_plain_settings
    plain_offer: Plain
    plain_is_on: Plain
    other_callers: With_bulletins_chat_feedback_goodbye_help_oneliners_profile_sysop_tables_who

class Usage:
    board: Plain
    no_such_word: With_word
    door: Plain
    password_stdin: Plain
    key: Plain
    node: Plain
    listen: With_kind
    callers_list: Plain
    callers_add: Plain
    callers_add_sysop: Plain
    callers_show: Plain
    callers_passwd: Plain
    callers_key: Plain
    callers_key_file: Plain
    callers_key_remove: Plain
    callers_validate: Plain
    callers_ban: Plain
    callers_unban: Plain
    callers_ban_address: Plain
    callers_ban_address_days: Plain
    callers_unban_address: Plain
    callers_bans: Plain
    callers_level: Plain
    callers_level_level: Plain
    callers_sysop: Plain
    callers_turns: Plain
    door_slug: Plain
    callers_turns_more: Plain
    callers_rename: Plain
    callers_remove: Plain
    config_list: Plain
    config_list_word: Plain
    config_get: Plain
    config_set: Plain
    config_unset: Plain
    config_set_value: Plain
    config_set_stdin: Plain
    texts_key: Plain
    texts_list: Plain
    texts_list_word: Plain
    texts_get: Plain
    texts_set: Plain
    texts_set_text: Plain
    tables_list: Plain
    tables_end: Plain
    tables_end_id: Plain
    tables_end_why: Plain
    clock_show: Plain
    clock_believe: Plain
    clock_back: Plain
    clock_back_yes: Plain
    replay_cast: Plain
    replay_cast_three: Plain
    replay_gif: Plain
    replay_svg: Plain
    replay_png: Plain
    replay_ans: Plain
    replay_txt: Plain
    nodes: Plain
    message: Plain
    line_text: Plain
    announce: Plain
    hangup: Plain
    hangup_reason: Plain
    minutes: Plain
    minutes_more: Plain
    watch: Plain
    chat: Plain
    log: Plain
    log_word: Plain
    log_follow: Plain
    log_lines: Plain
    log_host: Plain
    serve: Plain
    init: Plain
    init_dir: Plain
    play: Plain
    play_slug: Plain
    play_toggles: Plain
    play_caller: Plain
    play_plain: Plain
    play_trace: Plain
    run: Plain
    run_dropfile: Plain
    run_bbs: Plain
    run_name: Plain
    run_write_bulletins: Plain
    new_door: Plain
    new_door_slug: Plain
    check: Plain
    check_refresh: Plain
    publish: Plain
    publish_folder: Plain
    bulletin: Plain
    bulletin_slug: Plain
    bulletin_month: Plain
    bulletin_write: Plain
    bulletin_luck: Plain
    audit: Plain
    audit_month: Plain
    audit_computers: Plain
    audit_jobs: Plain
    replay: Plain
    replay_id: Plain
    replay_file: Plain
    replay_coach: Plain
    replay_force: Plain
    replay_size: Plain
    replay_charset: Plain
    replay_pace: Plain
    replay_move: Plain
    callers: Plain
    config: Plain
    texts: Plain
    tables: Plain
    clock: Plain
    not_a_month: With_text
    no_path: Plain
    not_turns: With_text
    not_a_size: With_text
    not_seconds: With_text
    not_a_node: With_text
    wrong: With_command_why
    not_moves: With_most_text
    not_lines: With_most_text
    not_processes: With_most_text
    version: Plain
    docs: Plain
    docs_name: Plain
    completion: Plain
    completion_shell: Plain
    backup: Plain
    backup_file: Plain
    backup_force: Plain
    restore: Plain
    migrate: Plain
    migrate_to: Plain
    export_journal: Plain
    export_journal_dir: Plain
    restore_dir: Plain
    systemd: Plain
    processes: Plain
    processes_number: With_most
    systemd_user: Plain
    health: Plain

class Watch:
    section_asking: Plain
    section_watching: Plain
    section_talk: Plain
    anybody_may_watch: Plain
    callers_ask_first: Plain
    nobody_may_watch: Plain
    no_watchers: Plain
    watcher_on_node: With_handle_node
    you_hear_watchers: Plain
    which_watcher: Plain
    ask_line_to_watchers: Plain
    title_watchers: Plain
    is_asked_first: With_who
    no_games_now: Plain
    title: Plain
    title_who_plays: With_who
    watchers_are: With_watchers
    between_games: With_caller
    title_watching: With_caller
    plain_prompt_watching: Plain
    best_by_somebody: Plain
    best_of_yesterday: Plain
    best_of_the_month: Plain
    best_title: With_when_who
    where_watching: With_who
    game_gone: Plain
    refuses_watchers: With_who
    cannot_be_shown: Plain
    own_game: Plain
    asked_just_now: Plain
    play_daily_first: With_who
    asks_to_watch: With_key_who
    watcher_says: With_text_who
    lets_you_watch: With_who
    left_the_door: With_who
    has_been_asked: With_who
    is_at_the_daily: With_who
    plays_without_watchers: With_who
    game_is_daily: Plain
    on_now: With_game_who
    recorded_game_at: With_game_title
    nothing_on: Plain
    game_stands: With_door_stand_who
    plain_game_stands: With_door_minutes_stand_who

class Web:
    not_http: Plain
    head_too_long: Plain
    first_line_wrong: Plain
    header_wrong: Plain
    header_twice: With_count_name
    only_get: Plain
    no_body: Plain
    no_host: Plain
    not_a_handshake: Plain
    other_site: Plain
    strange_host: With_name
    too_many_requests: Plain
    connects_too_often: Plain
    no_such_page: Plain
    unreadable: With_reason
    shortened: Plain
    trusted_only: Plain
    ok: Plain
    needs_javascript: Plain
    type_here: Plain
    send: Plain
    keys: Plain
    screen: Plain
    call_over: Plain
    plain_title: Plain
    plain_intro: Plain
    to_terminal: Plain
    to_plain: Plain
    said_so_far: Plain
    not_shown: Plain
    your_answer: Plain
    line_lost: Plain

class Yaml:
    not_yaml: With_reason
    empty: Plain
    no_mapping: Plain
    too_deep: Plain
    too_many_values: Plain
    bad_key: Plain
    key_twice: With_line
    wrong_tag: With_kind_text
    long_number: With_limit
    no_colon: Plain
    quote_not_closed: Plain
    bracket_not_closed: With_bracket
    needs_quotes: Plain
    tab: Plain
    second_document: Plain
    escape: Plain
    percent: Plain
    bracket_not_opened: Plain
    key_missing: Plain
    odd_blank: With_code
    not_yaml_at_all: Plain
    comma_missing: Plain
    second_colon: Plain
    value_ended: Plain
    mixed: Plain
    other_column: With_line
    odd_tag: With_tag
    in_column: With_column_why

class Catalogue:
    accounts: Accounts
    art: Art
    audit: Audit
    blank: Blank
    bulletins: Bulletins
    call: Call
    check: Check
    clock: Clock
    coach: Coach
    command: Command
    common: Common
    control: Control
    count: Count
    daily: Daily
    door_heads: DoorHeads
    door_keys: DoorKeys
    dropfile: Dropfile
    external: External
    finger: Finger
    forum: Forum
    goodbye: Goodbye
    heads: Heads
    help: Help
    hours: Hours
    keys: Keys
    logon: Logon
    mail: Mail
    match: Match
    menu: Menu
    microlink: Microlink
    mindbuster: Mindbuster
    must: Must
    news: News
    next: Next
    outside: Outside
    people: People
    play: Play
    profile: Profile
    program: Program
    proof: Proof
    public: Public
    puzzle: Puzzle
    records: Records
    refused: Refused
    replay: Replay
    setting: Setting
    settings: Settings
    sheet: Sheet
    shutbox: Shutbox
    status: Status
    streaks: Streaks
    switchbox: Switchbox
    sysop: Sysop
    tables: Tables
    take: Take
    thieves: Thieves
    tour: Tour
    usage: Usage
    watch: Watch
    web: Web
    yaml: Yaml

tr: Catalogue
