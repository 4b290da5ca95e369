"""`outside:`, `mail:` and `webhooks:` of board.yaml: one sentence for a wrong one, and secrets in files."""

from pathlib import Path

import pytest

from door.commands.check import check_board
from door.screens.doors import infos
from door.settings import SettingsError, load
from door.settings.models import Webhook
from door.settings.reload import SettingsWatch, flat, write_snapshot
from door.settings.skeleton import init

MAIL = "web: {url: https://board.example.org}\nmail: {host: mail.example.org, sender: door@example.org"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    init(tmp_path)
    return tmp_path


def put(board: Path, text: str) -> None:
    (board / "config" / "board.yaml").write_text(f"{text}\n")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("mail: {host: mail.example.org, sender: a@b.org}", 1, "mail: needs web.url, where callers turn"),
        ("web: {url: https://b.org}\nmail: {host: m.b.org}", 2, "mail.sender: must be given, because"),
        ("web: {url: b.org}", 1, "web.url: must be a site's address without a path"),
        ("web: {url: https://b.org/bbs}", 1, "web.url: must be a site's address without a path"),
        ("web: {url: https://..org/}", 1, "web.url: must be a site's address without a path"),
        ("web: {url: https://b.org/}", 1, "web.url: must be written https://b.org"),
        ("web: {url: HTTPS://B.org:8443}", 1, "web.url: must be written https://b.org:8443"),
        ("web: {origins: [https://bücher.example]}", 1, "must be written https://xn--bcher-kva.example"),
        (f"{MAIL}, user: me}}", 2, "mail.password: must be given, because mail.user is"),
        (f'{MAIL}, user: me, password: secret, tls: "off"}}', 2, "mail.tls: must be starttls or tls"),
        (f"{MAIL}, port: 0}}", 2, "mail.port: must be at least 1"),
        (MAIL.replace("door@", "The Door <door@") + "}", 2, "mail.sender: must be an e-mail address such as"),
        (MAIL.replace("mail.example", "mail example") + "}", 2, "mail.host: must be a server's name"),
        (f'{MAIL}, user: me, password: "@file:gone"}}', 2, "mail.password: the file gone cannot be read"),
        ("outside: {networks: [192.168.1.1/24]}", 1, "outside.networks.0: must be a network such as"),
        ("webhooks: {a: {url: example.org}}", 1, "webhooks.a.url: must be a web address such as"),
        ("webhooks: {a: {events: [winners]}}", 1, "webhooks.a.url: must be given"),
        ("webhooks: {a: {url: https://b.org, events: [winner]}}", 1, "webhooks.a.events.0: must be 'winn"),
        ("webhooks: {a: {url: https://b.org, events: []}}", 1, "webhooks.a.events: must have at least 1"),
        ("webhooks: {a: {url: https://b.org, format: xml}}", 1, "webhooks.a.format: must be 'json' or"),
        ("webhooks: {a: {ulr: https://b.org}}", 1, "webhooks.a.ulr: there is no such key; did you mean"),
        ('webhooks: {a: {url: "@file:gone"}}', 1, "webhooks.a.url: the file gone cannot be read"),
    ],
)  # fmt: skip
def test_a_wrong_one_is_one_sentence(board, text, line, reason):
    put(board, text)
    with pytest.raises(SettingsError) as caught:
        load(board, infos())
    errors = [error for error in caught.value.errors if reason in error]
    assert len(errors) == 1 and f"board.yaml:{line}: " in errors[0], caught.value.errors
    assert "secret" not in str(caught.value)


def test_secrets_come_from_files_and_no_list_shows_them(board):
    (board / "hook").write_text("https://example.org/very-secret\n")
    (board / "word").write_text("very-secret\n")
    hooks = 'webhooks: {mine: {url: "@file:hook", events: [board]}}'
    put(board, f'{MAIL}, user: me, password: "@file:word"}}\n{hooks}')
    settings = load(board, infos())
    assert settings.webhooks == {"mine": Webhook(url="https://example.org/very-secret", events=("board",))}
    assert settings.mail.password == "very-secret"
    assert "very-secret" not in str(flat(settings))
    write_snapshot(board, settings)
    put(board, 'webhooks: {other: {url: "@file:hook"}}')
    fresh = load(board, infos())
    changes = [str(change) for change in SettingsWatch.compare(settings, fresh)]
    assert [one.partition(" ")[0] for one in changes if "webhooks" in one] == [
        "webhooks.other",
        "webhooks.mine",
    ]
    lines, errors = check_board(board, infos())
    assert "  webhooks.other: a new webhook; applies at once" in lines and errors == []
    assert "very-secret" not in str((changes, lines))
