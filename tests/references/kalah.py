"""Kalah compared with a second implementation of its rules, seed by seed, and with known values of small boards."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from fourth_seat.games import find
from fourth_seat.games.kalah.rules import KalahState
from fourth_seat.games.options import Options
from tests.references.outcome import Outcome

GAME = find("kalah")
SEED = 20_000

VALUES = {
    # (pits, seeds): the first side's margin under perfect play, with and without capture opposite an empty pit,
    # on which two solvers that share no code with this one agree.
    (1, 1): (0, 0), (1, 2): (-2, -2), (1, 3): (6, 6), (1, 4): (-2, -2), (1, 5): (2, 2),
    (2, 1): (2, 2), (2, 2): (-2, -2), (2, 3): (-2, -2), (2, 4): (-12, -10), (2, 5): (6, 6),
    (3, 1): (0, 0), (3, 2): (4, 4), (3, 3): (2, 2), (3, 4): (2, 2), (3, 5): (6, 6),
    (4, 1): (2, 2), (4, 2): (6, 6), (4, 3): (8, 6), (4, 4): (2, 2),
}  # fmt: skip


def check(arguments: argparse.Namespace) -> Outcome:
    """Compare every turn of `arguments.positions` random positions, then the values of small boards."""
    dice = random.Random(SEED)
    boards = random_positions(dice)
    wrong = sum(differs(next(boards)) for _ in range(arguments.positions))
    wrong += sum(first_margins(size) != known for size, known in VALUES.items())
    return Outcome(
        arguments.positions + len(VALUES), wrong, "a second telling of the rules, and known values of small boards"
    )


# -- a second version of the rules: two rows, two stores, one seed at a time -----------------------------------------------


class Table:
    """The board as people see it: a list of pits and a store for each side."""

    def __init__(self, state: KalahState) -> None:
        south, north, to_move = GAME.position(state).split("/")
        self.rows = {side: [int(count) for count in text.split(",")[:-1]] for side, text in (("s", south), ("n", north))}
        self.stores = {side: int(text.split(",")[-1]) for side, text in (("s", south), ("n", north))}
        self.mover = to_move
        self.empty_capture = bool(state.options["empty-capture"])

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.rows = {side: row[:] for side, row in self.rows.items()}
        other.stores = dict(self.stores)
        other.mover, other.empty_capture = self.mover, self.empty_capture
        return other

    def ended(self) -> bool:
        return any(all(seeds == 0 for seeds in row) for row in self.rows.values())

    def sow(self, pit: int) -> bool:
        """Sow a pit of the mover's; return whether the mover goes on."""
        me = self.mover
        you = "n" if me == "s" else "s"
        in_hand = self.rows[me][pit]
        self.rows[me][pit] = 0
        side, at = me, pit
        again = False
        while in_hand:
            at += 1
            again = False
            if at < len(self.rows[side]):
                self.rows[side][at] += 1
                in_hand -= 1
            elif side == me:
                self.stores[me] += 1
                in_hand -= 1
                again = True
                side, at = you, -1
            else:
                side, at = me, -1
        if not again and side == me and self.rows[me][at] == 1:
            across = len(self.rows[me]) - 1 - at
            if self.rows[you][across] > 0 or self.empty_capture:
                self.stores[me] += self.rows[you][across] + 1
                self.rows[you][across] = 0
                self.rows[me][at] = 0
        if self.ended():
            for owner, row in self.rows.items():
                self.stores[owner] += sum(row)
                self.rows[owner] = [0] * len(row)
            again = False
        if not again:
            self.mover = you
        return again

    def turns(self) -> Iterator[tuple[str, Table]]:
        """Yield every complete turn in notation, with the board after it."""
        if self.ended():
            return
        for pit, seeds in enumerate(self.rows[self.mover]):
            if seeds == 0:
                continue
            name = "abcdefghi"[pit] if self.mover == "s" else "ABCDEFGHI"[pit]
            after = self.copy()
            if after.sow(pit):
                for rest, end in after.turns():
                    yield f"{name} {rest}", end
            else:
                yield name, after

    def written(self) -> str:
        rows = [",".join(map(str, [*self.rows[side], self.stores[side]])) for side in ("s", "n")]
        return "/".join([*rows, self.mover])


def differs(state: KalahState) -> bool:
    """Return whether the rules and the second implementation disagree about the turns here, or any board after one."""
    table = Table(state)
    expected = {text: after.written() for text, after in table.turns()}
    found = {str(move): GAME.position(state.play(move)) for move in state.legal()}
    return state.over != table.ended() or found != expected


def random_positions(dice: random.Random) -> Iterator[KalahState]:
    """Yield positions of random games with random options, and in between boards with seeds thrown on at random."""
    while True:
        options = Options(
            GAME.declared_options, {option.name: dice.choice(option.choices) for option in GAME.declared_options}
        )
        state: KalahState = GAME.start(options)
        while not state.over:
            yield state
            yield thrown(state, dice)
            state = state.play(dice.choice(state.legal()))
        yield state


def thrown(state: KalahState, dice: random.Random) -> KalahState:
    """Return the same number of seeds, thrown onto the board at random, often with empty pits."""
    ring = [0] * len(state.ring)
    open_places = dice.sample(range(len(ring)), dice.randint(2, len(ring)))
    for _ in range(sum(state.ring)):
        ring[dice.choice(open_places)] += 1
    return KalahState(state.options, tuple(ring), dice.choice((1, 2)))


# -- known values of small boards ------------------------------------------------------------------------------------------


def first_margins(size: tuple[int, int]) -> tuple[int, int]:
    """Return the first side's margin under perfect play, by alpha-beta over the rules, with and without empty capture."""
    pits, seeds = size
    most = 2 * pits * seeds
    margins = []
    for rule in (True, False):
        options = Options(GAME.declared_options, {"pits": pits, "seeds": seeds, "empty-capture": rule})
        margins.append(margin(GAME.start(options), -most, most, {}))
    return margins[0], margins[1]


def margin(state: KalahState, alpha: int, beta: int, known: dict[tuple[int, ...], tuple[int, int]]) -> int:
    """Return the mover's final margin (fail-soft). `known` bounds what can still be won, whatever is in the stores."""
    store = state.pits
    banked = state.ring[store] - state.ring[-1]
    if state.over:
        return sum(state.ring[: store + 1]) - sum(state.ring[store + 1 :])
    key = (*state.ring[:store], *state.ring[store + 1 : -1])
    low, high = known.get(key, (-10_000, 10_000))
    if banked + low >= beta or low == high:
        return banked + low
    if banked + high <= alpha:
        return banked + high
    alpha, beta = max(alpha, banked + low), min(beta, banked + high)
    best, floor = -10_000, alpha
    for pit in reversed(range(store)):
        if state.ring[pit]:
            after = state.sow(pit)
            again = after.turn == state.turn
            value = margin(after, floor, beta, known) if again else -margin(after, -beta, -floor, known)
            best = max(best, value)
            floor = max(floor, best)
            if best >= beta:
                break
    known[key] = (
        best - banked if best > alpha else low,
        best - banked if best < beta else high,
    )
    return best
