"""A simulated camera, whose pictures and failures are listed in a script.

every 0.1             # seconds from one picture to the next
show empty.png 5      # a picture beside this file, five times
gap 2                 # nothing arrives for two seconds
fail the cable is out # no pictures until the next `show`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.numbers import parse_decimal, parse_integer
from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.protocols import Image
from fourth_seat.words import Text, error_text, say

MAX_BYTES = 1 << 16  # of a script
MAX_TIMES = 1_000_000  # that a picture is shown
MAX_SECONDS = 1_000_000.0
FRAME_INTERVAL_S = 0.1  # from one picture to the next, unless the script sets another interval


@dataclass(frozen=True, slots=True, eq=False)
class ScriptedPictures:
    """A picture that is shown this many times."""

    image: Image
    times: int = 1
    every: float = FRAME_INTERVAL_S


@dataclass(frozen=True, slots=True)
class ScriptedGap:
    """A gap of this many seconds without pictures."""

    seconds: float


@dataclass(frozen=True, slots=True)
class ScriptedFailure:
    """A failure that lasts until the next picture."""

    trouble: Text


ScriptedStep = ScriptedPictures | ScriptedGap | ScriptedFailure


class CameraScript:
    """Plays a script without waiting, using the script's timestamps. Satisfies `FrameSource`. Counts as live, since it can
    fail like a camera.
    """

    live = True

    def __init__(self, steps: Sequence[ScriptedStep]) -> None:
        self.trouble: Text | None = None
        self._frames = self._play(steps)
        self._number = 0
        self._t = 0.0
        self._steps_left = sum(step.times if isinstance(step, ScriptedPictures) else 1 for step in steps)

    @classmethod
    def of_file(cls, path: Path) -> CameraScript:
        """Load a script from a file.

        Raises:
            CameraError: the file cannot be read, or a line is invalid.
        """
        try:
            lines = read_bytes(path, MAX_BYTES).decode().splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise CameraError(say("{file} cannot be read: {reason}", file=str(path), reason=error_text(error))) from None
        steps: list[ScriptedStep] = []
        every = FRAME_INTERVAL_S
        for number, line in enumerate(lines, 1):
            word, _, rest = line.partition("#")[0].strip().partition(" ")
            try:
                if word == "every":
                    every = _seconds(rest)
                elif word == "show":
                    name, _, times = rest.strip().rpartition(" ")
                    count = parse_integer(times, 0, MAX_TIMES)
                    picture = read_picture(path.parent / (rest.strip() if count is None else name))
                    steps.append(ScriptedPictures(picture, 1 if count is None else count, every))
                elif word == "gap":
                    steps.append(ScriptedGap(_seconds(rest)))
                elif word == "fail":
                    steps.append(ScriptedFailure(say("{trouble}", trouble=rest.strip())))
                elif word:
                    raise ValueError(word)
            except ValueError:
                raise CameraError(
                    say(
                        "line {number} of {file} must be “every SECONDS”, “show FILE [TIMES]”, “gap SECONDS” or “fail WHY”",
                        number=number,
                        file=str(path),
                    )
                ) from None
        return cls(steps)

    @property
    def over(self) -> bool:
        """Whether the script has ended."""
        return self._steps_left <= 0

    def read(self) -> CameraFrame | None:
        """Return the next picture, or None once for each gap or failure."""
        self._steps_left -= 1
        return next(self._frames, None)

    def close(self) -> None:
        """Stop playing."""
        self._steps_left = 0
        self._frames = iter(())

    def _play(self, steps: Sequence[ScriptedStep]) -> Iterator[CameraFrame | None]:
        for step in steps:
            if isinstance(step, ScriptedPictures):
                for _ in range(step.times):
                    self.trouble = None
                    yield CameraFrame(step.image, self._t, self._number)
                    self._t += step.every
                    self._number += 1
            elif isinstance(step, ScriptedGap):
                self._t += step.seconds
                yield None
            else:
                self.trouble = step.trouble
                yield None


def _seconds(text: str) -> float:
    """Parse a duration; raise `ValueError` if it is invalid."""
    seconds = parse_decimal(text.strip(), 0, MAX_SECONDS)
    if seconds is None:
        raise ValueError(text)
    return seconds
