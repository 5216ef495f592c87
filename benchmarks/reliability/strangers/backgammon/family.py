"""Matches of backgammon: a row for each dialect, and one for GNU Backgammon's exports."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from benchmarks.reliability.strangers.backgammon import gnubg, reading
from benchmarks.reliability.strangers.backgammon.dialects import DIALECTS, Dialect
from benchmarks.reliability.strangers.backgammon.pool import matches
from benchmarks.reliability.strangers.backgammon.writer import Written, write
from benchmarks.reliability.strangers.row import Row
from fourth_seat.games.protocol import PlayedGame
from fourth_seat.words import FourthSeatError


def rows(args: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of the table."""
    pool = list(matches(args.games, args.seed))
    command = args.gnubg if Path(args.gnubg).exists() else ""
    for dialect in DIALECTS:
        yield _row(dialect, pool, args.seed, args.asked if command and dialect.asked else 0, command)
    if command and args.exported:
        yield _exported(args.exported, args.seed, command)


def _row(dialect: Dialect, pool: Sequence[list[PlayedGame]], seed: str, asked: int, command: str) -> Row:
    row = Row(f"backgammon: {dialect.name}", sum(map(len, pool)))
    questions: list[tuple[bool, bytes]] = []
    answers: list[tuple[PlayedGame, ...]] = []
    for number, match in enumerate(pool):
        rng = random.Random(f"{seed} {dialect.name} {number}")
        written = write(match, dialect, rng)
        found = _read_here(row, dialect, match, written, reading.encoded(written.text, number, plain=False), rng)
        if found and len(questions) < asked and not any(":" in name for name in match[0].names):  # which it cannot read
            questions.append((bool(match[0].options["jacoby"]), reading.encoded(written.text, number, plain=True)))
            answers.append(found)
    for told, found in zip(gnubg.read(questions, command) if questions else [], answers, strict=True):
        row.asked += 1
        row.same += told == reading.told(found)
        if told != reading.told(found):
            row.wrong.append(_first_difference(reading.told(found), told))
    return row


def _read_here(
    row: Row, dialect: Dialect, match: list[PlayedGame], written: Written, data: bytes, rng: random.Random
) -> tuple[PlayedGame, ...] | None:
    row.files += 1
    try:
        found = reading.read(data, rng)
    except FourthSeatError as error:
        row.wrong.append(str(error))
        return None
    row.read += 1
    wrong = reading.difference(match, found, told=dialect.told, capped=dialect.capped)
    notices = [str(notice) for game in found for notice in game.notices]
    if not wrong and bool(notices) != written.untrue:
        wrong = notices[0] if notices else "nothing was noticed"
    row.equal += not wrong
    if wrong:
        row.wrong.append(wrong)
    return found


def _first_difference(here: list[Any], there: list[Any]) -> str:
    for number, (one, other) in enumerate(zip(here, there, strict=False), 1):
        if one[:-1] != other[:-1]:
            return f"game {number}: {one[:-1]} here, {other[:-1]} there"
        for mine, yours in zip_longest(one[-1], other[-1]):
            if mine != yours:
                return f"game {number}: {mine} here, {yours} there"
    return f"{len(here)} games here, {len(there)} there"


def _exported(games: int, seed: str, command: str) -> Row:
    row = Row("backgammon: from GNU Backgammon")
    for number, (text, played) in enumerate(gnubg.exported(games, seed, command)):
        row.files += 1
        row.games += len(played)
        try:
            found = reading.read(text.encode(), random.Random(f"{seed} {number}"))
        except FourthSeatError as error:
            row.wrong.append(str(error))
            continue
        row.read += 1
        here, there = _begun(reading.told(found)), _begun(played)
        row.equal += here == there
        if here != there:
            row.wrong.append(_first_difference(here, there))
    return row


def _begun(games: list[Any]) -> list[Any]:
    """Return the games without a last one that has only its first roll: the program writes it as white's in any case."""
    return games[:-1] if [action[1] for action in games[-1][-1]] == ["set"] else games
