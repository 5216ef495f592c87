"""Groups the entries of a game into turns and rounds for a move list. A turn is a move with its dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fourth_seat.table.history import History, HistoryEntry


@dataclass(frozen=True, slots=True)
class ListedTurn:
    """Entries shown together in a move list.

    Attributes:
        colour: the colour that moved, or 0 for a correction, the end of the game, or dice that decide who begins.
        entries: the indices of the entries in the history, which are a move with its dice, or either of them alone.
        move: the index of the move, or of an entry that is not a turn. None if there are only dice.
    """

    colour: int
    entries: tuple[int, ...]
    move: int | None = None

    @property
    def end(self) -> int:
        """The number of entries up to and including this turn."""
        return self.entries[-1] + 1


def listed_turns(history: History) -> list[ListedTurn]:
    """Return the turns of a game in order, including undone ones.

    Dice are grouped with the move for which they were rolled. This is either the next move or, if it directly precedes
    them, a move of the same colour. Implied moves are omitted.
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
    """Group turns into rounds in which each colour has at most one turn, in order of play. Entries that are not turns form
    separate rounds.
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
    """Return a turn for dice without a move yet, or an empty list if there are no dice."""
    return [ListedTurn(history.entries[dice[-1]].line.state.mover, tuple(dice))] if dice else []


def _is_throw(entry: HistoryEntry) -> bool:
    return entry.seat == 0 and entry.move is not None


def _is_move(entry: HistoryEntry) -> bool:
    return entry.ending is None and (entry.move is not None or entry.seat != 0)
