"""Connect 4 as the digits of its columns, in the layouts of solvers, people and editors."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping

from benchmarks.reliability.strangers.row import Row
from fourth_seat.boundary.text import decode_text
from fourth_seat.games.connect4 import GAME
from fourth_seat.games.formats import read_file
from fourth_seat.games.protocol import Line, PlayedGame
from fourth_seat.words import FourthSeatError

LAYOUTS: Mapping[str, Callable[[str], str]] = {
    "one line": lambda digits: digits,
    "blanks between": " ".join,
    "a move a line": "\n".join,
    "pairs": lambda digits: "\n".join(digits[at : at + 2] for at in range(0, len(digits), 2)),
    "blank lines around": lambda digits: f"\n\n\t{digits} \n\n",
}
ENDS = ("\n", "\r\n", "\r")
ENCODINGS = ("ascii", "utf-8-sig", "utf-16")
NAMES = ("game.txt", "game", "4444.TXT", "game.c4")


def rows(args: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of the table."""
    pool = [_game(random.Random(f"{args.seed} connect4 {number}")) for number in range(args.games)]
    for name, layout in LAYOUTS.items():
        row = Row(f"connect4: {name}", len(pool))
        for number, played in enumerate(pool):
            rng = random.Random(f"{args.seed} {name} {number}")
            text = layout("".join(map(str, played.line.moves))) + "\n"
            row.files += 1
            data = text.replace("\n", rng.choice(ENDS)).encode(rng.choice(ENCODINGS))
            try:
                _, (found,) = read_file(rng.choice(NAMES), decode_text(data), [GAME])
            except FourthSeatError as error:
                row.wrong.append(f"{number}: {error}")
                continue
            row.read += 1
            row.equal += found == played
        yield row


def _game(rng: random.Random) -> PlayedGame:
    line, most = Line.begin(GAME, GAME.start(GAME.options())), rng.randrange(1, 43)
    while not line.state.over and len(line.moves) < most:
        line = line.play(rng.choice(line.state.legal()))
    return PlayedGame.of(line)
