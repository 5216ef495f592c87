"""Blokus files in the dialects of other programs, by the descriptions of SGF and of Pentobi's files.

Each writer returns the text, and the game that a reader finds in it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.reliability.strangers.blokus.pool import VARIANTS, line_of
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusMove, BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.protocol import PlayedGame

Written = tuple[str, PlayedGame]
MOVERS = {2: ("B", "W"), 4: ("1", "2", "3", "4")}
OLD = {2: ("BLUE", "GREEN"), 4: ("BLUE", "YELLOW", "RED", "GREEN")}
COMMENT = "C[Ein [Kommentar\\] (mit; Klammern) \\\\ und: 1\\[a20\\]]"


@dataclass(frozen=True)
class Dialect:
    """A dialect: how it is written, whether Pentobi reads it too, and whether the reader has to report something about the
    file."""

    write: Callable[[PlayedGame, random.Random], Written]
    asked: bool = True
    told: bool = False


def _variant(played: PlayedGame) -> str:
    return next(name for name, options in VARIANTS.items() if GAME.options(options) == played.options)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _root(played: PlayedGame) -> str:
    suffixes = "BW" if len(played.names) == 2 else "1234"
    names = "".join(f"P{suffix}[{_escaped(name)}]" for suffix, name in zip(suffixes, played.names, strict=False) if name)
    return f";GM[{_variant(played)}]{names}"


def _squares(move: BlokusMove) -> list[str]:
    return str(move).split(",")


def _nodes(state: BlokusState, moves: tuple[BlokusMove, ...], names: Mapping[int, tuple[str, ...]] = MOVERS) -> list[str]:
    """Return the nodes of moves; only a colour's missing moves show that it stopped."""
    found = []
    for move in moves:
        if isinstance(move, BlokusPlacement):
            found.append(f";{names[len(state.tableaux)][state.turn - 1]}[{','.join(_squares(move))}]")
        state = state.play_unchecked(move)
    return found


def _start(played: PlayedGame) -> BlokusState:
    start = played.line.start
    assert isinstance(start, BlokusState)
    return start


def plain(played: PlayedGame, _: random.Random) -> Written:
    return "(\n" + "\n".join([_root(played), *_nodes(_start(played), played.line.moves)]) + "\n)\n", played


def blanks(played: PlayedGame, rng: random.Random) -> Written:
    """Blanks around names and values, capitals, one long line."""
    nodes = [node.replace("[", " [\t").upper() for node in _nodes(_start(played), played.line.moves)]
    return "\n( " + rng.choice(("", " ", "\n\n", "\t")).join([_root(played), *nodes]) + " ) ", played


def marks(played: PlayedGame, rng: random.Random) -> Written:
    """Comments, variations, marked squares, clocks, properties of other programs."""
    extras = (COMMENT, "TE[1]", "CR[a1][b2]", "LB[a1:x]", "BL[12.5]", "XYZ[what is this]", "N[]", "KO[]")
    root, *nodes = [_root(played), *_nodes(_start(played), played.line.moves)]
    marked = [node + "".join(rng.sample(extras, rng.randrange(3))) for node in nodes]
    at = rng.randrange(len(marked)) if marked else 0
    side = "".join(f"({node})" for node in nodes[at : at + 1] * 2)
    root += f"CA[UTF-8]AP[Somebody:1]DT[2011-05-01]{COMMENT}"
    return f"({root}{''.join(marked[:at])}({''.join(marked[at:])}){side})", played


def old_names(played: PlayedGame, _: random.Random) -> Written:
    """The words for colours of the first versions, and a value for each square."""
    nodes = [node.replace(",", "][") for node in _nodes(_start(played), played.line.moves, OLD)]
    return "(" + "\n".join([_root(played), *nodes]) + ")", played


def other_names(played: PlayedGame, rng: random.Random) -> Written:
    """Two colours called by numbers."""
    if len(_start(played).tableaux) == 4:
        return plain(played, rng)
    return "(" + "".join([_root(played), *_nodes(_start(played), played.line.moves, {2: ("1", "2")})]) + ")", played


def players(played: PlayedGame, rng: random.Random) -> Written:
    """Two players who are distinguished, but not their two colours; nobody stops early."""
    moves = list(played.line.moves)
    stopped = next((at for at, move in enumerate(moves) if not isinstance(move, BlokusPlacement)), len(moves))
    if _variant(played) != "Blokus Two-Player":
        return plain(played, rng)
    part = PlayedGame((line_of(_start(played), moves[:stopped]),), played.names)
    nodes = _nodes(_start(played), part.line.moves, {4: ("B", "W", "B", "W")})
    return "(" + "\n".join([_root(played), *nodes]) + ")", part


def set_up(played: PlayedGame, rng: random.Random) -> Written:
    """Some moves in the middle are set up in one node, or removed first and set up again; before anybody stops, which only
    later moves of the others would show.
    """
    moves = list(played.line.moves)
    stopped = next((at for at, move in enumerate(moves) if not isinstance(move, BlokusPlacement)), len(moves) + 1)
    ends = range(1, min(stopped, len(moves) + 1))
    if not ends:
        return plain(played, rng)
    end = rng.choice(ends)
    begin = end - 1
    while begin and rng.random() < 0.8:
        begin -= 1
    first = line_of(_start(played), moves[:begin])
    middle = line_of(_start(played), moves[:end])
    before, after = first.state, middle.state
    assert isinstance(before, BlokusState) and isinstance(after, BlokusState)
    names = MOVERS[len(after.tableaux)]
    added = {
        name: [str(BlokusPlacement(squares)) for squares in new.placed[len(old.placed) :]]
        for name, old, new in zip(names, before.tableaux, after.tableaux, strict=True)
    }
    turn = f"PL[{names[after.turn - 1]}]" if end == len(moves) or rng.random() < 0.5 else ""
    nodes = [f";{''.join(f'A{name}[' + ']['.join(values) + ']' for name, values in added.items() if values)}{turn}"]
    if begin and rng.random() < 0.5:
        mover = line_of(_start(played), moves[: begin - 1]).state.mover
        nodes.insert(0, f";A{names[mover - 1]}[{moves[begin - 1]}]")
        nodes.insert(0, f";AE[{moves[begin - 1]}]")
    rest = line_of(after, moves[end:])
    lines = (first, rest) if first.moves else (rest,)
    text = [_root(played), *_nodes(_start(played), first.moves), *nodes, *_nodes(after, rest.moves)]
    return "(" + "\n".join(text) + ")", PlayedGame(lines, played.names)


def leftovers(played: PlayedGame, rng: random.Random) -> Written:
    """Characters after the tree that mean nothing: NULs, the end of a DOS file, brackets, blanks."""
    rests = ("\0" * 512, "\x1a", "\x1a" * 128, ")", "\n)\n", " \n\t\n", "")
    return plain(played, rng)[0] + rng.choice(rests), played


def overwritten(played: PlayedGame, rng: random.Random) -> Written:
    """The rest of an older, longer file after the tree."""
    old = plain(played, rng)[0]
    at = rng.randrange(2, len(old) - 3)
    rest = old[at:].lstrip("() \n\t")
    return old.rstrip("\n") + (rest if rest.strip("() \n") else "x" + rest), played


def cut(played: PlayedGame, rng: random.Random) -> Written:
    """The end of the file is missing: the bracket, or a part of a node after the last complete move."""
    text = plain(played, rng)[0].rstrip()[:-1]
    return text + rng.choice(("", "\n", ";", ";1", ";1[", ";1[a1,", ";C[ab\\", " C")), played


DIALECTS: Mapping[str, Dialect] = {
    "as Pentobi writes": Dialect(plain),
    "blanks and capitals": Dialect(blanks),
    "comments, variations, marks": Dialect(marks),
    "old names, a value a square": Dialect(old_names),
    "two colours by numbers": Dialect(other_names),
    "players for colours": Dialect(players, asked=False),
    "set-up after moves": Dialect(set_up),
    "signs after the tree": Dialect(leftovers),
    "overwritten older file": Dialect(overwritten, told=True),
    "cut off": Dialect(cut, asked=False, told=True),
}
