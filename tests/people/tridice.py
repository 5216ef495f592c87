"""Model players of TriDice: whether they see what they can take, and what can be taken from them."""

from __future__ import annotations

from functools import partial
from random import Random

from fourth_seat.engines.protocol import Choose
from fourth_seat.engines.tridice import baseline
from fourth_seat.engines.tridice.evaluation import evaluate
from fourth_seat.games import CHANCE
from fourth_seat.games.tridice.moves import TriDiceMove, TriDiceRoll
from fourth_seat.games.tridice.rules import TriDiceState, rolled_board


def by_thumb(state: TriDiceState, rng: Random, *, takes: float, flees: float, shuns: float) -> TriDiceMove:
    """Choose by rules of thumb, each of which comes to mind with its chance: take a die, bring one to safety, go where
    nothing reaches.
    """
    moves = list(state.legal())
    rolls = [move for move in moves if isinstance(move, TriDiceRoll)]
    if (prey := [roll for roll in rolls if roll.captures]) and rng.random() < takes:
        return rng.choice(prey)
    reached = state.reach(3 - state.turn)
    safe = [move for move in moves if _end(move) not in _reached(state, move, reached)]
    if (
        ways := [move for move in safe if isinstance(move, TriDiceRoll) and move.start in reached]
    ) and rng.random() < flees:
        return rng.choice(ways)
    return rng.choice(safe if safe and rng.random() < shuns else moves)


def _end(move: TriDiceMove) -> int | None:
    return move.end if isinstance(move, TriDiceRoll) else getattr(move, "cell", None)


def _reached(state: TriDiceState, move: TriDiceMove, before: set[int]) -> set[int]:
    """Return the cells on which the other side's dice can end after a move."""
    if not isinstance(move, TriDiceRoll):
        return before
    board = rolled_board(state.board, move.start, move.end)
    return TriDiceState(state.options, board, state.hands).reach(3 - state.turn)


def club(state: TriDiceState, rng: Random) -> TriDiceMove:
    """Choose by how the dice stand after the other side's best answer."""

    def foreseen(move: TriDiceMove) -> float:
        after = state.play_unchecked(move)
        if after.over:
            return after.standing().share(state.turn)
        if after.to_move == CHANCE:
            return evaluate(after)[state.turn - 1]
        ends = (after.play_unchecked(answer) for answer in after.legal())
        return min(end.standing().share(state.turn) if end.over else evaluate(end)[state.turn - 1] for end in ends)

    moves = list(state.legal())
    rng.shuffle(moves)
    return max(moves, key=foreseen)


PEOPLE: dict[str, Choose] = {
    # A small child likes to take dice, when it sees that the count fits, and does not watch its own.
    "child": partial(by_thumb, takes=0.7, flees=0.2, shuns=0.1),
    # Whoever knows the rules counts out its own rolls (a far one now and then goes unseen), the other's half of the time.
    "knows the rules": partial(by_thumb, takes=0.9, flees=0.5, shuns=0.4),
    # The careful player follows the five rules of player `seed` to the letter.
    "careful": baseline.seed,
    "club": club,
}
