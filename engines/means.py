"""What an engine may use of the machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engines.errors import BadCommand
from words import say

MEMORY = 1024  # MB
LEAST_MEMORY = 256
MOST_THREADS = 1024


@dataclass(frozen=True, slots=True)
class Means:
    """Checked when it is made.

    Attributes:
        folder: where what is worked out once may be kept; None: nowhere.
        memory: MB for the whole process, nearly.
        threads: solvers and searches that are compiled can use more than one.
    """

    folder: Path | None = None
    memory: int = MEMORY
    threads: int = 1

    def __post_init__(self) -> None:
        """Raises `BadCommand` for what cannot be."""
        if not 1 <= self.threads <= MOST_THREADS:
            raise BadCommand(say("{n} threads cannot be: 1 to {most}", n=self.threads, most=MOST_THREADS))
        if self.memory < LEAST_MEMORY:
            raise BadCommand(say("{n} MB is too little: give {least} or more", n=self.memory, least=LEAST_MEMORY))
