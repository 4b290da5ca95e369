"""Requests of browsers, as bytes in and answers out."""

from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.net.web.http import LONGEST_HEAD, BadRequest, Request, answer, head_of, read

HEAD = b"GET /a?b=1 HTTP/1.1\r\nHost: board:8080\r\nAccept-Encoding: br, GZIP\r\n\r\n"


def refused(data: bytes) -> BadRequest:
    with pytest.raises(BadRequest) as error:
        read(head_of(data) or b"")
    return error.value


def test_a_head_is_read_once_it_is_whole():
    for cut in range(len(HEAD)):
        assert head_of(HEAD[:cut]) is None
    assert head_of(HEAD + b"more") == HEAD
    request = read(HEAD)
    assert request[:3] == ("GET", "/a", "b=1") and request.keeps_alive
    assert request.one("host") == "board:8080" and request.lists("accept-encoding", "gzip")


@pytest.mark.parametrize(("data", "status", "said"), [
    (b"\x16\x03\x01", 400, "not an HTTP request"),
    (b"SSH-2.0-x\r\n\r\n", 400, "first line"),
    (b"POST / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "Only GET and HEAD"),
    (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400, "first line"),
    (b"GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "first line"),
    (b"GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n", 400, "first line"),
    (b"GET / HTTP/1.1\r\n\r\n", 400, "no Host"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "2 headers named host"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n", 400, "may not have a body"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "body"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded\r\n\r\n", 400, "A header"),
    (b"GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n", 400, "A header"),
    (b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400, "A header"),
    (b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEAD, 431, "too long"),
])  # fmt: skip
def test_what_is_unusual_is_refused_in_a_sentence(data, status, said):
    error = refused(data)
    assert error.status == status and said in str(error)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_request_or_a_refusal(data):
    try:
        head = head_of(data + b"\r\n\r\n")
        assert head is not None and isinstance(read(head), Request)
    except BadRequest as error:
        assert str(error)


def test_an_answer_says_its_length_and_whether_the_line_stays():
    got = answer(HTTPStatus.OK, 5, {"X": "1"}, keep=True)
    assert got.startswith(b"HTTP/1.1 200 OK\r\n") and got.endswith(b"\r\n\r\n")
    assert b"Content-Length: 5" in got and b"Connection: keep-alive" in got
    assert answer(HTTPStatus.OK, 5, {}).endswith(b"Connection: close\r\n\r\n")
    assert b"Content-Length" not in answer(HTTPStatus.NOT_MODIFIED, 0, {})


def test_a_whole_address_is_asked_for_and_its_host_is_in_force():
    """RFC 9112, 3.2.2. A header that says otherwise can't get around the check of the host."""
    request = read(b"GET http://bbs.example:8080/games/?a=b HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert (request.path, request.query) == ("/games/", "a=b")
    assert request.every("host") == ["bbs.example:8080"]
