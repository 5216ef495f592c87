"""Games in files of their own, to be taken elsewhere, and games from such files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from boundary.files import read_bytes, write_file
from boundary.text import decode_text
from games import AnyGame, all_games, find
from games.errors import BadNotation
from games.formats import GAME_WORD, PLAIN_SUFFIX, formats_of, read_plain
from games.protocol import Format, PlayedGame
from table.errors import NotSaved
from table.seats import HUMAN, read_seat
from table.table import Clock, Table
from words import FourthSeatError, error_text, say

MAX_IMPORT_BYTES = 1 << 19


def read_text(path: Path) -> str:
    """Return the text of a file of games.

    Raises:
        BadNotation: it cannot be read, or is too large.
    """
    try:
        return decode_text(read_bytes(path, MAX_IMPORT_BYTES))
    except OSError as error:
        raise BadNotation(say("{file} cannot be read: {reason}", file=str(path), reason=error_text(error))) from None


def write_games(path: Path, form: Format, games: Sequence[PlayedGame]) -> None:
    """Write the games of a record to a file; one of that name is replaced.

    Raises:
        FourthSeatError: this format cannot hold them.
        NotSaved: the file cannot be written.
    """
    text = form.write(games)
    try:
        write_file(path, text.encode())
    except OSError as error:
        raise NotSaved(say("{file} cannot be written: {reason}", file=str(path), reason=error_text(error))) from None


def import_file(path: Path, folder: Path, clock: Clock) -> Path:
    """Make a record of the games of a file, and return its path. It is as old as the file.

    Raises:
        FourthSeatError: the file cannot be read, its games cannot be played, or the record cannot be written.
    """
    game, games = _read_games(path)
    options = games[-1].options
    seats = [read_seat(HUMAN) for _ in range(game.seats(options))]
    Table.begin(game, options, seats, None, clock).take_in(games)  # before a record is begun that cannot hold them
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
    return record


def suffixes() -> tuple[str, ...]:
    """Return the endings of the files that any game is kept in."""
    return tuple(dict.fromkeys(form.suffix for game in all_games() for form in formats_of(game)))


def file_name(game: AnyGame, names: Sequence[str], when: datetime, form: Format) -> str:
    """Return a name for the file of a game: its date, the game, and who played."""
    parts = (f"{when:%Y-%m-%d}", game.name, *names)
    kept = ("".join(sign if sign.isalnum() or sign in "-_" else " " for sign in part) for part in parts)
    return " ".join("-".join(part.split()) for part in kept if part.strip())[:100] + form.suffix


def _read_games(path: Path) -> tuple[AnyGame, Sequence[PlayedGame]]:
    """Return the games of a file, of the first kind of game that can read it; a plain file names its game."""
    text = read_text(path)
    if path.name.lower().endswith(PLAIN_SUFFIX):
        return _read_plain_games(path, text)
    reason = say("{file}: games are kept in files ending in {suffixes}", file=path.name, suffixes=", ".join(suffixes()))
    for game in all_games():
        for form in game.formats():
            if not path.name.lower().endswith(form.suffix):
                continue
            try:
                games = form.read(text)
                if games:
                    return game, games
            except FourthSeatError as error:
                reason = say("{file}: {reason}", file=path.name, reason=error.text)
    raise BadNotation(reason)


def _read_plain_games(path: Path, text: str) -> tuple[AnyGame, Sequence[PlayedGame]]:
    words = text.removeprefix("\ufeff").split(maxsplit=2)
    if words[:1] != [GAME_WORD] or len(words) < 2:
        raise BadNotation(say("{file}: its first line must be game NAME, such as game connect4", file=path.name))
    try:
        game = find(words[1])
        return game, read_plain(game, text)
    except FourthSeatError as error:
        raise BadNotation(say("{file}: {reason}", file=path.name, reason=error.text)) from None
