"""`.blksgf`, the file format of Pentobi: SGF with properties for Blokus (see Pentobi-SGF.md in its sources).

Files always have the first colour in the corner a20 and go round clockwise; a board that this table has otherwise is
turned or mirrored in them. Properties of our own, which other programs skip: `FOURTHSEAT` the options, `OUT` a colour that
stops placing, `ENDED` at the end of a game that somebody gave up (`resign 2`) or that was stopped (`stop`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from boundary.numbers import parse_integer
from games.blokus.formats.sgf import SgfNode, read_games, shown, written_node
from games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement
from games.blokus.notation import EXAMPLE, NONE, parse, read_position
from games.blokus.rules import BlokusState, start
from games.blokus.symmetry import turned
from games.blokus.variants import CLOCKWISE, DECLARED_OPTIONS, BlokusSetting, setting
from games.errors import BadNotation, IllegalMove, unreadable
from games.formats import kept_name
from games.options import Options
from games.protocol import Ending
from words import FourthSeatError, say

GAMES = {
    "Blokus": "variant=classic,players=4",
    "Blokus Three-Player": "variant=classic,players=3",
    "Blokus Two-Player": "variant=classic,players=2",
    "Blokus Duo": "variant=duo",
}
OPTIONS, OUT, SET_UP, REMOVE, TURN, NAME, ENDED = "FOURTHSEAT", "OUT", "A", "AE", "PL", "P", "ENDED"
RESIGN, STOP = "resign", "stop"
OLD_NAMES = {"BLUE": "1", "YELLOW": "2", "RED": "3", "GREEN": "4"}  # in files of Pentobi before 0.2


@dataclass(frozen=True, slots=True)
class BlksgfGame:
    """A game: its start (often the empty board), the moves in order, the players' names (empty: nobody has one), how the
    table ended it.
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
    options, names = state.options, _names(state.setting)
    game = next(name for name, choice in GAMES.items() if _agrees(options, choice))
    root = [("FF", ["4"]), ("CA", ["UTF-8"]), ("GM", [game]), (OPTIONS, [str(options)])]
    kept = zip(_players(state.setting), map(kept_name, record.names), strict=False)
    root += [(NAME + player, [name]) for player, name in kept if name]
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


def read(text: str) -> tuple[BlksgfGame, ...]:
    """Read the main lines of a file's games. A colour that skips for good although it could place counts as out.

    Raises:
        BadNotation: no such file, a game that is not played here, or a move that the rules forbid; with the line.
    """
    return tuple(_read(nodes) for nodes in read_games(text))


def _read(nodes: list[SgfNode]) -> BlksgfGame:
    node = nodes[0]
    try:
        reading = _BlksgfReader(_options(node), nodes)
        for node in nodes:
            reading.follow(node)
    except FourthSeatError as error:
        raise BadNotation(say("line {line}: {reason}", line=node.line, reason=error.text)) from None
    names = tuple(nodes[0].first(NAME + player) for player in _players(reading.fixed))
    return BlksgfGame(reading.begun, tuple(reading.moves), names if any(names) else (), reading.ending)


class _BlksgfReader:
    """Reads a file node by node, keeping the start, the moves and the current position."""

    def __init__(self, options: Options, nodes: list[SgfNode]) -> None:
        self.fixed = setting(options)
        self.begun = self.state = start(options)
        self.moves: list[BlokusMove] = []
        self.ending: Ending | None = None
        self.turns_to_come = [colour for node in nodes for colour, _ in self._placements(node)]

    def follow(self, node: SgfNode) -> None:
        """Follow one node."""
        names = _names(self.fixed)
        out = [names.index(name) + 1 for name in node.properties.get(OUT, []) if name in names]
        if node.properties.keys() & {TURN, REMOVE, *(SET_UP + name for name in names)}:
            if self.moves:
                raise BadNotation(say("pieces can be set up only before the first move"))
            self.begun = self.state = self._set_up(node, out)
        else:
            for colour in out:
                self._play(colour, BlokusOut())
        for colour, text in self._placements(node):
            move = self._placement(text)
            while self.state.turn != colour and not self.state.over and self.state.turn not in self.turns_to_come:
                self._play(self.state.turn, BlokusOut())
            self._play(colour, move)
            self.turns_to_come.pop(0)
        if (ended := node.first(ENDED)) and not self.state.over:
            self.ending = self._ending(ended)

    def _ending(self, text: str) -> Ending:
        word, _, number = text.partition(" ")
        seat = 0 if text == STOP else parse_integer(number, 1, len(_players(self.fixed))) if word == RESIGN else None
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
        """Yield the colour and the text of each placement; an empty text (some programs write passes so) is none."""
        for name, values in node.properties.items():
            name = OLD_NAMES.get(name, name)
            if name in _names(self.fixed) and any(values):
                yield _names(self.fixed).index(name) + 1, ",".join(values)  # old files: each square a value of its own

    def _placement(self, text: str) -> BlokusPlacement:
        move = parse(text, self.fixed.size)
        if isinstance(move, BlokusOut):
            raise unreadable(text, EXAMPLE)
        return BlokusPlacement(turned(move.squares, CLOCKWISE, self.fixed.starts))

    def _set_up(self, node: SgfNode, out: list[int]) -> BlokusState:
        """Return the position with the node's pieces added and taken away."""
        parts = []
        removed = {self._placement(text).squares for text in node.properties.get(REMOVE, [])}
        for colour, (name, tableau) in enumerate(zip(_names(self.fixed), self.state.tableaux, strict=True), 1):
            added = [self._placement(text) for text in node.properties.get(SET_UP + name, [])]
            placed = [BlokusPlacement(squares) for squares in tableau.placed if squares not in removed] + added
            words = [*map(str, placed)] or [NONE]
            parts.append(" ".join([*words, BlokusOut.WORD] if tableau.out or colour in out else words))
        turn = node.first(TURN)
        number = _names(self.fixed).index(turn) + 1 if turn in _names(self.fixed) else self.state.turn
        return read_position(" / ".join([*parts, f"turn {number}"]), self.state.options)


def _options(root: SgfNode) -> Options:
    game = root.first("GM")
    if game not in GAMES:
        raise BadNotation(say("the game {game} is none of {known}", game=shown(game) or "-", known=", ".join(GAMES)))
    options = Options.parse(DECLARED_OPTIONS, root.first(OPTIONS, GAMES[game]))
    if not _agrees(options, GAMES[game]):
        raise BadNotation(say("the options {options} are not those of {game}", options=str(options), game=game))
    return options


def _agrees(options: Options, choice: str) -> bool:
    """Return whether the options choose this game."""
    wanted = Options.parse(DECLARED_OPTIONS, choice)
    return options["variant"] == wanted["variant"] and (
        options["variant"] == "duo" or options["players"] == wanted["players"]
    )


def _names(fixed: BlokusSetting) -> tuple[str, ...]:
    """Return the properties of the colours' moves."""
    return ("B", "W") if fixed.duo else ("1", "2", "3", "4")


def _players(fixed: BlokusSetting) -> tuple[str, ...]:
    """Return the suffixes of the properties that hold the players' names, in seat order."""
    return ("B", "W") if len(fixed.owners) == 2 else tuple(str(seat) for seat in range(1, len(fixed.owners) + 1))


def _squares_text(fixed: BlokusSetting, squares: int) -> str:
    return str(BlokusPlacement(turned(squares, fixed.starts, CLOCKWISE)))
