"""The forum: areas, their threads, reading post by post, and writing.

A thread is read from the first new post on. Answers are to the post at the top. Enter goes to
the first post that was not on the screen whole, and after the last one to the next thread with new posts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.features.forum.asks import (
    DELETE_POST,
    DELETE_THREAD,
    FORUM,
    MOVE_THREAD,
    NEXT_NEW,
    POSTS,
    READ_ALL,
    THREADS,
    Area,
    PostRange,
    PostSeen,
    ThreadsFound,
)
from door.pages.api import IGNORE, Lobby, Visit
from door.pages.lists import ListPage, ListState, visiting
from door.pages.page import asking, doing, sending
from door.pages.sheets import SheetPage, SheetState, top_after_scroll
from door.records.community.forum import TITLE, ForumPost, ThreadRow, Window
from door.records.community.letters import WIDTH
from door.term.canvas import BRIGHT_CYAN, CYAN, GREY, WHITE, YELLOW, style
from door.ui import look, navigation
from door.ui.blocks import Lines, Row, Text
from door.ui.commands import Command
from door.ui.screen import Answer, Ask, Effects, Event, Leave, No, Speech
from door.ui.texts import tr
from door.ui.widgets import Column, wrap
from door.ui.words import unwrap

NAME: Final = 24
"""Characters of an area's name that a sysop types."""

QUOTED: Final = 6
"""Most lines of a quote."""

MARK: Final = "> "
"""Before each line of a quote."""


# -- areas and threads -------------------------------------------------------------------------------

Areas = ListState[Area]
ListedThreads = ListState[ThreadRow]
NEXT: Final = "n"


class _Areas(ListPage[Areas, Area]):
    TITLE = tr.forum.title
    FACE = "forum"
    QUERY = FORUM
    KEY = "slug"
    COLUMNS = (
        Column(tr.forum.head_area, 24, bare=True),
        Column(tr.forum.head_threads, 7, True),
        Column(tr.forum.head_new, 5, True),
        Column(tr.heads.last, 14),
        Column(tr.heads.by, 14, bare=True, grow=1),
    )

    def row(self, state: Areas, thing: Area) -> Row:
        cells = (thing.name, thing.threads, thing.new or "", thing.t, thing.last_by)
        told = tr.forum.plain_area(area=thing.name, threads=tr.count.threads(n=thing.threads))
        if thing.new:
            told = tr.forum.plain_area_new(area=told, posts=tr.count.new_posts(n=thing.new))
        return Row(cells, bool(thing.new), told)

    def starts_on(self, state: Areas, rows: Sequence[Area]) -> int:
        """Mark the first area with new posts."""
        return next((at for at, one in enumerate(rows) if one.new), 0)

    def count(self, state: Areas) -> str:
        return tr.count.new_posts(n=sum(one.new for one in state.rows or ()))

    def commands(self, state: Areas) -> tuple[Command[Areas], ...]:
        return (
            Command("open", "enter", tr.keys.threads, visiting("threads", "slug"), on_row=True),
            Command("next", NEXT, tr.keys.next_new, doing(NEXT_NEW(""))),
            Command(
                "all", "k", tr.keys.all_read, asking(tr.forum.confirm_all_read, 1, doing(READ_ALL(None)))
            ),
        )

    def receive(self, state: Areas, reply: Event) -> tuple[Areas, Effects] | None:
        if (id := NEXT_NEW.answer_in(reply)) is not None:
            return (state, (Visit("thread", id),)) if id else (state.say(tr.forum.nothing_new()), ())
        return super().receive(state, reply)


class _ThreadsPage(ListPage[ListedThreads, ThreadRow]):
    """The argument is the area."""

    TITLE = tr.forum.title
    FACE = "forum"
    QUERY = THREADS
    BY_ARG = True
    KEY = "id"
    COUNTED = tr.count.threads
    EMPTY = tr.forum.no_threads
    COLUMNS = (
        Column(tr.forum.head_thread, 33, bare=True, grow=2),
        Column(tr.heads.by, 12, bare=True, grow=1),
        Column(tr.forum.head_posts, 5, True),
        Column(tr.forum.head_new, 3, True),
        Column(tr.heads.last, 13),
    )

    def about(self, state: ListedThreads) -> str:
        """Return the title of the marked thread, whose row may have no room for all of it."""
        title = state.marked_row.title
        return title if len(title) > self.COLUMNS[0].width else ""

    def title(self, state: ListedThreads) -> str:
        found: ThreadsFound | None = state.found
        return tr.forum.title_area(area=found.area) if found else self.TITLE()

    def row(self, state: ListedThreads, thing: ThreadRow) -> Row:
        by = thing.by or tr.forum.the_board()
        told = tr.forum.plain_thread(
            title=thing.title, who=by, posts=tr.count.posts(n=thing.posts), when=thing.t
        )
        if thing.new:
            told = tr.forum.plain_thread_new(thread=told, posts=tr.count.new_posts(n=thing.new))
        return Row((thing.title, by, thing.posts, thing.new or "", thing.t), bool(thing.new), told)

    def commands(self, state: ListedThreads) -> tuple[Command[ListedThreads], ...]:
        sysops: tuple[Command[ListedThreads], ...] = (
            Command("move", "m", tr.keys.move, self.move_thread, on_row=True),
            Command("delete", "d", tr.keys.delete, self.delete, on_row=True),
        )
        return (
            Command("read", "enter", tr.keys.read, visiting("thread", "id"), on_row=True),
            Command("next", NEXT, tr.keys.next_new, doing(NEXT_NEW(""))),
            Command(
                "begin", "t", tr.keys.new_thread, asking(tr.forum.ask_title, TITLE, self.write_first_post)
            ),
            *(sysops if state.lobby.is_sysop else ()),
        )

    def move_thread(self, state: ListedThreads) -> tuple[ListedThreads, Effects]:
        id = state.marked_row.id
        return state.ask(tr.forum.ask_area(), NAME, sending(lambda area: MOVE_THREAD((id, area))))

    def delete(self, state: ListedThreads) -> tuple[ListedThreads, Effects]:
        return state.ask(tr.forum.confirm_delete_thread(), 1, doing(DELETE_THREAD(state.marked_row.id)))

    def receive(self, state: ListedThreads, reply: Event) -> tuple[ListedThreads, Effects] | None:
        if (id := NEXT_NEW.answer_in(reply)) is not None:
            return (state, (Visit("thread", id),)) if id else (state.say(tr.forum.nothing_new()), ())
        return super().receive(state, reply)

    def write_first_post(self, state: ListedThreads, title: str) -> tuple[ListedThreads, Effects]:
        return state.say(""), (Visit("post", "\n".join(("", state.arg, title))),)


# -- reading -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ThreadState(SheetState):
    """A thread that is read. `posts` are the loaded ones, `at` the one at the top. `reads_back`: the ones
    before them were asked for.
    """

    id: str = ""
    thread: ThreadRow | None = None
    posts: tuple[ForumPost, ...] = ()
    last: int = 0
    reads_back: bool = False

    @property
    def post(self) -> ForumPost:
        return self.posts[self.at]


Next = tuple[ThreadState, Effects]


class _ThreadPage(SheetPage[ThreadState]):
    """The argument is the thread's id."""

    TITLE = tr.forum.title
    STATE = ThreadState
    QUERY = POSTS
    ENTERS = True
    FOOT = 3

    def first(self, lobby: Lobby, arg: str) -> ThreadState:
        return ThreadState(lobby, arg, id=arg)

    def load(self, state: ThreadState) -> Effects:
        return (POSTS(PostRange(state.id, state.post.number if state.posts else 0)),)

    def title(self, state: ThreadState) -> str:
        return state.thread.title if state.thread else self.TITLE()

    # -- moving

    def receive(self, state: ThreadState, reply: Event) -> Next | None:
        match reply:
            case Answer(_, Window() as window):
                return self.show_posts(state, window)
            case Answer(_, str(id)):
                if not id:
                    return state.say(tr.forum.nothing_new()), ()
                return replace(state.say(""), id=id), (POSTS(PostRange(id)),)
            case No(to=to) if not state.posts or (isinstance(to, Ask) and to.query is POSTS):  # it is gone
                return state.say(reply.why, wrong=True), (Leave(),)
        return None

    def show_posts(self, state: ThreadState, window: Window) -> Next:
        """Show the posts that have come. A post that is gone leads to the next one, or to the last."""
        thread, posts, last = window
        if not posts and not state.reads_back and last:
            return state, (POSTS(PostRange(state.id, last)),)
        back = state.reads_back and bool(posts)
        if not posts:  # there is nothing before the first one
            return replace(state, reads_back=False).refuse(tr.forum.first_post())
        state = replace(state, thread=thread, posts=posts, last=last, reads_back=False)
        return self.goes_to(state, len(posts) - 1 if back else 0)

    def goes_to(self, state: ThreadState, at: int) -> Next:
        """Show that post at the top. All posts that are on the screen whole are read."""
        state = self.with_sheet(replace(state, at=at, top=0))
        return state, (PostSeen(state.id, state.posts[at + max(self.whole(state), 1) - 1].number),)

    def whole(self, state: ThreadState) -> int:
        """Return how many posts fit on the screen, from the one at the top. Plain mode reads one."""
        room, count = _room(state.lobby), 0
        for post in state.posts[state.at :] if not state.lobby.plain else ():
            room -= len(_lines(post, False))
            if room < -1:  # the blank line after the last one
                break
            count += 1
        return count

    def go_on(self, state: ThreadState) -> Next:
        """Show what comes after this screen."""
        if not state.posts:
            return state, ()
        hidden = len(_lines(state.post, True)) - _room(state.lobby)
        if not state.lobby.plain and state.top < hidden:  # the rest of a long post
            top = min(
                top_after_scroll(replace(state.sheet, top=state.top), _room(state.lobby), self.FOOT), hidden
            )
            return replace(state, top=max(top, state.top + 1)), ()
        at = state.at + max(self.whole(state), 1)
        if at < len(state.posts):
            return self.goes_to(state, at)
        if state.posts[-1].number < state.last:
            return state, (POSTS(PostRange(state.id, state.posts[-1].number + 1)),)
        return state, (NEXT_NEW(""),)  # perhaps this one, by now

    def go_back(self, state: ThreadState) -> Next:
        if state.posts and state.at:
            return self.goes_to(state, state.at - 1)
        number = state.post.number if state.posts else 1
        return replace(state, reads_back=True), (POSTS(PostRange(state.id, number, back=True)),)

    def go_down(self, state: ThreadState) -> Next:
        if state.posts and state.at + 1 < len(state.posts):
            return self.goes_to(state, state.at + 1)
        if state.posts and state.post.number < state.last:
            return state, (POSTS(PostRange(state.id, state.post.number + 1)),)
        return state.refuse(tr.forum.last_post())

    def move(self, state: ThreadState, name: str) -> Next | None:
        state = replace(state, note="", wrong=False)
        match navigation.direction(name):
            case "up":
                return self.go_back(state)
            case "down":
                return self.go_down(state)
            case "home":
                return state, (POSTS(PostRange(state.id, 1)),)
            case "end":
                return state, (POSTS(PostRange(state.id, state.last)),)
            case "pgdn":
                return self.go_on(state)
            case "pgup":
                at = max(0, state.at - max(self.whole(state), 1))
                return self.goes_to(state, at) if state.at else self.go_back(state)
        return None

    def line(self, state: ThreadState, text: str) -> Next | None:
        return self.go_to_number(state, text) if text.isdecimal() else None

    def go_to_number(self, state: ThreadState, text: str) -> Next:
        if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= state.last):
            return state.refuse(tr.forum.no_such_post(number=text, last=state.last))
        return state, (POSTS(PostRange(state.id, int(text))),)

    # -- commands

    def commands(self, state: ThreadState) -> tuple[Command[ThreadState], ...]:
        if not state.posts:
            return ()
        own = state.post.handle == state.lobby.handle
        before: Command[ThreadState] = Command("before", "b", tr.keys.post_before, self.go_back)
        ignores: Command[ThreadState] = Command(
            "ignore", "i", tr.keys.ignore, doing(IGNORE(state.post.handle))
        )
        deletes: Command[ThreadState] = Command("delete", "d", tr.keys.delete, self.delete)
        return (
            Command("on", "enter", tr.keys.go_on, self.go_on),
            *((before,) if state.lobby.plain else ()),
            Command("next", NEXT, tr.keys.next_new, doing(NEXT_NEW(state.id))),
            Command("reply", "r", tr.keys.reply, self.reply),
            Command("quote", "e", tr.keys.quote, self.quote),
            Command("number", "g", tr.keys.post_number, self.ask_number),
            *((ignores,) if state.post.handle and not own else ()),
            *((deletes,) if state.lobby.is_sysop else ()),
        )

    def reply(self, state: ThreadState) -> Next:
        return state, (Visit("post", "\n".join((state.id, self.title(state)))),)

    def quote(self, state: ThreadState) -> Next:
        """Answer with the post's own words on top."""
        own = [line for line in state.post.lines if line and not line.startswith(MARK)]
        kept = [*wrap(" ".join(own), WIDTH - len(MARK))][:QUOTED]
        heading = f"#{state.post.number} {state.post.handle}".rstrip() + ":"
        quoted = [MARK + line for line in (heading, *kept)]
        return state, (Visit("post", "\n".join((state.id, self.title(state), *quoted))),)

    def ask_number(self, state: ThreadState) -> Next:
        return state.ask(tr.forum.ask_number(last=state.last), 9, self.go_to_number)

    def delete(self, state: ThreadState) -> Next:
        return state.ask(tr.forum.confirm_delete_post(), 1, doing(DELETE_POST((state.id, state.post.number))))

    # -- what is shown

    def sheet(self, state: ThreadState) -> Text:
        if not state.posts:
            return Text(self.title(state))
        place = tr.forum.post_of(number=state.post.number, last=state.last)
        if state.lobby.plain:
            words = unwrap(state.post.lines, WIDTH - 8)
            return Text(_heading(state.post), (), place, words=(_heading(state.post), *words))
        room, lines = _room(state.lobby), list(_lines(state.post, True))
        for post in state.posts[state.at + 1 : state.at + max(self.whole(state), 1)]:
            lines += _lines(post, False)
        blank = [("", 0)] * (room - len(lines))
        return Text(self.title(state), (*lines[: max(room, len(_lines(state.post, True)))], *blank), place)

    def tell(self, before: ThreadState | None, after: ThreadState) -> Speech:
        """In plain mode, read a post, and its thread's title when that has changed. Back from another page,
        only the title: the post was read before.
        """
        speech = super().tell(before, after)
        if after.posts and not after.entry:
            speech = replace(speech, prompt=tr.forum.plain_prompt_reading())
        if not after.thread:
            return speech
        title: tuple[str, ...] = (tr.forum.plain_title(title=after.thread.title),)
        if before is None:
            return replace(speech, lines=title)
        if before.thread and before.thread.id == after.thread.id:
            if before.posts[before.at : before.at + 1] == after.posts[after.at : after.at + 1]:
                return speech
            title = ()
        number = tr.forum.post_of(number=after.post.number, last=after.last)
        post = (tr.forum.plain_post(place=number, heading=_heading(after.post)), *after.sheet.words[1:])
        return replace(speech, lines=(*title, *post))


def _room(lobby: Lobby) -> int:
    """Return how many lines of posts fit on the caller's screen."""
    _, _, rows = lobby.terminal.get("size", "").partition("x")
    return max(look.HEIGHT, int(rows) - 1 if rows.isdecimal() else 0) - 8


def _heading(post: ForumPost) -> str:
    who = post.handle or tr.forum.the_board()
    return tr.mail.letter_heading(who=who, when=post.t)


def _lines(post: ForumPost, here: bool) -> Lines:
    """Return a post's lines, with a blank one below. The post at the top (`here`) is brighter."""
    head = tr.forum.post_heading(number=post.number, heading=_heading(post))

    def rows() -> Iterator[tuple[str, int]]:
        yield head, style(YELLOW if here else BRIGHT_CYAN)
        for line in post.lines:
            yield line, style(CYAN if line.startswith(MARK) else WHITE if here else GREY)
        yield "", 0

    return tuple(rows())


AREAS_PAGE: Final = _Areas()
THREADS_PAGE: Final = _ThreadsPage()
THREAD_PAGE: Final = _ThreadPage()
