"""`.blksgf`, the file format of Pentobi: SGF with properties for Blokus (see Pentobi-SGF.md in its sources).

In files the first colour always starts in the corner a20 and the others follow clockwise; boards with other corners are
rotated or reflected. Our own properties, which other programs skip, are `FOURTHSEAT` (the options), `OUT` (a colour that
stops placing) and `ENDED` (how the table ended the game: resigned, `resign 2`, or stopped, `stop`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from boundary.numbers import parse_integer
from games.blokus.formats.sgf import SgfNode, read_games, shown, written_node
from games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement
from games.blokus.notation import EXAMPLE, NO_PIECES, parse, read_position
from games.blokus.rules import BlokusState, start
from games.blokus.symmetry import turned
from games.blokus.variants import CLOCKWISE_CORNERS, DECLARED_OPTIONS, BlokusSetting, setting
from games.errors import BadNotation, IllegalMove, unreadable
from games.formats import kept_name
from games.options import Options
from games.protocol import Ending
from words import FourthSeatError, say

GAME_OPTIONS = {
    "Blokus": "variant=classic,players=4",
    "Blokus Three-Player": "variant=classic,players=3",
    "Blokus Two-Player": "variant=classic,players=2",
    "Blokus Duo": "variant=duo",
}
OPTIONS, OUT, SET_UP, REMOVE, TURN, NAME, ENDED = "FOURTHSEAT", "OUT", "A", "AE", "PL", "P", "ENDED"
RESIGN, STOP = "resign", "stop"
SGF_HEAD = re.compile(r"\W*?\(\s*;")  # whatever stands before it, such as the mark of its encoding
NUMBERED_GAME = re.compile(r"\bGM\s*\[\s*\d", re.ASCII)
OLD_NAMES = {"BLUE": "1", "YELLOW": "2", "RED": "3", "GREEN": "4"}  # in files of Pentobi before 0.2


@dataclass(frozen=True, slots=True)
class BlksgfGame:
    """A game.

    Attributes:
        start: the start position, usually the empty board.
        moves: all of them, in order.
        names: the players', by seat, empty for those without one; no names at all if every player is without one.
        ending: how the table ended it, if it did.
    """

    start: BlokusState
    moves: tuple[BlokusMove, ...]
    names: tuple[str, ...] = ()
    ending: Ending | None = None


def write(games: Iterable[BlksgfGame]) -> str:
    """Return the text of a file with these games."""
    return "".join(map(_write, games))


def _write(record: BlksgfGame) -> str:
    state = record.start
    options, names = state.options, _move_properties(state.setting)
    game = next(name for name, choice in GAME_OPTIONS.items() if _same_game(options, choice))
    root = [("FF", ["4"]), ("CA", ["UTF-8"]), ("GM", [game]), (OPTIONS, [str(options)])]
    players = zip(_player_suffixes(state.setting), map(kept_name, record.names), strict=False)
    root += [(NAME + suffix, [name]) for suffix, name in players if name]
    if state != start(options):
        root.append((TURN, [names[state.turn - 1]]))
        for name, tableau in zip(names, state.tableaux, strict=True):
            root.append((SET_UP + name, [_squares_text(state.setting, squares) for squares in tableau.placed]))
        root.append((OUT, [name for name, tableau in zip(names, state.tableaux, strict=True) if tableau.out]))
    nodes = [written_node(root)]
    for move in record.moves:
        name = names[state.turn - 1]
        placement = isinstance(move, BlokusPlacement) and (name, [_squares_text(state.setting, move.squares)])
        nodes.append(written_node([placement or (OUT, [name])]))
        state = state.play_unchecked(move)
    if ending := record.ending:
        nodes.append(written_node([(ENDED, [f"{RESIGN} {ending.seat}" if ending.seat else STOP])]))
    return "(" + "\n".join(nodes) + ")\n"


def is_blksgf(text: str) -> bool:
    """Return whether a text begins like SGF, and not like that of a game with a number, as all but Blokus have."""
    return bool(SGF_HEAD.match(text)) and not NUMBERED_GAME.search(text)


def read(text: str) -> tuple[BlksgfGame, ...]:
    """Parse the main line of each game in a file.

    A colour that is skipped although it could place, and has no later moves, counts as out.

    Raises:
        BadNotation: the text is not SGF, the game is unknown here, or a move is illegal; the error names the line.
    """
    return tuple(_read(nodes) for nodes in read_games(text))


def _read(nodes: list[SgfNode]) -> BlksgfGame:
    node = nodes[0]
    try:
        reader = _BlksgfReader(_options(node), nodes)
        for node in nodes:
            reader.apply(node)
    except FourthSeatError as error:
        raise BadNotation(say("line {line}: {reason}", line=node.line, reason=error.text)) from None
    names = tuple(nodes[0].first(NAME + suffix) for suffix in _player_suffixes(reader.fixed))
    return BlksgfGame(reader.start, tuple(reader.moves), names if any(names) else (), reader.ending)


class _BlksgfReader:
    """Reads a game node by node, keeping its start position, its moves and the current position."""

    def __init__(self, options: Options, nodes: list[SgfNode]) -> None:
        self.fixed = setting(options)
        self.start = self.state = start(options)
        self.moves: list[BlokusMove] = []
        self.ending: Ending | None = None
        self.remaining_colours = [colour for node in nodes for colour, _ in self._placements(node)]

    def apply(self, node: SgfNode) -> None:
        """Apply the set-up, the moves and the ending of a node."""
        names = _move_properties(self.fixed)
        out = [names.index(name) + 1 for name in node.properties.get(OUT, []) if name in names]
        if node.properties.keys() & {TURN, REMOVE, *(SET_UP + name for name in names)}:
            if self.moves:
                raise BadNotation(say("pieces can be set up only before the first move"))
            self.start = self.state = self._set_up(node, out)
        else:
            for colour in out:
                self._play(colour, BlokusOut())
        for colour, text in self._placements(node):
            move = self._placement(text)
            while self.state.turn != colour and not self.state.over and self.state.turn not in self.remaining_colours:
                self._play(self.state.turn, BlokusOut())
            self._play(colour, move)
            self.remaining_colours.pop(0)
        if (ended := node.first(ENDED)) and not self.state.over:
            self.ending = self._ending(ended)

    def _ending(self, text: str) -> Ending:
        word, _, number = text.partition(" ")
        seats = len(self.fixed.owners)
        seat = 0 if text == STOP else parse_integer(number, 1, seats) if word == RESIGN else None
        if seat is None:
            raise BadNotation(say("a game cannot end like this: {text}", text=shown(text)))
        return Ending(seat)

    def _play(self, colour: int, move: BlokusMove) -> None:
        if colour != self.state.turn and not self.state.over:
            mover, other = (self.fixed.sides[number - 1].name for number in (self.state.turn, colour))
            raise IllegalMove(say("it is {mover}'s turn, not {other}'s", mover=mover, other=other))
        self.state = self.state.play(move)
        self.moves.append(move)

    def _placements(self, node: SgfNode) -> Iterator[tuple[int, str]]:
        """Yield the colour and the text of each placement in a node; empty texts, by which some programs write passes, are
        skipped.
        """
        for name, values in node.properties.items():
            name = OLD_NAMES.get(name, name)
            if name in _move_properties(self.fixed) and any(values):
                yield _move_properties(self.fixed).index(name) + 1, ",".join(values)  # old files: one value per square

    def _placement(self, text: str) -> BlokusPlacement:
        move = parse(text, self.fixed.size)
        if isinstance(move, BlokusOut):
            raise unreadable(text, EXAMPLE)
        return BlokusPlacement(turned(move.squares, CLOCKWISE_CORNERS, self.fixed.starts))

    def _set_up(self, node: SgfNode, out: list[int]) -> BlokusState:
        """Return the position with the pieces of a node added and removed, and its turn and colours out."""
        parts = []
        removed = {self._placement(text).squares for text in node.properties.get(REMOVE, [])}
        for colour, (name, tableau) in enumerate(zip(_move_properties(self.fixed), self.state.tableaux, strict=True), 1):
            added = [self._placement(text) for text in node.properties.get(SET_UP + name, [])]
            placed = [BlokusPlacement(squares) for squares in tableau.placed if squares not in removed] + added
            words = [*map(str, placed)] or [NO_PIECES]
            parts.append(" ".join([*words, BlokusOut.WORD] if tableau.out or colour in out else words))
        turn = node.first(TURN)
        names = _move_properties(self.fixed)
        number = names.index(turn) + 1 if turn in names else self.state.turn
        return read_position(" / ".join([*parts, f"turn {number}"]), self.state.options)


def _options(root: SgfNode) -> Options:
    game = root.first("GM")
    if game not in GAME_OPTIONS:
        raise BadNotation(
            say("the game {game} is not one of {known}", game=shown(game) or "-", known=", ".join(GAME_OPTIONS))
        )
    options = Options.parse(DECLARED_OPTIONS, root.first(OPTIONS, GAME_OPTIONS[game]))
    if not _same_game(options, GAME_OPTIONS[game]):
        raise BadNotation(say("the options {options} are not those of {game}", options=str(options), game=game))
    return options


def _same_game(options: Options, choice: str) -> bool:
    """Return whether the options choose the same game as the options text `choice`, one of `GAME_OPTIONS`."""
    wanted = Options.parse(DECLARED_OPTIONS, choice)
    return options["variant"] == wanted["variant"] and (
        options["variant"] == "duo" or options["players"] == wanted["players"]
    )


def _move_properties(fixed: BlokusSetting) -> tuple[str, ...]:
    """Return the names of the properties that hold the colours' moves, in order of play."""
    return ("B", "W") if fixed.duo else ("1", "2", "3", "4")


def _player_suffixes(fixed: BlokusSetting) -> tuple[str, ...]:
    """Return the suffixes of the properties that hold the players' names, in seat order."""
    return ("B", "W") if len(fixed.owners) == 2 else tuple(str(seat) for seat in range(1, len(fixed.owners) + 1))


def _squares_text(fixed: BlokusSetting, squares: int) -> str:
    return str(BlokusPlacement(turned(squares, fixed.starts, CLOCKWISE_CORNERS)))
