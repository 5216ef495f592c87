"""The turns of a game for a list of moves: each is a move with its dice, and they are grouped into rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fourth_seat.table.history import History, HistoryEntry


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """Entries shown together in a list of moves.

    Attributes:
        colour: whose turn it is; 0 for nobody's, such as a correction, the end, or dice that decide who begins.
        entries: the numbers of its entries in the history, from 0: a move with its dice, or either alone.
        move: the number of its move, or of an entry that belongs to nobody; None while there are only dice.
    """

    colour: int
    entries: tuple[int, ...]
    move: int | None = None

    @property
    def end(self) -> int:
        """The number of entries up to the end of the turn."""
        return self.entries[-1] + 1


def listed_turns(history: History) -> list[ListedTurn]:
    """Return the turns of a game in order, including those that were undone.

    Dice belong to the move for which they were thrown: the next move, or the last move of the same colour if it is waiting
    for them. Implied moves are not listed.
    """
    turns: list[ListedTurn] = []
    dice: list[int] = []
    for number, entry in enumerate(history.entries):
        if entry.implied:
            continue
        if _is_throw(entry):
            last = turns[-1] if turns and not dice else None
            if last and last.move == number - 1 and entry.colour and last.colour == entry.colour:
                turns[-1] = ListedTurn(last.colour, (*last.entries, number), last.move)
            else:
                dice.append(number)
            continue
        if not _is_move(entry):
            turns += _dice_alone(history, dice)
            dice = []
        turns.append(ListedTurn(entry.colour if _is_move(entry) else 0, (*dice, number), number))
        dice = []
    return turns + _dice_alone(history, dice)


def rounds(turns: Iterable[ListedTurn]) -> list[tuple[ListedTurn, ...]]:
    """Group turns so that each colour has at most one in a round, in order of play; entries that belong to nobody get a
    round of their own.
    """
    found: list[list[ListedTurn]] = []
    for turn in turns:
        last = found[-1][-1] if found else None
        if last and 0 < last.colour < turn.colour:
            found[-1].append(turn)
        else:
            found.append([turn])
    return [tuple(turns) for turns in found]


def _dice_alone(history: History, dice: Sequence[int]) -> list[ListedTurn]:
    """Return the turn of dice for which no move is known yet; none if there are no dice."""
    return [ListedTurn(history.entries[dice[-1]].line.state.mover, tuple(dice))] if dice else []


def _is_throw(entry: HistoryEntry) -> bool:
    return entry.seat == 0 and entry.move is not None


def _is_move(entry: HistoryEntry) -> bool:
    return entry.ending is None and (entry.move is not None or entry.seat != 0)
