"""Fit the levels of a game.

    uv run python -m training.levels fit GAME [--games N] [--decisions N]
    uv run python -m training.levels missed GAME [--positions N]
    uv run python -m training.levels measure GAME [--decisions N]

`fit` plays strengths against each other and against model players of tests/people, places the levels according to
`designs.toml`, and writes the game's `levels.toml`: their strengths, and how much each then gives away per decision, in
shares of the win. Games are kept in `build/people`, so that a run resumes. `missed` adds how many obvious things they miss,
which the sentences about levels mention. `measure` prints what each level gives away in games of its own kind, and how far
that is from its target.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice, pairwise
from pathlib import Path

import numpy as np

from fourth_seat.engines import engine_of
from fourth_seat.engines.choice import Candidate, ChoiceModel, FittedLevels, fitted_levels
from tests.people import PEOPLE
from training.levels.games import KEPT_GAMES, Arena, KeptGames, Play
from training.levels.obvious import missed, obvious_positions
from training.levels.ratings import ratings

DESIGNS = Path(__file__).with_name("designs.toml")
HEAD = "# Written by training.levels; of levels 1 to 8, the weakest first. See engines/choice.py."
ANCHORS = ("child", "careful")
LEVELS = 8
NEAR_KNOTS = 2  # knots between which games are played
DEGREE = 3  # of the curve through the knots' ratings
LOOKS = 8  # games for which the overlooked moves of a position are drawn
STEPS = 24  # of halving an interval of strengths
CLOSE = 0.15  # of its target, within which a level's loss should be


class Design:
    """What the levels of a game should be like; see `designs.toml`."""

    def __init__(self, name: str) -> None:
        found = tomllib.loads(DESIGNS.read_text("utf-8"))[name]
        self.model = ChoiceModel(**found["model"])
        self.knots: list[float] = found["knots"]
        self._first, self._fifth, self._beyond = found["first"], found["fifth"], found["beyond"]

    def ratings(self, child: float, careful: float) -> list[float]:
        """Return the rating that each level should have, given those of two model players."""
        first, fifth = child + self._first, careful + self._fifth
        step = (fifth - first) / 4
        return [first + step * n for n in range(5)] + [fifth + self._beyond * n for n in range(1, LEVELS - 4)]


def levels_file(name: str) -> Path:
    """Return the file of a game's fitted levels."""
    fitted = engine_of(name).fitted
    assert fitted
    return fitted.levels


def person(name: str, kind: str) -> Play:
    """Return a model player."""
    choose = PEOPLE[name][kind]
    return lambda state, rng, _seed: choose(state, rng)


def fit(name: str, games: int, decisions: int) -> None:
    """Play, place the levels, and write their strengths and what each gives away."""
    arena, design = Arena(name), Design(name)
    kept = KeptGames(KEPT_GAMES / f"{name}-strengths.jsonl")
    players: dict[object, Play] = {knot: arena.player(design.model.at(knot)) for knot in design.knots}
    players |= {kind: person(name, kind) for kind in ANCHORS}
    pairs = [(one, other) for one, other in combinations(players, 2) if _near(design.knots, one, other)]
    results = {}
    for one, other in pairs:
        pair = f"{design.model} {one} {other}"
        shares = kept.at_least(pair, games, partial(arena.play, [players[one], players[other]], seed="targets"))
        results[one, other] = shares
        print(f"{one} against {other}: {sum(shares) / len(shares):.0%} of {len(shares)} games", flush=True)
    found = ratings(results)
    curve = np.polyfit(design.knots, [found[knot] for knot in design.knots], DEGREE)
    for knot in design.knots:
        print(f"strength {knot}: {found[knot]:+.2f} logits, curve {np.polyval(curve, knot):+.2f}")
    print("; ".join(f"{kind} {found[kind]:+.2f}" for kind in ANCHORS))
    strengths, losses = [], []
    for level, rating in enumerate(design.ratings(found["child"], found["careful"]), 1):
        strength = _rising(lambda at: float(np.polyval(curve, at)), rating, design.knots[0], design.knots[-1])
        strengths.append(strength)
        losses.append(_loss(design.model, strength, _decisions(arena, design.model, strength, decisions, "targets")))
        print(f"level {level}: rating {rating:+.2f}, strength {strength:.2f}, loss {losses[-1]:.5f}", flush=True)
    path = levels_file(name)
    known = fitted_levels(path).missed if path.exists() else (0.0,) * LEVELS
    write(FittedLevels(design.model, tuple(strengths), tuple(losses), known), path)


def write(levels: FittedLevels, path: Path) -> None:
    """Write the fitted levels of a game."""
    model = "".join(f"{field} = {getattr(levels.model, field)}\n" for field in ChoiceModel.__slots__)
    lists = {"strengths": levels.strengths, "targets": levels.targets, "missed": levels.missed}
    rows = "".join(f"{name} = [{', '.join(f'{value:.5f}' for value in values)}]\n" for name, values in lists.items())
    path.write_text(f"{HEAD}\n{rows}\n[model]\n{model}", "utf-8")


def count_missed(name: str, positions: int) -> None:
    """Write how many obvious things each level misses."""
    arena, path = Arena(name), levels_file(name)
    found, levels = list(islice(obvious_positions(arena, PEOPLE[name]), positions)), fitted_levels(path)
    shares = tuple(missed(found, arena.player(levels.at(level))) for level in range(1, LEVELS + 1))
    print(f"{name} misses {', '.join(f'{share:.1%}' for share in shares)} in {positions} positions")
    write(replace(levels, missed=shares), path)


def measure(name: str, decisions: int) -> bool:
    """Print what each level gives away on positions that it was not fitted to; return whether all are close to their
    targets, and fall from level to level.
    """
    arena, levels = Arena(name), fitted_levels(levels_file(name))
    losses = []
    for strength, target in zip(levels.strengths, levels.targets, strict=True):
        losses.append(_loss(levels.model, strength, _decisions(arena, levels.model, strength, decisions, "measure")))
        print(
            f"{name} level {len(losses)}: gives away {losses[-1]:.5f} a decision, target {target:.5f}, "
            f"{losses[-1] / target - 1:+.1%}",
            flush=True,
        )
    falls = all(low < high for high, low in pairwise(losses))
    return falls and all(abs(loss / target - 1) <= CLOSE for loss, target in zip(losses, levels.targets, strict=True))


def _near(knots: Sequence[float], one: object, other: object) -> bool:
    """Return whether two players should meet: knots meet if they are close to each other, and model players meet all of the
    weaker half.
    """
    places = [knots.index(each) for each in (one, other) if isinstance(each, float)]
    if len(places) == 2:
        return abs(places[0] - places[1]) <= NEAR_KNOTS
    return bool(places) and places[0] <= len(knots) // 2


def _decisions(arena: Arena, model: ChoiceModel, strength: float, number: int, seed: str) -> list[Sequence[Candidate]]:
    """Return the candidates of this many positions from games that a strength plays against itself."""
    found = arena.decisions(arena.player(model.at(strength)), f"{seed} {strength:.3f}")
    return [candidates for _, candidates in islice(found, number)]


def _loss(model: ChoiceModel, strength: float, positions: Sequence[Sequence[Candidate]]) -> float:
    """Return how much is given away per decision."""
    player = model.at(strength)
    return sum(player.loss(candidates, range(LOOKS)) for candidates in positions) / len(positions)


def _rising(value: object, wanted: float, low: float, high: float) -> float:
    """Return where a rising function reaches a value, or the nearer end."""
    assert callable(value)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if value(middle) < wanted else (low, middle)
    return (low + high) / 2


def main(arguments: list[str] | None = None) -> int:
    """Run one of the steps."""
    parser = argparse.ArgumentParser(prog="python -m training.levels", description=__doc__.split("\n")[0])
    parser.add_argument("step", choices=("fit", "missed", "measure"))
    parser.add_argument("game", choices=sorted(PEOPLE))
    parser.add_argument("--games", type=int, default=200, help="of each pair of strengths")
    parser.add_argument("--positions", type=int, default=500, help="with something obvious")
    parser.add_argument("--decisions", type=int, default=1_000, help="of each level")
    args = parser.parse_args(arguments)
    if args.step == "measure":
        return 0 if measure(args.game, args.decisions) else 1
    if args.step == "fit":
        fit(args.game, args.games, args.decisions)
    else:
        count_missed(args.game, args.positions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
