"""Pages of text at every door: help, and the proof of a game.

Help has the game's own pages, then the shared ones, credits last. The proof shows commitments and secrets,
and checks here that they match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from door.games.chance import commitment
from door.games.contract import Door
from door.games.info import Info, Options
from door.play.match.values import Hidden, Match
from door.play.match.view import name
from door.play.replay import ReplayCheck, has_puzzles, is_proved
from door.screens.layouts import sheet
from door.screens.pages import title
from door.screens.pages.daily import help_page
from door.screens.state import OpenPage, Replay, State, Step, idea, say_page, with_page
from door.term.canvas import GREY, WHITE
from door.ui.blocks import SILENT, Layout, Text
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.widgets import PAGE_COLS, Hint, TextPage, fit_pages, page_of, wrap
from door.ui.words import Lines, unwrap

our: Final = tr.proof


def help_pages(game: Door, state: State) -> tuple[TextPage, ...]:
    """Return all pages for this caller. Plain mode has keys of its own."""
    info, options, plain = game.info, state.setup.options, state.setup.plain
    if state.table is not None and state.scene != "title":  # the sysop may have changed them since it began
        options = {**options, **state.table.options}
    if state.replay is not None:
        return fit_pages((page_of(tr.replay.help()), *game.words.help(options, False)))
    at_table = tr.play.help_at_a_table(
        keys=tr.play.help_table_plain() if plain else tr.play.help_table_keys()
    )
    credits = tuple(line for text in info.face.credits for line in wrap(text(), 72))
    has_daily = info.daily and state.setup.options.get("daily", True)
    daily = (help_page(info.alike, info.missed),) if has_daily else ()
    around = (
        (page_of(at_table),)
        if state.among_others
        else (_keys(game, state), _contest(info, state.setup.options), *daily)
    )
    coach = (_coach(game),) if game.coach is not None else ()
    every = (
        *game.words.help(options, plain),
        *around,
        *coach,
        page_of(tr.play.help_proof()),
        *([TextPage(tr.play.help_credits(), credits)] if credits else ()),
    )
    return every if plain else (TextPage(info.name(), _opening(game)), *fit_pages(every))


def _opening(game: Door) -> tuple[str, ...]:
    """Return what the first page says below the door's sign: what the game is, in a few lines."""
    said = (game.info.tagline(), *re.split(r"(?<=\.) ", idea(game)), tr.play.help_next_pages())
    return tuple(line for text in said for line in wrap(text, PAGE_COLS))


def hint(mine: Sequence[Hint]) -> Hint:
    """Return the key for help: H, or "?" if the game uses H."""
    return Hint("?" if any(hint.key == "h" for hint in mine) else "h", tr.door_keys.help)


def layout(game: Door, state: State) -> Layout:
    every = state.page.sheets
    at = min(state.page.at, len(every) - 1)
    prompt = tr.play.plain_prompt_go_on() if at + 1 == len(every) else tr.play.plain_prompt_more()
    page = sheet(game, every, at, words=unwrap(every[at].lines, PAGE_COLS - 6), prompt=prompt)
    if at or state.setup.plain or state.replay is not None or not isinstance(page.body, Text):
        return page
    first, *others, last = every[0].lines
    lines = ((first, game.info.accent), *((line, WHITE) for line in others), (last, GREY))
    return replace(page, body=replace(page.body, lines=lines, sign=partial(title.sign, game, state)))


def open_page(game: Door, state: State, title: str = "") -> Step:
    """Open help at its first page, or at the one with that title."""
    sheets = help_pages(game, state)
    at = next((at for at, page in enumerate(sheets) if page.title == title), 0)
    state = state._replace(page=OpenPage("help", at, sheets=sheets), note=SILENT)
    return say_page(state, _lines), ()


def with_sheets(game: Door, state: State) -> State:
    """Return the state with open help as it is now, after the sysop has changed the options."""
    return with_page(state, sheets=help_pages(game, state)) if state.page.name == "help" else state


def _lines(game: Door, state: State) -> Lines:
    return to_speech(None, layout(game, state)).lines


def open_fair(game: Door, state: State) -> Step:
    """Open help at the page on the proof."""
    return open_page(game, state, page_of(tr.play.help_proof()).title)


def _keys(game: Door, state: State) -> TextPage:
    plain, every = state.setup.plain, title.in_words(title.layout(game, state).commands)
    keys = [(one.hint.label_text, one.about()) for one in every if one.about]
    cells = [f"   {key:<8}{what}" for key, what in keys]
    if not plain:
        left, right = cells[1::2], [f"{key:<4}{what}" for key, what in (*keys[2::2], ("", ""))]
        cells[1:] = [f"{cell:<41}{more}".rstrip() for cell, more in zip(left, right, strict=False)]
    after = tr.play.help_after_a_game if game.coach is None else tr.play.help_after_a_game_coach
    out, clicked = (
        ("Q", tr.play.help_plain_typing()) if plain else (tr.play.help_key_out(), tr.play.help_clicking())
    )
    during = "\n".join((tr.play.help_during_a_game(out=out), *([""] if plain else []), clicked))
    return page_of("\n\n".join((tr.play.help_around_the_game(keys="\n".join(cells)), after(), during)))


def _coach(game: Door) -> TextPage:
    exact = (tr.play.help_luck_exact(),) if game.coach and game.coach.exact else ()
    puzzle = (tr.play.help_puzzle(),) if has_puzzles(game) else ()
    return page_of(
        "\n\n".join((tr.play.help_luck_and_choices(), *exact, tr.play.help_costly_choices(), *puzzle))
    )


def _contest(info: Info, options: Options) -> TextPage:
    turns, top = int(str(options.get("turns_per_day", 0))), int(str(options.get("top", 3)))
    counts = (
        tr.play.help_best_counts()
        if options.get("ranking", info.month.contest) == "best"
        else tr.play.help_all_count()
    )
    leads = tr.play.help_lower_leads() if info.fewer_is_better else tr.play.help_higher_leads()
    daily = tr.play.help_turns_a_day(turns=turns) if turns else tr.play.help_no_turn_limit()
    return page_of(
        tr.play.help_turns_and_month(turns=daily, alike=info.alike(), counts=counts, leads=leads, top=top)
    )


def proof(game: Door, state: State) -> Layout:
    """Return the proof. Alone, plain mode has a value per line."""
    if state.replay is not None:
        lines = words = replay_lines(state.replay)
    else:
        lines, words = _alone(state) if state.seat is None else (_of_match(state.seat.match),) * 2
    every, plain = (TextPage(our.title(), lines),), state.setup.plain
    pages = every if plain or state.alone else fit_pages(every)
    return sheet(game, pages, state.page.at, words=words if plain else ())


def _alone(state: State) -> tuple[Lines, Lines]:
    """Return the proof of a game played alone: as it is shown, and with a value per line."""
    record, booked = state.record, state.booked
    if record is None or booked is None:
        return ((our.game_being_recorded(),),) * 2
    head = (our.plain_game_id(id=record.id), "", our.seal_shown_before(), f"  {record.commit}", "")
    own = our.game_id(id=record.id)
    if not booked.seed:
        day = booked.books.daily.sealed if booked.books.daily else ""
        later, whole = tr.daily.seed_shown_tomorrow(), our.plain_seal_of_day(sealed=day) if day else ""
        shown = (*head, *our.seal_of_the_day().split("\n"), f"  {day}", "", later)
        return shown, (own, our.plain_seal_of_door(seal=record.commit), whole, later)
    fits = _check_commitment(booked.seed, record.commit)
    word = record.words[0] if record.words else ""
    given = (our.your_word(), f"  {word}", "") if record.words else ()
    follows = (our.follows_from_both() if given else our.follows_from_seed()).split("\n")
    shown = (*head, our.seed_now_shown(), f"  {booked.seed}", "", *given, fits, "", *follows)
    said = (our.plain_word(word=word),) * bool(given)
    return shown, (own, our.plain_seal(seal=record.commit), our.plain_seed(seed=booked.seed), *said, fits)


def _check_commitment(seed: str, seal: str) -> str:
    """Check that the commitment is the SHA-256 of the seed (both in hex). Return the result as a sentence."""
    return our.seal_fits() if commitment(bytes.fromhex(seed)) == seal else our.seal_does_not_fit()


def _of_match(match: Match) -> tuple[str, ...]:
    terms, seats = match.terms, range(len(match.seats))
    lines: list[str] = [our.game_id(id=terms.id)]
    if not any(match.codes):
        seal, seed = tr.match.seal_shown_before(seal=terms.commit), our.plain_seed(seed=terms.seed)
        lines += [seal, seed, _check_commitment(terms.seed, terms.commit)]
    for at in seats if any(match.words) else ():
        lines.append(tr.replay.word_of(who=name(match, at), word=match.words[at] or tr.replay.no_word()))
    for at in seats:
        if code := match.codes[at]:
            lines += _code_lines(name(match, at), code, code.seal)
    return tuple(lines)


def replay_lines(replay: Replay) -> tuple[str, ...]:
    """Return seals, seed or codes, words, and the results of the checks."""
    finished = replay.finished
    words = zip(finished.seats, finished.words, strict=False)
    told = tuple(tr.replay.word_of(who=who, word=given or tr.replay.no_word()) for who, given in words)
    when = (
        tr.replay.daily_of_day(day=finished.day)
        if finished.day
        else tr.replay.ended_on_day(day=finished.t[:10])
    )
    codes = zip(finished.seats, finished.hidden_codes, finished.seals, strict=False)
    sealed = tuple(line for who, code, seal in codes for line in _code_lines(who, code, seal)) or (
        tr.replay.label_seal(),
        f"  {finished.commit or tr.replay.no_seal_recorded()}",
        tr.replay.label_seed(),
        f"  {finished.seed}",
    )
    head = tr.replay.game_by_players(id=finished.id, players=finished.players, when=when)
    return (head, "", *sealed, *told, "", *verdict(replay.proof))


def verdict(found: Sequence[ReplayCheck] | None) -> tuple[str, ...]:
    """Return the verdict on the proof, then the result of each check."""
    if found is None:
        return (tr.replay.being_proved(),)
    head = tr.replay.proved if is_proved(found) else tr.replay.not_proved
    return (head(), *(one.sentence() for one in found))


def _code_lines(who: str, code: Hidden, seal: str) -> tuple[str, str]:
    return tr.replay.hid_salt(name=who, code=code.code, salt=code.salt), tr.replay.seal_of_two(seal=seal)
