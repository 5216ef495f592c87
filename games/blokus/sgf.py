"""The Smart Game Format (FF[4]) as far as one line of play needs it: the nodes of the main variation.

Property names may be digits too, as Blokus files have it. Meaning is left to `blksgf.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.errors import BadNotation
from words import say

TOKEN = re.compile(r"(?P<name>[A-Z0-9]+)|\[(?P<value>(?:[^\]\\]|\\.)*)\]|(?P<sign>[();])", re.DOTALL)
SPACE = re.compile(r"\s*")
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Node:
    """Attributes: `line` in which it begins, from 1; `properties` each with all its values."""

    line: int
    properties: dict[str, list[str]]


def read_nodes(text: str) -> list[Node]:
    """The nodes of the main line: of the first game, always along the first variation.

    Raises:
        BadNotation: this is no SGF, or broken; with the line.
    """
    nodes: list[Node] = []
    values: list[str] | None = None
    depth, on_main_line = 0, True
    for line, kind, token in _tokens(text.removeprefix("\ufeff")):
        if depth == 0 and token != "(":
            raise BadNotation(say("line {line}: a game begins with (, not with {text}", line=line, text=token[:10]))
        if kind == "value":
            if values is None:
                raise BadNotation(say("line {line}: the value [{text}] has no name before it", line=line, text=token[:40]))
            values.append(ESCAPED.sub(r"\1", token))
        elif kind == "name":
            values = []
            if on_main_line:
                if not nodes:
                    raise BadNotation(say("line {line}: a ; is missing before {text}", line=line, text=token[:40]))
                nodes[-1].properties[token] = values
        else:
            values = None
            if token == ";":
                if on_main_line:
                    nodes.append(Node(line, {}))
            elif token == "(":
                depth += 1
            else:
                # The first variation to end is the main line; after it come its siblings.
                depth, on_main_line = depth - 1, False
                if depth == 0:
                    break
    if depth or not nodes:
        raise BadNotation(say("line {line}: the file ends before its game does", line=text.count("\n") + 1))
    return nodes


def _tokens(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, kind and content of each token."""
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
            raise BadNotation(say("line {line}: {sign} means nothing here", line=line, sign=text[at : at + 10]))
        yield line, token.lastgroup, token[token.lastgroup]
        line += token[0].count("\n")
        at = token.end()


def written_node(properties: Iterable[tuple[str, Sequence[str]]]) -> str:
    """A node with these properties and their values; a property without values is left out."""
    return ";" + "".join(name + "".join(map(_written, values)) for name, values in properties if values)


def _written(value: str) -> str:
    escaped = re.sub(r"([\]\\])", r"\\\1", value)
    return f"[{escaped}]"
