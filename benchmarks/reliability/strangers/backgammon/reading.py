"""Read match files here, and compare what was read with the games that they were made from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from fourth_seat.boundary.text import decode_text
from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.match import score
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.formats import kept_name, read_file, result_of
from fourth_seat.games.protocol import PlayedGame

Encoding = tuple[str, bytes]
"""A codec, and the mark at the beginning of the file."""

ENCODINGS: tuple[Encoding, ...] = (
    ("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("cp1252", b""), ("latin-1", b""), ("utf-16-le", b"\xff\xfe"),
    ("utf-16-be", b"\xfe\xff"),
)  # fmt: skip
LINE_ENDS = ("\n", "\r\n", "\r")
PLAIN_ENCODINGS, PLAIN_LINE_ENDS = 2, 2  # the first of them; scripts of GNU Backgammon crash at other names
FILE_NAMES = ("match.mat", "match.txt", "match.mat.txt", "MATCH.MAT", "match")


def encoded(text: str, number: int, *, plain: bool) -> bytes:
    """Return a text in the encoding and with the line ends whose turn it is for this file."""
    encodings = ENCODINGS[:PLAIN_ENCODINGS] if plain else ENCODINGS
    codec, mark = encodings[number % len(encodings)]
    line_end = LINE_ENDS[number % (PLAIN_LINE_ENDS if plain else len(LINE_ENDS))]
    return mark + text.replace("\n", line_end).encode(codec)


def read(data: bytes, rng: random.Random) -> tuple[PlayedGame, ...]:
    """Read a file under some name; raise `BadNotation`."""
    return read_file(rng.choice(FILE_NAMES), decode_text(data), (GAME,))[1]


def difference(match: Sequence[PlayedGame], found: Sequence[PlayedGame], *, told: bool, capped: bool) -> str:
    """Return the differences between the games read and those written; empty if there are none.

    Args:
        told: whether the file states all options.
        capped: whether it states no more points than were needed.
    """
    if len(match) != len(found):
        return f"{len(found)} games, not {len(match)}"
    for number, (game, other) in enumerate(zip(match, found, strict=True), 1):
        for what, one, two in (
            ("names", tuple(map(kept_name, game.names)), other.names),
            ("match", (game.options["match"], score(game.options)), (other.options["match"], score(other.options))),
            ("moves", game.line.moves, other.line.moves),
            ("winner", _winner(game), _winner(other)),
            ("points", _points(game, capped=capped), _points(other, capped=capped)),
            ("ending", bool(game.ending), bool(other.ending)),
            ("options", game.options if told else None, other.options if told else None),
        ):
            if one != two:
                return f"game {number}: {what}: {one} was read as {two}"[:300]
    return ""


def _winner(game: PlayedGame) -> tuple[int, ...]:
    result = result_of(game)
    return result.winners if result else ()


def _points(game: PlayedGame, *, capped: bool) -> int:
    result = result_of(game)
    points = max(result.scores) if result else 0
    if not (capped and result and game.options["match"]):
        return points
    return min(points, int(game.options["match"]) - score(game.options)[result.winners[0] - 1])


# -- as GNU Backgammon reports a game
# ----------------------------------------------------------------------------------------


def told(games: Sequence[PlayedGame]) -> list[Any]:
    """Return the scores, the winner and the actions of games, as `gnubg.told` returns its own."""
    return [
        [list(score(game.options)) if game.options["match"] else None, *_result(game), _actions(game)] for game in games
    ]


def _result(game: PlayedGame) -> tuple[str | None, int | None]:
    result = result_of(game)
    return ("XO"[result.winners[0] - 1], max(result.scores)) if result else (None, None)


def _actions(game: PlayedGame) -> list[Any]:
    state: BackgammonState = game.line.start  # type: ignore[assignment]
    actions = []
    for move in game.line.moves:
        if action := _action(move):
            actions.append(["XO"[state.turn - 1], *action])
        state = state.play_unchecked(move)
    if game.line.moves and isinstance(game.line.moves[-1], BackgammonThrow) and state.dice:
        actions.append(["XO"[state.turn - 1], "set", list(state.dice)])
    return actions


def _action(move: BackgammonMove) -> list[Any] | None:
    """Return a move's name, dice and changes; None for one that the other program does not count, such as a drop."""
    if isinstance(move, BackgammonPlay):
        changed = Counter[int]()
        for route in move.routes:
            changed[route.start] -= 1
            changed[route.end] += 1
        return ["move", list(move.dice), sorted([place, by] for place, by in changed.items() if by)]
    return [str(move)] if move in (CubeAction.DOUBLE, CubeAction.TAKE) else None
