"""Targets of the fuzzer, and their inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.reliability.fuzz.seeds import Seeds

Parse = Callable[[bytes], object]
Prepare = Callable[[Path], Parse]


@dataclass(frozen=True, slots=True)
class Target:
    """A parser.

    Attributes:
        prepare: takes the data folder, in which alone the parser may write, and returns it ready to run. It imports the
            parser's modules, so that the fuzzer can instrument them.
        seeds: inputs to begin with.
        share: of the inputs of a campaign, in parts; low for slow parsers.
        most: bytes of an input.
        warm: inputs that are run once before a campaign, so that the memory of their imports is not counted as growth.
    """

    prepare: Prepare
    seeds: Seeds
    share: int = 20
    most: int = 4096
    warm: tuple[bytes, ...] = ()


def clock() -> datetime:
    """Return the evening on which all games are played."""
    return datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def as_text(data: bytes) -> str:
    """Return an input as the program decodes files and lines."""
    return data.decode("utf-8", "replace")


def game_of(data: bytes) -> tuple[Any, str]:
    """Return the game that the first byte selects, and the text after it."""
    from fourth_seat.games import find, game_names

    names = game_names()
    return find(names[(data[0] if data else 0) % len(names)]), as_text(data[1:])
