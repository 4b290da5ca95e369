"""A machine where no folder for temporary files can be written."""

import os
import tempfile

from door.server.start import _find_temporary_folder


def test_the_board_s_own_folder_takes_temporary_files_if_no_other_can(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", "/nonexistent")
    _find_temporary_folder(tmp_path)
    assert tempfile.gettempdir() not in (str(tmp_path / "tmp"), "/nonexistent"), "there is another"
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/nonexistent"])
    _find_temporary_folder(tmp_path)
    with tempfile.TemporaryFile() as file:
        file.write(b"kept")
    assert os.environ["TMPDIR"] == tempfile.gettempdir() == str(tmp_path / "tmp")
    assert (tmp_path / "tmp").stat().st_mode & 0o777 == 0o700
