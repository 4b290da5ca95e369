"""A retro BBS door emulator.

The folders follow the data's path:

net            bytes come in: telnet, SSH, a browser, rlogin or a local terminal
term.decoder   bytes become keys, mouse events and lines
call           one loop per call: each event goes to the screen on top of the stack
features       what the board can do: each has its pages, and handlers that carry out what they ask
pages, screens update(state, event) -> state, effects;  draw(state, view) -> canvas
play           what surrounds a game's rules: records of games, matches between callers, standings
games          rules, boards, pictures and sentences of each door
records        results of effects: journal, saves, callers, tables
notify         feeds, webhooks and e-mail for callers who are away, and the sysop's webhooks
ui             building blocks of screens
term.canvas    the grid on which a screen is drawn
term.diff      the difference between two canvases becomes as few bytes as possible
net            bytes go out
export         canvases become files

A room may only import from the rooms below it; pyproject.toml has the layers.

Words:

caller, handle     a person who calls, and their name here; a guest has no account
validated          a caller whose games count; some boards leave that decision to the sysop
sysop              the person who runs the board; the desk is the sysop's pages
call, session      one connection from its first byte to its last, and the object that runs it
node               a call's number on the board, from 1
line               a call's two ends: bytes and events in, bytes out
roster             what calls know of each other, as values; they do things to each other by messages
feature            one thing that the board can do, in a folder of its own
topic              what several screens follow live: a table, a game played alone, Chat, a watched call
part               what a feature keeps for the whole board, found by its class
door               a game or a program that a caller enters from the menu
game               rules, board and sentences of one door; door.screens puts a title, keys and pages around it
slug               a door's name in files: shutbox
external door      a native program of the sysop's, on a terminal that the board draws
drop file          a file in which a host board describes the caller for a door
screen, page       update and draw functions over a state; a page is the board's or a game's
layer, stack       a screen with its state, and the layers below it that wait
event, effect      input for a screen, and a screen's request to the session
view               a screen's knowledge of its terminal: size and abilities
plain mode         lines of text for screen readers and pipes
canvas, cell       the grid, and one character with its colours
sprite             a moving picture over a fixed one
profile            a terminal's abilities
books, journal     the records as a caller sees them; the hash chain of entries they are folded from
ledger             the tables folded from the journal
shelf              the ledger's data of callers and past months, on disk until needed
table, match       a place where callers play each other, and the game there, folded from its events
gallery            the watchers of a game that a caller plays alone
board TV           the liveliest current game, or the best recorded one, on one screen
race               a match in which each player plays the same dice alone
message, letter    a line to a caller who is logged on, and mail for one who is not
draft              a letter that was unfinished when its writer's call ended
forum              threads of posts, in an area for each door and a general one
Chat               the room for all callers on the board
ignored            a caller whose words another caller does not want to see
ladder             callers' ratings by game, folded from the matches
save               a game in progress, in a file of its own
turn, free turn    the price of a ranked game, and an extra one from a game or the sysop
ranked, practice   a game that counts, and one that does not
daily deal         one game a day, the same for every caller
company            a computer player's face and voice
commitment, seal   the hash shown before the first roll; the seed proves it
word               a caller's own contribution to the dice, given after the commitment
seed, chance       32 secret bytes, and the stream of dice made from them
par, luck, choices the average of best play, the luck compared with it, and the cost of choices
dear               costly: a choice that lost much; the worst can be retried
run                a streak of days, deals or reached goals
moment, fanfare    a memorable event in a game, and its animation over the board
motion             the animation speed, a caller's choice for all doors
badge              an achievement, once a month, with the id of the game that proves it
puzzle             one clear decision a day, from last month's games
replay, proof      a game played again from its moves, and the evidence for its score
remark, mark       a comment on one move of a finished game, and a move worth another look
audit              checks the journal's hash chain and replays every game
bulletin           the standings of a month or a day
level, hours       the rules for who may enter, and when
art                .ans files of the sysop's, with @PLACEHOLDERS@
text               a sentence of the board or of a game, which the sysop may reword
news               shown after logon: the sysop's own files, and other callers' activities
"""

__version__ = "1.0.0"
