"""Findings about strangers' files, links and second windows: files that belong to the user, and files that are replaced."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Mapping

from benchmarks.reliability.checkout import LINE_TIMEOUT_S, ROOT, Checkout, Outcome, type_line, until
from benchmarks.reliability.found.case import Case
from benchmarks.start_up import screen

LETTER = "Dear Anna"
ENGINE = f"{sys.executable} {ROOT / 'companion.py'} engine connect4"
TORN = 30_000
TORN_CPU_S = 2.0
TORN_TRIES = 3
LIMITED = """
import resource, runpy, sys
limit = int(sys.argv[1])
sys.dont_write_bytecode = True  # half a file of it would stay
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
sys.argv = sys.argv[1:]
sys.argv[0] = "companion.py"
runpy.run_path("companion.py", run_name="__main__")
"""
TWO_WINDOWS = """
from dataclasses import replace
import tkinter as tk
from fourth_seat.table.settings.language import named
from fourth_seat.ui import settings
try:
    from fourth_seat.ui.main_window import MainWindow as Window
except ImportError:  # older checkouts
    from fourth_seat.ui.window import Window
windows = [Window(tk.Tk(), settings.load(), catalogue=named("en")) for _ in range(2)]
windows[0].change(replace(windows[0].settings, text="huge", names=("Cleo",)))
windows[1].change(windows[1].settings.begun("connect4", settings.LastGame(("human", "human"), ""), ("Ben",)))
saved = settings.load()
print("both" if saved.text == "huge" and {"Cleo", "Ben"} <= set(saved.names) else saved)
"""
FULL_BYTES = (1 << 21) - 20_000
LINES = 300


def removed_data(checkout: Checkout) -> bool:
    """Uninstall with a data folder that holds the user's own files, in folders named like the program's."""
    own = [
        checkout.home / name / "tax 2025.ods" for name in ("tables", "extras", "settings", "trust", "devices", "problems")
    ]
    own += [
        checkout.home / "links.toml",
        checkout.home / "calibration" / "printer.icc",
        checkout.home / "records" / "a.jsonl",
    ]
    for path in own:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LETTER)
    outcome = _run(checkout, "uninstall", "--yes", "--games", "remove")
    return outcome.sound and outcome.status == 0 and all(path.is_file() for path in own)


def removed_autostart(checkout: Checkout) -> bool:
    """Uninstall where an autostart entry of the program's name is somebody else's."""
    entry = checkout.folder / "config" / "autostart" / "fourth-seat.desktop"
    entry.parent.mkdir(parents=True)
    entry.write_text(LETTER)
    _run(checkout, "uninstall", "--yes")
    return entry.is_file()


def linked_extra(checkout: Checkout) -> bool:
    """Remove an extra whose folder is a link: a sentence says so, and its target stays."""
    elsewhere = checkout.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "letter.txt").write_text(LETTER)
    tag = checkout.python("from fourth_seat.processes.extras.folder import TAG; print(TAG)").out.strip()
    place = checkout.home / "extras" / tag / "mqtt"
    place.parent.mkdir(parents=True)
    place.symlink_to(elsewhere)
    outcome = checkout.run("extras", "--remove", "mqtt")
    said = outcome.out + outcome.err
    return place.is_symlink() and (elsewhere / "letter.txt").exists() and "rmtree" not in said and "MQTT" in said


def name_of_an_engine(checkout: Checkout) -> bool:
    """Give two programs of the same name to two tables that are open at once: each record keeps its own."""
    commands = [f"gtp:{ENGINE} --level {level}" for level in (1, 2)]
    with checkout.started("play", "connect4", "--terminal", "--seats", "human,human") as first:
        until(lambda: bool(checkout.records()), LINE_TIMEOUT_S)
        checkout.play("--seats", f"human,{commands[0]}")
        before = (checkout.home / "engines.toml").read_text()
        type_line(
            first, f"seat 2 {commands[1]}".encode(), lambda: "--level 2" in (checkout.home / "engines.toml").read_text()
        )
    kept = (checkout.home / "engines.toml").read_text()
    return "--level 1" in before and "--level 1" in kept and "--level 2" in kept


def two_windows(checkout: Checkout) -> bool:
    """Change the size of the text in one window and begin a game in another that was opened before: both are kept."""
    with screen() as display:
        return "both" in checkout.python(TWO_WINDOWS, DISPLAY=display).out


def full_disk(checkout: Checkout) -> bool:
    """Replace a printed board on a full disk: the old one is still there, with nothing beside it."""
    board = checkout.folder / "paper" / "board.png"
    board.parent.mkdir()
    board.write_text(LETTER)
    outcome = checkout.python(LIMITED, "4000", "print", "tridice", str(board), "--force")
    return outcome.status != 0 and board.read_bytes() == LETTER.encode() and len(list(board.parent.iterdir())) == 1


def full_autostart(checkout: Checkout) -> bool:
    """Install the kiosk again on a disk that is full: the old entry is still there, and the sentence names it."""
    entry = checkout.folder / "config" / "autostart" / "fourth-seat.desktop"
    entry.parent.mkdir(parents=True)
    entry.write_text(LETTER)
    outcome = checkout.python(LIMITED, "50", "kiosk", "--install", XDG_CONFIG_HOME=str(checkout.folder / "config"))
    return entry.read_bytes() == LETTER.encode() and str(entry) in outcome.err


def waiting_export(checkout: Checkout) -> bool:
    """Export a game into a FIFO that nobody reads: a sentence says that it cannot be done, and the game goes on."""
    fifo = checkout.folder / "fifo.moves"
    os.mkfifo(fifo)
    outcome = checkout.play(
        "--seats", "human,human", typed=f"4\nexport --force {fifo}\n3\n".encode(), seconds=LINE_TIMEOUT_S
    )
    return outcome.sound and '"move": "3"' in checkout.records() and fifo.is_fifo()


def waiting_autostart(checkout: Checkout) -> bool:
    """Install the kiosk where a FIFO lies in place of the entry."""
    entry = checkout.folder / "config" / "autostart" / "fourth-seat.desktop"
    entry.parent.mkdir(parents=True)
    os.mkfifo(entry)
    outcome = _run(checkout, "kiosk", "--install")
    return outcome.sound and str(entry) in outcome.err and entry.is_fifo()


def linked_settings(checkout: Checkout) -> bool:
    """Set up an engine where the file of engines is a link, as for people who keep such files elsewhere."""
    elsewhere = checkout.folder / "dotfiles.toml"
    elsewhere.write_text("# mine\n")
    checkout.home.mkdir()
    (checkout.home / "engines.toml").symlink_to(elsewhere)
    checkout.play("--seats", f"human,gtp:{ENGINE}")
    return (checkout.home / "engines.toml").is_symlink() and "engine connect4" in elsewhere.read_text()


def linked_record(checkout: Checkout) -> bool:
    """Go on with the newest game, whose record is a link and cannot be written: play goes on in a copy."""
    record = checkout.record({"event": "move", "seat": 1, "move": "4", "by": "human"})
    elsewhere = checkout.folder / "backup.jsonl"
    record.rename(elsewhere)
    record.symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    outcome = checkout.play("--json", "--resume", typed=b"3\n")
    return outcome.status == 0 and '"move": "3"' in outcome.out and elsewhere.read_bytes() == before


def locked_record(checkout: Checkout) -> bool:
    """Go on with the newest game where a folder has the name of its lock: play goes on in a copy."""
    record = checkout.record({"event": "move", "seat": 1, "move": "4", "by": "human"})
    record.with_suffix(".lock").mkdir()
    outcome = checkout.play("--json", "--resume", typed=b"3\n")
    return outcome.status == 0 and '"move": "3"' in outcome.out


def dangling_records(checkout: Checkout) -> bool:
    """Begin a game where the folder of records is a link to a folder that is not there: the sentence names the link."""
    checkout.home.mkdir()
    (checkout.home / "records").symlink_to(checkout.folder / "gone")
    outcome = checkout.play("--seats", "human,human", typed=b"4\n")
    return outcome.status != 0 and ".jsonl" not in outcome.err and str(checkout.home / "records") in outcome.err


def torn_records(checkout: Checkout) -> bool:
    """Go on with a game beside 30,000 records whose first line was never finished or is damaged: 2 s of processor time."""
    record = checkout.record({"event": "move", "seat": 1, "move": "4", "by": "human"})
    before, _ = _seconds(checkout)
    for number in range(2, TORN):
        torn = '{"event": "game", "version": 1, "ga' + ("\n" if number % 2 else "")
        record.with_name(f"2026-11-21-connect4-{number}.jsonl").write_text(torn)
    os.utime(record, (1e9, 1e9))
    for _ in range(TORN_TRIES):  # when other tests are running, the same work takes more processor time
        after, outcome = _seconds(checkout)
        if '"move": "3"' not in outcome.out:
            return False
        if after - before < TORN_CPU_S:
            return True
        os.utime(record, (1e9, 1e9))
    return False


def long_match(checkout: Checkout) -> bool:
    """Play a match whose record is nearly full after a game of much undoing: its next game can be played all the same."""
    game = ("play", "backgammon", "--terminal")
    first = b"dice 31\n8/5 6/5\nundo\n"
    checkout.run(*game, "--seats", "human:Anna,human:Ben", "--options", "match=7", typed=first)
    record = next(checkout.home.glob("records/*.jsonl"))
    moved = "".join(record.read_text().splitlines(keepends=True)[-2:])
    record.write_text(record.read_text() + moved * ((FULL_BYTES - record.stat().st_size) // len(moved)))
    before = checkout.records().count('"rewind"')
    typed = b"resign 2\nnext\ndice 31\n" + b"8/5 6/5\nundo\n" * LINES
    outcome = checkout.run(*game, "--resume", typed=typed, seconds=300)
    return outcome.sound and checkout.records().count('"rewind"') == before + LINES


def _seconds(checkout: Checkout) -> tuple[float, Outcome]:
    """Return the processor time of going on with a game, and its outcome."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    outcome = checkout.play("--json", "--resume", typed=b"3\n")
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime, outcome


def _run(checkout: Checkout, *arguments: str) -> Outcome:
    """Run the program so that nothing outside the case's folder is touched."""
    config, cache = (str(checkout.folder / name) for name in ("config", "cache"))
    return checkout.run(*arguments, seconds=LINE_TIMEOUT_S, XDG_CONFIG_HOME=config, XDG_CACHE_HOME=cache)


CASES: Mapping[str, Case] = {
    "own-data": Case("attack 2", removed_data, quick=True),
    "own-autostart": Case("attack 2", removed_autostart, quick=True),
    "linked-extra": Case("attack 3", linked_extra, quick=True),
    "engine-name": Case("attack 4", name_of_an_engine),
    "two-windows": Case("attack 4", two_windows),
    "full-disk": Case("attack 5", full_disk),
    "full-autostart": Case("attack 5", full_autostart, quick=True),
    "waiting-export": Case("attack 5", waiting_export, quick=True),
    "waiting-autostart": Case("attack 5", waiting_autostart, quick=True),
    "linked-settings": Case("attack 12", linked_settings),
    "linked-record": Case("attack 11", linked_record, quick=True),
    "locked-record": Case("attack 11", locked_record, quick=True),
    "dangling-records": Case("attack 11", dangling_records, quick=True),
    "torn-records": Case("attack 12", torn_records),
    "long-match": Case("attack 12", long_match),
}
