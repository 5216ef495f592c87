"""Sets up a camera for a game's board: finds the board, learns its orientation and the appearance of the set, and saves
both. Most of this happens automatically; at each stage, a message tells the user what to do. The set-up is driven by events
from the vision process (`handle_event`) and responds with commands to it (`send`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from fourth_seat.inference.packing import unpack
from fourth_seat.processes.worker import Message
from fourth_seat.words import Text, say

SEEING_SIGHTS = ("clear", "scenery", "two", "moving", "hand")  # sights in which the board is where it was, and well lit


class CameraStage(Enum):
    """The stages of setting up the camera."""

    OPENING = "opening"  # no picture has arrived yet
    FINDING = "finding"  # the board is searched for
    CHECKING = "checking"  # found; does what is seen fit the position?
    READY = "ready"  # it fits, was learned and is saved


class CameraSetup:
    """The set-up of one camera for one game.

    Attributes:
        stage: the current stage.
        trouble: the reason why the set-up cannot proceed automatically, or None if no reason is known.
        differs: whether the trouble is that some cells are wrong, rather than that the board cannot be read.
        recalled: whether a calibration from an earlier session is being reused.
        name: the user's name for the recalled board; empty if it has none.
        kept: whether the calibration has been saved.
        by_hand: whether the board has been marked manually.
        ways: the number of orientations still possible after the pictures so far; the first move decides between them.
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        """`send` is called with each command for the vision process."""
        self._send = send
        self.begin_again()

    def begin_again(self) -> None:
        """Start over with a new vision process."""
        self.stage = CameraStage.OPENING
        self.trouble: Text | None = None
        self.differs = False
        self.recalled = self.kept = self.by_hand = False
        self.name = ""
        self.ways = 1

    @property
    def ready(self) -> bool:
        """Whether the camera is ready to recognise moves."""
        return self.stage is CameraStage.READY

    @property
    def message(self) -> Text:
        """A message that tells the user what is happening and what to do."""
        match self.stage:
            case CameraStage.OPENING:
                return self.trouble or say("Waiting for the camera's first picture.")
            case CameraStage.FINDING:
                return self.trouble or say(
                    "Looking for the board: make sure that the camera sees all of it and no hand is in the way."
                )
            case CameraStage.CHECKING if self.trouble and not self.differs:
                return self.trouble
            case CameraStage.CHECKING if self.trouble:
                return say(
                    "The board doesn't match the game: {reason}. Put that right on the board, or correct the game. If the "
                    "camera is wrong, turn its grid, or confirm that the board is correct.",
                    reason=self.trouble,
                )
            case CameraStage.CHECKING:
                return say(
                    "The board has been found. Set it up as shown on the screen and take your hands away for a moment."
                )
            case CameraStage.READY if self.recalled and self.name:
                return say("The camera recognises “{name}”: play on.", name=self.name)
            case CameraStage.READY if self.recalled:
                return say("The camera recognises this board: play on.")
            case CameraStage.READY if self.ways > 1:
                return say("Ready: the first move will show which way round the board is.")
        return say("Ready: the camera now sees every move.")

    # -- events of the vision process --------------------------------------------------------------------------------------

    def handle_event(self, line: Message) -> None:
        """Handle an event from the vision process, ignoring events that do not concern the set-up."""
        match line.get("event"):
            case "trouble" if self.stage is CameraStage.OPENING:
                self.trouble = unpack(line["text"])
            case "unseen" if self.stage is not CameraStage.READY:
                self._go(CameraStage.FINDING)
                self.trouble = unpack(line["text"])
            case "found":
                self._go(CameraStage.CHECKING)
                self.by_hand = False
                self.recalled, self.name = bool(line.get("kept")), str(line.get("name", ""))
            case "view" | "sight" if self.stage is CameraStage.FINDING and self.trouble and _sees(line):
                self._go(CameraStage.CHECKING)
            case "wrong" if self.stage is not CameraStage.READY:
                self._go(CameraStage.CHECKING)
                self.trouble, self.differs = unpack(line["text"]), bool(line["differences"])
            case "right" if self.stage is CameraStage.CHECKING:
                self.trouble = None
            case "fits":
                self.ways = int(line["ways"])
                self._go(CameraStage.READY)
                if self.ways == 1:
                    self._keep()
        if "ask" in line and self.stage is CameraStage.CHECKING:  # a legal turn explains the board, so it lies there
            self._go(CameraStage.READY)
        # An accepted move confirms where and how the board lies.
        if ("move" in line or line.get("event") == "set") and (self.stage is CameraStage.CHECKING or self.ways > 1):
            self.ways = 1
            self._go(CameraStage.READY)
            self._keep()

    def _keep(self) -> None:
        self.kept = True
        self._send("keep")

    def _go(self, stage: CameraStage) -> None:
        self.stage, self.trouble = stage, None

    # -- what people do ----------------------------------------------------------------------------------------------------

    def search(self) -> None:
        """Search for the board again."""
        self.by_hand = False
        self._again(CameraStage.FINDING, "find")

    def show_corners(self, corners: list[tuple[float, float]], *, known: bool) -> None:
        """Use manually marked corners of the playing area, in pixels; `known` means they are in the board's own order."""
        self.by_hand = True
        self._again(CameraStage.CHECKING, corners_command(corners, known=known))

    def turn(self) -> None:
        """Rotate the grid to the next possible orientation of the board."""
        self._again(CameraStage.CHECKING, "turn")

    def mirror(self) -> None:
        """Mirror the grid, swapping left and right."""
        self._again(CameraStage.CHECKING, "mirror")

    def lies_right(self) -> None:
        """Confirm that the board matches the screen, so that the set's appearance is learned from it."""
        self._again(CameraStage.CHECKING, "learn")

    def _again(self, stage: CameraStage, command: str) -> None:
        self.recalled, self.kept, self.ways = False, False, 1
        self._go(stage)
        self._send(command)


def _sees(line: Message) -> bool:
    """Return whether a `view` or `sight` event shows that the board is found and bright enough."""
    return line["event"] == "view" or line["sight"] in SEEING_SIGHTS


def corners_command(corners: list[tuple[float, float]], *, known: bool) -> str:
    """Return the command that sets a board's corners, in pixels; `known` means that they are in the board's own order."""
    return f"{'corners' if known else 'outline'} {' '.join(f'{x:.1f},{y:.1f}' for x, y in corners)}"
