"""A game in a camera's pictures: the board is found, looked at while nothing moves, and every move reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

import numpy as np

from calibration.camera import CameraCalibration, save_camera
from calibration.lens import Points
from calibration.view import View
from games import AnyState, find
from games.errors import BadNotation
from vision.board_reading import detect_board, snapped, view_of_board
from vision.camera.recording import FrameRecording
from vision.camera.source import CameraFrame, FrameSource
from vision.detect.markers import find_markers
from vision.detect.orientation import is_square, mirrored, possible_orientations, rotated
from vision.detect.saved_calibration import known_lens, recall, saved_calibrations
from vision.infer.events import Event, MoveSetDown, MovesSeen, MoveUnclear
from vision.infer.move_tracker import MoveTracker
from vision.protocols import Appearance, DetectedBoard, Image, lasting
from vision.registry import board_vision
from vision.track.board_tracker import BoardTracker, tallest
from vision.track.motion_gate import FrameStatus
from vision.track.registration import BoardLost
from vision.worker.messages import Line, event_line, evidence_line, in_one, plain, read_corners, view_line, visibility_line
from vision.worker.sight_report import SightReport
from vision.worker.visibility_check import VisibilityCheck
from words import say

SEARCH_INTERVAL_S = 1.0  # seconds between two searches for the board
MAX_MISFIT_GAP = 10.0  # how much worse, as logarithm, a board may look one way round than another to be taken for as good
EVIDENCE_INTERVAL_S = 0.4  # seconds between two tellings of what each cell looks like


class VisionSession:
    """Follows one game in a camera's pictures; a `MoveTracker` of the vision process."""

    def __init__(self, settings: Mapping[str, Any], today: Callable[[], date] = date.today) -> None:
        """`settings`: `game`, and where they are known `options`, `corners` (four of x, y), `appearance` and `position`;
        `source` (to be kept with a calibration), `kept` (one of another evening may serve again), `shown` (a window shows
        the pictures).

        Raises:
            UnknownGame, BadOption, BadPosition: as the text says.
        """
        self.game = find(settings["game"])
        self.options = self.game.options(settings.get("options") or "")
        self.vision = board_vision(self.game)
        self._square = is_square(self.game, self.options)
        self.appearance: Appearance = settings.get("look") or {}
        position = settings.get("position")
        self.begun = self.game.parse_position(position, self.options) if position else None
        self.move_trackers: list[MoveTracker] = []  # one for each way round that the board may lie yet
        self.board_tracker: BoardTracker | None = None
        self._awaited: Any = None  # the computer's move that hands are to set down
        self._answers: Mapping[str, AnyState] = {}  # answers to the last question, and where they lead
        corners = settings.get("corners")
        self._corners: Points | None = None if corners is None else np.array(corners, np.float64)  # given, in board's order
        self._source = str(settings.get("source", ""))
        self._kept = saved_calibrations(self.game) if settings.get("kept") and corners is None else ()
        self._recalled: CameraCalibration | None = None  # of those that were kept; what is kept now replaces it
        self._shown = bool(settings.get("shown"))
        self._by_hand = corners is not None  # then it is not searched for where it gets lost: the search failed before
        self._frame: CameraFrame | None = None
        self._searched: float | None = None
        self._fitted = False
        self._visibility = VisibilityCheck(self.game, self.vision)
        self._report = SightReport(bool(settings.get("shown")))
        self._outlined: View | None = None
        self._diagnosing = False
        self._diagnosed, self._today = 0.0, today

    # -- pictures --------------------------------------------------------------------------------------------------------

    def see(self, frame: CameraFrame) -> Iterator[Line]:
        """Yield the messages about a picture."""
        self._frame = frame
        for line in self._see(frame):
            yield {"t": round(frame.t, 3), "frame": frame.number, **line}

    def _see(self, frame: CameraFrame) -> Iterator[Line]:
        if self.board_tracker and self.board_tracker.size != _size(frame.image):
            self.board_tracker = None  # another camera, or the same in another mode
        if self.board_tracker is None or self.board_tracker.lost:
            yield from self._search(frame)
        if self.board_tracker is None:
            return
        sight = self.board_tracker.frame_status(frame)
        if sight.reason:
            yield from self._report.blind(sight.reason)
        if sight.settled or sight.reaching:
            yield from self._stay(frame, sight.settled)
        if self.board_tracker.lost:
            yield from self._report.report("lost")
            return
        if sight.settled:
            self._report.renew()
        event = self._watch(frame, sight)
        if isinstance(event, MovesSeen | MoveSetDown):
            self._awaited, self._answers = None, {}
        if isinstance(event, MoveUnclear):
            self._answers = {in_one(turn.moves): turn.state for turn in event.likeliest if turn and turn.moves}
        yield from self._report.report(self._report.sight(sight, self.move_trackers[0]))
        if self._shown and self.move_trackers[0].view is not self._outlined:
            self._outlined = self.move_trackers[0].view
            yield view_line(self.game, self.options, self.move_trackers[0], len(self.move_trackers) == 1)
        if event:
            yield event_line(self.game, self.move_trackers[0], event)
        ready = sight.settled and sight.exposed and not self._fitted
        if ready and all(move_tracker.fitting for move_tracker in self.move_trackers):
            self._fitted = True
            for move_tracker in self.move_trackers:
                if not move_tracker.learned:
                    move_tracker.learn(frame.image)
            self._visibility.begin(self.move_trackers[0])
            yield {"event": "fits", "ways": len(self.move_trackers)}
        if visibility := self._visibility.see(frame, sight, self.move_trackers[0]):
            yield visibility_line(visibility)
        if self._diagnosing and self.move_trackers[0].evidence and abs(frame.t - self._diagnosed) >= EVIDENCE_INTERVAL_S:
            self._diagnosed = frame.t
            yield evidence_line(self.move_trackers[0])

    def _search(self, frame: CameraFrame) -> Iterator[Line]:
        """Look for the board, now and then: where it was given or was another evening, between markers, anywhere."""
        if self._corners is not None:
            corners, self._corners = self._corners, None
            self._sit(self._snapped(corners, frame.image, known=True), frame.image, known=True)
            return
        if self._searched is not None and 0 <= frame.t - self._searched < SEARCH_INTERVAL_S:
            return
        self._searched = frame.t
        if kept := recall(self._kept, frame.image, self.game, self.options, self.state):
            self._recalled, self.appearance = kept, kept.appearance
            yield self._found(kept.corners, frame.image, known=True, kept=True, name=kept.name)
            return
        marked = find_markers(frame.image)
        if isinstance(marked, DetectedBoard):
            yield self._found(marked.corners, frame.image, known=False, marked=True)
        elif not self._by_hand:
            found = detect_board(frame.image, self.game, self.options)
            if isinstance(found, DetectedBoard):
                self.appearance = {
                    **(self.move_tracker.appearance if self.move_tracker else self.appearance),
                    **found.shape,
                }
                yield self._found(found.corners, frame.image, known=False)
            elif self.board_tracker is None:
                yield from self._report.blind(
                    (marked or found).reason
                )  # who lays markers wants to know which one is not seen
                yield from self._report.report("lost")

    def _found(self, corners: Points, image: Image, *, known: bool, **how: bool | str) -> Line:
        self._sit(corners, image, known=known)
        return {"event": "found", "corners": plain(corners), **how}

    def _sit(self, corners: Points, image: Image, *, known: bool) -> None:
        """Take these corners for the board's: in the board's own order where that is `known`, else in any around it."""
        before, state = self.move_tracker, self.state
        ways = [corners] if known else possible_orientations(corners, self.vision.orientations, self._square)
        views = [self._view(way, image) for way in ways]
        self.move_trackers = [
            MoveTracker(
                self.game,
                self.options,
                self.vision.classifier,
                view,
                before.appearance if before and known else self.appearance,
            )
            for view in views
        ]
        for move_tracker in self.move_trackers:
            if state:
                move_tracker.set_position(state, self._awaited)
        self.board_tracker = BoardTracker(corners, views[0].size, tallest(self.game.geometry(self.options)))
        self._fitted = False
        self._visibility.stop()
        self._report.renew()

    def _snapped(self, corners: Points, image: Image, *, known: bool) -> Points:
        """Snap corners from a person's hand to the board; `known`: so is their order, and what should lie within them."""
        cells = self.state.cells() if known and self.state else None
        lens = known_lens(self._source, _size(image))
        return snapped(image, self.game, self.options, corners, cells, lens)

    def _view(self, corners: Points, image: Image) -> View:
        return view_of_board(corners, self.game, self.options, image, known_lens(self._source, _size(image)))

    def _stay(self, frame: CameraFrame, settled: bool) -> Iterator[Line]:
        """Follow a camera or board that was moved; one that cannot be followed is lost."""
        assert self.board_tracker is not None
        before = self.board_tracker.corners
        where = self.board_tracker.check(
            frame, settled, settled and any(move_tracker.fitting for move_tracker in self.move_trackers)
        )
        if isinstance(where, BoardLost):
            if settled and any(
                self._lies_there(move_tracker, frame) for move_tracker in self.move_trackers
            ):  # many pieces have changed
                self.board_tracker.hold(frame)
            else:
                self.board_tracker.lost = True
                yield from self._report.blind(where.reason)
        elif where is not None:
            area = self.game.geometry(self.options).area
            for move_tracker in self.move_trackers:
                order = [
                    int(np.argmin(np.linalg.norm(before - corner, axis=1))) for corner in move_tracker.view.corners(area)
                ]
                move_tracker.look_from(self._view(where[order], frame.image))
            yield {"event": "moved", "corners": plain(self.move_trackers[0].view.corners(area))}

    def _lies_there(self, move_tracker: MoveTracker, frame: CameraFrame) -> bool:
        """Return whether the board is to be seen where it lay."""
        return move_tracker.fitting or not move_tracker.rejection_reason(frame.image)

    def _watch(self, frame: CameraFrame, sight: FrameStatus) -> Event | None:
        """Show the picture to the move trackers. Of several ways round those stay that the board fits best, and the first
        on which a move is believed is the one.
        """
        events = [
            move_tracker.see(frame.image, frame.t, sight.settled, sight.exposed) for move_tracker in self.move_trackers
        ]
        if len(events) > 1:
            moved = [n for n, event in enumerate(events) if isinstance(event, MovesSeen | MoveSetDown)]
            looked = [
                n for n, move_tracker in enumerate(self.move_trackers) if move_tracker.states and move_tracker.evidence
            ]
            kept = moved[:1] or self._best(looked)
            if kept:
                self.move_trackers = [self.move_trackers[n] for n in kept]
                events = [events[n] for n in kept]
        return events[0] if all(events) else None

    def _best(self, looked: list[int]) -> list[int]:
        """Return the ways round on which what is seen fits as well as on any."""
        misfits = {n: self.move_trackers[n].misfit for n in looked}
        return [n for n, misfit in misfits.items() if misfit <= min(misfits.values()) + MAX_MISFIT_GAP]

    @property
    def move_tracker(self) -> MoveTracker | None:
        """Return the move tracker; of several the first."""
        return self.move_trackers[0] if self.move_trackers else None

    # -- what is said beside it ------------------------------------------------------------------------------------------

    @property
    def awaits_throw(self) -> bool:
        """Whether a throw must be told before anything that is played can be understood."""
        return self.move_tracker is not None and self.move_tracker.awaits_throw

    @property
    def seen(self) -> bool:
        """Whether a board was ever read."""
        return self.move_tracker is not None and bool(self.move_tracker.states)

    # -- commands --------------------------------------------------------------------------------------------------------

    @property
    def corners(self) -> Points | None:
        """Of the playing area in pixels, shape (4, 2), as far as it is known in the board's own order."""
        return self.move_tracker.view.corners(self.game.geometry(self.options).area) if self.move_tracker else self._corners

    @property
    def known(self) -> Mapping[str, Any]:
        """Return the session's state as JSON: kept beside recorded pictures, and taken as settings again."""
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
        """The position that lies there, as far as it is known."""
        return self.move_tracker.states[0] if self.move_tracker and self.move_tracker.states else self.begun

    def handle_command(self, name: str, rest: str) -> Line:
        """Obey a command.

        `position TEXT`; `play MOVES`: what was played, the answer to a question, or a throw that nobody can see; `expect
        MOVE`: the computer's move that hands are to set down. Where the board is: `find` searches anew; `corners x,y ...`,
        four of them, are given in the board's own order, `outline x,y ...` in any around it; `turn` and `mirror` say that
        it lies otherwise. `learn`: what lies there is the position; `keep` keeps it all for another evening; `test` tests
        how well the table is seen, `leave` gives no more advice about it; `diagnose on` tells what each cell looks like.

        Raises:
            FourthSeatError: it cannot be obeyed.
        """
        commands: dict[str, Callable[[str], None]] = {
            "position": lambda text: self._set_position(self.game.parse_position(text, self.options)),
            "play": self._play,
            "expect": self._expect,
            "find": lambda _: self._find(),
            "corners": lambda text: self._show_corners(read_corners(text), known=True),
            "outline": lambda text: self._show_corners(read_corners(text), known=False),
            "turn": lambda _: self._turn(rotated(self._seen_at(), self._square)),
            "mirror": lambda _: self._turn(mirrored(self._seen_at())),
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
        state = self._known()
        if text in self._answers:  # as the question was told: it may be two turns, or another one instead of the last
            state = self._answers[text]
        else:
            for move in self.game.parse(state, text):
                state = state.play(move)
        self._set_position(state)

    def _expect(self, text: str) -> None:
        state = self._known()
        (move,) = self.game.parse(state, text)
        state.play(move)  # an illegal one is refused here
        self._awaited = move
        for move_tracker in self.move_trackers:
            move_tracker.set_position(state, move)

    def _known(self) -> AnyState:
        if self.state is None:
            raise BadNotation(say("the position is not known yet: enter it with position TEXT"))
        return self.state

    def _set_position(self, state: AnyState) -> None:
        self.begun, self._awaited, self._answers = state, None, {}
        for move_tracker in self.move_trackers:
            move_tracker.set_position(state)

    def _find(self) -> None:
        self.board_tracker = self._searched = None
        self._kept = ()
        self._report.renew()
        self._by_hand = False

    def _show_corners(self, corners: Points, *, known: bool) -> None:
        image = self._picture().image
        self._sit(self._snapped(corners, image, known=known), image, known=known)
        self._by_hand = True

    def _turn(self, corners: Points) -> None:
        self._sit(corners, self._picture().image, known=True)

    def _learn(self) -> None:
        corners, image = self._seen_at(), self._picture().image
        for move_tracker in self.move_trackers:
            move_tracker.learn(image)
        if len(self.move_trackers) == 1:
            self._sit(corners, image, known=True)  # all is judged anew

    def _keep(self) -> None:
        corners = self._seen_at()
        assert self.move_tracker is not None
        size = self.move_tracker.view.size
        appearance = lasting(self.move_tracker.appearance)
        before, today = self._recalled, self._today()
        self._recalled = CameraCalibration(self._source, size, corners, appearance=appearance, used=today)
        save_camera(self.game.name, self._recalled, before)

    def _test(self) -> None:
        self._seen_at()  # or there is nothing to test
        self._visibility.begin(self.move_trackers[0])

    def _diagnose(self, text: str) -> None:
        self._diagnosing = text == "on"

    def _picture(self) -> CameraFrame:
        if self._frame is None:
            raise BadNotation(say("no picture has come yet"))
        return self._frame

    def _seen_at(self) -> Points:
        if self.move_tracker is None or self.corners is None:
            raise BadNotation(say("the board has not been found yet: mark its corners"))
        return self.corners


def follow(settings: Mapping[str, Any], source: FrameSource) -> VisionSession:
    """Return a session, as the vision process asks for one. A recorded problem brings along what was known then."""
    given = {name: value for name, value in settings.items() if value is not None}
    known = source.known if isinstance(source, FrameRecording) else {}
    return VisionSession({**known, **given} if known.get("game") == find(settings["game"]).name else given)


def _size(image: Image) -> tuple[int, int]:
    return image.shape[1], image.shape[0]
