"""Opening book for Duo, compiled from complete self-play games, since a search does not look far enough ahead so early on.

The file is text: `HEAD` with the SHA-256 sum of the rest, then a line for each position, with the placements that lead to
it and the answer. Positions are recognised however they are reached, and so are their mirror images. The file is written by
`training/blokus/book.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from fourth_seat.boundary.files import write_file
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.notation import parse
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.blokus.symmetry import mirrored
from fourth_seat.games.blokus.variants import DUO_SETTING, setting
from fourth_seat.games.options import Options
from fourth_seat.words import say

BOOK_FILE = Path(__file__).with_name("duo.book")
HEAD = "Blokus Duo, opening book 1, "
DUO = "variant=duo"

Opening = tuple[BlokusPlacement, ...]
"""The placements from the start of a game."""
OpeningKey = tuple[int, tuple[frozenset[int], ...]]
"""The colour to move, and the set of placements of each colour."""


class BlokusBook:
    """An opening book that maps positions to answers."""

    def __init__(self, answers: Iterable[tuple[BlokusState, BlokusPlacement]] = ()) -> None:
        """Create a book from Duo positions and the answers to them; it also answers their mirror images."""
        self._answers: dict[OpeningKey, BlokusPlacement] = {}
        for state, answer in answers:
            key = key_of(state)
            self._answers[key] = answer
            self._answers.setdefault(mirrored_key(key), BlokusPlacement(mirrored(answer.squares)))

    def answer(self, state: BlokusState) -> BlokusPlacement | None:
        """Return the answer to a position, or None if the position is not in the book."""
        return self._answers.get(key_of(state))


def key_of(state: BlokusState) -> OpeningKey:
    """Return the key of a position."""
    return state.turn, tuple(frozenset(tableau.placed) for tableau in state.tableaux)


def mirrored_key(key: OpeningKey) -> OpeningKey:
    """Return the key of a position's mirror image."""
    turn, placed = key
    return turn, tuple(frozenset(map(mirrored, each)) for each in placed)


def after(line: Iterable[BlokusPlacement]) -> BlokusState:
    """Return the Duo position after these placements from the start."""
    state = GAME.start(GAME.options(DUO))
    for placement in line:
        state = state.play_unchecked(placement)
    return state


def book_of(options: Options) -> BlokusBook:
    """Return the book for a game, which is empty if there is none, or if a colour plays without some of its pieces.

    Raises:
        DamagedTable: the file is missing, damaged, or from another version.
    """
    fixed = setting(options)
    return read(BOOK_FILE) if fixed.duo and not any(fixed.aside) else BlokusBook()


@cache
def read(path: Path) -> BlokusBook:
    """Read the book from a file.

    Raises:
        DamagedTable: the file is missing, damaged, or from another version.
    """
    try:
        head, _, body = path.read_text("utf-8").partition("\n")
        if head != _head(body):
            raise ValueError("other bytes than were written")
        return BlokusBook(map(_entry, body.splitlines()))
    except (OSError, ValueError) as error:
        raise DamagedTable(
            say(
                "the opening book {path} is missing, damaged or from another version: the computer plays without it",
                path=str(path),
            )
        ) from error


def _head(body: str) -> str:
    return HEAD + sha256(body.encode()).hexdigest()


def _entry(text: str) -> tuple[BlokusState, BlokusPlacement]:
    """Parse a line of the file and return its position and answer; raise `ValueError` if it contains anything else."""
    *line, answer = (parse(word, DUO_SETTING.size) for word in text.split())
    state = after(())
    for move in line:
        state = state.play(move)
    if not isinstance(answer, BlokusPlacement) or state.why_not(answer):
        raise ValueError(f"{answer} is not legal")
    return state, answer


def write(path: Path, answers: Iterable[tuple[Opening, BlokusPlacement]]) -> None:
    """Write a book of opening lines and the answers to them."""
    body = "".join(sorted(" ".join(map(str, (*line, answer))) + "\n" for line, answer in answers))
    write_file(path, f"{_head(body)}\n{body}".encode())
