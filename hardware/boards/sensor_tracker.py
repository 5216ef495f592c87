"""Follows a game through sensors, which are very reliable but do not see hands and often reveal little about a piece."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from fourth_seat.games import CHANCE, AnyState
from fourth_seat.games.contents import Cells, Content
from fourth_seat.inference.events import Event, MovesSeen
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.hypotheses import Hypothesis
from fourth_seat.inference.move_tracker import MoveTracker, with_changes
from fourth_seat.inference.posterior import MoveCandidate, Posterior, judge

MIN_PROBABILITY = 0.9
MAX_TWIN_GAP = 1.0  # in the log-likelihoods of two turns that are considered indistinguishable to the sensors
HANDS_TIMEOUT_S = 4.0  # for which hands may rest in the middle of a move before the board counts as wrong
MIN_AGREEING = 3  # untested sensors, which are trusted if together they report a legal move
TWO_TURNS_TIMEOUT_S = 1.5  # for which a board is at rest before two turns in a row are considered: there are very many
ASK_TIMEOUT_S = 0.8  # for which a board is at rest before players are asked which move was made
LAST_TURN_S = 3.0  # for which a hand may hold the piece of a turn that would end the game: nothing corrects it then
MOVES_ON_S = 1.0  # for which a board is at rest before a piece counts as set down that a hand may still be moving
LOG_SLIDES_ON = math.log(20)  # how much more likely a turn is a different one shortly after it was recognised
LOG_NOT_THROWN = math.log(50)  # and more so if the next side would have to throw before it can move
LOG_AT_ONCE = math.log(50)  # and if its piece was lifted again before anybody could know that it was recognised
REACTION_S = 0.4  # in which nobody can
SLIDE_TIMEOUT_S = 4.0  # after a move for which it may still be slid on, even if the computer has answered


@dataclass
class SensorTracker(MoveTracker):
    """Tracks the moves on a board with sensors.

    Attributes:
        unproved: cells whose sensors have not been confirmed to work yet.
        held: whether no move is due on the board. Even so, the piece of the last turn may still be moved.
    """

    learned: bool = field(default=True, kw_only=True)
    unproved: frozenset[str] = field(default=frozenset(), init=False)
    held: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._believed_at: float | None = None
        self._now = 0.0
        self._lain = 0.0  # how long the board has been at rest, in seconds
        self._weighed_last: tuple[tuple[object, ...], Posterior] | None = None  # the last input and result
        self._changed: dict[str, tuple[float, float]] = {}  # times of each cell's first and last report in this position
        self._changed_before: dict[str, tuple[float, float]] = {}  # and in the one before it

    def note_change(self, cells: Iterable[str], t: float) -> None:
        """Record that the sensors of these cells have reported a change at time `t`, in seconds."""
        for cell in cells:
            first, _ = self._changed.get(cell, (t, t))
            self._changed[cell] = first, t

    def _reach(self, states: tuple[AnyState, ...], contents: Cells | None = None) -> None:
        super()._reach(states, contents)
        self._changed_before, self._changed = self._changed, {}

    def _sure(self, posterior: Posterior, lain: float) -> tuple[Hypothesis, float] | None:
        """Return the turn if it is unambiguous for these sensors and they are known to work. The computer's move is
        returned whenever the board is consistent with it.
        """
        if not posterior.explains:
            return None
        twins = [each for each in posterior.candidates[1:] if self._is_twin(posterior.best, each)]
        for each in (posterior.best, *twins) if self.expected else ():
            if each.hypothesis and each.hypothesis.moves == self.expected.moves:  # type: ignore[union-attr]
                return each.hypothesis, posterior.probability(each.hypothesis)
        if twins:
            return None
        found, one = posterior.sure(MIN_PROBABILITY), posterior.best.hypothesis
        if found is None and one and one.turns == 1 and not self._may_correct(posterior):
            found = one, posterior.probability(one)  # of very many, as in Blokus; but no other explains the sensors
        if found is None or self._is_unnoticed(found[0]) or self._is_doubtful(found[0], posterior):
            return None
        if lain < LAST_TURN_S and self._may_hold_piece(found[0]):
            return None
        if lain < MOVES_ON_S and self._may_move_on(found[0]):
            return None
        return None if not found[0].turns and self._may_be_set_down else found

    def _may_move_on(self, hypothesis: Hypothesis) -> bool:
        """Return whether a hand may still be moving the piece of the last turn. This is the case if the turn is taken back,
        if it is replaced after others have passed, or if its piece moves again shortly after it.
        """
        if not hypothesis.moves:
            return True
        if not self._last or not self._slides_on:
            return False
        if not hypothesis.turns:
            return self._last.state not in self.states
        moved = {cell for cell, content in self._last.changes.items() if content and content.colour}  # no seeds
        return any(cell in moved and not content for cell, content in hypothesis.changes.items())

    @property
    def _may_be_set_down(self) -> bool:
        """Whether the computer's move may be partially made, that is, all differences are in cells that it changes."""
        if not self.expected or not self.evidence:
            return False
        return self._contradicted(self.evidence, self.contents) <= self.expected.changes.keys()

    def _contradicted(self, evidence: Evidence, lie: Cells) -> set[str]:
        """Return the cells whose contents are contradicted by sensors that are not known to misread them."""
        return {cell for cell in evidence.cells if -evidence.of(cell, lie.get(cell)) > self._misreads.get(cell, 0.0)}

    def set_position(self, state: AnyState, move: Any = None) -> None:
        last, before = self._last, self.contents
        changed = self._changed, self._changed_before
        super().set_position(state, move)
        self.held = False
        if self._last is None and self.contents == before:  # a pass, or a throw: the last turn may still be slid on
            self._last = last
            self._changed, self._changed_before = changed

    def gather(self, reading: Evidence, t: float, begins: bool = True) -> bool:
        enough = super().gather(reading, t, begins)
        self._now = t
        self._lain = t - (t if self._still_since is None else self._still_since)
        return enough

    @property
    def _slides_on(self) -> bool:
        return self._believed_at is not None and self._now - self._believed_at < SLIDE_TIMEOUT_S

    @property
    def _lifted_at_once(self) -> bool:
        """A piece of the last turn has been moved again, too soon for the next turn."""
        moved = (cell for cell, content in self._last.changes.items() if content) if self._last else ()
        times = [self._changed[cell][0] for cell in moved if cell in self._changed]
        return self._believed_at is not None and any(t - self._believed_at < REACTION_S for t in times)

    def _backwards(self) -> Iterable[Hypothesis]:
        more = 0.0
        if self._slides_on:
            thrown = all(state.to_move != CHANCE for state in self.states)
            more = LOG_SLIDES_ON + (0.0 if thrown else LOG_NOT_THROWN) + (LOG_AT_ONCE if self._lifted_at_once else 0.0)
        return (replace(each, prior=each.prior + more) for each in super()._backwards())

    @property
    def _looks_ahead(self) -> bool:
        return self._lain >= TWO_TURNS_TIMEOUT_S

    def _weigh(self) -> Posterior:
        assert self.evidence is not None
        of, contents = self.evidence.of, self.contents
        still = {cell: min(loss, -of(cell, contents.get(cell))) for cell, loss in self._misreads.items()}
        self._misreads = {cell: loss for cell, loss in still.items() if loss > 0}  # what is read correctly counts again
        known = self.states, self.contents, self._last, self._misreads
        changed = dict(self._changed), self._changed_before
        key = (self.evidence, *known, self.held, self._looks_ahead, self._slides_on, *changed, self._waited_for_hands)
        if self._weighed_last is None or self._weighed_last[0] != key:
            self._weighed_last = key, self._posterior(self.evidence)
        return self._weighed_last[1]

    def _posterior(self, evidence: Evidence) -> Posterior:
        nothing = judge(evidence, self.contents, (), self._misreads)
        if nothing.explains:
            return nothing
        if self.held:
            return self._judge(self._backwards())
        return super()._weigh()

    def _judge(self, hypotheses: Iterable[Hypothesis]) -> Posterior:
        noticed = (each for each in hypotheses if self._waited_for_hands or not self._is_unnoticed(each))
        return super()._judge(noticed)

    @property
    def _waited_for_hands(self) -> bool:
        return self._lain >= HANDS_TIMEOUT_S

    def _is_unnoticed(self, hypothesis: Hypothesis) -> bool:
        """Return whether a piece would have replaced another one without a change reported by its sensor since the piece
        left its cell. During an exchange, the cell must be empty or hold both pieces for a moment.
        """
        taken = [cell for cell, content in hypothesis.changes.items() if self._is_exchange(cell, content)]
        if not taken:
            return False
        changed = self._changed
        if not hypothesis.turns:
            earlier = self._changed_before
            changed = earlier | {cell: (earlier.get(cell, times)[0], times[1]) for cell, times in changed.items()}
        left = [
            changed[cell][0]
            for cell, content in hypothesis.changes.items()
            if cell in changed and self._loses(cell, content)
        ]
        earliest = min(left, default=-math.inf)
        return any(cell not in changed or changed[cell][1] < earliest for cell in taken)

    def _loses(self, cell: str, content: Content | None) -> bool:
        """Return whether a piece would leave a cell that will have this content."""
        before = self.contents.get(cell)
        if not before or not content:
            return bool(before)
        return content.colour == before.colour and content.count < before.count

    def _is_exchange(self, cell: str, content: Content | None) -> bool:
        """Return whether a cell would hold a piece of another colour that its sensor cannot distinguish."""
        evidence, before = self.evidence, self.contents.get(cell)
        if not before or not content or before.colour == content.colour or evidence is None:
            return False
        return cell in evidence.cells.rows and evidence.of(cell, before) == evidence.of(cell, content)

    @staticmethod
    def _is_twin(best: MoveCandidate, other: MoveCandidate) -> bool:
        if best.hypothesis is None or other.hypothesis is None or other.hypothesis.turns != best.hypothesis.turns:
            return False
        alike = abs(other.misfit - best.misfit) < MAX_TWIN_GAP
        return alike and other.hypothesis.seen.state != best.hypothesis.seen.state

    @staticmethod
    def _may_correct(posterior: Posterior) -> bool:
        """Return whether a different last turn explains the sensors as well as the likeliest hypothesis does."""
        others = ((each.hypothesis, each.misfit - posterior.best.misfit) for each in posterior.candidates[1:])
        return any(other and other.moves and not other.turns and more < MAX_TWIN_GAP for other, more in others)

    def _may_hold_piece(self, hypothesis: Hypothesis) -> bool:
        """Return whether sensors only report removed pieces for a turn, so a hand may still hold one. This matters if the
        turn would end the game, or would put a piece where no sensor works.
        """
        evidence, changes, geometry = self.evidence, hypothesis.changes, self.game.geometry(self.options)
        if evidence is None or any(self._is_exchange(*each) for each in changes.items()):
            return False
        unseen = any(what and geometry[cell].is_on_board and cell not in evidence.cells for cell, what in changes.items())
        told = [cell for cell in changes if evidence.of(cell, self.contents.get(cell)) < 0]
        return (hypothesis.state.over or unseen) and all(self._loses(cell, changes[cell]) for cell in told)

    def _is_doubtful(self, hypothesis: Hypothesis, posterior: Posterior) -> bool:
        """Return whether a turn is reported only by untested sensors, or might be a different turn if one of them is dead
        or two are swapped.
        """
        evidence = self.evidence
        if evidence is None or not self.unproved:
            return False
        seen = [cell for cell in hypothesis.changes if cell in evidence.cells]
        if len(seen) < MIN_AGREEING and any(cell in self.unproved for cell in seen):
            return True
        others = (each.hypothesis for each in posterior.candidates if each.legal and each.hypothesis)
        return any(
            self._fits_faulty(other, evidence)
            for other in others
            if other.turns == hypothesis.turns and other.seen.state != hypothesis.seen.state
        )

    def _fits_faulty(self, hypothesis: Hypothesis, evidence: Evidence) -> bool:
        """Return whether a dead or stuck sensor, or two swapped ones, would explain everything that contradicts a turn."""
        off = self._contradicted(evidence, with_changes(self.contents, hypothesis.changes))
        if not off or len(off) > 2 or not self.unproved.issuperset(off):
            return False
        changed = off & self._contradicted(evidence, self.contents)
        return len(changed) == len(off) - 1  # one has not reported its change, or has reported another's

    def _patience(self, posterior: Posterior) -> float:
        one = posterior.best.hypothesis
        if one is None or one.turns > 1 or not one.moves or self.expected:
            return HANDS_TIMEOUT_S
        return HANDS_TIMEOUT_S + LAST_TURN_S if self._may_hold_piece(one) else ASK_TIMEOUT_S

    def _believe(self, hypothesis: Hypothesis, confidence: float, t: float) -> Event | None:
        expected = self.expected
        if expected and hypothesis.turns == 0 and self._slides_on:
            self.expected = None
        event = super()._believe(hypothesis, confidence, t)
        if isinstance(event, MovesSeen):
            self._believed_at = t
        return event
