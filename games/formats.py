"""File formats. Every game has the plain one; some also have those of other programs.

The plain file: a line with the game's name and options, a line with the position it starts from where that is not the
game's own start, then one move or throw a line.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.errors import BadNotation
from games.protocol import AnyGame, Format, Line
from words import FourthSeatError, say

GAME, POSITION = "game", "position"


def formats_of(game: AnyGame) -> tuple[Format, ...]:
    """The files that games can be written to and read from, the best first."""
    return *game.formats(), plain(game)


def plain(game: AnyGame) -> Format:
    """The format that every game has."""
    return Format(".moves", say("moves as text"), write_plain, lambda text: read_plain(game, text))


def write_plain(line: Line) -> str:
    game, options = line.game, line.start.options
    head = [f"{GAME} {game.name} {options}".rstrip()]
    if line.start != game.start(options):
        head.append(f"{POSITION} {game.position(line.start)}")
    return "\n".join([*head, *map(str, line.moves)]) + "\n"


def read_plain(game: AnyGame, text: str) -> Line:
    rows = [(number, row.strip()) for number, row in enumerate(text.splitlines(), 1) if row.strip()]
    head = rows[0][1].split(maxsplit=2) if rows else []
    if head[:2] != [GAME, game.name]:
        raise BadNotation(say("line 1 should be: game {name}", name=game.name))
    options = game.options("".join(head[2:]))
    start, moves = game.start(options), rows[1:]
    if moves and moves[0][1].startswith(POSITION + " "):
        start, moves = game.parse_position(moves[0][1].removeprefix(POSITION + " "), options), moves[1:]
    return follow(Line.begin(game, start), moves)


def follow(line: Line, numbered: Iterable[tuple[int, str]]) -> Line:
    """The line with these moves and throws, each with the number that an error names.

    Raises:
        BadNotation: one that cannot be read, or that the rules forbid.
    """
    for number, text in numbered:
        try:
            for move in line.game.parse(line.state, text):
                line = line.play(move)
        except FourthSeatError as error:
            raise BadNotation(say("line {line}: {reason}", line=number, reason=error.text)) from None
    return line


def require_game_start(line: Line) -> None:
    """Raise `BadNotation` for a line from another start than the game's own, which most formats cannot hold."""
    if line.start != line.game.start(line.start.options):
        raise BadNotation(say("the board was corrected by hand in this game: only a .moves file can hold it"))


def format_of(game: AnyGame, name: str) -> Format:
    """The format of a file, chosen by the suffix of its name.

    Raises:
        BadNotation: the game has no such format; the text names those it has.
    """
    forms = formats_of(game)
    for form in forms:
        if name.lower().endswith(form.suffix):
            return form
    suffixes = ", ".join(form.suffix for form in forms)
    raise BadNotation(
        say("{file}: {game} is kept in files ending in {suffixes}", file=name, game=game.title, suffixes=suffixes)
    )
