"""The posterior over the legal turns given the evidence about each cell, computed by Bayes' rule.

All hypotheses are compared with the last known board: a turn scores higher if it explains the cells that it changes better
than that board does. Cells that were misread while the board was known (because of glare, or a paper substitute for a lost
piece) are ignored as long as they look the same, since a classifier error is the more likely explanation. An illegal change
is also a hypothesis, which can explain any board but becomes less likely with each cell that it changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from fourth_seat.games import AnyState
from fourth_seat.games.contents import Cells
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.hypotheses import Changes, Hypothesis

# Priors: no turn was played since the last look, one, or two; the last one was taken back (and perhaps another played
# instead); or a change that the rules do not allow, less likely in a set that is still unknown, whose cells are misread.
LOG_STAYED, LOG_ONE_TURN, LOG_TWO_TURNS, LOG_TAKEN_BACK, LOG_ILLEGAL = map(math.log, (0.5, 0.47, 0.01, 0.015, 0.02))
LOG_ILLEGAL_UNLEARNED = math.log(0.005)
LOG_BEGUN_AGAIN = math.log(0.002)  # the prior of a board that was set up for a new game
LOG_BY_TURNS = (LOG_TAKEN_BACK, LOG_ONE_TURN, LOG_TWO_TURNS)
MIN_STAYED_PROBABILITY = 0.5  # probability that nothing was played, below which the board counts as unexplained
LOG_CHANGED_CELL = -5.0  # the logarithm of how likely a cell is to change without any rule; a misread cell costs up to 9

KnownMisreads = Mapping[str, float]
"""The negative log-likelihood of the true content, for cells that were misread while it was known."""


@dataclass(frozen=True, slots=True)
class MoveCandidate:
    """A hypothesis and its log probability, up to a constant shared by all hypotheses.

    Attributes:
        misfit: the negative log-likelihood of the unexplained part of the board; 0 at best.
        hypothesis: None if nothing was played, or for an illegal change.
        legal: False for an illegal change.
    """

    weight: float
    misfit: float
    hypothesis: Hypothesis | None = None
    legal: bool = True

    @property
    def stayed(self) -> bool:
        """Whether this is the hypothesis that nothing was played."""
        return self.legal and self.hypothesis is None

    def reaches(self, state: AnyState) -> bool:
        """Return whether this hypothesis passes through or ends in a position."""
        on_the_way = (self.hypothesis, self.hypothesis.first) if self.hypothesis else ()
        return any(hypothesis is not None and hypothesis.state == state for hypothesis in on_the_way)


@dataclass(frozen=True, slots=True)
class Posterior:
    """The candidates, most likely first. They always include one for an unchanged board and one for an illegal change."""

    candidates: tuple[MoveCandidate, ...]

    @property
    def best(self) -> MoveCandidate:
        """The most likely candidate."""
        return self.candidates[0]

    @property
    def explains(self) -> bool:
        """Whether the most likely candidate explains every change."""
        return self.best.legal and self.best.misfit < -LOG_CHANGED_CELL

    @property
    def stayed(self) -> bool:
        """Whether it is more likely than not that nothing was played."""
        return self._share(lambda candidate: candidate.stayed) >= MIN_STAYED_PROBABILITY

    def probability(self, hypothesis: Hypothesis) -> float:
        """Return the probability that the final position of a hypothesis was reached, regardless of which throw led to it
        and what was played next.
        """
        return self._share(lambda candidate: candidate.reaches(hypothesis.state))

    def _share(self, counted: Callable[[MoveCandidate], bool]) -> float:
        """Return the combined probability of the counted candidates."""
        odds = [(candidate, math.exp(candidate.weight - self.best.weight)) for candidate in self.candidates]
        return sum(odd for candidate, odd in odds if counted(candidate)) / sum(odd for _, odd in odds)

    def sure(self, least: float) -> tuple[Hypothesis, float] | None:
        """Return the most likely turns and their probability if this is at least `least`. Otherwise, return only the first
        of two turns if that is likely enough, or None.
        """
        likeliest = self.best.hypothesis
        for hypothesis in (likeliest and likeliest.seen, likeliest and likeliest.first):
            if hypothesis and (probability := self.probability(hypothesis)) >= least:
                return hypothesis, probability
        return None


def known_misreads(evidence: Evidence, cells: Cells) -> dict[str, float]:
    """Return the misread cells of a board with known contents, mapped to their misfits, which are then ignored."""
    losses = {name: -evidence.of(name, cells.get(name)) for name in evidence.cells}
    return {name: loss for name, loss in losses.items() if loss > 0}


def judge(
    evidence: Evidence,
    cells: Cells,
    hypotheses: Iterable[Hypothesis],
    misreads: KnownMisreads,
    *,
    start: Cells | None = None,
    learned: bool = True,
) -> Posterior:
    """Return the posterior over the turns since the board had the contents `cells`. The board may have been set up for a
    new game, whose initial contents are `start`; `learned` tells whether the appearance of this set is known.
    """
    seen = _Misfits(evidence, cells, misreads)
    losses = seen.now.values()
    misfit = sum(losses)
    log_illegal = LOG_ILLEGAL if learned else LOG_ILLEGAL_UNLEARNED
    candidates = [
        MoveCandidate(LOG_STAYED, misfit),
        # Each cell either stayed or changed to what it looks most like now.
        MoveCandidate(log_illegal + sum(max(0.0, loss + LOG_CHANGED_CELL) for loss in losses), 0.0, legal=False),
    ]
    if start is not None:
        gain = seen.gain({name: start.get(name) for name in evidence.cells if start.get(name) != cells.get(name)})
        candidates.append(MoveCandidate(LOG_BEGUN_AGAIN + gain, misfit - gain, legal=False))
    for hypothesis in hypotheses:
        gain = seen.gain(hypothesis.changes)
        candidates.append(
            MoveCandidate(LOG_BY_TURNS[hypothesis.turns] + hypothesis.prior + gain, misfit - gain, hypothesis)
        )
    return Posterior(tuple(sorted(candidates, key=lambda candidate: -candidate.weight)))


class _Misfits:
    """The misfits of cell contents, which are negative log-likelihoods minus those of known misreads."""

    def __init__(self, evidence: Evidence, cells: Cells, misreads: KnownMisreads) -> None:
        self._of = evidence.of
        self.now = {
            name: max(0.0, -evidence.of(name, cells.get(name)) - misreads.get(name, 0.0)) for name in evidence.cells
        }

    def gain(self, changes: Changes) -> float:
        """Return the log-likelihood gained if these cells have these contents instead."""
        return sum(self.now[name] + self._of(name, content) for name, content in changes.items() if name in self.now)
