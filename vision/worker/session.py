"""A session that follows a game in a camera's pictures. It finds the board, reads it when nothing moves, and reports every
move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np

from fourth_seat.calibration.camera import CameraCalibration, save_camera
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyState, find
from fourth_seat.games.contents import differences
from fourth_seat.games.errors import BadNotation
from fourth_seat.inference.events import BoardDiffers, Event, MoveSetDown, MovesSeen, MoveUnclear
from fourth_seat.inference.initial_position import fits
from fourth_seat.inference.messages import as_text, event_line, reason_of
from fourth_seat.processes.worker import Message
from fourth_seat.vision.board_json import board
from fourth_seat.vision.board_reading import readable_orientations, snapped, view_of_board
from fourth_seat.vision.camera.recording import FrameRecording
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.detect.markers import find_markers
from fourth_seat.vision.detect.orientation import carried, mirrored, rotated
from fourth_seat.vision.detect.saved_calibration import known_lens, recall, saved_calibrations
from fourth_seat.vision.detect.search import BoardSearch
from fourth_seat.vision.picture_tracker import PictureTracker
from fourth_seat.vision.protocols import (
    Appearance,
    DetectedBoard,
    Image,
    Orientations,
    PictureSize,
    lasting,
    size_of,
    with_usable,
)
from fourth_seat.vision.registry import board_vision
from fourth_seat.vision.track.board_tracker import BoardTracker, KnownPlaces, tallest
from fourth_seat.vision.track.lamp_bands import BandRemoval
from fourth_seat.vision.track.motion_gate import FrameStatus
from fourth_seat.vision.track.picture_flip import Flip, latest_flip
from fourth_seat.vision.track.registration import BoardLost
from fourth_seat.vision.track.small_pictures import SmallPictures
from fourth_seat.vision.track.unsteady_picture import disturbance
from fourth_seat.vision.worker.messages import (
    evidence_line,
    plain,
    read_corners,
    view_line,
    visibility_line,
)
from fourth_seat.vision.worker.other_places import OtherPlaces
from fourth_seat.vision.worker.sight_report import SightReport
from fourth_seat.vision.worker.visibility_check import VisibilityCheck
from fourth_seat.words import Text, say

SEARCH_INTERVAL_S = 1.0  # after which all looks for the board are taken again, one after the other
# An orientation still counts as equally good if its misfit exceeds the lowest by at most this logarithm, or this ratio,
# which matters if none fits, as after a move on a board that looks the same both ways.
MAX_MISFIT_GAP, MAX_MISFIT_RATIO = 10.0, 2.0
EVIDENCE_INTERVAL_S = 0.4  # between two `evidence` messages
MIN_WRONG_CELLS = 4  # more than one misplaced piece causes: the board may be turned, or elsewhere
MAX_WRONG_SHARE = 0.1  # of the pieces, that may look wrong on a board that lies the other way round


class VisionSession:
    """A session that follows a game in a camera's pictures. A `VisionWorker` for the vision process."""

    def __init__(self, settings: Mapping[str, Any], today: Callable[[], date] = date.today) -> None:
        """`settings` contains `game`; if known, `options`, `corners` (four pairs of x and y), `look` (an appearance) and
        `position`; and `source` (to be saved with a calibration), `kept` (whether to reuse calibrations from earlier
        sessions) and `shown` (whether a window shows the pictures).

        Raises:
            UnknownGame, BadOption, BadPosition: the settings are invalid; the message explains why.
        """
        self.game = find(settings["game"])
        self.options = self.game.options(settings.get("options") or "")
        self.vision = board_vision(self.game)
        self._stands = self.vision.orientations is Orientations.UPRIGHT
        self._area = self.game.geometry(self.options).area
        self.appearance: Appearance = settings.get("look") or {}
        position = settings.get("position")
        self._given_state = self.game.parse_position(position, self.options) if position else None
        self.move_trackers: list[PictureTracker] = []  # one for each orientation that is still possible
        self.board_tracker: BoardTracker | None = None
        self._expected_move: Any = None  # the computer's move that is to be set down
        self._answers: Mapping[str, AnyState] = {}  # answers to the last question, and where they lead
        corners = settings.get("corners")
        self._corners: Points | None = None if corners is None else np.array(corners, np.float64)  # given, in board's order
        self._places = KnownPlaces()
        self._source = str(settings.get("source", ""))
        self._kept = saved_calibrations(self.game) if settings.get("kept") and corners is None else ()
        self._recalled: CameraCalibration | None = None  # of those that were kept; what is kept now replaces it
        self._shown = bool(settings.get("shown"))
        self._corners_given = corners is not None  # then a lost board is not searched for: that failed before
        self._frame: CameraFrame | None = None
        self._searched: float | None = None
        self._board_search = BoardSearch(self.game, self.options)
        self._fitted = False
        self._visibility = VisibilityCheck(self.game, self.vision)
        self._report = SightReport(bool(settings.get("shown")))
        self._pictures, self._bands = SmallPictures(), BandRemoval()
        self._others: OtherPlaces | None = None  # unless a person has marked the board
        self._differs = False  # the last report said that much is wrong on the board
        self._rival: VisionSession | None = None  # of a board beside the one that is watched, until a move is made
        self._outlined: View | None = None
        self._diagnosing = False
        self._diagnosed, self._today = 0.0, today

    # -- pictures --------------------------------------------------------------------------------------------------------

    def see(self, frame: CameraFrame) -> Iterator[Message]:
        """Process a picture, and yield the resulting messages."""
        flip = self._latest_flip(frame)
        even = self._bands.even(frame.image)
        self._frame = replace(frame, image=even)
        for line in self._see(self._frame, None if even is frame.image else frame.image, flip):
            yield {"t": round(frame.t, 3), "frame": frame.number, **line}

    def _see(self, frame: CameraFrame, banded: Image | None, flip: Flip | None) -> Iterator[Message]:
        yield from self._locate(frame, flip)
        if self.board_tracker is None:
            return
        sight = self.board_tracker.frame_status(frame, banded)
        if sight.reason:
            yield from self._report.blind(sight.reason)
        if sight.settled or sight.reaching:
            yield from self._track_board(frame, sight.settled)
        if self.board_tracker.lost:
            return
        presumed = self.move_trackers[0]
        event = self._track_moves(frame, sight)
        if self._stands and self.move_trackers[0] is not presumed:  # the camera hangs upside down
            self._fitted = False
            yield {"event": "found", "corners": plain(self._require_corners())}
        if event or (sight.settled and self._is_read(self.move_trackers[0])):
            self._report.renew()
        elif not sight.reason:
            yield from self._report.unread(frame.t, self._obstacle)
        if isinstance(event, MovesSeen | MoveSetDown):
            self._expected_move, self._answers, self._rival = None, {}, None
        if isinstance(event, MoveUnclear):
            self._answers = {as_text(turn.moves): turn.state for turn in event.likeliest if turn and turn.moves}
        shown = self._report.sight(sight, self.move_trackers[0], two=self._rival is not None)
        yield from self._report.report(shown)
        if self._shown and self.move_trackers[0].view is not self._outlined:
            self._outlined = self.move_trackers[0].view
            yield view_line(self.game, self.options, self.move_trackers[0], self._ways == 1)
        if event:
            tracker = self.move_trackers[0]
            line = event_line(self.game, tracker, event, board(self.game, tracker.options, tracker.contents))
            self._differs = isinstance(event, BoardDiffers) and len(event.differences) >= MIN_WRONG_CELLS
            way = self._way_that_fits(frame.image) if self._differs else None
            yield {**line, "cells": [], "differences": [], **reason_of(way)} if way else line
        yield from self._learn_at_first_fit(frame, sight)
        yield from self._look_elsewhere(frame, sight)
        if visibility := self._visibility.see(frame, sight, self.move_trackers[0]):
            yield visibility_line(visibility)
        if self._diagnosing and self.move_trackers[0].evidence and abs(frame.t - self._diagnosed) >= EVIDENCE_INTERVAL_S:
            self._diagnosed = frame.t
            yield evidence_line(self.move_trackers[0])

    def _latest_flip(self, frame: CameraFrame) -> Flip | None:
        """Keep a small picture for comparison, and return how the camera's picture has been flipped, if it has."""
        small = self._pictures.add(frame.image, frame.t)
        if small is None:
            return None
        if flip := latest_flip(self._pictures):
            self._pictures.forget_earlier()
            self._bands = BandRemoval()
        self._bands.learn(small, frame.t)
        return flip

    def _locate(self, frame: CameraFrame, flip: Flip | None) -> Iterator[Message]:
        """Follow the board into a picture of another size or one that has been flipped, and search for it if it is lost."""
        if self.board_tracker and self.board_tracker.size != size_of(frame.image):
            if self._corners_given:
                self._places.remember(self.board_tracker.size, self.move_trackers[0].view.corners(self._area))
                self._corners = self._places.corners(size_of(frame.image))
            self.board_tracker = None  # another camera, or the same in another mode
        if flip:
            self._places.flip(flip)
            if self.board_tracker:
                yield self._follow_flip(flip, frame.image)
        if self.board_tracker is None or self.board_tracker.lost:
            yield from self._search(frame)

    def _learn_at_first_fit(self, frame: CameraFrame, sight: FrameStatus) -> Iterator[Message]:
        """Learn the set's appearance once the board at this place matches the position, and start rating the view."""
        if self._fitted or not (sight.settled and sight.exposed):
            return
        if all(move_tracker.fitting for move_tracker in self.move_trackers):
            self._fitted = True
            for move_tracker in self.move_trackers:
                if not move_tracker.learned:
                    move_tracker.learn(frame.image)
            self._visibility.begin(self.move_trackers[0])
            yield {"event": "fits", "ways": self._ways}

    @property
    def _ways(self) -> int:
        """The number of orientations people need to know of: few cameras before a board that stands hang upside down."""
        return 1 if self._stands else len(self.move_trackers)

    def _is_read(self, move_tracker: PictureTracker) -> bool:
        """Return whether the board can be read correctly in this view."""
        astray = move_tracker.explained and move_tracker.astray  # and it was not reported, as the position was given
        return move_tracker.fitting or (move_tracker.looked and not astray)

    def _obstacle(self) -> Text | None:
        """Return the reason why the board cannot be read, and a remedy, or None if unknown."""
        assert self.board_tracker is not None
        if self.move_trackers[0].looked:  # and it looks wrong
            return say(
                "The board does not look the way it should in this game. Mark its corners if the outline "
                "is in the wrong place."
            )
        return disturbance(self._pictures, self.board_tracker.corners)

    def _look_elsewhere(self, frame: CameraFrame, sight: FrameStatus) -> Iterator[Message]:
        """Search now and then for a second board beside the one found, and watch it until a move is made on either. Also
        search for the board elsewhere while many cells of the one found are wrong.
        """
        if self._rival:
            yield from self._watch_rival(frame)
        state, place = self.state, self.move_trackers[0].view.corners(self._area)
        if self._others is None or state is None or not sight.settled:
            return
        beside = not (self._differs or self.move_trackers[0].astray)
        if beside and (self._rival or not self._fitted or not self._others.is_due(frame.t)):
            return
        found = self._others.look(frame, place, beside=beside)
        if found is None:
            return
        known = lasting(self.move_trackers[0].appearance)
        if beside:
            if (appearance := self._others.fitting_appearance(frame.image, found, state, known)) is not None:
                self._rival = self._beside(found.corners, appearance, frame, state)
            return
        way = self._others.way_round(frame.image, found, state, known, known_lens(self._source, size_of(frame.image)))
        if way is not None:
            yield self._found(way, frame.image, known=True)

    def _beside(self, corners: Points, appearance: Appearance, frame: CameraFrame, state: AnyState) -> VisionSession:
        """Create a session for a board beside the watched one."""
        position = self.game.position(state)
        rival = VisionSession({"game": self.game.name, "options": str(self.options), "position": position})
        rival.appearance = appearance
        rival._place_board(corners, frame.image, known=False)
        return rival

    def _watch_rival(self, frame: CameraFrame) -> Iterator[Message]:
        """Switch to the board beside this one if a legal move is made on it."""
        rival = self._rival
        assert rival is not None
        for line in rival.see(frame):
            if "move" in line or line.get("event") == "set":
                self.move_trackers, self.board_tracker, self._fitted = rival.move_trackers, rival.board_tracker, False
                self._rival = self._outlined = self._expected_move = None
                self._others = OtherPlaces(self.game, self.options)  # the first board is the second one now
                self._visibility.stop()
                yield {"event": "found", "corners": plain(self._require_corners())}
                yield line
                return

    def _search(self, frame: CameraFrame) -> Iterator[Message]:
        """Search for the board at intervals: at given or saved corners, between markers, and anywhere else."""
        if self._corners is not None:
            corners, self._corners = self._corners, None
            self._place_board(self._snapped(corners, frame.image, known=True), frame.image, known=True)
            return
        if self._searched is not None and 0 <= frame.t - self._searched < SEARCH_INTERVAL_S / len(self.vision.looks):
            return
        self._searched = frame.t
        underway = self._board_search.underway  # then the first look's picture was compared with the kept calibrations
        if not underway and (kept := recall(self._kept, frame.image, self.game, self.options, self.state)):
            self._recalled, self.appearance = kept, kept.appearance
            yield self._found(kept.corners, frame.image, known=True, kept=True, name=kept.name)
            return
        marked = find_markers(frame.image)
        if isinstance(marked, DetectedBoard):
            yield self._found(marked.corners, frame.image, known=False, marked=True)
        elif not self._corners_given or self.board_tracker is None:
            found = self._board_search.look(frame.image)
            if found is None:
                return
            if isinstance(found, DetectedBoard):
                before = self.move_tracker.appearance if self.move_tracker else self.appearance
                self.appearance = {**before, **found.shape}
                yield self._found(found.corners, frame.image, known=False)
            elif self.board_tracker is None:
                # Anyone who has laid out markers wants to know which one is not seen.
                yield from self._report.lost((marked or found).reason, disturbance(self._pictures))

    def _found(self, corners: Points, image: Image, *, known: bool, **how: bool | str) -> Message:
        self._place_board(corners, image, known=known)
        self._others = OtherPlaces(self.game, self.options)
        return {"event": "found", "corners": plain(corners), **how}

    def _place_board(self, corners: Points, image: Image, *, known: bool) -> None:
        """Place the board at these corners, which are in its own order if `known`, or else in any order around it."""
        before, state = self.move_tracker, self.state
        appearance = before.appearance if before and known else self.appearance
        lens = known_lens(self._source, size_of(image))
        ways = [corners] if known else readable_orientations(image, self.game, self.options, corners, appearance, lens)
        views = [self._view(way, image) for way in ways]
        confirms = self.vision.learning_confirms
        self.move_trackers = [
            PictureTracker(self.game, self.options, self.vision.classifier, view, appearance, learning_confirms=confirms)
            for view in views
        ]
        for move_tracker in self.move_trackers:
            if state:
                move_tracker.set_position(state, self._expected_move)
        self.board_tracker = BoardTracker(corners, views[0].size, tallest(self.game.geometry(self.options)))
        self._fitted = self._differs = False
        self._rival = self._others = None
        self._visibility.stop()
        self._report.renew()

    def _snapped(self, corners: Points, image: Image, *, known: bool) -> Points:
        """Snap manually placed corners to the board; `known` means that their order is known."""
        cells = self.state.cells() if known and self.state else None
        lens = known_lens(self._source, size_of(image))
        return snapped(image, self.game, self.options, corners, cells, lens)

    def _view(self, corners: Points, image: Image) -> View:
        return view_of_board(corners, self.game, self.options, image, known_lens(self._source, size_of(image)))

    def _track_board(self, frame: CameraFrame, settled: bool) -> Iterator[Message]:
        """Follow a camera or board that has been moved, or report the board as lost."""
        assert self.board_tracker is not None
        before = self.board_tracker.corners
        where = self.board_tracker.check(
            frame, settled, settled and any(move_tracker.fitting for move_tracker in self.move_trackers)
        )
        if isinstance(where, BoardLost):
            if settled and any(self._is_in_place(move_tracker, frame) for move_tracker in self.move_trackers):
                self.board_tracker.hold(frame)  # it lies where it did, but many pieces have changed
            else:
                self.board_tracker.lost = True
                self._outlined = None  # seen again at the same place, it is outlined again
                yield from self._report.lost(where.reason)
        elif where is not None:
            for move_tracker in self.move_trackers:
                corners = carried(move_tracker.view.corners(self._area), before, where)
                move_tracker.look_from(self._view(corners, frame.image))
            yield self._moved()

    def _follow_flip(self, flip: Flip, image: Image) -> Message:
        """Follow the board in a picture that is flipped from now on."""
        assert self.board_tracker is not None
        size = self.board_tracker.size
        for move_tracker in self.move_trackers:
            move_tracker.flip(flip, self._view(flip.points(move_tracker.view.corners(self._area), size), image))
        self.board_tracker = self.board_tracker.flipped(flip)
        return self._moved()

    def _moved(self) -> Message:
        """Return the message that the board is elsewhere in the picture."""
        return {"event": "moved", "corners": plain(self.move_trackers[0].view.corners(self._area))}

    def _is_in_place(self, move_tracker: PictureTracker, frame: CameraFrame) -> bool:
        """Return whether the board is still visible at its place."""
        return move_tracker.fitting or not move_tracker.rejection_reason(frame.image)

    def _track_moves(self, frame: CameraFrame, sight: FrameStatus) -> Event | None:
        """Pass the picture to the move trackers. Of several orientations, only the best fits are kept, and the first in
        which a move is accepted becomes final.
        """
        trackers = self.move_trackers
        # No orientation begins while something lies over the board in another: only together can they be compared.
        exposed = sight.exposed and (len(trackers) == 1 or not any(each.covered for each in trackers))
        events = [each.see(frame.image, frame.t, sight.settled, exposed) for each in trackers]
        if len(events) > 1:
            moved = [n for n, event in enumerate(events) if isinstance(event, MovesSeen | MoveSetDown)]
            looked = [n for n, each in enumerate(trackers) if each.states and each.evidence]
            kept = moved[:1] or (self._upright(looked) if self._stands else self._best(looked))
            if kept:
                self.move_trackers = [trackers[n] for n in kept]
                events = [events[n] for n in kept]
        return events[0] if all(events) or self._stands else None

    def _way_that_fits(self, image: Image) -> Text | None:
        """Return advice if the position on the board is mirrored or turned, or None if it is not."""
        move_tracker = self.move_trackers[0]
        corners, state = move_tracker.view.corners(self._area), move_tracker.states[0]
        for way, text in (
            (mirrored(corners), say("Left and right are swapped in the camera's picture: mirror the grid.")),
            (
                rotated(corners, self.vision.orientations, self._area),
                say("The board is a different way round in the camera's picture: turn the grid."),
            ),
        ):
            view, known = self._view(way, image), lasting(move_tracker.appearance)
            evidence, _ = with_usable(self.vision.classifier.classify, image, view, known, move_tracker.options)
            close = MAX_MISFIT_GAP - evidence.score(state.cells()) < move_tracker.misfit
            wrong = differences(state.cells(), {name: content for name, content in evidence.best().items() if content})
            if close and fits(evidence, state) and len(wrong) < MAX_WRONG_SHARE * len(state.cells()):
                return text
        return None

    def _upright(self, looked: list[int]) -> list[int]:
        """Return the orientations in which the board shows the position. Once an empty one does, both ways, only a move
        decides: upside down, discs seem to float, and count as things on the board, not as misfits.
        """
        if self._fitted:
            return []
        seen = [(n, self.move_trackers[n]) for n in looked]
        return [n for n, each in seen if each.fitting and each.evidence and not each.evidence.strange]

    def _best(self, looked: list[int]) -> list[int]:
        """Return the orientations whose misfit is close to the lowest, preferring those in the starting position."""
        begun = [n for n in looked if self.move_trackers[n].at_start]
        misfits = {n: self.move_trackers[n].misfit for n in begun or looked}
        least = min(misfits.values(), default=0.0)
        return [n for n, misfit in misfits.items() if misfit <= max(least + MAX_MISFIT_GAP, least * MAX_MISFIT_RATIO)]

    @property
    def move_tracker(self) -> PictureTracker | None:
        """The move tracker (the first if there are several), or None until a board is found."""
        return self.move_trackers[0] if self.move_trackers else None

    # -- state -----------------------------------------------------------------------------------------------------------

    @property
    def awaits_throw(self) -> bool:
        """Whether a throw must be entered before the next move can be recognised."""
        return self.move_tracker is not None and self.move_tracker.awaits_throw

    @property
    def seen(self) -> bool:
        """Whether a board has ever been read."""
        return self.move_tracker is not None and bool(self.move_tracker.states)

    # -- commands --------------------------------------------------------------------------------------------------------

    @property
    def corners(self) -> Points | None:
        """The corners of the playing area in pixels, shape (4, 2), in the board's own order if it is known."""
        return self.move_tracker.view.corners(self._area) if self.move_tracker else self._corners

    @property
    def known(self) -> Mapping[str, Any]:
        """The session's state as a JSON object, which is stored with recorded pictures and can be used as settings."""
        state = self.state
        return {
            "game": self.game.name,
            "options": str(self.move_tracker.options if self.move_tracker else self.options),
            "look": dict(self.move_tracker.appearance if self.move_tracker else self.appearance),
            **({"corners": plain(self.corners)} if self.corners is not None else {}),
            **({"position": self.game.position(state)} if state else {}),
        }

    @property
    def state(self) -> AnyState | None:
        """The position on the board, or None while unknown."""
        return self.move_tracker.states[0] if self.move_tracker and self.move_tracker.states else self._given_state

    def handle_command(self, name: str, rest: str) -> Message:
        """Execute a command.

        `position TEXT` sets the position. `play MOVES` enters moves made by the players, the answer to a question, or a
        throw that cannot be seen. `expect MOVE` announces the computer's move, which the players are to make on the board.
        `find` searches for the board again. `corners x,y ...` gives its four corners in its own order, and `outline x,y
        ...` in any order around it. `turn` and `mirror` change its orientation. `learn` confirms that the position is on
        the board, so that its appearance can be learned. `keep` saves the calibration. `test` rates how well the table is
        seen, and `leave` dismisses the advice about it. `diagnose on` enables reports of each cell's evidence.

        Raises:
            FourthSeatError: the command cannot be executed.
        """
        commands: dict[str, Callable[[str], None]] = {
            "position": lambda text: self._set_position(self.game.parse_position(text, self.options)),
            "play": self._play,
            "expect": self._expect,
            "find": lambda _: self._find(),
            "corners": lambda text: self._set_corners(read_corners(text), known=True),
            "outline": lambda text: self._set_corners(read_corners(text), known=False),
            "turn": lambda _: self._reorient(rotated(self._require_corners(), self.vision.orientations, self._area)),
            "mirror": lambda _: self._reorient(mirrored(self._require_corners())),
            "learn": lambda _: self._learn(),
            "keep": lambda _: self._keep(),
            "test": lambda _: self._test(),
            "leave": lambda _: self._visibility.stop(),
            "diagnose": self._diagnose,
        }
        if name not in commands:
            raise BadNotation(say("unknown command {name}; commands are {commands}", name=name, commands=tuple(commands)))
        commands[name](rest)
        return {}

    def _play(self, text: str) -> None:
        state = self._require_state()
        if text in self._answers:  # as it was asked: it may be two turns, or another one instead of the last
            state = self._answers[text]
        else:
            for move in self.game.parse(state, text):
                state = state.play(move)
        self._set_position(state)

    def _expect(self, text: str) -> None:
        state = self._require_state()
        (move,) = self.game.parse(state, text)
        state.play(move)  # an illegal one is refused here
        self._expected_move = move
        if self._rival:
            self._rival.handle_command("expect", text)
        for move_tracker in self.move_trackers:
            move_tracker.set_position(state, move)

    def _require_state(self) -> AnyState:
        if self.state is None:
            raise BadNotation(say("the position is not known yet: enter it with position TEXT"))
        return self.state

    def _set_position(self, state: AnyState) -> None:
        self._given_state, self._expected_move, self._answers = state, None, {}
        if self._rival:
            self._rival.handle_command("position", self.game.position(state))
        for move_tracker in self.move_trackers:
            move_tracker.set_position(state)

    def _find(self) -> None:
        self.board_tracker = self._searched = None
        self._board_search = BoardSearch(self.game, self.options)
        self._kept, self._recalled = (), None  # what is found now may be another set, and is kept beside that one
        self._report.renew()
        self._corners_given = False

    def _set_corners(self, corners: Points, *, known: bool) -> None:
        image = self._require_frame().image
        self._place_board(self._snapped(corners, image, known=known), image, known=known)
        self._corners_given = True

    def _reorient(self, corners: Points) -> None:
        self._place_board(corners, self._require_frame().image, known=True)

    def _learn(self) -> None:
        corners, image = self._require_corners(), self._require_frame().image
        for move_tracker in self.move_trackers:
            move_tracker.learn(image)
        if len(self.move_trackers) == 1:
            self._place_board(corners, image, known=True)  # with a fresh tracker

    def _keep(self) -> None:
        move_tracker = self._require_board()
        corners, appearance = move_tracker.view.corners(self._area), lasting(move_tracker.appearance)
        before, size, today = self._recalled, move_tracker.view.size, self._today()
        self._recalled = CameraCalibration(self._source, size, corners, appearance=appearance, used=today)
        save_camera(self.game.name, self._recalled, before)

    def _test(self) -> None:
        self._require_corners()  # or there is nothing to test
        self._visibility.begin(self.move_trackers[0])

    def _diagnose(self, text: str) -> None:
        self._diagnosing = text == "on"

    def _require_frame(self) -> CameraFrame:
        if self._frame is None:
            raise BadNotation(say("no picture has arrived yet"))
        return self._frame

    def _require_board(self, size: PictureSize | None = None) -> PictureTracker:
        """Return the move tracker of the board that was found; its pictures must have this (width, height), if given."""
        if self.move_tracker is None or size not in (None, self.move_tracker.view.size):
            raise BadNotation(say("the board has not been found yet: mark its corners"))
        return self.move_tracker

    def _require_corners(self) -> Points:
        """Return the board's corners, which must have been found in pictures of the same size as the newest one."""
        return self._require_board(size_of(self._require_frame().image)).view.corners(self._area)


def follow(settings: Mapping[str, Any], source: FrameSource) -> VisionSession:
    """Create the session for the vision process. A recorded problem supplies default settings from the time of the
    recording.
    """
    given = {name: value for name, value in settings.items() if value is not None}
    known = source.known if isinstance(source, FrameRecording) else {}
    return VisionSession({**known, **given} if known.get("game") == find(settings["game"]).name else given)
