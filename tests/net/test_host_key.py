import os
from pathlib import Path

import asyncssh
import pytest
from store_kit import Far

from door.net.ssh.host_key import NAME, OLD_NAME, BadHostKey, host_key, host_keys, read_key, share_key


def test_the_key_is_made_once_and_kept_to_ourselves(tmp_path):
    folder = tmp_path / "data" / "keys"
    first = host_key(folder)
    assert first.get_algorithm() == "ssh-ed25519"
    assert host_key(folder).public_data == first.public_data
    assert (folder / NAME).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [p.name for p in folder.iterdir()] == [NAME], "nothing is left lying about"


def test_loose_permissions_are_repaired_and_reported(tmp_path, caplog):
    host_key(tmp_path)
    (tmp_path / NAME).chmod(0o644)
    tmp_path.chmod(0o755)
    caplog.clear()
    host_key(tmp_path)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert sum("open to others" in r.getMessage() for r in caplog.records) == 2


@pytest.mark.parametrize(
    "content", [b"", b"not a key\n", b"\xff\xfe\0", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n"]
)
def test_a_broken_key_is_one_sentence_and_is_never_replaced(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(BadHostKey) as error:
        host_key(tmp_path)
    assert str(tmp_path / NAME) in str(error.value)
    assert "\n" not in str(error.value)
    assert (tmp_path / NAME).read_bytes() == content


def test_a_key_under_a_passphrase_is_one_sentence(tmp_path):
    key = asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / NAME).write_bytes(key.export_private_key("pkcs8-pem", passphrase="x"))
    with pytest.raises(BadHostKey):
        host_key(tmp_path)


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "keys").write_text("a file")
    with pytest.raises(BadHostKey, match="can't write"):
        host_key(tmp_path / "keys")


def test_a_new_board_shows_the_ed25519_key_and_the_rsa_key_once_it_is_made(tmp_path):
    assert [key.get_algorithm() for key in host_keys(tmp_path)] == ["ssh-ed25519"]
    host_key(tmp_path, OLD_NAME)
    assert [key.get_algorithm() for key in host_keys(tmp_path)] == ["ssh-ed25519", "ssh-rsa"]


def test_a_broken_rsa_key_keeps_only_old_clients_out(tmp_path):
    (tmp_path / OLD_NAME).write_bytes(b"not a key")
    assert [key.get_algorithm() for key in host_keys(tmp_path)] == ["ssh-ed25519"]
    with pytest.raises(BadHostKey, match=OLD_NAME):
        host_key(tmp_path, OLD_NAME)


@pytest.mark.parametrize("make_it", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to(path.name)])
def test_what_is_no_file_is_one_sentence_and_is_not_waited_for(tmp_path, make_it):
    make_it(tmp_path / NAME)
    with pytest.raises(BadHostKey) as error:
        host_key(tmp_path)
    assert str(tmp_path / NAME) in str(error.value)


def test_hosts_on_a_database_have_the_first_one_s_keys(tmp_path, caplog):
    kept = Far(tmp_path)
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    share_key(kept, one)
    share_key(kept, two)
    own = host_key(three).export_public_key()
    assert not [record for record in caplog.records if record.levelname == "WARNING"]
    share_key(kept, three)
    assert "the other hosts' key is used" in caplog.text
    assert read_key(three / f"{NAME}.before").export_public_key() == own
    for folder in (one, two, three):
        share_key(kept, folder)
        assert host_keys(folder)[0].export_public_key() == read_key(one / NAME).export_public_key()
        assert (folder / NAME).stat().st_mode & 0o777 == 0o600 and folder.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in two.iterdir()] == [NAME]


@pytest.mark.parametrize("make_it", [os.mkfifo, Path.mkdir])
def test_what_is_in_the_place_of_a_shared_key_is_one_sentence(tmp_path, make_it):
    kept = Far(tmp_path)
    share_key(kept, tmp_path / "one")
    (tmp_path / "two").mkdir()
    make_it(tmp_path / "two" / NAME)
    with pytest.raises(BadHostKey, match=str(tmp_path / "two" / NAME)):
        share_key(kept, tmp_path / "two")
