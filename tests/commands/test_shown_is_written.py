"""With `--json`, everything written is shown, and everything shown was written, whatever happens, and wherever a record
ends."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from fourth_seat.table.record.events import KINDS, standing_end
from fourth_seat.table.record.record_file import read
from tests.commands.test_terminal import data_folder, events, play

RECORDS = sorted((Path(__file__).resolve().parents[1] / "data" / "edition-1" / "records").glob("*.jsonl"))
LINES = ["undo", "redo", "hint", "seat 1 seed", "seat 1 human:Eva", "nonsense", "resign 2", "undo", "stop"]

__all__ = ["data_folder"]  # a fixture


@pytest.mark.sample(16)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_resumed_anywhere(path: Path, data_folder: Path) -> None:
    text = path.read_bytes().replace(b"computer:9", b"seed").replace(b"computer:3", b"seed")  # which need no time
    lines = text.splitlines(keepends=True)
    rng = random.Random(path.stem)
    for length in {len(lines), len(lines) - 1, rng.randint(1, len(lines))} - {0}:
        copy = data_folder / "records" / path.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(b"".join(lines[:length]))
        if standing_end(read(copy).events):
            continue  # it has ended, so it is not resumed
        shown = events(play(path.name.split("-")[0], rng.sample(LINES, 4), resume=True))
        written = [json.loads(line) for line in copy.read_text("utf-8").splitlines()]
        assert [event for event in shown if event["event"] not in ("refused", "notice")] == written


def test_all_kinds_of_events_are_among_them() -> None:
    found = {json.loads(line)["event"] for path in RECORDS for line in path.read_text("utf-8").splitlines()}
    assert found == set(KINDS)
