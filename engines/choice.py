"""Choice model: how levels below the highest choose their moves, including inaccuracies and oversights.

Moves are chosen at random, with a weight that decreases with a move's loss, which is the share of the win that it gives
away: `exp(-(loss / s) ** c)`, with sensitivity s and consistency c (Regan and Haworth, "Intrinsic chess ratings", 2011).
Before that, some moves are overlooked, with a probability that depends on how hard they are to see; a player who sees
something obvious plays it or something better. The game's seed determines what is overlooked, so this stays the same
throughout the game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from math import exp
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

DRAW_BYTES = 6
MAX_EXPONENT = 700.0  # beyond this, `exp` gives 0


class Candidate(NamedTuple):
    """A legal move as presented to the choice model.

    Attributes:
        worth: the mover's expected share of the win after the move, 0 to 1.
        sight: identifies what a player must notice; moves with the same sight are seen or overlooked together.
        hardness: the difficulty of seeing it, from 0 (never overlooked) to 1.
        obvious: whether a player who sees the move plays it, or else one that is no worse or just as obvious.
    """

    move: Any
    worth: float
    sight: str = ""
    hardness: float = 0.0
    obvious: bool = False


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's parameters: how much it gives away, and how much it overlooks.

    Attributes:
        sensitivity: the loss, in shares of the win, that a player hardly notices.
        consistency: how sharply larger losses are distinguished from smaller ones.
        overlooking: the probability of overlooking what is hardest to see.
    """

    sensitivity: float
    consistency: float
    overlooking: float

    def weights(self, candidates: Sequence[Candidate], seed: object) -> list[float]:
        """Return the probability of each move in the game with this seed."""
        seen = [each for each in candidates if not self._overlooks(each, seed)] or candidates
        least = max((each.worth for each in seen if each.obvious), default=0.0)
        best = max(each.worth for each in seen)
        looked_at = {id(each) for each in seen if each.obvious or each.worth >= least}
        weights = [self._weight(best - each.worth) if id(each) in looked_at else 0.0 for each in candidates]
        total = sum(weights)
        return [weight / total for weight in weights]

    def choose(self, candidates: Sequence[Candidate], seed: object, rng: Random) -> Any:
        """Choose one of the candidates, at least one of which is required, and return its move."""
        return rng.choices(candidates, self.weights(candidates, seed))[0].move

    def loss(self, candidates: Sequence[Candidate], seeds: Sequence[object]) -> float:
        """Return the expected share of the win that is given away, averaged over games with these seeds."""
        best = max(each.worth for each in candidates)
        given = 0.0
        for seed in seeds:
            weights = self.weights(candidates, seed)
            given += sum(weight * (best - each.worth) for weight, each in zip(weights, candidates, strict=True))
        return given / len(seeds)

    def _overlooks(self, candidate: Candidate, seed: object) -> bool:
        return candidate.hardness > 0 and _draw(seed, candidate.sight) < self.overlooking * candidate.hardness

    def _weight(self, loss: float) -> float:
        return exp(-min((loss / self.sensitivity) ** self.consistency, MAX_EXPONENT)) if loss > 0 else 1.0


def _draw(seed: object, sight: str) -> float:
    """Return a number in [0, 1) that is always the same for a seed and a sight."""
    found = blake2b(f"{seed} {sight}".encode(), digest_size=DRAW_BYTES).digest()
    return int.from_bytes(found) / (1 << 8 * DRAW_BYTES)


@dataclass(frozen=True, slots=True)
class ChoiceModel:
    """The scale of strengths for one game, on which each whole step up halves the sensitivity.

    Attributes:
        sensitivity: the sensitivity at a strength of 0.
        consistency: the consistency at every strength.
        overlooking: the probability of overlooking at a strength of 0.
        fading: the rate at which overlooking halves, as a multiple of the rate for sensitivity.
    """

    sensitivity: float
    consistency: float
    overlooking: float
    fading: float

    def at(self, strength: float) -> Strength:
        """Return the parameters of a player of this strength."""
        overlooking = self.overlooking * 2.0 ** (-self.fading * strength)
        return Strength(self.sensitivity * 2.0**-strength, self.consistency, overlooking)


@dataclass(frozen=True, slots=True)
class FittedLevels:
    """The levels fitted for a game by `training.levels`.

    Attributes:
        model: the scale of the strengths.
        strengths: the strengths of level 1, level 2 and so on.
        targets: the losses per decision to which these strengths were fitted, in shares of the win.
        missed: the fraction of obvious moves that each level misses, as measured by `benchmarks.people obvious`.
    """

    model: ChoiceModel
    strengths: tuple[float, ...]
    targets: tuple[float, ...]
    missed: tuple[float, ...]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file written by `training.levels fit`."""
        found = tomllib.loads(path.read_text("utf-8"))
        lists = (tuple(found[name]) for name in ("strengths", "targets", "missed"))
        return cls(ChoiceModel(**found["model"]), *lists)

    def strength(self, level: float) -> float:
        """Return the strength of a level of at least 1, interpolated between whole levels."""
        steps = list(pairwise(self.strengths))
        below = min(int(level) - 1, len(steps) - 1)
        low, high = steps[below]
        return low + (level - 1 - below) * (high - low)

    def at(self, level: float) -> Strength:
        """Return the parameters of a player of this level."""
        return self.model.at(self.strength(level))


fitted_levels = cache(FittedLevels.read)
"""The fitted levels in a file, cached."""
