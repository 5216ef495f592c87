"""A parser for the Smart Game Format (FF[4]) that reads the main line of each game.

Property names may contain digits, as in Blokus files. The properties are interpreted in `blksgf.py`. Files that were
truncated, overwritten by shorter ones or modified by other programs are read as far as possible, and notices describe what
was omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from fourth_seat.games.errors import BadNotation
from fourth_seat.words import Text, say, say_many

BEGINNING = re.compile(r"\(\s*;")
# A value that has no end begins no token, as nothing that follows it is known to be outside it.
TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<name>[^\s\[\]();]+)|\[(?P<value>(?:[^\]\\]|\\.)*+)\]|(?P<sign>[();])|(?P<stray>\])", re.DOTALL
)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
# NULs, the sign by which DOS ended a file, byte order marks: what disks, editors and old programs leave in files.
LEFTOVERS = dict.fromkeys({*range(32), 0x7F, 0xFEFF} - set(map(ord, "\t\n\v\f\r")))

MAX_QUOTED_CHARS = 40  # of an invalid text that a message quotes


@dataclass(frozen=True, slots=True)
class SgfNode:
    """A node of the game tree, with the `line` on which it begins (from 1) and all values of its `properties`."""

    line: int
    properties: dict[str, list[str]]

    def first(self, name: str, default: str = "") -> str:
        """Return the first value of a property as a single line, or the default if there is none."""
        return next((" ".join(value.split()) for value in self.properties.get(name, [])), default)


@dataclass(slots=True)
class SgfGame:
    """The main line of a game. `cut` is set if the file ends before the game does, and `strays` holds text that is not part
    of the game, with line numbers.
    """

    nodes: list[SgfNode] = field(default_factory=list)
    cut: bool = False
    strays: list[tuple[int, str]] = field(default_factory=list)

    def notices(self) -> Iterator[Text]:
        """Yield messages about omitted text."""
        if self.strays:
            line, text = self.strays[0]
            yield say_many(
                "Line {line}: {text} is not part of a game, and was left out.",
                "{n} pieces of text that are not part of a game were left out, the first on line {line}: {text}",
                len(self.strays), line=line, text=shown(text),
            )  # fmt: skip
        if self.cut:
            yield say("The file ends in the middle of the game: everything up to that point was read.")


def read_games(text: str) -> list[SgfGame]:
    """Parse the games of a file. The main line of each game follows the first variation at every branch.

    Raises:
        BadNotation: the text does not contain the beginning of a game.
    """
    text = text.translate(LEFTOVERS).replace("\r\n", "\n").replace("\r", "\n")
    games: list[SgfGame] = []
    at, line = 0, 1
    while beginning := BEGINNING.search(text, at):
        game = SgfGame()
        between = text[at : beginning.start()]
        (games or [game])[-1].strays += _strays(between, line)
        at, line = _read_tree(text, beginning.start(), line + between.count("\n"), game)
        games.append(game)
    if not games:
        raise BadNotation(say("there is no game in this file: in SGF, a game begins with {beginning}", beginning="(;"))
    games[-1].strays += _strays(text[at:], line)
    return games


def _read_tree(text: str, start: int, line: int, game: SgfGame) -> tuple[int, int]:
    """Parse the tree that begins at offset `start` and line `line` into a game. Returns the offset and line of its end."""
    values: list[str] | None = None
    depth, on_main_line = 0, True
    for token in _tokens(text, start):
        kind, word = token.lastgroup or "", token[token.lastgroup or 0]
        begun, line = line, line + token[0].count("\n")
        if kind == "space":
            continue
        if kind == "value" and values is not None:
            values.append(ESCAPED.sub(r"\1", word))
            continue
        values = None
        if kind == "name":
            values = game.nodes[-1].properties.setdefault(word, []) if on_main_line and game.nodes else []
        elif kind in ("value", "stray"):
            game.strays.append((begun, token[0]))
        elif word == ";" and on_main_line:
            game.nodes.append(SgfNode(begun, {}))
        elif word == "(":
            depth += 1
        elif word == ")":
            # The first variation to end is the main line; its siblings follow.
            depth, on_main_line = depth - 1, False
            if depth == 0:
                return token.end(), line
    game.cut = True
    return len(text), line


def _tokens(text: str, at: int) -> Iterator[re.Match[str]]:
    """Yield the tokens from an offset onwards, stopping at a value that is cut off by the end of the text."""
    while token := TOKEN.match(text, at):
        yield token
        at = token.end()


def _strays(text: str, line: int) -> list[tuple[int, str]]:
    """Return the text between, before or after trees as a single piece, ignoring superfluous parentheses."""
    start = len(text) - len(text.lstrip("() \t\n\v\f"))
    words = text[start:].split(maxsplit=1)
    return [(line + text.count("\n", 0, start), words[0])] if words else []


def shown(text: str) -> str:
    """Shorten a text from a file to one line, for quoting it in a message."""
    return " ".join(text.split())[:MAX_QUOTED_CHARS]


def written_node(properties: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Serialise a node with these properties and their values. Properties without values are omitted."""
    return ";" + "".join(name + "".join(map(_bracketed, values)) for name, values in properties if values)


def _bracketed(value: str) -> str:
    escaped = re.sub(r"([\]\\])", r"\\\1", value)
    return f"[{escaped}]"
