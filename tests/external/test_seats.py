"""Seats of a door over processes: one caller each, free when their file is closed."""

import os

from door.external.seats import Sitter, seat, sitters, take


def test_a_seat_is_one_caller_s_until_its_file_is_closed(tmp_path):
    folder = tmp_path / "new" / "seats"
    ann, bob, cid = (Sitter(name, "2026-11-21T12:00:00.000Z") for name in ("Ann", "Bob", "Cid"))
    first, second = take(folder, "toy", 2, ann), take(folder, "toy", 2, bob)
    assert (first.number, second.number) == (1, 2) and take(folder, "toy", 2, cid) is None
    other = take(folder, "toy2", 1, cid)
    assert other.number == 1, "each door has its own"
    assert list(sitters(folder, "toy", 2)) == [ann, bob] and list(sitters(folder, "toy", 1)) == [ann]
    assert not any(os.get_inheritable(one.file) for one in (first, second))
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    os.close(first.file)
    assert list(sitters(folder, "toy", 2)) == [bob]
    again = take(folder, "toy", 2, cid)
    assert again.number == 1 and list(sitters(folder, "toy", 2)) == [cid, bob]
    for one in (again, second, other):
        os.close(one.file)


def test_a_seat_says_who_has_it_now_and_one_that_cannot_be_read_is_skipped(tmp_path):
    ann = Sitter("Ann", "2026-11-21T12:00:00.000Z")
    taken, other = take(tmp_path, "toy", 2, ann), take(tmp_path, "toy", 2, ann)
    seat(taken, ann._replace(leaves=True, until="soon"))
    os.ftruncate(other.file, 0)
    assert list(sitters(tmp_path, "toy", 3)) == [ann._replace(leaves=True, until="soon")]
    seat(taken, ann)
    assert list(sitters(tmp_path, "toy", 3)) == [ann], "nothing is left of a longer text"
    for one in (taken, other):
        os.close(one.file)
