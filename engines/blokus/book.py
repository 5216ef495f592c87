"""The opening book of Duo: answers found by whole games of self-play, since a search sees too little of them this early.

The file is text, a line for each position: the placements that lead to it, then the answer. A position counts however it
was reached, and so does its mirror image. `training/blokus/book.py` makes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from engines.errors import DamagedTable
from games import find
from games.blokus.moves import BlokusPlacement
from games.blokus.notation import parse
from games.blokus.rules import BlokusState, start
from games.blokus.symmetry import mirrored
from games.options import Options
from words import say

BOOK_FILE = Path(__file__).with_name("duo.book")
DUO = "variant=duo"

OpeningKey = tuple[frozenset[int], ...]
"""The placements of each colour."""
Line = tuple[BlokusPlacement, ...]
"""The placements from the start of a game."""


class BlokusBook:
    """Answers by position."""

    def __init__(self, answers: Iterable[tuple[Line, BlokusPlacement]] = ()) -> None:
        """Make a book of lines and the answers to them, all legal."""
        self._answers: dict[OpeningKey, BlokusPlacement] = {}
        for line, answer in answers:
            self._answers[key_of(after(line))] = answer
        self._plies = max((sum(map(len, key)) for key in self._answers), default=-1)

    def __len__(self) -> int:
        return len(self._answers)

    def answer(self, state: BlokusState) -> BlokusPlacement | None:
        """Return the placement to answer a position of Duo with; None if the book does not have it."""
        plies = sum(tableau.pieces_placed for tableau in state.tableaux)
        if plies > self._plies or state.turn != 1 + plies % 2:
            return None
        key = key_of(state)
        if (found := self._answers.get(key)) or (found := self._answers.get(mirrored_key(key))) is None:
            return found
        return BlokusPlacement(mirrored(found.squares))


def key_of(state: BlokusState) -> OpeningKey:
    """Return the placements of each colour."""
    return tuple(frozenset(tableau.placed) for tableau in state.tableaux)


def mirrored_key(key: OpeningKey) -> OpeningKey:
    """Return the key of a position's mirror image."""
    return tuple(frozenset(map(mirrored, placed)) for placed in key)


def after(line: Iterable[BlokusPlacement]) -> BlokusState:
    """Return the position of Duo after placements from the start."""
    state = start(find("blokus").options(DUO))
    for placement in line:
        state = state.play_unchecked(placement)
    return state


def book_of(options: Options) -> BlokusBook:
    """Return the book for a game; an empty one where there is none.

    Raises:
        DamagedTable: the file is missing or damaged.
    """
    return read(BOOK_FILE) if options["variant"] == "duo" else BlokusBook()


@cache
def read(path: Path) -> BlokusBook:
    """Read the book of a file.

    Raises:
        DamagedTable: the file is missing or damaged.
    """
    try:
        return BlokusBook(map(_entry, path.read_text("utf-8").splitlines()))
    except (OSError, ValueError) as error:
        raise DamagedTable(
            say("the opening book {path} is damaged or from another version: it is not used", path=str(path))
        ) from error


def _entry(text: str) -> tuple[Line, BlokusPlacement]:
    """Return the line and the answer that a line of the file holds; raises `ValueError` where it holds something else."""
    state, line = after(()), list[BlokusPlacement]()
    for word in text.split():
        placement = parse(word, state.setting.size)
        if not isinstance(placement, BlokusPlacement):
            raise ValueError(f"{word} is not a placement")
        line.append(placement)
        state = state.play(placement)
    if not line:
        raise ValueError("no placement")
    return tuple(line[:-1]), line[-1]


def write(path: Path, answers: Iterable[tuple[Line, BlokusPlacement]]) -> None:
    """Write a book."""
    lines = sorted(" ".join(map(str, (*line, answer))) for line, answer in answers)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
