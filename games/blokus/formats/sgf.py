"""The Smart Game Format (FF[4]), as far as the main line of each game needs it.

Property names may contain digits, as those of Blokus files do. The properties are interpreted in `blksgf.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.errors import BadNotation
from words import Text, say

TOKEN = re.compile(r"(?P<name>[A-Z0-9]+)|\[(?P<value>(?:[^\]\\]|\\.)*)\]|(?P<sign>[();])", re.DOTALL)
SPACE = re.compile(r"\s*")
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


MAX_QUOTED_CHARS = 40  # of an invalid text that a message quotes


@dataclass(frozen=True, slots=True)
class SgfNode:
    """A node of the game tree: the `line` in which it begins, from 1, and its `properties`, each with all its values."""

    line: int
    properties: dict[str, list[str]]

    def first(self, name: str, default: str = "") -> str:
        """Return the first value of a property as one line, the default if it has none."""
        return next((" ".join(value.split()) for value in self.properties.get(name, [])), default)


def read_games(text: str) -> list[list[SgfNode]]:
    """Return the nodes of each game's main line, which follows the first variation at every branch.

    Raises:
        BadNotation: the text is not valid SGF; the error names the line.
    """
    games: list[list[SgfNode]] = []
    nodes: list[SgfNode] = []
    values: list[str] | None = None
    depth, on_main_line = 0, True
    for line, kind, token in _tokens(text.removeprefix("\ufeff")):
        if depth == 0:
            if token != "(":
                raise _broken(line, say("a game begins with (, not with {text}", text=shown(token)))
            nodes, on_main_line = [], True
        if kind == "value":
            if values is None:
                raise _broken(line, say("the value [{text}] has no name before it", text=shown(token)))
            values.append(ESCAPED.sub(r"\1", token))
            continue
        values = [] if kind == "name" else None
        if values is not None and on_main_line:
            if not nodes:
                raise _broken(line, say("a ; is missing before {text}", text=shown(token)))
            nodes[-1].properties[token] = values
        elif token == ";" and on_main_line:
            nodes.append(SgfNode(line, {}))
        elif token == "(":
            depth += 1
        elif token == ")":
            # The first variation to end is the main line; its siblings follow.
            depth, on_main_line = depth - 1, False
            if depth == 0 and nodes:
                games.append(nodes)
    if depth or not nodes:
        raise _broken(text.count("\n") + 1, say("the file ends before its game does"))
    return games


def _tokens(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, kind and content of each token."""
    at, line = 0, 1
    while True:
        space = SPACE.match(text, at)
        assert space is not None
        line += space[0].count("\n")
        at = space.end()
        if at == len(text):
            return
        token = TOKEN.match(text, at)
        if not token or not token.lastgroup:
            word = text[at : at + MAX_QUOTED_CHARS].split()[0]
            raise _broken(line, say("{text} means nothing here", text=word))
        yield line, token.lastgroup, token[token.lastgroup]
        line += token[0].count("\n")
        at = token.end()


def _broken(line: int, reason: Text) -> BadNotation:
    return BadNotation(say("line {line}: {reason}", line=line, reason=reason))


def shown(text: str) -> str:
    """Return a text from a file, shortened to one line for a message."""
    return " ".join(text.split())[:MAX_QUOTED_CHARS]


def written_node(properties: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Return the text of a node with these properties and their values; a property without values is left out."""
    return ";" + "".join(name + "".join(map(_bracketed, values)) for name, values in properties if values)


def _bracketed(value: str) -> str:
    escaped = re.sub(r"([\]\\])", r"\\\1", value)
    return f"[{escaped}]"
