"""Learning from looking ahead, on a small scale: results are kept, an interrupted run resumes, and the targets are right
and are learned.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, BackgammonEvaluator, Positions, packed
from fourth_seat.engines.backgammon.kernels.evaluate import workspace
from fourth_seat.engines.backgammon.kernels.position_kind import BACKGAME, KINDS
from fourth_seat.games.backgammon.checkers import START_CHECKERS
from training.backgammon import ahead
from training.backgammon.fit import (
    DIFFERENCE_WEIGHT,
    Floats,
    Samples,
    centred_by_decision,
    fit,
    kinds_of,
    loss_gradients,
    widen,
)
from training.backgammon.kernels.lookahead import ALTERNATIVE_MARGIN, ALTERNATIVES, collect_decisions, td_lambda_targets
from training.backgammon.networks import StageProgress, save_progress
from training.backgammon.second_look import close_decisions

pytestmark = pytest.mark.slow

POSITIONS = 120
START = packed([(START_CHECKERS, START_CHECKERS)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder as left by the earlier stages."""
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(ahead, "SLICE_POSITIONS", 50)
    initial = networks.widened(networks.fresh(16, 1))
    save_progress(tmp_path / "features.npz", StageProgress(initial, initial.copy()))
    return tmp_path


@pytest.fixture
def samples(folder: Path) -> Samples:
    """Return the samples of a few slices made by networks of random weights."""
    nets = widen(networks.widened(networks.fresh(16, 2)), 24, 1)
    paths = []
    for unit in ahead.units(nets, POSITIONS, 1, (1,), special=0):
        paths.append(folder / unit.name)
        paths[-1].write_bytes(unit.work(*unit.arguments).data)
    return ahead.read(paths, 1, 1)


@pytest.mark.parametrize("farm", [[], ["--farm", "2"]])
def test_rounds_are_kept_and_gone_on_with(folder: Path, farm: list[str]) -> None:
    arguments = ["--rounds", "2", "--positions", str(POSITIONS), "--epochs", "2", "--hidden", "24", "--folder", str(folder)]
    arguments += ["--throws", "0", *farm]
    assert ahead.main(arguments) == 0
    first = [networks.read(folder / f"ahead-{n}.npz") for n in (1, 2)]
    assert [each.first.shape[2] for each in first] == [24, 24]
    paths = sorted(ahead.positions_folder(folder, 2).glob("*.unit"))
    assert [path.stem for path in paths] == ["games-0", "games-2", "special-1"]
    samples = ahead.read(paths, 0, 0)
    lookahead = BackgammonEvaluator(first[0], bearoff.build()).ahead(samples.positions, MONEY_POINTS, 1)
    assert lookahead == pytest.approx(samples.targets, abs=1e-5)
    assert lookahead @ MONEY_POINTS == pytest.approx(samples.points, abs=1e-5)
    (folder / "ahead-2.npz").unlink()  # as if it had been interrupted in the middle of the second round
    paths[-1].unlink()
    assert ahead.main(arguments) == 0
    again = networks.read(folder / "ahead-2.npz")
    assert all((one == other).all() for one, other in zip(first[1].arrays, again.arrays, strict=True))


def test_the_network_of_backgames_alone_is_fitted_to_them(folder: Path) -> None:
    arguments = ["--rounds", "1", "--positions", str(POSITIONS), "--epochs", "2", "--hidden", "16", "--folder", str(folder)]
    assert ahead.main([*arguments, "--special", "1", "--special-turns", "4", "--throws", "0", "--backgames"]) == 0
    initial, fitted = networks.widened(networks.fresh(16, 1)), networks.read(folder / "ahead-1.npz")
    changed = [bool((fitted.first[kind] != initial.first[kind]).any()) for kind in range(KINDS)]
    assert changed == [kind == BACKGAME for kind in range(KINDS)]
    samples = ahead.read(sorted(ahead.positions_folder(folder, 1).glob("short-*.unit")), 1, 1, backgames=True)
    assert (kinds_of(samples.positions) == BACKGAME).all()


def test_where_some_are_looked_at_again_others_tell_no_small_differences(folder: Path) -> None:
    nets = widen(networks.widened(networks.fresh(16, 2)), 24, 1)
    paths = []
    for throws in (0, 1):
        (unit,) = ahead.units(nets, ahead.SLICE_POSITIONS, throws, (throws,), special=0)
        paths.append(folder / f"{unit.name}-{throws}")
        paths[-1].write_bytes(unit.work(*unit.arguments).data)
    alone, together = ahead.read(paths[:1], 0, 0), ahead.read(paths, 0, 0)
    assert len(together.positions) == (1 + ahead.SECOND_LOOK_REPEATS) * ahead.SLICE_POSITIONS
    close = close_decisions(alone.positions, alone.decisions, alone.points)
    assert close.any() and not close.all()
    numbers = together.decisions[: ahead.SLICE_POSITIONS]
    assert all((numbers == numbers[n]).sum() == 1 for n in np.flatnonzero(close))
    assert len(set(numbers[~close])) == len(set(alone.decisions[~close]))
    assert (together.points[: ahead.SLICE_POSITIONS] == alone.points).all()


def test_in_games_that_are_broken_off_all_later_positions_count_alike_for_all_turns(folder: Path) -> None:
    nets = networks.widened(networks.fresh(16, 2))
    (short,) = ahead.units(nets, ahead.SLICE_POSITIONS, 0, (1,), special=1, special_turns=4)
    assert short.name == "short-0"
    data = short.work(*short.arguments).data
    for name in ("short-0", "special-0"):
        (folder / name).write_bytes(data)
    alike = ahead.read([folder / "short-0"], 0.1, 0.5)
    lookahead, weighted, plain = (ahead.read([folder / "special-0"], 0.1, trace).targets for trace in (0, 0.5, 1))
    begins = np.flatnonzero(np.diff(alike.decisions, prepend=-1))
    assert (alike.targets[begins] == plain[begins]).all()
    assert (plain[begins] != weighted[begins]).any()
    corrections = np.split(alike.targets - lookahead, begins[1:])
    assert all(each == pytest.approx(np.broadcast_to(each[0], each.shape), abs=1e-6) for each in corrections)
    assert any(len(each) > 1 and each[0].any() for each in corrections), "alternatives of a turn that was corrected"


def collected(
    evaluator: BackgammonEvaluator, error_rate: float, mean_error: float, max_turns: int
) -> tuple[Positions, NDArray[np.int64], NDArray[np.bool_]]:
    """Return 600 positions, and the output of `collect_decisions` for each; all games begin from `START`."""
    positions, decisions, follows = np.empty((600, 52), np.int8), np.empty(600, np.int64), np.empty(600, np.bool_)
    noise = np.float32(error_rate), np.float32(mean_error), 7
    collect_decisions(
        evaluator.knowledge, workspace(), MONEY_POINTS, *noise, START, max_turns, positions, decisions, follows
    )
    return positions, decisions, follows


def test_decisions_hold_the_turn_played_and_the_best_others() -> None:
    evaluator = BackgammonEvaluator(networks.widened(networks.fresh(16, 2)), bearoff.build())
    positions, decisions, follows = collected(evaluator, 0.5, 0.1, ahead.WHOLE_GAME_TURNS)
    points = evaluator.shares(positions) @ MONEY_POINTS
    assert set(np.diff(decisions)) == {0, 1}
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    for begin, end in zip(begins, [*begins[1:], len(positions)], strict=True):
        assert end - begin <= ALTERNATIVES + 1
        assert not follows[begin + 1 : end].any()  # only what was played can
        assert len({position.tobytes() for position in positions[begin:end]}) == end - begin
        if follows[begin]:  # the best turn, which leaves the other side least
            assert points[begin] <= points[begin:end].min() + 1e-5
            assert points[begin:end].max() <= points[begin] + ALTERNATIVE_MARGIN + 1e-5
    assert len(begins) > 100 and follows.any() and not follows[begins].all()


def test_games_are_broken_off_after_so_many_turns() -> None:
    evaluator = BackgammonEvaluator(networks.widened(networks.fresh(16, 2)), bearoff.nothing())
    positions, decisions, follows = collected(evaluator, 0, 0, 3)
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    starts = (positions[begins] == START).all(1)
    assert starts[::4].all() and starts.sum() == len(starts[::4])
    assert (follows[begins] != starts).all()


def test_what_is_found_later_in_a_game_corrects_what_was_said_before() -> None:
    rng = np.random.default_rng(1)
    estimates, lookahead = (rng.dirichlet(np.ones(6), 5).astype(np.float32) for _ in range(2))
    decisions = np.array([0, 1, 1, 2, 3])
    follows = np.array([False, True, False, True, False])
    targets = np.empty_like(estimates)
    td_lambda_targets(estimates, lookahead, decisions, follows, np.float32(0), targets)
    assert targets == pytest.approx(lookahead)
    td_lambda_targets(estimates, lookahead, decisions, follows, np.float32(0.5), targets)
    assert targets[3:] == pytest.approx(lookahead[3:])  # the last is of another game
    assert targets[2] == pytest.approx(lookahead[2])  # not played
    assert targets[1] == pytest.approx(lookahead[1] + 0.5 * (lookahead[3] - estimates[3])[::-1])
    assert targets[0] == pytest.approx(lookahead[0] + 0.5 * (targets[1] - estimates[1])[::-1])


def test_networks_come_nearer_to_their_targets(samples: Samples) -> None:
    initial = networks.widened(networks.fresh(16, 2))
    tables = bearoff.build()
    before = BackgammonEvaluator(widen(initial, 24, 1), tables).shares(samples.positions)
    assert before == pytest.approx(BackgammonEvaluator(initial, tables).shares(samples.positions), abs=1e-5)
    targets: Floats = np.roll(samples.targets, 1, 0)  # anything that they do not predict yet
    given = Samples(samples.positions, targets, targets @ MONEY_POINTS, samples.decisions)
    after = BackgammonEvaluator(fit(widen(initial, 24, 1), given, 60, 0.01, 1), tables).shares(samples.positions)
    assert np.square(after - targets).sum() < 0.5 * np.square(before - targets).sum()
    differences = [
        centred_by_decision((shares @ MONEY_POINTS) - given.points, samples.decisions) for shares in (before, after)
    ]
    assert np.square(differences[1]).sum() < 0.6 * np.square(differences[0]).sum()


def test_gradients_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(7, 9)).astype(np.float32)
    targets = rng.dirichlet(np.ones(6), 7).astype(np.float32)
    decisions = np.array([0, 0, 0, 1, 2, 2, 2])
    weights: list[Floats] = [rng.normal(0, 1 / 3, size).astype(np.float32) for size in ((9, 5), (6, 5), (6,))]

    def loss(weights: list[Any]) -> float:
        sums = rows @ weights[0]
        logits = sums / np.sqrt(1 + sums * sums) @ weights[1].T + weights[2]
        shares: Any = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        apart = centred_by_decision((shares - targets) @ MONEY_POINTS, decisions)
        return float(-(targets * np.log(shares)).sum() + DIFFERENCE_WEIGHT / 2 * np.square(apart).sum()) / len(rows)

    gradients, _, _ = loss_gradients(rows, targets, targets @ MONEY_POINTS, decisions, weights)
    for n, place in ((0, (3, 2)), (1, (4, 1)), (2, (5,))):
        moved = [[each.astype(np.float64) for each in weights] for _ in range(2)]
        moved[0][n][place] += 1e-4
        moved[1][n][place] -= 1e-4
        assert gradients[n][place] == pytest.approx((loss(moved[0]) - loss(moved[1])) / 2e-4, rel=1e-3)
