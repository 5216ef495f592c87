"""Descriptions of TriDice turns and proven values, such as `takes the blue die; stays out of reach`.

A score ranks all possible values of a position from the mover's point of view. If the outcome depends on throws, the score
is the value, from -1 (lost) to 1 (won), times `SCORE_UNITS`; 0 is a draw. Scores beyond that range mean that the game is
decided: the sooner the winner takes the next die, the farther from 0 they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from fourth_seat.engines.results import Bounds, two_reasons
from fourth_seat.engines.solver import Explanation
from fourth_seat.games.tridice.lattice import CELLS
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePlacement, TriDiceRoll
from fourth_seat.games.tridice.rules import MAX_QUIET_TURNS, TriDiceState, code, colour_of, sides
from fourth_seat.words import Text, say, say_many

SCORE_UNITS = 32_000  # parts of a value of 1; about as finely as the tables keep values
MIN_SHOWN_PERCENT = 0.1  # smallest chance shown, and distance from 100, so that only proven results read as certain


def explain_move(state: TriDiceState, move: TriDiceMove) -> Text | None:
    """Describe the effect of a legal turn, or return None if there is nothing to say."""
    if isinstance(move, TriDiceRoll):
        return two_reasons(_of_roll(state, move))
    return two_reasons(_of_placement(state, move)) if isinstance(move, TriDicePlacement) else None


def _of_roll(state: TriDiceState, roll: TriDiceRoll) -> Iterator[Text]:
    me, other = state.turn, 3 - state.turn
    before, after = state.reach(other), state.play_unchecked(roll)
    reached = after.reach(other)
    if roll.captures:
        yield say("takes the {colour} die", colour=sides(state.options)[other - 1].name)
        if not after.alive(other):
            return
    elif roll.start in before and roll.end not in reached:
        yield say("gets a die out of danger")
    yield from _shields(state, after, before - {roll.start}, reached)
    threatened = [CELLS[end] for end, _ in after.ways(roll.end) if colour_of(after.board[end]) == other]
    if threatened:
        yield say_many(
            "threatens the die on {cells}", "threatens the dice on {cells}", len(threatened), cells=tuple(threatened)
        )
    if roll.end not in reached and (roll.captures or roll.start not in before):
        yield say("stays out of reach")
    elif roll.end in reached and roll.end in after.reach(me):
        yield say("is backed up by another die")


def _of_placement(state: TriDiceState, place: TriDicePlacement) -> Iterator[Text]:
    other = 3 - state.turn
    before = state.reach(other)
    board = list(state.board)
    board[place.cell] = code(state.turn, 0)  # however it is thrown, it is in the way
    after = TriDiceState(state.options, tuple(board), state.hands, state.turn)
    yield from _shields(state, after, before, after.reach(other))
    if not state.on_board(other):
        return
    if place.cell not in before:
        yield say("is out of reach, however it lands")
    elif place.cell in state.reach(state.turn):
        yield say("is backed up by another die")


def _shields(state: TriDiceState, after: TriDiceState, before: set[int], reached: set[int]) -> Iterator[Text]:
    """Yield a description of the mover's dice that stay in place and can no longer be captured."""
    kept = [CELLS[cell] for cell in sorted(before - reached) if state.board[cell] == after.board[cell] != 0]
    own = [name for name in kept if colour_of(state.board[CELLS.index(name)]) == state.turn]
    if own:
        yield say_many("protects the die on {cells}", "protects the dice on {cells}", len(own), cells=tuple(own))


def score(value: float, turns: int) -> Bounds:
    """Return the score of a proven value from -1 to 1; a certain win or loss takes `turns` turns."""
    points = round(SCORE_UNITS * value)
    if abs(value) == 1:
        points += (MAX_QUIET_TURNS + 1 - turns) * (1 if value > 0 else -1)
    return Bounds(points, points)


def explain_bounds(state: TriDiceState, bounds: Bounds) -> Explanation | None:
    """Describe a score from the mover's point of view, in words and with a short mark; return None if it is not exact."""
    if not bounds.exact:
        return None
    points = abs(bounds.low)
    if not points:
        return Explanation(say("a draw"), "=")
    if points <= SCORE_UNITS:
        share = f"{min(max(50 * (1 + bounds.low / SCORE_UNITS), MIN_SHOWN_PERCENT), 100 - MIN_SHOWN_PERCENT):.1f}"
        return Explanation(say("has a winning chance of exactly {share} %", share=share), share)
    turns, wins = SCORE_UNITS + MAX_QUIET_TURNS + 1 - points, bounds.low > 0
    if any(state.hands):  # the turns are those until a die is placed or taken, which means little to people
        return Explanation(
            say("wins, however the dice fall") if wins else say("loses, however the dice fall"), "+" if wins else "−"
        )
    if wins:
        text = say_many("wins; takes the next die this turn", "wins; takes the next die within {n} turns", turns)
        return Explanation(text, f"+{turns}")
    text = say_many("loses; loses the next die this turn", "loses; loses the next die within {n} turns", turns)
    return Explanation(text, f"−{turns}")
