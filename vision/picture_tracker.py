"""Tracks a game in pictures of the board. The classifier's readings of steady pictures (`motion_gate.py`) are evidence
about the cells, from which the moves are inferred. Each known position teaches the classifier the appearance of the set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games.options import Options
from fourth_seat.inference.events import Event, FirstPositionSeen, MoveSetDown, MovesSeen
from fourth_seat.inference.initial_position import fits
from fourth_seat.inference.move_tracker import MoveTracker
from fourth_seat.vision.protocols import (
    REFERENCE_KEY,
    UNUSABLE_APPEARANCE,
    Appearance,
    Classifier,
    Image,
    lasting,
    with_usable,
)
from fourth_seat.vision.track.picture_flip import Flip
from fourth_seat.words import Text

T = TypeVar("T")

# Of a board once its set has been learned from the position (one cell may be misread), and of the misfit before that.
MAX_CONFIRMED_MISFIT, MAX_CONFIRMED_SHARE = 10.0, 0.5


@dataclass
class PictureTracker(MoveTracker):
    """Tracks the moves on a board in pictures.

    Attributes:
        view: the view of the board in the rules' orientation.
        appearance: the learned appearance of this set, which is refined after every accepted move.
        learning_confirms: as in `BoardVision`.
    """

    classifier: Classifier
    view: View
    appearance: Appearance = field(default_factory=dict)
    learning_confirms: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._learning_due = False  # the appearance is to be learned as soon as the camera's exposure has settled
        self._tried_to_learn = False  # since the board came to rest

    def see(self, image: Image, t: float, steady: bool, exposed: bool = True) -> Event | None:
        """Process the picture taken at `t` seconds and return the resulting event, if any. Nothing is learned unless the
        picture is properly `exposed`.
        """
        if not steady:
            self.interrupt()
            self._tried_to_learn = False
            return None
        if self.rests(t) or not self.gather(self._with_appearance(self.classifier.classify, image), t, begins=exposed):
            return None
        if exposed and self.states and self._is_confirmed_by_learning(image):
            self.learn(image)
            return None
        self._learning_due |= self.trusts_position
        event = self.decide(t)
        lies_still = self._rested_at is not None
        self._learning_due |= isinstance(event, FirstPositionSeen | MovesSeen | MoveSetDown) or (
            lies_still and not self.learned
        )
        if self._learning_due and exposed and self._unexplained_since is None:
            self.learn(image)
        return event

    def learn(self, image: Image) -> None:
        """Learn this set's appearance from a picture of a board whose contents are known."""
        self.appearance = self._learned_from(image)
        if self.evidence:  # it was read all the same
            self.scenery.accept(self.evidence.strange)
        self.learned, self._learning_due = True, False
        self._readings.clear()  # they were read with the previous appearance

    def _learned_from(self, image: Image) -> Appearance:
        return self._with_appearance(
            lambda image, view, appearance, options: self.classifier.learn(image, view, appearance, self.contents, options),
            image,
        )

    def _is_confirmed_by_learning(self, image: Image) -> bool:
        """Return whether a board that does not match the position matches it after the set has been learned from it."""
        assert self.evidence is not None
        if self.learned or not self.learning_confirms or self._tried_to_learn or fits(self.evidence, self.states[0]):
            return False
        self._tried_to_learn = True
        known = lasting(self._learned_from(image))  # without the picture itself, which any position would fit
        evidence = self.classifier.classify(image, self.view, known, self.options).without(self.scenery.cells)
        return -evidence.score(self.contents) <= min(MAX_CONFIRMED_MISFIT, MAX_CONFIRMED_SHARE * self.misfit)

    def rejection_reason(self, image: Image) -> Text | None:
        """Return the reason why the area within the corners cannot be this game's board, or None if it can."""
        return self._with_appearance(self.classifier.rejection_reason, image)

    def _with_appearance(self, use: Callable[[Image, View, Appearance, Options], T], image: Image) -> T:
        """Call the classifier, discarding an appearance that it cannot use."""
        answer, self.appearance = with_usable(use, image, self.view, self.appearance, self.options)
        return answer

    def flip(self, flip: Flip, view: View) -> None:
        """Change the view after the picture has been flipped. What was remembered of earlier pictures still serves: the
        board looks the same, only its corners are elsewhere.
        """
        self.look_from(view)
        if reference := self.appearance.get(REFERENCE_KEY):
            try:
                parts = {
                    name: {**part, "corners": flip.points(np.array(part["corners"]), view.size).tolist()}
                    for name, part in reference.items()
                }
            except UNUSABLE_APPEARANCE:
                self.appearance = lasting(self.appearance)
            else:
                self.appearance = {**self.appearance, REFERENCE_KEY: parts}

    def look_from(self, view: View) -> None:
        """Change the view after the camera or the board has been moved; the contents stay the same."""
        self.view, self.evidence, self._unexplained_since, self.covered = view, None, None, False
        self._readings.clear()
