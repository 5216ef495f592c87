"""The catalogue of extras, with their purposes, packages and sizes."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from fourth_seat.processes.extras import contents
from fourth_seat.processes.extras.pins import pins
from fourth_seat.processes.installation import PROGRAM
from fourth_seat.words import FourthSeatError, Text, say

MB = 1_000_000
used: dict[str, Path] = {}
"""The folders of the added extras that this process imports from, keyed by extra name."""
unsafe: dict[str, Path] = {}
"""The folders that it does not import from, because other users can change their contents."""


@dataclass(frozen=True, slots=True)
class Extra:
    """The packages for one feature.

    Attributes:
        name: the name used in `pyproject.toml`.
        title: a short name for the feature.
        purpose: one sentence about the feature.
        modules: the modules that must be importable.
        download, disk: sizes in megabytes, as printed by `python -m benchmarks.install.sizes` for the most common kind of
            this system; others differ slightly.
    """

    name: str
    title: Text
    purpose: Text
    modules: tuple[str, ...]
    download: float
    disk: float

    @property
    def pins(self) -> list[str]:
        """The exact versions of the extra's packages with their hashes, in the format of requirements files."""
        return pins(self.name)

    @property
    def damaged(self) -> bool:
        """Whether the extra was added, but some of its files are missing or truncated."""
        return self.name in used and (contents.is_cut(used[self.name]) or not self._found)

    @property
    def there(self) -> bool:
        """Whether the feature can be used immediately."""
        return self._found and not self.damaged

    @property
    def _found(self) -> bool:
        """Whether its modules are found. A module that was removed after it had been loaded has no file."""
        specs = [find_spec(module) for module in self.modules]
        return all(spec and (spec.origin is None or Path(spec.origin).exists()) for spec in specs)

    @property
    def size(self) -> Text:
        """The size of the extra, in words."""
        download, disk = _number(self.download), _number(self.disk)
        return say("{download} MB to download, {disk} MB on disk", download=download, disk=disk)


class MissingExtra(FourthSeatError, ImportError):
    """The packages of a requested feature are missing.

    Attributes:
        extra: the missing extra.
    """

    def __init__(self, extra: Extra, text: Text) -> None:
        """`text` describes the remedy."""
        super().__init__(text)
        self.extra = extra


EXTRAS = {
    extra.name: extra
    for extra in (
        Extra(
            "camera", say("A camera"), say("A webcam or a phone watches the board, and the program sees each move."),
            ("cv2",), 61.2, 159.8,
        ),
        Extra(
            "print", say("Printing"), say("Boards, cards and pages to keep can be printed (PDF)."),
            ("reportlab",), 2.3, 6.2,
        ),
        Extra(
            "phones", say("Phones at the table"),
            say("Guests follow the game on their own phones, and two tables can play each other."),
            ("aiohttp", "segno"), 3.3, 12.7,
        ),
        Extra(
            "trust", say("A phone as the camera"),
            say(
                "Certificates: without them, a phone's browser does not let the page use the phone's "
                "camera."
                ),
            ("cryptography",), 5.0, 16.5,
        ),
        Extra("mqtt", say("MQTT"), say("Lamps, scoreboards and Home Assistant follow a game."), ("paho",), 0.1, 0.4),
        Extra(
            "keyring", say("The system's keyring"), say("Camera passwords are stored in it."),
            ("keyring",), 5.3, 18.0,
        ),
        Extra(
            "farm", say("Several machines"), say("Tournaments and training run on several machines at once."),
            ("asyncssh", "distributed"), 10.7, 49.0,
        ),
        Extra(
            "compiler", say("A compiler"),
            say(
                "It makes the strongest players fast on processors for which the program includes no "
                "machine code."
                ),
            ("numba",), 63.5, 200.0,
        ),
    )
}  # fmt: skip


def need(name: str) -> None:
    """Make sure that an extra is available.

    Raises:
        MissingExtra: the extra is missing or damaged; the message gives its size and says how to add it.
    """
    extra = EXTRAS[name]
    command = f"{PROGRAM} extras --add {name}"
    if extra.damaged:
        raise MissingExtra(
            extra, say("{feature} is damaged: add it again with {command}", feature=extra.title, command=command)
        )
    if not extra.there and name in unsafe:
        raise MissingExtra(extra, unsafe_folder(unsafe[name]))
    if not extra.there:
        raise MissingExtra(
            extra,
            say(
                "{feature} must be added first ({size}): {command}",
                feature=extra.title,
                size=extra.size,
                command=command,
            ),
        )


def unsafe_folder(folder: Path) -> Text:
    """Return a message about a folder whose code is not loaded because other users can change it."""
    return say(
        (
            "other users can change the contents of {folder}, so no program code in it is used: make "
            "it and the folders above it writable only by you"
        ),
        folder=str(folder),
    )


def _number(megabytes: float) -> str:
    return f"{megabytes:.0f}" if megabytes >= 10 else f"{megabytes:.1f}"
