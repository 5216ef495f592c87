"""Checkpoints: store the finished units of a run, so that an interrupted run can be resumed.

A folder contains one file per unit with its bytes, and `units.jsonl`: a line that identifies the run, then one line per
unit with the digest of its bytes, its measurements, its commit and its machine. A unit counts as done once its line is
written; an incomplete last line is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from fourth_seat.boundary.files import read_bytes, replaced_file
from fourth_seat.boundary.json_forms import parse_message
from fourth_seat.farm.unit import DoneUnit, OtherRun, Outcome
from fourth_seat.words import say

UNITS_FILE = "units.jsonl"
ENTRY_FORM = {"unit": str, "sha256": str, "cpu_s": float, "commit": str, "machine": str, "measured": {str: object}}
MAX_FILE_BYTES = 1 << 30


class Checkpoint:
    """A folder containing the finished units of a run."""

    def __init__(self, folder: Path, run: Mapping[str, Any]) -> None:
        """Open or create the folder; `run` contains the parameters of the run, as JSON.

        Raises:
            OtherRun: the folder contains units of another run, or its index cannot be parsed.
            OSError: the folder is not writable.
        """
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / UNITS_FILE
        self._lines: dict[str, dict[str, Any]] = {}
        begun = json.dumps({"run": run}, sort_keys=True)
        if not path.exists():
            with replaced_file(path) as file:
                file.write(f"{begun}\n".encode())
            return
        first, *lines = read_bytes(path, MAX_FILE_BYTES).decode("utf-8", "replace").split("\n")
        if first != begun:
            raise OtherRun(
                say("{folder} belongs to another run: choose an empty folder, or this run's own", folder=str(folder))
            )
        torn = lines.pop() if lines else first  # nothing, unless the last line was cut off
        for number, line in enumerate(lines, 2):
            entry = parse_message(line, "event", {"unit": ENTRY_FORM})
            if entry is None:
                raise OtherRun(say("{path}: line {number} is damaged; remove it", path=str(path), number=number))
            self._lines[entry["unit"]] = entry
        if torn:
            with replaced_file(path) as file:
                file.write("".join(f"{line}\n" for line in [first, *lines]).encode())

    def load(self, name: str) -> DoneUnit | None:
        """Load a unit; return None if it is not done or its bytes are damaged."""
        entry = self._lines.get(name)
        try:
            data = read_bytes(self.path(name), MAX_FILE_BYTES) if entry else b""
        except OSError:
            return None
        if not entry or sha256(data).hexdigest() != entry["sha256"]:
            return None
        return DoneUnit(name, Outcome(data, entry["measured"]), entry["cpu_s"], entry["commit"], entry["machine"])

    def path(self, name: str) -> Path:
        """Return the path of a unit's file."""
        return self._folder / f"{name}.unit"

    def save(self, unit: DoneUnit) -> None:
        """Save a unit; raise `OSError` on failure."""
        with replaced_file(self.path(unit.name)) as file:
            file.write(unit.outcome.data)
        entry = {
            "event": "unit",
            "unit": unit.name,
            "sha256": sha256(unit.outcome.data).hexdigest(),
            "cpu_s": round(unit.cpu_s, 3),
            "commit": unit.commit,
            "machine": unit.machine,
            "measured": dict(unit.outcome.measured),
        }
        self._lines[unit.name] = entry
        with (self._folder / UNITS_FILE).open("a", encoding="utf-8") as file:
            print(json.dumps(entry), file=file, flush=True)
