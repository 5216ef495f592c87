"""Decisions from self-play with the turn played and its best alternatives, and their targets: the networks' estimates one
throw later, averaged over all throws, carried back to the earlier positions of the same game.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.backgammon.kernels.evaluate import (
    KNOWLEDGE,
    SHARES,
    WORKSPACE,
    WORTH,
    best_turn,
    equity,
    settled,
    shares_of,
)
from fourth_seat.engines.backgammon.kernels.features import FEATURES, feature_inputs
from fourth_seat.engines.backgammon.kernels.network import MOST_INPUTS, OUTCOMES
from fourth_seat.engines.backgammon.kernels.position_kind import RACE, RAW, kind_of, raw_inputs
from fourth_seat.engines.backgammon.kernels.turns import MOST_TURNS, POSITIONS, SIZE, copy_position
from fourth_seat.engines.jit.kernels import kernel, part
from fourth_seat.engines.jit.types import boolean, float32, int64, record_type, void

ALTERNATIVES = 4  # greatest number of turns kept besides the one that is played,
ALTERNATIVE_MARGIN = 0.12  # none of them estimated to be worse than the best by more points than this
EXCLUDED = float32(1e9)  # an equity that no turn has


@part
def erring_turn(known, worth, count, most, work):
    """Draw one of the turns that leave the other side at most `most` points, all equally likely (reservoir sampling)."""
    chosen, seen = 0, 0
    for i in range(count):
        shares_of(known, work.turns.found[i], work, work.now)
        if equity(work.now, worth) <= most:
            seen += 1
            if np.random.randint(seen) == 0:
                chosen = i
    return chosen


@kernel(
    void(
        KNOWLEDGE, record_type(WORKSPACE), WORTH, float32, float32, int64, POSITIONS, int64, POSITIONS, int64[::1],
        boolean[::1],
    )
)  # fmt: skip
def collect_decisions(known, work, worth, error_rate, mean_error, seed, starts, max_turns, positions, decisions, follows):
    """Fill `positions` from self-play games, each begun from one of `starts` and broken off after `max_turns`: for each
    decision the position after the turn played, then those after up to `ALTERNATIVES` others. The last decision may be cut
    off.

    In each game a share of the turns, drawn between 0 and `error_rate`, are errors: any turn that loses at most a number of
    points drawn from the exponential distribution with the mean `mean_error`. No position is over or in the tables.

    Args:
        decisions: (n,), filled with the number of the decision of each position.
        follows: (n,), filled with whether each position was reached by the best turn from the one played before it.
    """
    np.random.seed(seed)
    turns, now, best, ends = work.turns.found, work.now, work.best, known.tables.ends
    equities = np.empty(MOST_TURNS, np.float32)
    position = np.empty(SIZE, np.int8)
    copy_position(starts[np.random.randint(len(starts))], position)
    game_error_rate, decision, turn = 0.0, 0, 0
    positions[0], decisions[0], follows[0] = position, 0, False
    n = 1
    while n < len(positions):
        die1, die2 = np.random.randint(1, 7), np.random.randint(1, 7)
        chosen, count = best_turn(known, worth, position, max(die1, die2), min(die1, die2), work)
        best_equity = equity(best, worth)
        erring = np.random.random() < game_error_rate
        if erring:
            most = best_equity + float32(np.random.exponential(mean_error))
            chosen = erring_turn(known, worth, count, most, work)
        position[:] = turns[chosen]
        turn += 1
        if turn > max_turns or settled(position, ends):
            copy_position(starts[np.random.randint(len(starts))], position)
            game_error_rate = error_rate * np.random.random() ** 2
            decision, turn = decision + 1, 0
            positions[n], decisions[n], follows[n] = position, decision, False
            n += 1
            continue
        decision += 1
        positions[n], decisions[n], follows[n] = position, decision, not erring
        n += 1
        for i in range(count):
            equities[i] = EXCLUDED
            if i != chosen and not settled(turns[i], ends):
                shares_of(known, turns[i], work, now)
                equities[i] = equity(now, worth)
        for _ in range(min(ALTERNATIVES, count - 1, len(positions) - n)):
            alternative = np.argmin(equities[:count])
            if equities[alternative] > best_equity + ALTERNATIVE_MARGIN:
                break
            equities[alternative] = EXCLUDED
            positions[n], decisions[n], follows[n] = turns[alternative], decision, False
            n += 1


@kernel(void(SHARES, SHARES, int64[::1], boolean[::1], float32, SHARES))
def td_lambda_targets(estimates, lookahead, decisions, follows, trace, targets):
    """Fill the targets (n, 6) of TD(lambda) (Sutton 1988) with the luck of the dice taken out as rollouts do (Zare 2000).

    The target of a position is its estimate one throw later. Where it was played, the change that looking ahead made to the
    estimate of the next position of the game is added, and so on, each weighted `trace` times the one before it. With 1
    that is the outcome of the game without its luck.

    Args:
        estimates, lookahead: (n, 6), the shares of the outcomes by the networks, at once and one throw later.
        decisions, follows: see `collect_decisions`.
    """
    later = -1  # the next position played
    for n in range(len(estimates) - 1, -1, -1):
        targets[n] = lookahead[n]
        if n and decisions[n - 1] == decisions[n]:
            continue
        if later >= 0 and follows[later]:
            for o in range(OUTCOMES):
                targets[n, o] += trace * (targets[later, OUTCOMES - 1 - o] - estimates[later, OUTCOMES - 1 - o])
        later = n


@kernel(void(POSITIONS, int64[::1]))
def fill_kinds(positions, kinds):
    """Fill the kinds (n,), which tell the network that judges each position."""
    for n in range(len(positions)):
        kinds[n] = min(kind_of(positions[n]), RACE)


@kernel(void(POSITIONS, SHARES))
def fill_inputs(positions, rows):
    """Fill the inputs of the networks, `rows` (n, inputs)."""
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features = np.empty(FEATURES, np.int64)
    for n in range(len(positions)):
        count = raw_inputs(positions[n], index, value)
        if rows.shape[1] > RAW:
            count = feature_inputs(min(kind_of(positions[n]), RACE), positions[n], index, value, count, features)
        rows[n] = 0.0
        for i in range(count):
            rows[n, index[i]] = value[i]
