"""The sysop's pages, typed in as they stand: every block of a page, in its order, on a machine of the test.

The machine is a folder: `/srv/…` and `/etc/…` are below it. A block that begins with `# /PATH` or
`# config/PATH` is that file, one that begins with a key is added to `board.yaml`, and all else is typed into
a shell. `door`, `sh`, `cp` and so on are the real programs, and so are PostgreSQL's. `systemctl` runs the
units that the page has written. `ELSEWHERE` has every page with blocks, and names those that aren't run, and
why. A block that is neither run nor named there fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Final, NamedTuple

import postgres_kit
import pytest
import yaml
from effort import PATIENCE

from door.settings.skeleton import init

ROOT: Final = Path(__file__).parents[2]
SECONDS: Final = 300
PAGES: Final = (
    *sorted(ROOT.glob("docs/*.md")),
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
)
OTHER_BOARD: Final = "another board's file, in its own language"
TOOLS: Final = "test_docs_programs.py looks for the tool and its options"

ELSEWHERE: Final[dict[str, dict[str, str]]] = {
    "sysop.md": {
        "nft add table": "needs the kernel; test_docs_programs.py parses it",
        "board.example {": "Caddy's file",
        "location / {": "nginx's file",
        "door callers list": "test_docs_commands.py runs each line with a caller of its own",
        "door nodes": "test_docs_commands.py runs each line with callers on the board",
        "door tables": "test_docs_commands.py; the table of the second line must exist",
        "/srv/board/.venv/bin/pip install examples": "test_door_pig.py installs it",
    },
    "operating.md": {
        "2026-11-": "lines of the log",
        "# /etc/fail2ban/filter.d": "test_docs.py matches the filter",
        "# /etc/haproxy": "an addition to a file; haproxy parses it below",
        "30 3 * * *": "a line for cron",
        "podman": "no containers inside a test; test_service.py runs the image's command",
        "hostssl": "a line of pg_hba.conf",
        "door log -f refused": "goes on; test_docs_commands.py parses it",
        "door callers sysop NAME no": "hangs up a call; test_docs_commands.py",
        "door clock ": "needs a clock that is wrong; e2e/test_clock.py",
    },
    "outside.md": {"door bulletin": "test_docs_commands.py"},
    "metrics.md": {"scrape_configs:": "a file of Prometheus"},
    "words.md": {},
    "external.md": {
        "name: ": "the same door as in the block above",
        "2026-11-21T20:21:44Z": "a line of the log",
        "command: [/usr/bin/sudo": "one key of a door's file",
    },
    "README.md": {
        "telnet ": "calls, to which test_clients.py has real clients",
        "python3 -m venv .venv-test": "runs all tests; test_docs.py compares it with CI's command",
    },
    "caller.md": {
        "telnet board.example": "test_clients.py calls with real clients",
        "ssh -p 2222 alice@board.example cast": "features/test_replays.py has it over SSH",
    },
    "doors.md": {"[project.entry-points": "what `door new-door` wrote into the package"},
    "tutorial.md": {"door new-door tenthrows": "test_door_pig.py types them in, with a pip of its own"},
    "dos.md": {"SRDOOR -f": "a batch file of DOS; external/test_dos.py runs one"},
    "hosts.md": {
        "?rlogin": OTHER_BOARD, "doorShutTheBox: {": OTHER_BOARD, "print(": OTHER_BOARD,
        "Uses User": OTHER_BOARD,
    },
    "packaging.md": {
        "python -m pip install build": "downloads a package",
        "pip wheel": "downloads every package",
        "pip install cyclonedx-bom": "downloads a package",
    },
    "security.md": {"python tests/support/crash_harness.py": f"takes hours; {TOOLS}"},
    "hacking.md": {
        "bytes ──> ": "a drawing", "effect Finish": "a drawing",
        "door play shutbox": f"test_docs.py plays with a trace; {TOOLS}",
        "python\n>>> ": "test_docs_programs.py runs the session",
    },
    "CONTRIBUTING.md": {
        "python3 -m venv .venv-test": "downloads packages; .ci/run does the same",
        ".venv-test/bin/python tests/": TOOLS,
    },
}  # fmt: skip
"""By the page, the beginnings of blocks that aren't run, with the reason."""

FENCED: Final = {
    "tutorial.md": "tests/games/test_tutorial.py",
    "fair-dice.md": "tests/records/test_fair_dice.py",
}
"""Pages with code between fences, and the tests that run it."""

DOOR32: Final = r"printf '0\n0\n38400\nOwl\n1\nReal Name\nAlice\n50\n60\n1\n1\n' >/srv/DOOR32.SYS"
"""A caller of another board."""

FIRST: Final = {
    "systemctl stop postgresql": "$NOBODY mkdir $DB2/data; $NOBODY touch $DB2/data/of-debian",
    "sudo -u postgres psql -c 'select pg_promote": """
        $NOBODY pg_ctl -D $DB1/data -m immediate stop; echo $DB2 >$HOME/primary
    """,
    "door health\ndoor log": """
        for _ in $(seq 300); do door log | grep "following the journal again" && break; sleep 0.2; done
    """,
    "door callers sysop NAME yes": "door callers add Ann",
    "df -h": "printf '\\nq\\ng\\nn\\n' | door play shutbox --plain --caller Ann",
    "systemctl stop door\nsudo -u postgres dropdb": """
        systemctl stop door; systemctl stop door-b
        rm -r /srv/board/the-door; mv /srv/board/broken /srv/board/the-door
        sudo -u postgres pg_dump -Fc -f /srv/backup/door.dump door
    """,
    ".venv/bin/door --board board callers sysop": ".venv/bin/door --board board callers add Ann",
    ".venv/bin/door --board board backup": "kill $(cat serve.pid)",
    "pip install -e door-coin\ncp": "",
    "name: Legend of the Red Dragon": """
        mkdir -p /srv/doors/lord; touch /srv/doors/lord/LORD.EXE /srv/doors/lord/LORDCFG.EXE
    """,
    "door --board /srv/board/the-door run": DOOR32,
    "#!/bin/sh": DOOR32,
    "sqlite3 ": """
        mkdir db; sqlite3 db/user.sqlite3 "create table user (id integer, user_name text);
        create table user_property (user_id integer, prop_name text, prop_value text);
        insert into user values (1, 'Alice'), (2, 'Bob Smith');
        insert into user_property values (1, 'last_login_timestamp', '2026-10-02T19:40:00.000+00:00')"
    """,
}  # fmt: skip
"""By the beginnings of blocks, what was done before: a caller joins and plays, the night has its dump."""

THEN: Final = {
    "sudo -u postgres psql -c \"alter system": """
        for _ in $(seq 150); do
            grep 'streaming | sync' printed && exit; sleep 0.2
            sudo -u postgres psql >printed -c \
                'select application_name, state, sync_state from pg_stat_replication'
        done; exit 1
    """,
    "door health\ndoor log": "grep 'following the journal again' printed",
    "sqlite3 ": "door callers import printed --dry-run | grep -x 'Bob Smith'",
    "#!/bin/sh\n# /srv/owl.sh": "grep -x -- '-p 2513 -l shutbox:THE-KEY:Alice owl.example' rlogin.txt",
}  # fmt: skip
"""By the beginnings of blocks, what must succeed behind them."""

NO_OPS: Final = ("apt", "apt-get", "useradd", "chown", "git")
"""Programs that would change the machine of the test. They do nothing here."""

PLACEHOLDERS: Final = {
    "YOURNAME": "Ann", "PATH --bbs": "/srv/DOOR32.SYS --bbs", "/tmp/board": "/srv/packaged",
    "ansi_art BOARD": "ansi_art $DOOR_BOARD", "--board BOARD": "--board $DOOR_BOARD",
    "NAME": "Ann", "FILE.tar.gz": "/srv/board/copy.tar.gz", " DIR": " /srv/board/copy", "PASSWORD": "secret",
    "0.0.0.0": "127.0.0.1", "Mon.tar.gz": "$(date +%a).tar.gz",
}  # fmt: skip

INSTALL: Final = """
while [ "$1" != "${1#-}" ]; do case $1 in -o) shift;; -d) d=-d;; -m) m="-m $2"; shift;; esac; shift; done
exec /usr/bin/install $d $m "$@"
"""
"""`install` without owners, which only root can give."""

SERVE: Final = r"""
ports="--telnet 127.0.0.1:0 --ssh 127.0.0.1:0 --web off"
(setsid \g<0> $ports >serve.log 2>&1 </dev/null & echo $! >serve.pid)
for _ in $(seq 600); do door --board \2 health >/dev/null 2>&1 && break; sleep 0.1; done
door --board \2 health
"""
"""A board in the foreground, which goes on while the next block is typed in."""

SUDO: Final = """
[ "$1" = -u ] && shift 2
[ ! -f $HOME/primary ] || export PGHOST=$(cat $HOME/primary)
case $1 in rm|pg_basebackup) exec $NOBODY "$@";; esac
exec "$@"
"""
"""`sudo` without other accounts, except for the files of the second database. That is the primary after the
first one's end."""

PIP: Final = """
if [ "$2" = -e ]; then
    alone="--no-deps --no-build-isolation --no-index"
    exec PYTHON -m pip install -q $alone --upgrade --target $HOME/site ./${3%%[*}
fi
[ -f constraints.txt ] && [ -f pyproject.toml ] || exit 1
printf '#!/bin/sh\\nDOOR\\n' >$(dirname $0)/door && chmod +x $(dirname $0)/door
"""
VENV: Final = """
[ "$2" = venv ] || exec PYTHON "$@"
mkdir -p $3/bin && cp $(dirname $0)/pip $3/bin
"""
"""An environment whose pip installs the tested code as `door`. Nothing is downloaded."""

SYSTEMCTL: Final = r"""#!/bin/bash
# A systemd of one page: units are the files that the page wrote. Listeners take any free port.
units=ETC/systemd/system
if [ "$2" = postgresql ]; then
    [ "$1" = start ] || [ -f $DB2/data/postmaster.pid ] || exit 0
    exec $NOBODY pg_ctl -D $DB2/data -w -l $DB2/log \
        -o "-k $DB2 -c listen_addresses='' -c fsync=off -c max_connections=100" $1
fi
run() {
    [ -f $units/$1.service ] || exit 5
    if grep -q Type=oneshot $units/$1.service; then
        eval "$(sed -n 's/^Environment=/export /p' $units/$1.service)"
        sed -n 's/^ExecStart=//p' $units/$1.service | sed 's/%%/%/g; /sleep/d' | while read -r line; do
            case $line in -*) eval "${line#-}" || true;; *) eval "$line" || exit 1;; esac
        done
        return
    fi
    line=$(sed -n 's/^ExecStart=//p' $units/$1.service)
    board=${line##*--board }
    setsid $line --telnet 127.0.0.1:0 --ssh 127.0.0.1:0 --web off >>$units/$1.log 2>&1 </dev/null &
    echo $! >$units/$1.pid
    for _ in $(seq 600); do
        door --board $board health >/dev/null 2>&1 && return
        kill -0 $(cat $units/$1.pid) 2>/dev/null || break
        sleep 0.1
    done
    cat $units/$1.log; exit 1
}
end() {
    [ -f $units/$1.pid ] || return 0
    kill $(cat $units/$1.pid)
    for _ in $(seq 600); do kill -0 $(cat $units/$1.pid) 2>/dev/null || break; sleep 0.1; done
    rm $units/$1.pid
}
verb=$1; shift; [ "$1" = --now ] && shift
name=${1%.timer}
case $verb in
    daemon-reload|status) ;;
    reload) kill -HUP $(cat $units/$name.pid);;
    enable) [ "$name" = "$1" ] && run $name || [ -f $units/$1 ];;
    start) run $name;;
    stop) end $name;;
    restart) end $name; run $name;;
    *) exit 3;;
esac
"""


class Block(NamedTuple):
    """A block of a page, without its indent. `line` is its first line."""

    line: int
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """Yield the indented blocks of a page, also those in lists."""
    text = re.sub(
        r"^```.*?^```", lambda found: re.sub(r".", "", found[0]), page.read_text(), flags=re.M | re.S
    )
    lines, inside = text.split("\n"), 0
    at = 0
    while at < len(lines):
        line = lines[at]
        if item := re.match(r"(?:\d+\.|-) +", line):
            inside = len(item[0])
        elif line and not line.startswith(" "):
            inside = 0
        indent = inside + 4
        if line.startswith(" " * indent) and not lines[at - 1]:
            end = next(
                (n for n in range(at, len(lines)) if lines[n] and not lines[n].startswith(" " * indent)),
                len(lines),
            )
            yield Block(at + 1, dedent("\n".join(lines[at:end])).rstrip("\n"))
            at = end
        else:
            at += 1


class Machine:
    """A machine in a folder, whose sysop is in a checkout. A fresh one has no board."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.folder, self.board = folder, folder / "srv/board/the-door"
        self.bin, self.checkout = folder / "bin", folder / "checkout"
        for one in (
            self.bin,
            self.checkout,
            *(folder / name for name in ("srv/board", "etc/systemd/system")),
        ):
            one.mkdir(parents=True)
        for name in ("pyproject.toml", "constraints.txt"):
            shutil.copy(ROOT / name, self.checkout)
        door = f'exec {sys.executable} -m door "$@"'
        self._write("door", door)
        self._write("sudo", SUDO)
        self._write("install", INSTALL)
        self._write("pip", PIP.replace("DOOR", door).replace("PYTHON", sys.executable))
        self._write("python3", VENV.replace("PYTHON", sys.executable))
        self._write("python", f'exec {sys.executable} "$@"')
        self._write("rlogin", 'echo "$@" >>rlogin.txt')
        for name in NO_OPS:
            self._write(name, "exit 0")
        (self.bin / "systemctl").write_text(SYSTEMCTL.replace("ETC", str(folder / "etc")))
        for path in self.bin.iterdir():
            path.chmod(0o755)
        self.environ = {
            **environ, "PATH": f"{self.bin}:{environ.get('PATH', os.environ['PATH'])}", "LANG": "C.UTF-8",
            "HOME": str(folder), "PYTHONPATH": f"{folder / 'site'}:{ROOT}",
        }  # fmt: skip
        self.aliases = ""

    def _write(self, name: str, script: str) -> None:
        (self.bin / name).write_text(f"#!/bin/sh\n{script}\n")

    def translate(self, text: str) -> str:
        """Return a block's text for this machine."""
        for word, value in PLACEHOLDERS.items():
            text = text.replace(word, value)
        text = text.replace("/usr/bin/python3", "python3")
        text = re.sub(r"(\S*door) serve --board (\S+)$", SERVE, text, flags=re.M)
        return re.sub(r"(?<![\w.])/(srv|etc)/", rf"{self.folder}/\1/", text)

    def type(self, block: Block) -> str:
        """Write, add or run a block. Return what is wrong, or ""."""
        text = self.translate(block.text)
        if text.startswith("#!"):
            self._write("script", text.partition("\n")[2])
            (self.bin / "script").chmod(0o755)
            return self.run(f"script {self.folder}/srv/DOOR32.SYS")
        if text.startswith("name: "):
            (self.board / "config/external/lord.yaml").write_text(f"{text}\n")
            return self.check()
        if re.match(r"# (\S+/|config)\S*", text):
            for part in re.split(r"\n(?=# \S+/\S+)", text):
                path = self.board / Path(re.split(r"[:\s]", part[2:])[0])
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(part.rstrip("\n") + "\n")
            return self.check() if "/config/" in str(path) else ""
        if re.match(r"[\w.]+:\s", text):
            return self.add(text)
        return self.run(text)

    def add(self, text: str) -> str:
        """Add keys to the settings, or sentences to the board's own."""
        values = yaml.safe_load(text)
        settings = self.board / "config/board.yaml"
        if any("." in key for key in values):
            (self.board / "config/texts.yaml").write_text(text + "\n")
            return self.check()
        for name in set(re.findall(r'"?@file:([\w.]+)', text)):
            (self.board / name).write_text(
                "https://example.org/hook\n" if name.endswith(".url") else "sixteen-letters-or-more\n"
            )
            (self.board / name).chmod(0o600)
        before = yaml.safe_load(settings.read_text())
        for key, value in values.items():
            before[key] = {**before[key], **value} if isinstance(value, dict) else value
        kept = settings.read_text()
        settings.write_text(yaml.safe_dump(before))
        said = self.check()
        settings.write_text(
            kept
        )  # the next blocks go on without it: its listeners need certificates and ports
        return said

    def check(self) -> str:
        """Return what `door check` says is wrong, except for programs and files that this machine lacks."""
        ran = self._shell(f"door --board {self.board} check")
        faults = [
            line
            for line in ran.stderr.splitlines()
            if not re.search("no such|can't be found|not exist", line, re.I)
        ]
        return "\n".join(faults) if ran.returncode else ""

    def run(self, text: str) -> str:
        """Type commands into a shell, which stops at the first one that fails."""
        self.aliases += "".join(f"{line}\n" for line in text.splitlines() if line.startswith("alias "))
        ran = self._shell(text)
        (self.checkout / "printed").write_text(ran.stdout)
        return f"{ran.returncode}\n{ran.stdout}{ran.stderr}" if ran.returncode else ""

    def _shell(self, text: str) -> subprocess.CompletedProcess[str]:
        script = f"shopt -s expand_aliases\n{self.aliases}set -eo pipefail\n{text}\n"
        return subprocess.run(
            ["bash", "-c", script], cwd=self.checkout, env=self.environ, capture_output=True, text=True,
            input="a long secret\n" * 4, timeout=SECONDS,
        )  # fmt: skip

    def end(self) -> None:
        """End the boards that its units started."""
        for unit in (self.folder / "etc/systemd/system").glob("*.pid"):
            self._shell(f"systemctl stop {unit.stem}")
        self._shell("[ ! -f serve.pid ] || kill $(cat serve.pid)")


def path_of(page: str) -> Path:
    return ROOT / ("" if page in ("README.md", "CONTRIBUTING.md") else "docs") / page


def tried(machine: Machine, page: str) -> list[str]:
    """Type a page in. Return a line for each block that did something else than it says."""
    left_out, wrong = dict(ELSEWHERE[page]), []
    for block in blocks(path_of(page)):
        if reasons := [start for start in ELSEWHERE[page] if block.text.startswith(start)]:
            for start in reasons:
                left_out.pop(start, None)
            continue
        first, then = (
            machine.translate(next((text for start, text in by.items() if block.text.startswith(start)), ""))
            for by in (FIRST, THEN)
        )
        if said := machine.run(first) or machine.type(block) or (then and machine.run(then)):
            wrong.append(f"{page}:{block.line}: {said}")
    return [*wrong, *(f"{page} has no block that begins with {start!r}" for start in left_out)]


@pytest.fixture
def database() -> Iterator[dict[str, str]]:
    """A PostgreSQL server whose superuser is `postgres`, a folder for another, and variables for both."""
    found = postgres_kit.programs()
    if not found:
        pytest.skip("needs a PostgreSQL server: apt-get install postgresql")
    pytest.importorskip("psycopg", reason="needs psycopg, of the extra [postgres]")
    server = postgres_kit.Server(found)
    standby, nobody = Path(tempfile.mkdtemp(prefix="pg")), "runuser -u nobody --" if os.getuid() == 0 else ""
    if nobody:
        shutil.chown(standby, "nobody")
    environ = {
        "PATH": f"{found}:{os.environ['PATH']}", "PGHOST": str(server.folder), "PGUSER": "postgres",
        "DB1": str(server.folder), "DB2": str(standby), "NOBODY": nobody,
    }  # fmt: skip
    sql = "create role postgres superuser login; set role postgres"
    subprocess.run([found / "psql", "-qU", "door", "-c", sql, "postgres"], env=environ, check=True)
    subprocess.run(
        [found / "psql", "-qc", "alter role door rename to boot", "postgres"], env=environ, check=True
    )
    yield environ
    stop = [*nobody.split(), found / "pg_ctl", "-D", standby / "data", "-m", "immediate", "stop"]
    subprocess.run(stop, capture_output=True, cwd="/")
    shutil.rmtree(standby)
    server.remove()


@pytest.mark.whole("pages")
@pytest.mark.long(85)
@pytest.mark.timeout(1200)
def test_the_sysop_s_first_day_and_what_comes_later_are_typed_in(tmp_path, database, monkeypatch):
    machine = Machine(tmp_path, database)
    one, other = database["DB1"], database["DB2"]
    for word, value in {
        "@db1.example.org/door?sslmode=verify-full": f"@/door?host={one}",
        "@db1.example.org,db2.example.org/door?sslmode=verify-full": f"@/door?host={one},{other}",
        "-h db1.example.org": f"-h {one}",
        "/var/lib/postgresql/15/main": f"{other}/data",
    }.items():
        monkeypatch.setitem(PLACEHOLDERS, word, value)
    try:
        wrong = tried(machine, "sysop.md") + tried(machine, "operating.md")
    finally:
        machine.end()
    assert not wrong, "\n".join(wrong)


def test_every_block_of_every_page_is_typed_in_or_has_a_reason_why_not():
    with_blocks = {page for page in PAGES if next(blocks(page), None)}
    assert with_blocks == {path_of(page) for page in ELSEWHERE}
    fenced = {page.name for page in PAGES if re.search("^```", page.read_text(), re.M)}
    assert fenced == FENCED.keys()
    assert all((ROOT / test).exists() for test in FENCED.values())


@pytest.mark.whole("pages")
@pytest.mark.timeout(300)
def test_readme_is_typed_in(tmp_path):
    machine = Machine(tmp_path, {})
    try:
        wrong = tried(machine, "README.md")
    finally:
        machine.end()
    assert not wrong, "\n".join(wrong)


@pytest.mark.whole("pages")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", sorted(ELSEWHERE.keys() - {"README.md", "sysop.md", "operating.md"}))
def test_pages_for_a_board_that_is_there_are_typed_in(tmp_path, page):
    machine = Machine(tmp_path, {})
    init(machine.board)
    bin = tmp_path / "srv/board/.venv/bin"
    bin.mkdir(parents=True)
    shutil.copy(machine.bin / "door", bin)
    machine.environ["DOOR_BOARD"], machine.checkout = str(machine.board), machine.board
    wrong = tried(machine, page)
    assert not wrong, "\n".join(wrong)


def test_haproxy_takes_its_lines(tmp_path):
    program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    if not program:
        pytest.skip("haproxy is not installed")
    (block,) = (one for one in blocks(ROOT / "docs/operating.md") if one.text.startswith("# /etc/haproxy"))
    (tmp_path / "cfg").write_text(f"{block.text}\n")
    ran = subprocess.run(
        [program, "-c", "-f", tmp_path / "cfg"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.returncode == 0 and "ALERT" not in ran.stderr, ran.stderr
