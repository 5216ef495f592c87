"""A whole turn of Kalah as a graph: many chains of sowings lead to the same position, which then has to be evaluated only
once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fourth_seat.games.kalah.rules import KalahMove, KalahState

MAX_TURN_POSITIONS = 20_000  # within a turn; beyond this, only on wide boards, not every chain is looked at


@dataclass(slots=True)
class TurnGraph:
    """The positions that the side to move can reach in its turn.

    Attributes:
        start: the position at the start of the turn; the game must not be over.
        ends: the distinct positions after the turn.
        whole: whether `ends` is complete.
    """

    start: KalahState
    ends: list[KalahState] = field(default_factory=list)
    whole: bool = True
    _before: dict[KalahState, list[tuple[KalahState, int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, start: KalahState) -> TurnGraph:
        """Build the graph of the turn that starts from this position."""
        turn = cls(start)
        open_ = [start]
        seen = {start}
        while open_:
            if len(seen) > MAX_TURN_POSITIONS:
                turn.whole = False
                break
            position = open_.pop()
            for pit in range(position.pits):
                if position.ring[pit]:
                    after = position.sow(pit)
                    turn._before.setdefault(after, []).append((position, pit))
                    if after in seen:
                        continue
                    seen.add(after)
                    if after.turn == start.turn:
                        open_.append(after)
                    else:
                        turn.ends.append(after)
        return turn

    def chains(self, end: KalahState) -> Iterator[KalahMove]:
        """Yield every chain of sowings that leads to `end`, shortest first."""
        open_: list[tuple[KalahState, tuple[int, ...]]] = [(end, ())]
        for position, pits in open_:  # grows as we go, so that shorter ones come first
            if position == self.start and pits:
                yield KalahMove(pits, self.start.north)
                continue
            open_.extend((before, (pit, *pits)) for before, pit in self._before[position])
