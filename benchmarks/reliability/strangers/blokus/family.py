"""Games of Blokus: a row for each dialect, and one for Pentobi's files."""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.reliability.strangers.blokus.pentobi import Pentobi
from benchmarks.reliability.strangers.blokus.pool import VARIANTS, games
from benchmarks.reliability.strangers.blokus.writer import DIALECTS, Dialect
from benchmarks.reliability.strangers.row import Row
from fourth_seat.boundary.text import decode_text
from fourth_seat.games.blokus import GAME
from fourth_seat.games.formats import read_file
from fourth_seat.games.protocol import PlayedGame
from fourth_seat.words import FourthSeatError

ENDS = ("\n", "\r\n", "\r")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")
NAMES = ("game.blksgf", "game.blksgf.txt", "Game", "game.sgf")
MOST_MOVES = 30  # of a game that Pentobi plays


def rows(args: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of the table."""
    pool = list(games(args.games, args.seed))
    known = bool(args.pentobi) and Path(args.pentobi).exists()
    with tempfile.TemporaryDirectory() as folder:
        for name, dialect in DIALECTS.items():
            yield _row(name, dialect, pool, args, Path(folder), known and dialect.asked)
        if known and args.exported:
            yield _saved(args.exported, args.pentobi, Path(folder))


def _row(name: str, dialect: Dialect, pool: list[PlayedGame], args: argparse.Namespace, folder: Path, ask: bool) -> Row:
    row = Row(f"blokus: {name}", len(pool))
    asked: list[tuple[Path, PlayedGame]] = []
    for number, played in enumerate(pool):
        rng = random.Random(f"{args.seed} {name} {number}")
        text, wanted = dialect.write(played, rng)
        row.files += 1
        data = text.replace("\n", rng.choice(ENDS)).encode(rng.choice(ENCODINGS))
        try:
            _, (found,) = read_file(rng.choice(NAMES), decode_text(data), [GAME])
        except (FourthSeatError, ValueError) as error:
            row.wrong.append(f"{number}: {error}")
            continue
        row.read += 1
        equal = found == wanted and bool(found.notices) == dialect.told
        row.equal += equal
        if not equal:
            row.wrong.append(f"{number}: {[str(notice) for notice in found.notices]}")
        if ask and len(asked) < args.asked:
            asked.append((folder / f"{number}.blksgf", wanted))
            asked[-1][0].write_text(text, encoding="utf-8")
    if asked:
        _ask(row, asked, args.pentobi)
    return row


def _ask(row: Row, asked: list[tuple[Path, PlayedGame]], command: str) -> None:
    with Pentobi(command) as pentobi:
        for file, wanted in asked:
            cells = wanted.line.state.cells()
            here = {name: content.colour for name, content in cells.items() if ":" not in name}
            there = pentobi.cells(file)
            row.asked += 1
            row.same += here == there
            if here != there:
                row.wrong.append(f"{file.name}: Pentobi {'refuses it' if there is None else 'has another board'}")


def _saved(number: int, command: str, folder: Path) -> Row:
    """Have Pentobi play games, and read the files in which it saves them."""
    row = Row("blokus: from Pentobi", number)
    file = folder / "saved.blksgf"
    with Pentobi(command) as pentobi:
        for at in range(number):
            rng = random.Random(at)
            pentobi.ask(f"set_game {list(VARIANTS)[at % len(VARIANTS)]}")
            pentobi.ask("clear_board")
            answers = [(pentobi.ask("g") or "").strip() for _ in range(rng.randrange(1, MOST_MOVES))]
            moves = [sorted(answer.split(",")) for answer in answers if answer not in ("", "pass")]
            pentobi.ask(f"savesgf {file}")
            row.files += 1
            try:
                _, (found,) = read_file(file.name, decode_text(file.read_bytes()), [GAME])
            except (FourthSeatError, ValueError) as error:
                row.wrong.append(f"{at}: {error}")
                continue
            row.read += 1
            equal = [sorted(str(move).split(",")) for move in found.line.moves] == moves and not found.notices
            row.equal += equal
            if not equal:
                row.wrong.append(f"{at}: other moves")
    return row
