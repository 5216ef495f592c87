"""Tracks a game by inferring the moves from evidence about the board cells.

A camera or sensors provide readings of a board at rest. Several readings are averaged, and a move is accepted once every
alternative is unlikely. Otherwise, a question or the difference is reported, once for each board. If no reading shows the
throw, the tracker waits for it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from fourth_seat.games import CHANCE, AnyGame, AnyState
from fourth_seat.games.contents import CellDifference, Cells, Content, differences
from fourth_seat.games.options import Options
from fourth_seat.inference.dice import DiceTracker
from fourth_seat.inference.events import (
    BoardDiffers,
    BoardRestored,
    Event,
    FirstPositionSeen,
    MoveSetDown,
    MovesSeen,
    MoveUnclear,
    ThrowMissing,
)
from fourth_seat.inference.evidence import Evidence, mean
from fourth_seat.inference.hypotheses import Hypothesis, awaits_throw, bare, merge_alike, second_turns, taken_back, turns
from fourth_seat.inference.initial_position import fits, positions
from fourth_seat.inference.posterior import KnownMisreads, Posterior, judge, known_misreads
from fourth_seat.inference.scenery import SceneryTracker
from fourth_seat.table.stage.whole_board import recoloured

# Seconds for which the board has lain still, and the probability from which a move is accepted then. A question is more
# trouble than a move taken back once in a while.
BELIEF_THRESHOLDS = ((0.0, 0.99), (0.3, 0.95), (0.5, 0.85))
MAX_READINGS = 5  # that are weighed together, the newest
MIN_READINGS = 2  # before any move is accepted
UNEXPLAINED_TIMEOUT_S = 1.5  # for which a board is unexplained before that is reported
REST_INTERVAL_S = 0.25  # between two looks at a board that lies still and on which nothing was played
MAX_STRANGE_SHARE = 0.04  # of the cells; if more match nothing that may lie there, something lies over the board,
MAX_STRANGE_SHARE_UNLEARNED = 0.15  # or this set looks like that, until it has been learned
SCENERY_TIMEOUT_S, SCENERY_TIMEOUT_UNLEARNED_S = 3.5, 2.0  # after which that is scenery, if it lies still
MAX_START_MISFIT, MIN_START_GAIN = 10.0, 16.0  # of a board set up for a new game: one cell may be misread, two are gained
MIN_WRONG_CELLS, MAX_WRONG_SHARE = 4, 0.6  # of a board's cells, by the pieces, from which on it lies elsewhere or turned
MAX_FIRST_TURNS = 6  # first turns that are tried with a second one after them


@dataclass
class MoveTracker:
    """Tracks the game on a board, in one of its possible orientations.

    Attributes:
        learned: whether the appearance of this set is known; until then, more cells are misread or look strange.
        states: the possible current positions; empty before the first reading. There is more than one if the side to move
            cannot be seen.
        contents: the contents of the board cells.
        expected: the computer's move, which still has to be made on the board.
        evidence: the combined evidence from the latest readings.
        posterior: the posterior over the turns, given that evidence.
        dice: the tracker of the dice throw.
        covered: whether a foreign object covers the board.
        scenery: foreign objects that have been still for so long that they are ignored.
    """

    game: AnyGame
    options: Options
    learned: bool = field(default=False, kw_only=True)
    states: tuple[AnyState, ...] = field(default=(), init=False)
    contents: Cells = field(default_factory=dict, init=False)
    expected: Hypothesis | None = field(default=None, init=False)
    evidence: Evidence | None = field(default=None, init=False)
    posterior: Posterior | None = field(default=None, init=False)
    dice: DiceTracker = field(init=False)
    covered: bool = field(default=False, init=False)
    scenery: SceneryTracker = field(default_factory=SceneryTracker, init=False)

    def __post_init__(self) -> None:
        self.dice = DiceTracker(self.game.geometry(self.options))
        self._readings: deque[Evidence] = deque(maxlen=MAX_READINGS)
        self._misreads: KnownMisreads = {}
        self._astray: frozenset[str] = frozenset()  # cells that looked like something else when the position was set
        self._last: Hypothesis | None = None  # the turn that was accepted last
        self._hypotheses: tuple[Hypothesis, ...] | None = None  # from `states`
        self._unexplained_since: float | None = None  # time since which the board is unexplained
        self._still_since: float | None = None  # time since which nothing has moved
        self._last_report: Hashable = None  # the last question or difference reported about it
        self._last_report_at = -math.inf  # and its time
        self._rested_at: float | None = None  # time at which the board was last seen unchanged

    def interrupt(self) -> None:
        """Discard the readings, because something is moving."""
        self._readings.clear()
        self._rested_at = self._still_since = None
        self.scenery.interrupt()

    def rests(self, t: float) -> bool:
        """Return whether the last reading showed that nothing had been played, so no other is due yet at time `t`, in
        seconds.
        """
        return self._rested_at is not None and 0 <= t - self._rested_at < REST_INTERVAL_S

    def gather(self, reading: Evidence, t: float, begins: bool = True) -> bool:
        """Add a reading taken at time `t`, when nothing was moving; return whether there are enough readings to decide.
        `begins` tells whether the initial position may be read from them.
        """
        self._still_since = t if self._still_since is None else self._still_since
        self._readings.append(reading)
        self.evidence = mean(tuple(self._readings))
        self.covered = self._is_covered(self.evidence, t)
        if len(self._readings) < MIN_READINGS or self.covered or not (begins or self.states):
            return False
        if not self.learned:  # hidden cells say nothing; once it is learned, cells are compared with how they looked
            self.evidence = self.evidence.without(self.scenery.cells)
        self.evidence = self.dice.with_throw(self.evidence, sure=len(self._readings) == MAX_READINGS)
        return True

    def _is_covered(self, evidence: Evidence, t: float) -> bool:
        limit = MAX_STRANGE_SHARE if self.learned else MAX_STRANGE_SHARE_UNLEARNED
        timeout = SCENERY_TIMEOUT_S if self.learned else SCENERY_TIMEOUT_UNLEARNED_S
        if len(self._readings) == MAX_READINGS:
            self.scenery.confirm(evidence.strange)
        most = max(1.0, limit * len(evidence.cells))  # a single odd cell among few is not a hand
        return self.scenery.covered(evidence.strange, most, t, timeout)

    @property
    def explained(self) -> bool:
        """Whether nothing covers the board and everything seen on it is explained."""
        return bool(self.states) and not self.covered and self._unexplained_since is None

    @property
    def fitting(self) -> bool:
        """Whether the evidence fits the position and no turn explains it better."""
        enough = len(self._readings) >= MIN_READINGS and not self.covered and self._unexplained_since is None
        return enough and self.evidence is not None and bool(self.states) and fits(self.evidence, self.states[0])

    @property
    def looked(self) -> bool:
        """Whether the board has been still and uncovered for as many readings as are averaged."""
        return not self.covered and len(self._readings) == MAX_READINGS

    @property
    def astray(self) -> bool:
        """Whether most of the pieces seem to be on different cells than in the given position."""
        wrong = len(self._misread_cells())
        return wrong >= MIN_WRONG_CELLS and wrong > MAX_WRONG_SHARE * len(self.contents)

    @property
    def at_start(self) -> bool:
        """Whether the board shows the start of a game."""
        return self.states[:1] == (self.game.start(self.options),)

    @property
    def misfit(self) -> float:
        """The negative log-likelihood of the expected contents; 0 for a perfect fit."""
        return -self.evidence.score(self.contents) if self.evidence else 0.0

    def set_position(self, state: AnyState, move: Any = None) -> None:
        """Set the table's position, and the computer's move that still has to be made on the board.

        The evidence is kept, but the given position takes precedence over it.
        """
        if self.states != (state,):
            before, misreads, astray, played = self.contents, self._misreads, self._astray, self._turn_to(state)
            self._reach((state,))
            self._last = played  # the board may show that another turn was played instead
            self._astray = self._misread_cells()
            if self._looks_like(before):  # only a throw was entered; any difference is the beginning of the next turn
                self._misreads, self._astray = misreads, astray
        self.expected = None
        if move is not None:
            self.expected = next((each for each in turns(self.game, state) if each.moves == (move,)), None)

    def _turn_to(self, state: AnyState) -> Hypothesis | None:
        """Return the turn that leads to a position, or None if no single turn does, as when only a throw was entered."""
        waiting = [before for before in self.states if not before.over and before.to_move == CHANCE]
        if any(before.play_unchecked(throw) == state for before in waiting for throw, _ in before.chances()):
            return None
        played = (turn for before in self.states if not before.over for turn in turns(self.game, before))
        return next((turn for turn in played if turn.state == state), None)

    def _looks_like(self, cells: Cells) -> bool:
        """Return whether no reading can distinguish these contents from the current ones."""
        seen = self.evidence.cells if self.evidence else ()
        return all(bare(self.contents.get(name)) == bare(cells.get(name)) for name in seen)

    @property
    def awaits_throw(self) -> bool:
        """Whether a throw must be entered before any further move can be recognised."""
        return any(map(awaits_throw, self.states))

    @property
    def _looks_ahead(self) -> bool:
        """Whether two turns in a row are considered."""
        return True

    @property
    def _slides_on(self) -> bool:
        """Whether the last piece moved may still be on its way."""
        return False

    # -- deciding --------------------------------------------------------------------------------------------------------

    def decide(self, t: float) -> Event | None:
        """Return the event shown by the readings up to time `t`, or None if there is none or it is not yet certain."""
        if not self.states:
            return self._begin()
        return None if self.trusts_position else self._weighed(t)

    @property
    def trusts_position(self) -> bool:
        """Whether the given position is trusted, because this set's readings are only rough and the evidence fits the
        position.
        """
        return (
            self.evidence is not None
            and self.evidence.provisional
            and bool(self.states)
            and fits(self.evidence, self.states[0])
        )

    def _begin(self) -> Event | None:
        assert self.evidence is not None
        found = positions(self.game, self.options, self.evidence)
        if not found:
            return None
        self._reach(found)
        return FirstPositionSeen(found)

    def _weighed(self, t: float) -> Event | None:
        posterior = self.posterior = self._weigh()
        if posterior.stayed:
            reported, self._unexplained_since, self._last_report = self._last_report, None, None
            self._rested_at = t if len(self._readings) == MAX_READINGS else None
            return BoardRestored() if self._put_right() or reported is not None else None
        if self._unexplained_since is None:
            self._unexplained_since = t
        lain = max(0.0, t - max(self._unexplained_since, self._still_since or 0.0))
        sure = self._sure(posterior, lain)
        if sure and not (self.awaits_throw and sure[0].turns):
            return self._believe(*sure, t)
        asking = t - self._unexplained_since >= self._patience(posterior) and lain >= BELIEF_THRESHOLDS[-1][0]
        return self._unless_repeated(self._question(posterior), t) if asking else None

    def _sure(self, posterior: Posterior, lain: float) -> tuple[Hypothesis, float] | None:
        """Return the turn to accept for a board that has been still for this many seconds, and its probability."""
        return posterior.sure(min(needed for seconds, needed in BELIEF_THRESHOLDS if lain >= seconds))

    def _patience(self, posterior: Posterior) -> float:
        """Return the number of seconds to wait before reporting such a board."""
        return UNEXPLAINED_TIMEOUT_S

    def _put_right(self) -> bool:
        """Return whether cells that looked wrong when the position was set now look right; if so, forget their misreads."""
        if not self._astray or len(self._readings) < MAX_READINGS or self._astray & self._misread_cells():
            return False
        self._misreads = {cell: loss for cell, loss in self._misreads.items() if cell not in self._astray}
        self._astray = frozenset()
        return True

    def _misread_cells(self) -> frozenset[str]:
        """Return the cells whose most likely content differs from the expected one."""
        best = self.evidence.best() if self.evidence else {}
        seen = self.evidence.cells.keys() - self.dice.cells if self.evidence else ()
        return frozenset(cell for cell in seen if bare(best.get(cell)) != bare(self.contents.get(cell)))

    def _weigh(self) -> Posterior:
        """Return the posterior over single turns, and over double turns and take-backs if no single turn suffices."""
        if self._hypotheses is None:
            self._hypotheses = merge_alike(
                replace(
                    hypothesis,
                    changes=recoloured(self.game, hypothesis.changes, state.options, self.options),
                    prior=hypothesis.prior - math.log(len(self.states)),
                )
                for state in self.states
                if not state.over
                for hypothesis in turns(self.game, state)
            )
        posterior = self._judge((*self._hypotheses, *(self._backwards() if self._slides_on else ())))
        if posterior.explains:
            return posterior
        likeliest = [candidate.hypothesis for candidate in posterior.candidates if candidate.hypothesis]
        firsts = likeliest[:MAX_FIRST_TURNS] if self._looks_ahead else ()
        return self._judge((*self._hypotheses, *second_turns(self.game, firsts), *self._backwards()))

    def _backwards(self) -> Iterable[Hypothesis]:
        """Return the hypotheses that the last turn was taken back, or replaced by another."""
        return taken_back(self.game, self._last) if self._last else ()

    def _judge(self, hypotheses: Iterable[Hypothesis]) -> Posterior:
        assert self.evidence is not None
        start = self._new_game()
        return judge(self.evidence, self.contents, hypotheses, self._misreads, start=start, learned=self.learned)

    def _believe(self, hypothesis: Hypothesis, confidence: float, t: float) -> Event | None:
        if self.expected and hypothesis.first and hypothesis.first.moves == self.expected.moves:
            hypothesis = hypothesis.first  # the turn after it is seen at the next look
        if self.expected and hypothesis.moves != self.expected.moves:
            return self._unless_repeated(self._difference(with_changes(self.contents, hypothesis.changes)), t)
        expected, wrong_before = self.expected, self._misreads
        contents = with_changes(self.contents, hypothesis.changes)
        self._reach((hypothesis.state,), {name: contents[name] for name in contents if name not in self.dice.cells})
        # Cells that have been misread only since this turn, and were not part of it, may be the beginning of the next one.
        self._misreads = {
            cell: loss for cell, loss in self._misreads.items() if cell in wrong_before or cell in hypothesis.changes
        }
        self._last = hypothesis if hypothesis.moves and hypothesis.turns < 2 else None
        if expected:
            return MoveSetDown(hypothesis.state)
        return MovesSeen(hypothesis.moves, hypothesis.state, confidence, instead=not hypothesis.turns)

    def _reach(self, states: tuple[AnyState, ...], contents: Cells | None = None) -> None:
        """Set the current contents (the position's, unless given); cells that are read differently count as misread."""
        if states[0].options != self.options:  # the other colour began: colours are numbered in the order of play
            self.options, contents, self.evidence = states[0].options, None, None
            self._readings.clear()
        self.states, self.contents = states, states[0].cells() if contents is None else contents
        self.dice.end_turn()
        self.expected = self._last = self._hypotheses = self._unexplained_since = self._last_report = self._rested_at = None
        self._misreads = known_misreads(self.evidence, self.contents) if self.evidence else {}
        self._astray = frozenset()

    # -- unexplained boards ----------------------------------------------------------------------------------------------

    def _question(self, posterior: Posterior) -> Event | None:
        assert self.evidence is not None
        if self.awaits_throw:
            return ThrowMissing()
        if not posterior.best.legal or self.expected:
            start = self._new_game()
            now = self.evidence.best() if start is None else start
            found = with_changes(self.contents, {cell: now.get(cell) for cell in self.evidence.cells})
            return replace(self._difference(found), begun_again=start is not None)
        seen = [candidate.hypothesis and candidate.hypothesis.seen for candidate in posterior.candidates if candidate.legal]
        one = seen[0]
        others = [turn for turn in seen if (turn and turn.state) != (one and one.state)]  # one play of two throws is one
        if not others:
            return self._difference(with_changes(self.contents, one.changes if one else {}))
        return MoveUnclear((one, others[0]), (one and posterior.probability(one)) or 0.0)

    def _new_game(self) -> Cells | None:
        """Return the start contents if the board appears to be set up for a new game, otherwise None."""
        assert self.evidence is not None
        start: Cells = self.game.start(self.options).cells()
        misfit = -self.evidence.score(start)
        return start if misfit <= MAX_START_MISFIT and self.misfit >= misfit + MIN_START_GAIN else None

    def _difference(self, found: Cells) -> BoardDiffers:
        """Return the differences between these contents and the expected ones."""
        assert self.evidence is not None
        wanted = with_changes(self.contents, self.expected.changes) if self.expected else self.contents
        seen = self.evidence.cells.keys() - self.dice.cells
        differing = tuple(each for each in differences(found, wanted) if each.cell in seen)
        best = self.evidence.best()
        read = [each.cell for each in differing if bare(each.found) == bare(best.get(each.cell))]
        return BoardDiffers(differing, min(map(self.evidence.confidence, read), default=0.0))

    def _unless_repeated(self, event: Event | None, t: float) -> Event | None:
        """Return the event, unless the same event was already reported for this board or another one was reported only just
        now. The players need time to react, and misread cells change between readings.
        """
        key = _key(event)
        if key == self._last_report or 0 <= t - self._last_report_at < UNEXPLAINED_TIMEOUT_S:
            return None
        self._last_report, self._last_report_at = key, t
        return event


def with_changes(cells: Cells, changes: Mapping[str, Content | None]) -> dict[str, Content]:
    """Return a copy of a board with some cells changed; None empties a cell."""
    merged = {**cells, **changes}
    return {name: content for name, content in merged.items() if content}


def _key(event: Event | None) -> Hashable:
    match event:
        case MoveUnclear(likeliest):
            return tuple(hypothesis and hypothesis.moves for hypothesis in likeliest)
        case BoardDiffers(differing):
            return _where(differing)
        case ThrowMissing():
            return ThrowMissing
        case _:
            return None


def _where(differing: tuple[CellDifference, ...]) -> Hashable:
    return frozenset((difference.cell, difference.found) for difference in differing)
