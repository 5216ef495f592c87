"""Reports of evenings from hostile records, settings and engines' commands: how much of them gets into a report?

    python -m uv run --group dev --all-extras python -m benchmarks.reliability.evening_report [--reports N] [--leak]

Each data folder holds games of random moves, whose records were then changed, and settings, calibrations and engines.
Names, addresses, paths, passwords and tokens are planted wherever these can hold a text: names and values, names of files
and of the folder itself, the computer's name, and in records also in fields and events that do not exist. Each planted text
has words made of letters that occur in no other text; five of them in a row in a report are a find, so that a shortened or
divided text is found, too. Every report is made in each language and saved, as text and with a picture. `--leak` breaks the
report on purpose, to show that the measure finds it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock
from urllib.parse import unquote

from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.games import AnyGame, all_games
from fourth_seat.setup.evening_report import NoEvening, evening_report, save_report, written
from fourth_seat.table.analysis import evening
from fourth_seat.table.record.record_file import SUFFIX
from fourth_seat.table.seats import Person, Seat
from fourth_seat.table.settings import config_file
from fourth_seat.table.table import Table
from fourth_seat.words import Catalogue, FourthSeatError, Text, say
from fourth_seat.words.catalogue import languages

LETTERS = "qxzjwvk"  # of planted words
WORD_LETTERS, FOUND_LETTERS = 12, 5
REPORTS = 200
MAX_MOVES = 12
MAX_RECORDS = 4  # in a folder
HARD_SHARE = 0.3  # of the texts of a record that is changed at random
SOFT = ("position", "reason", "by", "time", "evening")  # fields that may hold any text in a game that is still reported
PLACES = ("people", "window", "mqtt", "cameras", "lights", "engines", "links", "devices", "sight")


@dataclass
class Planted:
    """Random texts that must not be found again, and all their words.

    Attributes:
        rng: draws them.
        kinds: how many there were of each kind.
    """

    rng: Random
    words: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def word(self) -> str:
        word = "".join(self.rng.choices(LETTERS, k=WORD_LETTERS))
        self.words.append(word)
        return word

    def text(self) -> str:
        """Return a text of any kind."""
        word = self.word
        scheme = self.rng.choice(("http", "rtsp", "mqtt", "wss"))
        kinds: Mapping[str, Callable[[], str]] = {
            "name": lambda: f"{word().title()} {word().title()}",
            "address": lambda: f"{scheme}://{word()}:{word()}@{word()}.example/{word()}",
            "path": lambda: self.rng.choice((f"/home/{word()}/{word()}.txt", f"C:\\Users\\{word()}\\{word()}")),
            "password": lambda: f"{word()}!{word()}",
            "token": lambda: f"{word()}{word()}=",
            "mail": lambda: f"{word()}@{word()}.example",
        }
        kind = self.rng.choice(list(kinds))
        self.kinds[kind] += 1
        return kinds[kind]()

    def within(self, text: str) -> str:
        """Return a planted text alone, or joined to another one, since that may still be read."""
        planted = self.text()
        ways = (planted, text + planted, f"{text} {planted}", f"{planted}{text}", f"{text}\n{planted}", f"{text}:{planted}")
        return self.rng.choice(ways)

    def found_in(self, text: str) -> int:
        """Return how many of the words are in a text, whole or in part, as they are or percent-encoded."""
        low = f"{text} {unquote(text)}".casefold()
        parts = (range(len(word) - FOUND_LETTERS + 1) for word in self.words)
        return sum(
            any(word[at : at + FOUND_LETTERS] in low for at in starts)
            for word, starts in zip(self.words, parts, strict=True)
        )


# -- data folders ----------------------------------------------------------------------------------------------------------


def fill(home: Path, planted: Planted) -> None:
    """Fill a data folder: games of one evening, and settings."""
    rng = planted.rng
    (home / "records").mkdir(parents=True)
    first = ""
    for number in range(rng.randint(1, MAX_RECORDS)):
        path = play(home / "records", rng.choice(all_games()), planted, first)
        change(path, planted, SOFT if number == 0 else None)
        named = path.with_name(f"{path.stem}-{planted.word()}{SUFFIX}") if rng.random() < 0.5 else path
        path.rename(named)
        first = first or named.stem
    if rng.random() < 0.5:
        (home / "records" / f"{planted.word()}{SUFFIX}").write_text(planted.text(), "utf-8")
    for place in PLACES:
        if rng.random() < 0.8:
            settings(home, place, planted, first)


def play(folder: Path, game: AnyGame, planted: Planted, first: str) -> Path:
    """Play a game of random moves, in which everything happens that can happen, and return its record."""
    rng, options = planted.rng, game.options()
    begun = datetime.now(UTC) - timedelta(minutes=rng.randint(1, 300))
    kinds: tuple[Callable[[], Seat], ...] = (
        lambda: Seat((Person(planted.text()),)),
        lambda: Seat((Person(planted.text()), Person(planted.text(), hints=2))),
        lambda: Seat((Person(),)),
    )
    seats = [rng.choice(kinds)() for _ in range(game.seats(options))]
    table = Table.begin(game, options, seats, folder, lambda: begun, first)
    for _ in range(rng.randint(1, MAX_MOVES)):
        if table.result:
            break
        try:
            if table.needs_throw:
                table.roll(rng)
            else:
                table.play(str(rng.choice(table.state.legal())), by=rng.choice(("human", "camera")))
            if rng.random() < 0.2:
                table.undo()
            if rng.random() < 0.1:
                table.reseat(1, Seat((Person(planted.text()),)))
        except FourthSeatError:
            continue
    if rng.random() < 0.3 and not table.result:
        table.stop() if rng.random() < 0.5 else table.resign(1)
    table.close()
    assert table.record is not None
    return table.record.path


def change(path: Path, planted: Planted, fields: tuple[str, ...] | None) -> None:
    """Plant texts in a record: in these fields, or if that is None in all of them and in some that no record has."""
    rng, lines = planted.rng, []
    for text in path.read_text("utf-8").splitlines():
        event = json.loads(text)
        for name, value in list(event.items()):
            wanted = name in fields if fields is not None else rng.random() < HARD_SHARE
            if name == "evening" and event["event"] == "game" and fields is None:
                continue  # or it would not belong to any evening
            if wanted and isinstance(value, str):
                event[name] = planted.within(value)
            elif fields is None and wanted and isinstance(value, list):
                event[name] = [planted.within(item) if isinstance(item, str) else item for item in value]
        if fields is not None and event["event"] == "game":
            event["seats"] = [hostile_seat(seat, planted) for seat in event["seats"]]
        if fields is None and rng.random() < 0.05:
            event[planted.word()] = planted.text()
        lines.append(json.dumps(event, ensure_ascii=rng.random() < 0.5))
    if rng.random() < 0.5:
        lines.append(
            json.dumps({"event": rng.choice(("seat", "stop", planted.word())), "seat": 1, "player": planted.text()})
        )
    path.write_text("\n".join(lines) + ("\n" if rng.random() < 0.8 else planted.text()), "utf-8")


def hostile_seat(text: str, planted: Planted) -> str:
    """Return a seat's text, or one of another kind that contains a planted text."""
    planting = planted.text().replace(" ", "%20")
    others = (f"engine:{planted.text()}", f"gtp:{planted.text()}", f"table:{planted.text()}", f"computer:{planted.text()}",
              f"{planted.word()}", f"human:{planting}", f"5 {planting}", f"seed:{planting}")  # fmt: skip
    return planted.rng.choice((text, *others))


def settings(home: Path, place: str, planted: Planted, record: str) -> None:
    """Plant texts in one of the files of settings."""
    rng, text, word, game = planted.rng, planted.text, planted.word, planted.rng.choice(all_games()).name
    url = rng.choice(("adalight://", "lcd://", "ddp://", "", f"{word()}://", "http://", "adalight:")) + text()
    size = rng.choice(([640, 480], [text()], text(), [text(), 3]))
    camera = {"source": text(), "size": size, "name": text(), "look": {"a": text()}}
    watched = {"source": rng.choice(("", "0", "/dev/")) + text(), "on": True}
    shown = {"text_display": url, "voice": rng.choice((True, text())), "hues": rng.choice((text(), [text()]))}
    kept = {"share": rng.choice((0.5, text())), "asked": rng.choice((1, text()))}
    values: Mapping[str, tuple[str, Mapping[str, Any]]] = {
        "people": (
            "settings",
            {"people": {"names": [text(), text()]}, "last": {game: {"seats": [f"human:{text()}"], "options": text()}}},
        ),
        "window": (
            "settings",
            {"window": {**shown, "language": text(), "folder": text(), "mode": text(), word(): text()}},
        ),
        "mqtt": (
            "settings",
            {"mqtt": {"address": text(), "password": text(), "user": text()}, "phones": {"key": text()}},
        ),
        "cameras": (
            "calibration",
            {game: {"watched": watched, "camera": {**camera, "others": [camera]}}, "lens": {word(): {"source": text()}}},
        ),
        "lights": ("calibration", {game: {"lit": {"url": url, "on": True}, "lights": {"cells": {word(): text()}}}}),
        "engines": ("engines", {"engines": {word(): f"{text()} --token {text()}"}}),
        "links": ("links", {"tables": {text(): text()}}),
        "devices": ("devices", {"lights": {"address": text(), "serial": text()}}),
        "sight": ("calibration", {game: {"sight": {record: kept, word(): text()}}}),
    }
    file, tables = values[place]
    config_file.save(home / f"{file}.toml", tables)


@contextmanager
def at_home(home: Path, planted: Planted) -> Iterator[None]:
    """Let the program run with a data folder, on a computer and for a user whose names are planted, too."""
    here = platform.uname()
    name, release = planted.word(), f"{here.release}-{planted.word()}"
    computer = mock.Mock(**{each: getattr(here, each) for each in ("system", "machine", "version", "processor")})
    computer.configure_mock(node=name, release=release)
    names = {"USER": planted.word(), "LOGNAME": planted.word(), "HOSTNAME": name, HOME_VARIABLE: str(home)}
    with mock.patch.dict(os.environ, names), mock.patch.object(platform, "uname", lambda: computer):
        yield


# -- the measure -----------------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """What was examined, and what was found in it.

    Attributes:
        reports, games: how many there were.
        planted: how many texts of each kind were planted.
        words: planted words that were found again.
        examples: lines in which one was found.
    """

    reports: int = 0
    games: int = 0
    planted: Counter[str] = field(default_factory=Counter)
    words: int = 0
    examples: list[str] = field(default_factory=list)


def measure(reports: int, seed: int, tell: Callable[[], list[Text]] = evening_report) -> Found:
    """Return what is found in this many reports; a folder that yields none is not counted."""
    found, number = Found(), 0
    while found.reports < reports:
        number += 1
        planted = Planted(Random(f"{seed} {number}"))
        with tempfile.TemporaryDirectory(prefix=f"{planted.word()}-") as folder:
            home = Path(folder) / planted.word()
            fill(home, planted)
            with at_home(home, planted):
                _look(found, planted, Path(folder), tell)
    return found


def _look(found: Found, planted: Planted, folder: Path, tell: Callable[[], list[Text]]) -> None:
    try:
        lines = tell()
    except NoEvening:
        return
    found.reports += 1
    found.games += sum(line.key.startswith("Game ") for line in lines)
    found.planted += planted.kinds
    for language in languages():
        text = written(lines, Catalogue(language).render)
        save_report(folder / "evening.txt", text)
        save_report(folder / "evening.zip", text, b"")
        with zipfile.ZipFile(folder / "evening.zip") as archive:
            names = " ".join(archive.namelist())
            packed = archive.read(archive.namelist()[0]).decode()
        for saved in ((folder / "evening.txt").read_text("utf-8"), packed, names):
            if count := planted.found_in(saved):
                found.words += count
                found.examples += [line for line in saved.splitlines() if planted.found_in(line)]


@contextmanager
def leak() -> Iterator[None]:
    """Break the report: a seat is described by what its record says."""
    with mock.patch.object(evening, "_player", lambda text, _: say("{text}", text=text)):
        yield


def main() -> int:
    """Print what was found, and return 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=int, default=REPORTS)
    parser.add_argument("--seed", type=int, default=57)
    parser.add_argument("--leak", action="store_true")
    args = parser.parse_args()
    with ExitStack() as stack:
        if args.leak:
            stack.enter_context(leak())
        found = measure(args.reports, args.seed)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(found.planted.items()))
    print(f"{found.reports} reports of {found.games} games in {len(languages())} languages; planted: {kinds}")
    print(f"words of what was planted that are in a report: {found.words}")
    for line in found.examples[:10]:
        print(f"  {line!r}")
    return 1 if found.words else 0


if __name__ == "__main__":
    sys.exit(main())
