"""Pentobi's engine (`pentobi-gtp`) as a reader and a writer of files, over its text protocol."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

MARKS = "XO#@"  # of the colours, in order of play


class Pentobi:
    """Pentobi's engine, running until it is closed."""

    def __init__(self, command: str, seed: int = 1) -> None:
        arguments = [command, "--quiet", "--nobook", "--noresign", "--level", "1", "--seed", str(seed)]
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()

    def ask(self, line: str) -> str | None:
        """Return the answer to a command; None if it failed."""
        process = self._process
        assert process.stdin and process.stdout
        process.stdin.write(line + "\n")
        process.stdin.flush()
        lines: list[str] = []
        while (text := process.stdout.readline().rstrip("\n")) or not lines:
            lines.append(text)
        return "\n".join(lines)[1:].strip("\n") if lines[0].startswith("=") else None

    def cells(self, file: Path) -> dict[str, int] | None:
        """Return the colour of each square of the board at the end of a file; None if it cannot be read."""
        if self.ask(f"loadsgf {file}") is None:
            return None
        rows = [row for row in (self.ask("showboard") or "").split("\n") if row[:2].strip().isdigit()]
        return {
            f"{chr(97 + column)}{row[:2].strip()}": MARKS.index(sign) + 1
            for row in rows
            for column, sign in enumerate(row[3 : 3 + 2 * len(rows) : 2])
            if sign in MARKS
        }
