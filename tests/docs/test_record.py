"""The page about the record describes every event correctly, and its examples can be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from fourth_seat.table.errors import BadRecord
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record import record_file
from fourth_seat.table.record.events import KINDS, VERSION, Ended, Event, from_json
from fourth_seat.table.record.record_file import MAX_BYTES, Record, read, read_data
from fourth_seat.table.seats import read_seat

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "record.md").read_text("utf-8")
BLOCKS = re.findall(r"^```jsonl\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
LINES = [line for block in BLOCKS for line in block.splitlines() if line.endswith("}")]
WHOLE = [block for block in BLOCKS if block.count("\n") > 3]
TYPES = {
    "str": "text",
    "int": "integer",
    "bool": "boolean",
    "tuple[str, ...]": "list of texts",
    "tuple[int, ...]": "list of integers",
    "tuple[float, ...]": "list of numbers",
}


def described() -> dict[str, str]:
    """Return the section of each event."""
    (events,) = re.findall(r"^## Events\n(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)
    return dict(re.findall(r"^### ([a-z-]+)\n(.*?)(?=^### |\Z)", events, re.DOTALL | re.MULTILINE))


def kinds(base: type[Event] = Event) -> Iterator[str]:
    """Yield the name of each event in the program."""
    for kind in base.__subclasses__():
        yield kind.kind
        yield from kinds(kind)


def test_every_event_is_described() -> None:
    assert set(described()) == set(KINDS) == set(kinds())


@pytest.mark.quick
@pytest.mark.parametrize("kind", KINDS)
def test_the_fields_of_an_event_are_as_they_are_described(kind: str) -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| ([^|]+) \| [^|]+ \|$", described()[kind], re.MULTILINE)
    wanted = []
    for field in fields(KINDS[kind]):
        default = "" if field.default is MISSING else f" (default `{json.dumps(field.default)}`)"
        wanted.append((field.name, TYPES[str(field.type)] + default))
    assert rows == wanted
    assert bool(rows) != ("It has no fields." in described()[kind])


@pytest.mark.quick
@pytest.mark.parametrize("line", LINES)
def test_an_example_is_as_the_program_writes_it(line: str) -> None:
    assert record_file._line(from_json(json.loads(line))).decode() == f"{line}\n"


def test_every_field_of_every_event_has_an_example() -> None:
    shown = {(example["event"], name) for example in map(json.loads, LINES) for name in example}
    assert [
        (kind, field.name) for kind, event in KINDS.items() for field in fields(event) if (kind, field.name) not in shown
    ] == []


@pytest.mark.quick
@pytest.mark.parametrize("number", range(len(WHOLE)))
def test_a_whole_record_is_played(number: int) -> None:
    block = WHOLE[number]
    torn = not block.endswith("}\n")
    reading = read_data(Path("example.jsonl"), (block.removesuffix("\n") if torn else block).encode())
    assert reading.damage is None and (reading.notice is not None) == torn
    game_state = GameState(reading.begun)
    assert game_state.replay(reading.events) == (len(reading.events), None)
    assert game_state.result
    (end,) = (event for event in reading.events if isinstance(event, Ended))
    assert game_state.end() == end


def test_a_torn_last_line_is_cut_off_before_the_record_goes_on(tmp_path: Path) -> None:
    (torn,) = (block.removesuffix("\n") for block in WHOLE if not block.endswith("}\n"))
    path = tmp_path / "2026-11-21-backgammon-1.jsonl"
    path.write_text(torn, "utf-8")
    reading = read(path)
    record = Record(path)
    try:
        record.go_on(reading)
        assert path.read_text("utf-8") == torn.rpartition("\n")[0] + "\n"
    finally:
        record.close()


def test_the_version_is_that_of_the_program_and_a_newer_one_is_refused() -> None:
    assert f"version {VERSION} of the format" in PAGE
    newer = LINES[0].replace(f'"version": {VERSION}', f'"version": {VERSION + 1}')
    with pytest.raises(BadRecord, match="update the program"):
        read_data(Path("example.jsonl"), f"{newer}\n".encode())
    assert f"at most {MAX_BYTES >> 20} MB" in PAGE


def test_the_seats_are_read() -> None:
    (section,) = re.findall(r"^## Seats\n(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)
    seats = [
        text for text in re.findall(r"`([a-z]+(?::[^`]+)?)`", section) if text.startswith(("human", "computer", "table"))
    ]
    assert len(seats) >= 5
    assert [seat for seat in seats if seat != "table:" and str(read_seat(seat)) != seat] == []
