"""A retro BBS door emulator.  The data's path, which the folders follow:

net            bytes come in, by telnet, SSH, rlogin or a local terminal
term.decoder   bytes become keys, mouse, lines
session        one loop a call: each event goes to the screen on top of the stack
board, midend  update(state, event) -> state, effects;  draw(state, view) -> canvas
games          rules, boards, pictures and sentences: the midend is the one door around any of them
records        what effects leave behind: journal, saves, callers, tables
ui             what screens are made of
term.canvas    the grid a screen is drawn on
term.diff      two canvases become the fewest bytes
net            bytes go out
export         canvases become files, for whoever is not on the board

Each room uses only what stands below it; pyproject.toml has the layers.

Words:

caller, handle     who calls, and the name they go by; a guest has none on the books
validated          said of a caller whose games count; on some boards the sysop has to do so first
sysop              who runs the board; the desk is the sysop's pages
call, session      one connection from its first byte to its last, and the object that runs it
node               a call's place on the board, from 1
line               a call's two ends: bytes and events in, bytes out
door               a game, or a program, that a caller enters from the menu
game               rules, board and sentences of one door; the midend makes a door of it
slug               a door's name in files: shutbox
external door      a native program of the sysop's, on a terminal that the board draws
drop file          what another board writes about a caller for a door that it starts
screen, page       update and draw over a state; a page is one of the board's or the midend's own
layer, stack       a screen with its state, and those below it that wait
event, effect      what a screen hears, and what it asks the session to do; the sysop's events are programs
                   run at a time of day
view               what a screen may know of the terminal it is drawn for
plain mode         lines of text for screen readers and pipes
canvas, cell       the grid, and one character with its colours
sprite             a picture that moves over one that stays
profile            what a terminal can do
books, journal     what is recorded; the chained lines that everything is folded from
ledger             the tables folded out of the journal
shelf              what the ledger says of callers and closed months, on the disk until it is asked for
table, match       where callers play each other, and the game there, folded from its events
gallery            those who watch a game that a caller plays alone
board TV           the liveliest game there is, or the best of the books, on one screen
race               a match in which each plays the same chance alone
message, letter    a line to who is on, and what waits in a mailbox for who is off
draft              a letter that was not finished when its writer's call ended
Chat               the room for everybody on the board
ignored            said of a caller whom another does not hear
ladder             callers' ratings by game, folded from the matches
save               a game in progress, a file of its own
turn, free turn    what a ranked game costs, and one that a game or the sysop gives
ranked, practice   a game that counts, and one that does not
daily deal         one game a day, the same for every caller
company            the computer at a game as a face and a voice
commitment         the hash shown before the first roll; the seed opens it
word               what a caller may give to the dice once they have seen the commitment
seed, chance       32 secret bytes, and the stream of dice made from them
par, luck, choices what the best play averages, what chance brought beyond it, what was lost
dear               a choice that cost much; the dearest come once more
run                days, deals or games that came off, in a row
moment, fanfare    something a caller will remember of a game, and what is shown of it over the board
motion             how quickly things move: a caller's choice at all doors
badge              something worth doing, once a month, with the id of the game that proves it
puzzle             one clear decision a day, out of last month's games
replay, proof      a game played again from its moves, and what shows its score is right
remark, mark       what is said of one move of a finished game, and a move worth looking at again
audit              the journal's chain checked and every game replayed
bulletin           a month's, or a day's, standings
level, hours       who may enter, and when
art                .ans files of the sysop's, with @PLACEHOLDERS@
text               a sentence of the board or of a game, which the sysop may put in other words
news               what is told after a log-on: the sysop's own files, and what others have done
"""

__version__ = "0.1.0"
