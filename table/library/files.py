"""Exports games to separate files, and imports games from files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from fourth_seat.boundary.files import read_bytes, write_file
from fourth_seat.boundary.text import decode_text
from fourth_seat.games import AnyGame, all_games
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.formats import read_file
from fourth_seat.games.protocol import Format, PlayedGame
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.record.exchange import take_in
from fourth_seat.table.seats import HUMAN, read_seat
from fourth_seat.table.table import Clock, Table
from fourth_seat.words import FourthSeatError, Text, error_text, say

MAX_IMPORT_BYTES = 1 << 19


def read_text(path: Path) -> str:
    """Read the text of a game file.

    Raises:
        BadNotation: the file cannot be read or is too large.
    """
    try:
        return decode_text(read_bytes(path, MAX_IMPORT_BYTES))
    except OSError as error:
        raise BadNotation(say("{file} cannot be read: {reason}", file=str(path), reason=error_text(error))) from None


def write_games(path: Path, form: Format, games: Sequence[PlayedGame]) -> None:
    """Write the games of a record to a file. An existing file is overwritten.

    Raises:
        FourthSeatError: the format cannot represent the games.
        NotSaved: the file cannot be written.
    """
    text = form.write(games)
    try:
        write_file(path, text.encode())
    except OSError as error:
        raise NotSaved(say("{file} cannot be written: {reason}", file=str(path), reason=error_text(error))) from None


@dataclass(frozen=True)
class Imported:
    """The result of importing a file: the new record, and notices about differences from the file."""

    record: Path
    notices: tuple[Text, ...]


def import_file(path: Path, folder: Path, clock: Clock) -> Imported:
    """Create a record from the games in a file. The record is given the modification time of the file.

    Raises:
        FourthSeatError: the file cannot be read, its games are invalid, or the record cannot be written.
    """
    game, games = read_file(path.name, read_text(path), all_games())
    options = games[-1].options
    seats = [read_seat(HUMAN) for _ in range(game.seats(options))]
    take_in(Table.begin(game, options, seats, None, clock), games)  # before a record is begun that cannot hold them
    table = Table.begin(game, options, seats, folder, clock, dated=False)
    assert table.record
    record = table.record.path
    try:
        table.take_in(games)
    except FourthSeatError:
        table.close()
        record.unlink(missing_ok=True)
        raise
    table.close()
    changed = min(path.stat().st_mtime, clock().timestamp())
    os.utime(record, (changed, changed))
    return Imported(record, tuple(notice for played in games for notice in played.notices))


def file_name(game: AnyGame, names: Sequence[str], when: datetime, form: Format) -> str:
    """Return a file name for a game, composed of the date, the game and the players."""
    parts = (f"{when:%Y-%m-%d}", game.name, *names)
    kept = ("".join(sign if sign.isalnum() or sign in "-_" else " " for sign in part) for part in parts)
    return " ".join("-".join(part.split()) for part in kept if part.strip())[:100] + form.suffix
