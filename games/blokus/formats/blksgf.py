"""Pentobi's file format `.blksgf`, which is SGF with properties for Blokus (see Pentobi-SGF.md in its sources).

In files, the first colour always starts in corner a20, and the others follow clockwise. Boards with other corners are
rotated or reflected. A set-up in a later node represents a correction of the board. This program adds properties that other
programs ignore: `FOURTHSEAT` (the options), `OUT` (a colour that stops placing or, in a set-up, all colours that have
stopped) and `ENDED` (how the players ended the game, such as `resign 2` for a resignation by seat 2 or `stop` for a stopped
game).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games.blokus.formats import dialects
from fourth_seat.games.blokus.formats.dialects import (
    GAME_OPTIONS,
    colour_names,
    colours_by_name,
    player_names,
    set_up_names,
)
from fourth_seat.games.blokus.formats.sgf import LEFTOVERS, SgfGame, SgfNode, read_games, shown, written_node
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement
from fourth_seat.games.blokus.notation import EXAMPLE, NO_PIECES, parse, read_position
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.blokus.symmetry import turned
from fourth_seat.games.blokus.variants import CLOCKWISE_CORNERS, DECLARED_OPTIONS, BlokusSetting, setting
from fourth_seat.games.errors import BadNotation, IllegalMove, unreadable
from fourth_seat.games.formats import kept_name, wrong_line
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import AnyState, Ending, Game, Line, PlayedGame
from fourth_seat.words import FourthSeatError, Text, say

OPTIONS, OUT, REMOVE, TURN, NAME, ENDED = "FOURTHSEAT", "OUT", "AE", "PL", "P", "ENDED"
MAX_SET_UPS = 1000  # in a game, as each of them requires a check of the entire board
SGF_HEAD = re.compile(r"\W*?\(\s*;")  # whatever comes before it
NUMBERED_GAME = re.compile(r"\bGM\s*\[\s*\d", re.ASCII)
RESIGN, STOP = "resign", "stop"

BlokusRules = Game[BlokusState, BlokusMove]
Properties = list[tuple[str, list[str]]]

# -- writing ---------------------------------------------------------------------------------------------------------------


def write(games: Sequence[PlayedGame]) -> str:
    """Serialise games to the text of a file."""
    return "".join(map(_write, games))


def _write(played: PlayedGame) -> str:
    # A board that was corrected again before anybody moved is not written.
    first, *later = [line for line in played.lines if line.moves or line is played.line]
    options, empty = played.options, first.game.start(played.options)
    fixed = setting(options)
    game = next(name for name, choice in GAME_OPTIONS.items() if _same_game(options, choice))
    root: Properties = [("FF", ["4"]), ("CA", ["UTF-8"]), ("GM", [game]), (OPTIONS, [str(options)])]
    players = zip(player_names(fixed), map(kept_name, played.names), strict=False)
    root += [(NAME + suffix, [name]) for (suffix, *_), name in players if name]
    nodes = [root]
    if first.start != empty:
        root += _set_up(_blokus(empty), _blokus(first.start))[-1]
    nodes += _moves(first)
    for before, line in zip([first, *later], later, strict=False):
        if line.start != before.state:
            nodes += _set_up(_blokus(before.state), _blokus(line.start))
        nodes += _moves(line)
    if ending := played.ending:
        nodes.append([(ENDED, [f"{RESIGN} {ending.seat}" if ending.seat else STOP])])
    return "(" + "\n".join(map(written_node, nodes)) + ")\n"


def _moves(line: Line) -> Iterator[Properties]:
    state = _blokus(line.start)
    for move in line.moves:
        name = colour_names(state.setting)[state.turn - 1][0]
        yield [(name, [_squares_text(state.setting, move.squares)]) if isinstance(move, BlokusPlacement) else (OUT, [name])]
        state = state.play_unchecked(move)


def _set_up(before: BlokusState, after: BlokusState) -> list[Properties]:
    """Return the nodes that turn one position into another. Pieces are removed before others are added, because Pentobi
    requires an added piece to be unplaced.
    """
    fixed, names = after.setting, [name for name, *_ in colour_names(after.setting)]
    removed: list[str] = []
    added: Properties = []
    for name, old, new in zip(names, before.tableaux, after.tableaux, strict=True):
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(old.placed, new.placed, strict=False))))
        removed += [_squares_text(fixed, squares) for squares in old.placed[same:]]
        added.append(("A" + name, [_squares_text(fixed, squares) for squares in new.placed[same:]]))
    out = [name for name, tableau in zip(names, after.tableaux, strict=True) if tableau.out]
    if not out and any(tableau.out for tableau in before.tableaux):
        out = [""]
    node = [(TURN, [names[after.turn - 1]]), *added, (OUT, out)]
    return [[(REMOVE, removed)], node] if removed else [node]


# -- reading ---------------------------------------------------------------------------------------------------------------


def is_blksgf(text: str) -> bool:
    """Return whether a text begins like SGF but, unlike SGF files of other games, does not specify its game by number."""
    return bool(SGF_HEAD.match(text.translate(LEFTOVERS))) and not NUMBERED_GAME.search(text)


def read(game: BlokusRules, text: str) -> tuple[PlayedGame, ...]:
    """Parse the main line of each game in a file.

    A colour counts as out if it is skipped although it could place a piece, and has no later moves.

    Raises:
        BadNotation: the text is not SGF, the game is unknown, a move is illegal, or none of the moves could be parsed. The
            message gives the line.
    """
    first, *later = read_games(text)
    games = [first]
    for tree in later:
        if tree.nodes[0].first("GM"):
            games.append(tree)
        else:  # the rest of an older and longer file after this one
            games[-1].strays += [(tree.nodes[0].line, "(;"), *tree.strays]
    return tuple(_read(game, tree) for tree in games)


def _read(game: BlokusRules, tree: SgfGame) -> PlayedGame:
    root = node = tree.nodes[0]
    try:
        reader = _BlksgfReader(game, _options(root), tree.nodes)
        for node in tree.nodes:
            reader.apply(node)
        if tree.cut and not reader.placements and reader.lines[0].start == reader.lines[-1].state:
            raise BadNotation(say("the file ends before its first move"))
    except FourthSeatError as error:
        raise wrong_line(node.line, error.text) from None
    suffixes = player_names(reader.fixed)
    names = [next(filter(None, (root.first(NAME + name) for name in of_seat)), "") for of_seat in suffixes]
    return PlayedGame(tuple(reader.lines), tuple(names), reader.ending, (*tree.notices(), *reader.notices()))


class _BlksgfReader:
    """Parses a game node by node and collects its lines."""

    def __init__(self, game: BlokusRules, options: Options, nodes: list[SgfNode]) -> None:
        self.game = game
        self.fixed = setting(options)
        self.lines = [Line.begin(game, game.start(options))]
        self.ending: Ending | None = None
        self.placements = 0
        self._set_ups = 0
        self._names = colours_by_name(self.fixed)
        self._unread: list[tuple[int, str]] = []  # properties that look like moves, with their lines
        self._to_come = Counter(colour for node in nodes for colours, _ in self._placements(node) for colour in colours)

    @property
    def state(self) -> BlokusState:
        """The current position."""
        return _blokus(self.lines[-1].state)

    def apply(self, node: SgfNode) -> None:
        """Apply a node's set-up, moves and ending."""
        out = [self._names[name][0] for name in node.properties.get(OUT, []) if name in self._names]
        if not self._set_up(node, out):
            for colour in out:
                self._play(colour, BlokusOut())
        for colours, text in self._placements(node):
            move = self._placement(text)
            for colour in colours:
                self._to_come[colour] -= 1
            self._play(self._turn_of(colours), move)
            self.placements += 1
        self._unread += [
            (node.line, name)
            for name, values in node.properties.items()
            if name not in self._names and name not in (OUT, TURN) and dialects.looks_like_a_move(name, values)
        ]
        if (ended := node.first(ENDED)) and not self.state.over:
            self.ending = self._ending(ended)

    def notices(self) -> Iterator[Text]:
        """Yield messages about omitted moves.

        Raises:
            BadNotation: there were moves, but none of them could be parsed.
        """
        if not self._unread:
            return
        line, name = self._unread[0]
        known = ", ".join(names[0] for names in colour_names(self.fixed))
        if not self.placements:
            reason = say("{name} is not one of the colours of this game, {known}", name=shown(name), known=known)
            raise wrong_line(line, reason)
        yield say(
            "Line {line}: {name} is not one of the colours of this game, {known}; its entries were "
            "left out.",
            line=line, name=shown(name), known=known,
        )  # fmt: skip

    def _turn_of(self, colours: tuple[int, ...]) -> int:
        """Return which of these colours made a move, passing the turn to it if the others have no more moves."""
        if self._set_ups and not self.lines[-1].moves and self.state.turn not in colours:  # files may leave out the turn
            self.lines[-1] = Line.begin(self.game, replace(self.state, turn=colours[0]))
        while (turn := self.state.turn) not in colours and not self.state.over and self._to_come[turn] <= 0:
            self._play(turn, BlokusOut())
        return turn if turn in colours else colours[0]

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
        self.lines[-1] = self.lines[-1].play(move)

    def _placements(self, node: SgfNode) -> Iterator[tuple[tuple[int, ...], str]]:
        """Yield the text of each placement in a node, preceded by the colours that may have made it."""
        for name, values in node.properties.items():
            if name in self._names and (text := ",".join(values)).strip().lower() not in dialects.PASSES:
                yield self._names[name], text  # old files have one value per square

    def _placement(self, text: str) -> BlokusPlacement:
        move = parse(text, self.fixed.size)
        if isinstance(move, BlokusOut):
            raise unreadable(text, EXAMPLE)
        return BlokusPlacement(turned(move.squares, CLOCKWISE_CORNERS, self.fixed.starts))

    def _set_up(self, node: SgfNode, out: list[int]) -> bool:
        """Apply a node's added and removed pieces, its turn and its colours out. Returns whether it contains a set-up."""
        state, given = self.state, node.properties
        turn = dialects.turn_colour(self.fixed, node.first(TURN)) or state.turn
        added = {
            colour: [self._placement(text) for name in set_up_names(colour) for text in given.get(name, [])]
            for colour in range(1, len(state.tableaux) + 1)
        }
        removed = {self._placement(text).squares for text in given.get(REMOVE, [])}
        if not (removed or any(added.values()) or turn != state.turn or (TURN in given and OUT in given)):
            return False
        self._set_ups += 1
        if self._set_ups > MAX_SET_UPS:
            raise BadNotation(say("the file sets up the board more than {n} times", n=MAX_SET_UPS))
        parts = []
        for colour, tableau in enumerate(state.tableaux, 1):
            placed = [BlokusPlacement(squares) for squares in tableau.placed if squares not in removed] + added[colour]
            words = [*map(str, placed)] or [NO_PIECES]
            stopped = colour in out if OUT in given else tableau.out
            parts.append(" ".join([*words, BlokusOut.WORD] if stopped else words))
        line = Line.begin(self.game, read_position(" / ".join([*parts, f"turn {turn}"]), state.options))
        if self.lines[-1].moves:
            self.lines.append(line)
        else:
            self.lines[-1] = line
        return True


def _blokus(state: AnyState) -> BlokusState:
    assert isinstance(state, BlokusState)
    return state


def _options(root: SgfNode) -> Options:
    given = root.first("GM")
    game = next((name for name in GAME_OPTIONS if name.lower() == given.lower()), None)
    if game is None:
        known = ", ".join(GAME_OPTIONS)
        raise BadNotation(say("the game {game} is not one of {known}", game=shown(given) or "-", known=known))
    options = Options.parse(DECLARED_OPTIONS, root.first(OPTIONS, GAME_OPTIONS[game]))
    if not _same_game(options, GAME_OPTIONS[game]):
        raise BadNotation(say("{game} does not have the options {options}", options=str(options), game=game))
    return options


def _same_game(options: Options, choice: str) -> bool:
    """Return whether the options select the same game as `choice`, an options string from `GAME_OPTIONS`."""
    wanted = Options.parse(DECLARED_OPTIONS, choice)
    return options["variant"] == wanted["variant"] and (
        options["variant"] == "duo" or options["players"] == wanted["players"]
    )


def _squares_text(fixed: BlokusSetting, squares: int) -> str:
    return str(BlokusPlacement(turned(squares, fixed.starts, CLOCKWISE_CORNERS)))
