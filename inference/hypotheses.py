"""Hypotheses about the moves that were made: every legal turn from a position, with the cells that it changes.

The players throw the dice. If the position awaits a throw, every combination of a throw and a subsequent move is a
hypothesis, and hypotheses that lead to the same board are merged. Passes are invisible: a pass that the rules force before
a throw is skipped, and if a throw forces a pass, the moves after it count as part of the same turn. If a move is followed
by a throw (a TriDice die is placed as it was thrown), the visible change to the board is the same whatever the die shows,
so a person must enter the throw.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from fourth_seat.games import CHANCE, AnyGame, AnyState
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Geometry

MAX_PASSES = 3  # in a row: all players but one may have to pass

Changes = Mapping[str, Content | None]
"""New contents of the cells that changed; None for an empty cell."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A hypothesis of one turn or several consecutive turns.

    Attributes:
        before: the position before the moves.
        moves: the moves in order, including throws, but without a throw that ends the last move.
        state: the position after them.
        changes: the cells that differ from the board before the first move, and their new contents.
        prior: its log prior probability among all hypotheses with the same number of turns.
        turns: the number of turns; 0 if the previous turn was taken back.
        first: the first turn, if there are two.
    """

    before: AnyState
    moves: tuple[Any, ...]
    state: AnyState
    changes: Changes
    prior: float
    turns: int = 1
    first: Hypothesis | None = None

    @property
    def ends_in_throw(self) -> bool:
        """Whether it ends with a throw that a person must enter because the board does not show it."""
        return awaits_throw(self.state)

    @property
    def seen(self) -> Hypothesis:
        """The part that evidence can support, without a second turn that depends on an assumed throw at the end of the
        first.
        """
        return self.first if self.first and self.first.ends_in_throw else self

    def then(self, later: Hypothesis) -> Hypothesis:
        """Return this turn followed by another."""
        return replace(self.with_play(later), turns=self.turns + later.turns, first=self)

    def with_play(self, play: Hypothesis) -> Hypothesis:
        """Return this throw followed by a move that it allows."""
        changes = {**self.changes, **play.changes}
        return Hypothesis(self.before, (*self.moves, *play.moves), play.state, changes, self.prior + play.prior)


def awaits_throw(state: AnyState) -> bool:
    """Return whether a position awaits the throw that ends a turn, such as the face of a TriDice die that was placed.

    A throw that begins a turn can be inferred from the subsequent move.
    """
    return state.to_move == CHANCE and bool(state.mover) and state.play_unchecked(state.legal()[0]).mover != state.mover


@lru_cache(maxsize=64)
def turns(game: AnyGame, state: AnyState, passed: int = 0) -> tuple[Hypothesis, ...]:
    """Return all turns that visibly change the board. Turns that look alike are merged into the most likely one, with their
    combined probability.

    `passed` is the number of passes so far; at most `MAX_PASSES` are considered.
    """
    geometry = game.geometry(state.options)
    alike: dict[frozenset[tuple[str, Content | None]], list[Hypothesis]] = {}
    passes: dict[AnyState, list[Hypothesis]] = {}
    for hypothesis in _turns(game, state):
        if all(geometry[cell].zone == "dice" for cell in hypothesis.changes):
            if not hypothesis.state.over:
                passes.setdefault(hypothesis.state, []).append(hypothesis)
        else:
            alike.setdefault(frozenset(hypothesis.changes.items()), []).append(hypothesis)
    for nothing in map(_together, passes.values() if passed < MAX_PASSES else ()):
        idle = replace(nothing, changes={})  # its dice are picked up for the next throw
        for hypothesis in turns(game, idle.state, passed + 1):
            later = idle.with_play(hypothesis)
            alike.setdefault(frozenset(later.changes.items()), []).append(later)
    return tuple(_together(group) for group in alike.values())


def _together(group: list[Hypothesis]) -> Hypothesis:
    return replace(max(group, key=lambda hypothesis: hypothesis.prior), prior=_sum_of_priors(group))


def _sum_of_priors(group: list[Hypothesis]) -> float:
    """Return the log probability that any one of these is true."""
    return math.log(sum(math.exp(hypothesis.prior) for hypothesis in group))


def _turns(game: AnyGame, state: AnyState) -> Iterator[Hypothesis]:
    state, geometry = _after_passes(game, state), game.geometry(state.options)
    if state.to_move != CHANCE:
        yield from _plays(game, state, geometry)
        return
    for throw, chance in state.chances():
        thrown = state.play_unchecked(throw)
        if thrown.to_move == CHANCE:
            continue  # an opening throw of two equal dice is repeated
        first = Hypothesis(state, (throw,), thrown, _seen(geometry, _changes(game, state, throw)), math.log(chance))
        for play in _plays(game, thrown, geometry):
            yield first.with_play(play)


def _after_passes(game: AnyGame, state: AnyState) -> AnyState:
    """Return the position after all forced passes, which cannot be seen."""
    while not state.over and state.to_move != CHANCE:
        legal = state.legal()
        if len(legal) != 1 or not game.is_pass(legal[0]):
            break
        state = state.play_unchecked(legal[0])
    return state


def _plays(game: AnyGame, state: AnyState, geometry: Geometry) -> Iterator[Hypothesis]:
    legal = state.legal()
    for move in legal:
        after = state.play_unchecked(move)
        changes = _changes(game, state, move)
        if awaits_throw(after):
            throw = after.legal()[0]
            changes |= {cell: bare(content) for cell, content in _changes(game, after, throw).items()}
        yield Hypothesis(state, (move,), after, _seen(geometry, changes), -math.log(len(legal)))


def _changes(game: AnyGame, state: AnyState, move: Any) -> dict[str, Content | None]:
    before = state.cells()
    after: dict[str, Content | None] = {cell: content for step in game.steps(state, move) for cell, content in step.leaves}
    return {cell: content for cell, content in after.items() if before.get(cell) != content}


def _seen(geometry: Geometry, changes: Mapping[str, Content | None]) -> dict[str, Content | None]:
    """Leave out removed dice, which may be picked up at any time."""
    return {cell: content for cell, content in changes.items() if content is not None or geometry[cell].zone != "dice"}


def bare(content: Content | None) -> Content | None:
    """Return a content without its faces, for comparison with contents whose faces cannot be seen."""
    return replace(content, faces=()) if content else None


def merge_alike(hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Merge turns from several positions if they change the board in the same way and have the same notation.

    Their positions differ only in invisible properties, such as the owner of the cube. The first turn represents them all,
    with their combined probability.
    """
    alike: dict[tuple[frozenset[tuple[str, Content | None]], str], list[Hypothesis]] = {}
    for hypothesis in hypotheses:
        alike.setdefault((frozenset(hypothesis.changes.items()), str(hypothesis.moves[-1])), []).append(hypothesis)
    return tuple(replace(group[0], prior=_sum_of_priors(group)) for group in alike.values())


def second_turns(game: AnyGame, firsts: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """Yield each of these turns followed by every possible next turn."""
    return (first.then(second) for first in firsts if not first.state.over for second in turns(game, first.state))


def taken_back(game: AnyGame, last: Hypothesis) -> Iterator[Hypothesis]:
    """Yield the hypotheses that the last turn was merely taken back, or that another turn was then played in its place."""
    lay = last.before.cells()
    undone: dict[str, Content | None] = {cell: lay.get(cell) for cell in last.changes}
    yield Hypothesis(last.before, (), last.before, undone, 0.0, turns=0)
    for other in turns(game, last.before):
        if other.moves != last.moves:
            yield replace(other, changes={**undone, **other.changes}, turns=0)
