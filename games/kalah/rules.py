"""The rules of Kalah. A position is a ring of counts, seen from the side to move.

Place 0 is the mover's leftmost pit. It is followed counter-clockwise by the mover's other pits, the mover's store, the
opponent's pits and the opponent's store, which is skipped when sowing. With m pits on each side, pit i is opposite place 2m
- i.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.options import Option, Options
from fourth_seat.games.protocol import Result, ScoreRow, Side, State
from fourth_seat.words import Text, say

STORE_CELLS = "store", "STORE"  # south's, north's
MAX_PITS_AND_SEEDS = 9  # on each side, and in each pit
MAX_SEEDS_AHEAD = 20

SOUTH, NORTH = (
    Side(say("south"), "S", "blue", say("S", context="letter of south")),
    Side(say("north"), "N", "red", say("N", context="letter of north")),
)
DECLARED_OPTIONS = (
    Option("pits", 6, say("Pits on each side"), tuple(range(1, MAX_PITS_AND_SEEDS + 1))),
    Option("seeds", 4, say("Seeds in each pit"), tuple(range(1, MAX_PITS_AND_SEEDS + 1))),
    Option("empty-capture", True, say("The last seed is taken even if the pit opposite is empty")),
    Option("first", "south", say("Who begins"), ("south", "north"), (say("south"), say("north"))),
    Option(
        "south-ahead",
        0,
        say("Seeds in south's store at the start"),
        tuple(range(MAX_SEEDS_AHEAD + 1)),
        handicap=SOUTH.hue,
    ),
    Option(
        "north-ahead",
        0,
        say("Seeds in north's store at the start"),
        tuple(range(MAX_SEEDS_AHEAD + 1)),
        handicap=NORTH.hue,
    ),
)

Ring = tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class KalahMove:
    """A turn, given by the pits that a side sows, in order (0 is its leftmost pit). `north` is set for the north side."""

    pits: tuple[int, ...]
    north: bool = False

    def __str__(self) -> str:
        return " ".join(pit_name(pit, self.north) for pit in self.pits)


def sides(options: Options) -> tuple[Side, Side]:
    """Return the sides in order of play."""
    return (SOUTH, NORTH) if options["first"] == "south" else (NORTH, SOUTH)


def ahead(options: Options) -> tuple[int, int]:
    """Return the numbers of handicap seeds in the stores of colours 1 and 2, which are added to those in the pits."""
    south, north = int(options["south-ahead"]), int(options["north-ahead"])
    return (south, north) if options["first"] == "south" else (north, south)


def seeds_in_all(options: Options) -> int:
    """Return the total number of seeds on the board."""
    return 2 * int(options["pits"]) * int(options["seeds"]) + sum(ahead(options))


def pit_name(pit: int, north: bool) -> str:
    """Return the name of a pit. Each side's leftmost pit, as seen from its own side, is `a` (south) or `A` (north)."""
    return chr(ord("A" if north else "a") + pit)


@cache
def place_names(pits: int, north: bool) -> tuple[str, ...]:
    """Return the cell names of all places in the ring when this side is to move."""
    halves = [(*(pit_name(pit, side) for pit in range(pits)), STORE_CELLS[side]) for side in (north, not north)]
    return halves[0] + halves[1]


def scatter(ring: Sequence[int], pit: int) -> tuple[list[int], int]:
    """Sow a pit and return the resulting counts and the place of the last seed."""
    board = list(ring)
    around = len(board) - 1
    seeds, board[pit] = board[pit], 0
    laps, rest = divmod(seeds, around)
    if laps:
        for place in range(around):
            board[place] += laps
    for place in range(pit + 1, pit + 1 + rest):
        board[place % around] += 1
    return board, (pit + seeds) % around


def capture(board: list[int], last: int, empty_capture: bool) -> int:
    """Capture in `board`, in place, if the place of the last seed allows it. Returns the number of seeds moved to the
    mover's store.
    """
    store = len(board) // 2 - 1
    opposite = 2 * store - last
    if last >= store or board[last] != 1 or not (board[opposite] or empty_capture):
        return 0
    taken = 1 + board[opposite]
    board[last] = board[opposite] = 0
    board[store] += taken
    return taken


def sweep(board: list[int]) -> bool:
    """If one side's pits are all empty, move all seeds to their sides' stores in `board`, in place. Returns whether they
    were moved.
    """
    half = len(board) // 2
    own, other = sum(board[: half - 1]), sum(board[half:-1])
    if own and other:
        return False
    board[:] = [0] * (half - 1) + [board[half - 1] + own] + [0] * (half - 1) + [board[-1] + other]
    return True


@dataclass(frozen=True, slots=True)
class KalahState(State[KalahMove]):
    """A Kalah position, possibly in the middle of a chain, during which the same side remains to move.

    Attributes:
        ring: the counts, starting with the mover's leftmost pit, as described above.
        turn: the colour to move.
    """

    options: Options
    ring: Ring
    turn: int = 1

    @classmethod
    def start(cls, options: Options) -> KalahState:
        """Return the initial position, with equal numbers of seeds in all pits, and empty stores except for handicaps."""
        pits, (first, second) = (int(options["seeds"]),) * int(options["pits"]), ahead(options)
        return cls(options, (*pits, first, *pits, second))

    @property
    def mover(self) -> int:
        return self.turn

    @property
    def pits(self) -> int:
        """The number of pits on each side."""
        return len(self.ring) // 2 - 1

    @property
    def north(self) -> bool:
        """Whether the north side is to move."""
        return (self.options["first"] == "north") == (self.turn == 1)

    @property
    def names(self) -> tuple[str, ...]:
        """The cell names of all places in the ring."""
        return place_names(self.pits, self.north)

    @property
    def over(self) -> bool:
        pits = self.pits
        return not any(self.ring[:pits]) or not any(self.ring[pits + 1 : -1])

    def stores(self) -> tuple[int, int]:
        """Return the numbers of seeds in the stores of colours 1 and 2."""
        own, other = self.ring[self.pits], self.ring[-1]
        return (own, other) if self.turn == 1 else (other, own)

    def totals(self) -> tuple[int, int]:
        """Return the numbers of seeds in the stores and pits of colours 1 and 2, which count if the game is stopped."""
        half = len(self.ring) // 2
        own, other = sum(self.ring[:half]), sum(self.ring[half:])
        return (own, other) if self.turn == 1 else (other, own)

    def standing(self) -> Result:
        first, second = scores = self.totals()
        sheet = (ScoreRow(say("In the store"), self.stores(), decides=self.over),)
        one, two = (side.name for side in sides(self.options))
        if first == second:
            tie = say("A draw: {n} seeds each.", n=first) if self.over else say("Both have {n} seeds.", n=first)
            return Result((1, 2), scores, tie, sheet)
        ahead = one if first > second else two
        more, fewer = max(scores), min(scores)
        if self.over:
            reason = say("{colour} wins with {more} seeds to {fewer}.", colour=ahead, more=more, fewer=fewer)
        else:
            reason = say("{colour} has {more} seeds, the other {fewer}.", colour=ahead, more=more, fewer=fewer)
        return Result((1,) if first > second else (2,), scores, reason, sheet)

    def legal(self) -> tuple[KalahMove, ...]:
        north = self.north
        return tuple(KalahMove(pits, north) for pits in self.chains())

    def chains(self) -> Iterator[tuple[int, ...]]:
        """Yield the pits of every complete turn from this position. Yields nothing if the game is over."""
        if self.over:
            return
        for pit in range(self.pits):
            if self.ring[pit]:
                after = self.sow(pit)
                if after.turn == self.turn:
                    yield from ((pit, *rest) for rest in after.chains())
                else:
                    yield (pit,)

    def sow(self, pit: int) -> KalahState:
        """Return the position after a single sowing from a non-empty pit.

        The same colour moves again if the last seed falls into its store and the game continues. If the game ends, all
        seeds are moved to the stores.
        """
        board, last = scatter(self.ring, pit)
        capture(board, last, bool(self.options["empty-capture"]))
        store = self.pits
        if sweep(board) or last != store:
            return KalahState(self.options, (*board[store + 1 :], *board[: store + 1]), 3 - self.turn)
        return KalahState(self.options, tuple(board), self.turn)

    def turned(self) -> KalahState:
        """Return the position with the other side to move."""
        half = len(self.ring) // 2
        return KalahState(self.options, self.ring[half:] + self.ring[:half], 3 - self.turn)

    def follow(self, pits: Sequence[int]) -> tuple[KalahState, Text | None]:
        """Sow pits in order as far as the rules allow. Returns the position and the reason why the next pit cannot be sown,
        if any.
        """
        state = self
        for n, pit in enumerate(pits):
            reason = state._why_turn_ended(self.turn, pits[n - 1]) if n else None
            reason = reason or state.why_not_sow(pit)
            if reason:
                return state, reason
            state = state.sow(pit)
        return state, None

    def why_not(self, move: KalahMove) -> Text | None:
        if self.over:
            return say("the game is over")
        if move.north != self.north:
            mover = sides(self.options)[self.turn - 1].name
            return say("{move} is on the other side: it is {colour}'s turn", move=str(move), colour=mover)
        if not move.pits:
            return say("sow from at least one pit")
        state, reason = self.follow(move.pits)
        if reason is None and state.turn == self.turn:
            return say("the last seed fell into your store: sow again")
        return reason

    def _why_turn_ended(self, mover: int, pit: int) -> Text | None:
        """Explain why a colour's turn has ended with this pit. Returns None if it has not ended."""
        if self.turn == mover:
            return None
        name = pit_name(pit, not self.north)
        if self.over:
            return say("the game is over after {pit}", pit=name)
        return say("the turn ends with {pit}: its last seed does not fall into your store", pit=name)

    def why_not_sow(self, pit: int) -> Text | None:
        """Explain why the side to move cannot sow this pit. Returns None if it can."""
        if self.over:
            return say("the game is over")
        if not 0 <= pit < self.pits:
            name, first, last = (pit_name(pit, self.north) for pit in (pit, 0, self.pits - 1))
            return say("there is no pit {pit}: the pits are {first} to {last}", pit=name, first=first, last=last)
        if not self.ring[pit]:
            return say("pit {pit} is empty: choose one with seeds", pit=pit_name(pit, self.north))
        return None

    def play_unchecked(self, move: KalahMove) -> KalahState:
        state = self
        for pit in move.pits:
            state = state.sow(pit)
        return state

    def cells(self) -> Cells:
        return {name: Content(count=seeds) for name, seeds in zip(self.names, self.ring, strict=True) if seeds}


def captured(state: KalahState, move: KalahMove) -> int:
    """Return the number of opposing seeds captured by a turn."""
    seeds = 0
    for pit in move.pits:
        board, last = scatter(state.ring, pit)
        seeds += max(0, capture(board, last, bool(state.options["empty-capture"])) - 1)
        state = state.sow(pit)
    return seeds
