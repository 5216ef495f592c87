"""Learning from looking ahead, in small: what was found is kept, a run that was ended goes on, targets are what they should
be and are learned.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.backgammon import bearoff, networks
from engines.backgammon.evaluator import MONEY, BackgammonEvaluator
from engines.backgammon.kernels.evaluate import workspace
from engines.backgammon.position import packed
from games.backgammon.checkers import START_CHECKERS
from training.backgammon import ahead as ahead
from training.backgammon.fit import APART, Floats, Lessons, fitted, slopes_of, wider, within
from training.backgammon.kernels.lookahead import MARGIN, RIVALS, collect, traced
from training.backgammon.networks import Progress, keep
from training.backgammon.second_look import close_ones

pytestmark = pytest.mark.slow

POSITIONS = 120


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the stages before leave it."""
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(ahead, "SLICE", 50)
    begun = networks.widened(networks.fresh(16, 1))
    keep(tmp_path / "features.npz", Progress(begun, begun.copy()))
    return tmp_path


@pytest.fixture
def lessons(folder: Path) -> Lessons:
    """What a few slices teach that networks of random weights made."""
    nets = wider(networks.widened(networks.fresh(16, 2)), 24, 1)
    paths = []
    for unit in ahead.units(nets, POSITIONS, 0, 1, (1,)):
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
    paths = sorted(ahead.found_in(folder, 2).glob("*.unit"))
    assert [path.stem for path in paths] == ["games-0", "games-2", "special-1"]
    lessons = ahead.read(paths, 0, 0)
    looked = BackgammonEvaluator(first[0], bearoff.build()).ahead(lessons.positions, MONEY, 1)
    assert looked == pytest.approx(lessons.targets, abs=1e-5)
    assert looked @ MONEY == pytest.approx(lessons.points, abs=1e-5)
    (folder / "ahead-2.npz").unlink()  # as if it had been ended in the midst of the second round
    paths[-1].unlink()
    assert ahead.main(arguments) == 0
    again = networks.read(folder / "ahead-2.npz")
    assert all((one == other).all() for one, other in zip(first[1].arrays, again.arrays, strict=True))


def test_where_some_are_looked_at_again_others_tell_no_small_differences(folder: Path) -> None:
    nets = wider(networks.widened(networks.fresh(16, 2)), 24, 1)
    paths = []
    for throws in (0, 1):
        (unit,) = ahead.units(nets, ahead.SLICE, 0, throws, (throws,))
        paths.append(folder / f"{unit.name}-{throws}")
        paths[-1].write_bytes(unit.work(*unit.arguments).data)
    alone, together = ahead.read(paths[:1], 0, 0), ahead.read(paths, 0, 0)
    assert len(together.positions) == (1 + ahead.REPEATED) * ahead.SLICE
    close = close_ones(alone.positions, alone.decisions, alone.points)
    assert close.any() and not close.all()
    numbers = together.decisions[: ahead.SLICE]
    assert all((numbers == numbers[n]).sum() == 1 for n in np.flatnonzero(close))
    assert len(set(numbers[~close])) == len(set(alone.decisions[~close]))
    assert (together.points[: ahead.SLICE] == alone.points).all()


def test_decisions_hold_the_turn_played_and_the_best_others() -> None:
    evaluator = BackgammonEvaluator(networks.widened(networks.fresh(16, 2)), bearoff.build())
    found, decisions, follows = np.empty((600, 52), np.int8), np.empty(600, np.int64), np.empty(600, np.bool_)
    lots = np.float32(0.5), np.float32(0.1), 7
    starts = packed([(START_CHECKERS, START_CHECKERS)])
    collect(evaluator.knowledge, workspace(), MONEY, *lots, starts, found, decisions, follows)
    points = evaluator.shares(found) @ MONEY
    assert set(np.diff(decisions)) == {0, 1}
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    for begin, end in zip(begins, [*begins[1:], len(found)], strict=True):
        assert end - begin <= RIVALS + 1
        assert not follows[begin + 1 : end].any()  # only what was played can
        assert len({position.tobytes() for position in found[begin:end]}) == end - begin
        if follows[begin]:  # the best turn, which leaves the other side least
            assert points[begin] <= points[begin:end].min() + 1e-5
            assert points[begin:end].max() <= points[begin] + MARGIN + 1e-5
    assert len(begins) > 100 and follows.any() and not follows[begins].all()


def test_what_is_found_later_in_a_game_corrects_what_was_said_before() -> None:
    rng = np.random.default_rng(1)
    said, looked = (rng.dirichlet(np.ones(6), 5).astype(np.float32) for _ in range(2))
    decisions = np.array([0, 1, 1, 2, 3])
    follows = np.array([False, True, False, True, False])
    targets = np.empty_like(said)
    traced(said, looked, decisions, follows, np.float32(0), targets)
    assert targets == pytest.approx(looked)
    traced(said, looked, decisions, follows, np.float32(0.5), targets)
    assert targets[3:] == pytest.approx(looked[3:])  # the last is of another game
    assert targets[2] == pytest.approx(looked[2])  # not played
    assert targets[1] == pytest.approx(looked[1] + 0.5 * (looked[3] - said[3])[::-1])
    assert targets[0] == pytest.approx(looked[0] + 0.5 * (targets[1] - said[1])[::-1])


def test_networks_come_nearer_to_their_targets(lessons: Lessons) -> None:
    begun = networks.widened(networks.fresh(16, 2))
    tables = bearoff.build()
    said = BackgammonEvaluator(wider(begun, 24, 1), tables).shares(lessons.positions)
    assert said == pytest.approx(BackgammonEvaluator(begun, tables).shares(lessons.positions), abs=1e-5)
    targets: Floats = np.roll(lessons.targets, 1, 0)  # anything that they do not say yet
    given = Lessons(lessons.positions, targets, targets @ MONEY, lessons.decisions)
    learned = BackgammonEvaluator(fitted(wider(begun, 24, 1), given, 60, 0.01, 1), tables).shares(lessons.positions)
    assert np.square(learned - targets).sum() < 0.5 * np.square(said - targets).sum()
    apart = [within((shares @ MONEY) - given.points, lessons.decisions) for shares in (said, learned)]
    assert np.square(apart[1]).sum() < 0.6 * np.square(apart[0]).sum()


def test_slopes_are_those_of_what_is_made_small() -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(7, 9)).astype(np.float32)
    targets = rng.dirichlet(np.ones(6), 7).astype(np.float32)
    decisions = np.array([0, 0, 0, 1, 2, 2, 2])
    weights: list[Floats] = [rng.normal(0, 1 / 3, size).astype(np.float32) for size in ((9, 5), (6, 5), (6,))]

    def made_small(weights: list[Any]) -> float:
        sums = rows @ weights[0]
        logits = sums / np.sqrt(1 + sums * sums) @ weights[1].T + weights[2]
        shares: Any = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        apart = within((shares - targets) @ MONEY, decisions)
        return float(-(targets * np.log(shares)).sum() + APART / 2 * np.square(apart).sum()) / len(rows)

    slopes, _, _ = slopes_of(rows, targets, targets @ MONEY, decisions, weights)
    for n, place in ((0, (3, 2)), (1, (4, 1)), (2, (5,))):
        moved = [[each.astype(np.float64) for each in weights] for _ in range(2)]
        moved[0][n][place] += 1e-4
        moved[1][n][place] -= 1e-4
        assert slopes[n][place] == pytest.approx((made_small(moved[0]) - made_small(moved[1])) / 2e-4, rel=1e-3)
