"""Wherever the home folder is, and whatever the system's language: a game is kept and resumed, or one sentence says why it
cannot be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.structure import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="environments as POSIX has them")
NEW = ("--seats", "human:İrem,human:שלום")
LINES = b"4\n5\nundo\n3\n"
UNSET = ("FOURTH_SEAT_HOME", "HOME", "XDG_DATA_HOME", "LANG", "LC_ALL", "LC_CTYPE", "LANGUAGE", "FOURTH_SEAT_LANGUAGE")


def play(
    *arguments: str, environment: dict[str, str], cwd: Path, lines: bytes = b"", before: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[bytes]:
    """Play Connect 4 in the terminal, with nothing in the environment about the home folder or the language."""
    others = {name: value for name, value in os.environ.items() if name not in UNSET}
    return subprocess.run(
        [*before, sys.executable, str(ROOT / "companion.py"), "play", "connect4", "--terminal", "--json", *arguments],
        input=lines, capture_output=True, timeout=60, cwd=cwd, check=False, env={**others, **environment},
    )  # fmt: skip


def check_kept(environment: dict[str, str], cwd: Path) -> None:
    """Play, resume, and check that everything is there again."""
    first = play(*NEW, environment=environment, cwd=cwd, lines=LINES)
    assert (first.returncode, first.stderr) == (0, b"")
    kinds = [json.loads(line)["event"] for line in first.stdout.splitlines()]
    assert kinds == ["game", "move", "move", "rewind", "move"]
    again = play("--resume", environment=environment, cwd=cwd)
    assert (again.returncode, again.stderr, again.stdout) == (0, b"", first.stdout)


def check_refused(done: subprocess.CompletedProcess[bytes]) -> None:
    """Check that one sentence was printed, and nothing was shown."""
    assert done.returncode == 1 and done.stdout == b""
    assert len(done.stderr.splitlines()) == 1 and b"error" not in done.stderr


@pytest.mark.parametrize(
    "language",
    [
        {"LC_ALL": "tr_TR.UTF-8"},
        {"LC_ALL": "de_DE.UTF-8"},
        pytest.param({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, id="C"),
        pytest.param({"LC_ALL": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0"}, id="Latin 5", marks=pytest.mark.slow),
        pytest.param({"LANG": "xx_YY.nonsense"}, id="nonsense", marks=pytest.mark.slow),
    ],
)
def test_a_home_with_blanks_and_hebrew_letters(tmp_path: Path, language: dict[str, str]) -> None:
    home = tmp_path / "my home" / "בית"
    home.mkdir(parents=True)
    check_kept({"HOME": str(home), **language}, tmp_path)
    assert len(list(home.rglob("*.jsonl"))) == 1


@pytest.mark.parametrize("words", [["I", "SHOW"], ["RESIGN", "QUIT"]])
def test_capital_letters_mean_the_same_in_turkish(tmp_path: Path, words: list[str]) -> None:
    typed = "\n".join([*words, ""]).encode()
    outputs = [
        play(*NEW, environment={"HOME": str(tmp_path / locale), "LC_ALL": locale, "FOURTH_SEAT_LANGUAGE": "en"},
             cwd=tmp_path, lines=typed).stdout.splitlines()[1:]
        for locale in ("tr_TR.UTF-8", "C.UTF-8")
    ]  # fmt: skip
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param({"HOME": "{tmp}/none/at/all"}, id="home that does not exist"),
        pytest.param({"HOME": "{tmp}", "XDG_DATA_HOME": "relative", "XDG_CONFIG_HOME": "\x01"}, id="relative XDG"),
        pytest.param({"HOME": "{tmp}", "TMPDIR": "/dev/null"}, id="no TMPDIR", marks=pytest.mark.slow),
        pytest.param({"HOME": "{tmp}", "TZ": "Nowhere/Nothing"}, id="unknown time zone", marks=pytest.mark.slow),
        pytest.param({"HOME": "{tmp}", "TZ": "Pacific/Kiritimati"}, id="tomorrow", marks=pytest.mark.slow),
    ],
)
def test_odd_variables(tmp_path: Path, odd: dict[str, str]) -> None:
    check_kept({name: value.format(tmp=tmp_path) for name, value in odd.items()}, tmp_path)


def test_the_working_folder_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    leave = ("sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh")
    kept = play(*NEW, environment={"HOME": str(tmp_path)}, cwd=gone, lines=LINES, before=leave)
    assert (kept.returncode, kept.stderr, len(kept.stdout.splitlines())) == (0, b"", 5)
    gone.mkdir()
    check_refused(play(*NEW, environment={"FOURTH_SEAT_HOME": "here"}, cwd=gone, lines=LINES, before=leave))


@pytest.mark.parametrize("variable", ["HOME", "XDG_DATA_HOME", "FOURTH_SEAT_HOME"])
def test_home_is_a_file(tmp_path: Path, variable: str) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    environment = {"HOME": str(tmp_path), variable: str(tmp_path / "file")}
    check_refused(play(*NEW, environment=environment, cwd=tmp_path, lines=LINES))
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_a_home_that_may_not_be_written(tmp_path: Path) -> None:
    before: tuple[str, ...] = ()
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root may write everywhere, and setpriv is not there to take that from it")
        before = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
    environment = {"HOME": str(tmp_path)}
    tmp_path.chmod(0o555)
    check_refused(play(*NEW, environment=environment, cwd=ROOT, lines=LINES, before=before))
    tmp_path.chmod(0o755)
    check_kept(environment, tmp_path)
    folder = next(tmp_path.rglob("*.jsonl")).parent
    folder.chmod(0o555)
    done = play(*NEW, environment=environment, cwd=ROOT, lines=LINES, before=before)
    folder.chmod(0o755)
    check_refused(done)
