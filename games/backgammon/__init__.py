"""Sheshbesh (backgammon). Each side has fifteen checkers, and the first side to bear them all off wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from fourth_seat.games.backgammon import geometry, notation
from fourth_seat.games.backgammon.cells import CALL_CELLS, PLACES, cell_of
from fourth_seat.games.backgammon.checkers import BAR, OFF, SIDES
from fourth_seat.games.backgammon.correction import correct, play_anyway
from fourth_seat.games.backgammon.formats import gnuid, xgid
from fourth_seat.games.backgammon.formats.transcript import is_mat, read_mat, write_mat
from fourth_seat.games.backgammon.input import cube_prompt, partial_move
from fourth_seat.games.backgammon.lessons import ENTERING, LESSONS
from fourth_seat.games.backgammon.match import DECLARED_OPTIONS, check_match, next_game, score
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, CubeAction
from fourth_seat.games.backgammon.remarks import remark
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState, start, turn_of
from fourth_seat.games.backgammon.scoring import resigned
from fourth_seat.games.backgammon.shots import shots
from fourth_seat.games.backgammon.steps import restoring_steps, steps
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Format, Game, Result, Side
from fourth_seat.words import Text, Value, say


class BackgammonGame(Game[BackgammonState, BackgammonMove]):
    name = "backgammon"
    aliases = ("sheshbesh",)
    title = say("Sheshbesh (backgammon)")
    summary = say("Race fifteen checkers home with two dice, and send your opponent's back.")
    order = 4
    sample_position = "XGID=-b---BE-C---dD---c-db---A-:0:0:1:31:0:0:0:0:10"
    lessons = LESSONS
    entering = ENTERING
    declared_options = DECLARED_OPTIONS

    next_game = staticmethod(next_game)
    position = staticmethod(xgid.write)
    diagram = staticmethod(notation.diagram)
    parse = staticmethod(notation.read_moves)
    written = staticmethod(notation.written)
    remark = staticmethod(remark)
    play_anyway = staticmethod(play_anyway)
    steps = staticmethod(steps)
    restoring_steps = staticmethod(restoring_steps)
    partial_move = staticmethod(partial_move)
    correct = staticmethod(correct)

    # -- the position ----------------------------------------------------------------------------------------------------

    def start(self, options: Options) -> BackgammonState:
        """Return the position before the opening throw, or before the first move if a side was chosen to begin.

        Raises:
            BadOption: the match is over at this score.
        """
        check_match(options)
        return start(options)

    def match_score(self, options: Options) -> tuple[int, ...]:
        return score(options) if options["match"] else ()

    def match_goes_on(self, options: Options, result: Result) -> bool:
        return bool(options["match"]) and next_game(options, result) is not None

    def resignations(self, options: Options) -> Mapping[str, Text]:
        """Return the kinds of win that can be conceded: a single game, and also a gammon and a backgammon if they count."""
        titles = {"single": say("A single game"), "gammon": say("A gammon (mars)"), "backgammon": say("A backgammon")}
        counted = {"single": True, "gammon": options["gammon"], "backgammon": options["gammon"] and options["backgammon"]}
        return {word: title for word, title in titles.items() if counted[word]}

    def resigned(self, state: BackgammonState, seat: int, worth: int) -> Result:
        if not worth:  # in records of the first edition
            return super().resigned(state, seat, worth)
        return resigned(state.options, state.checkers, state.cube, seat, worth)

    def parse_position(self, text: str, options: Options) -> BackgammonState:
        """Parse an XGID or a GNU Backgammon ID. Its match, score and cube override the given options."""
        text = " ".join(text.split())
        return xgid.read(gnuid.to_xgid(text) if gnuid.is_gnuid(text) else text, options)

    # -- players ---------------------------------------------------------------------------------------------------------

    def sides(self, options: Options) -> tuple[Side, ...]:
        return SIDES

    def turn_to(self, state: BackgammonState, colour: int) -> BackgammonState:
        """Skip the turn of a player that has not thrown yet or cannot move. Before the opening throw, let this colour
        begin.
        """
        if state.turn == colour or state.over:
            return super().turn_to(state, colour)
        stuck = state.phase is BackgammonPhase.PLAY and any(self.is_pass(move) for move in state.legal())
        if stuck or state.phase in (BackgammonPhase.THROW, BackgammonPhase.CUBE):
            return turn_of(colour, state.options, state.checkers, state.cube)
        return super().turn_to(state, colour)

    # -- notation --------------------------------------------------------------------------------------------------------

    def prompt(self, state: BackgammonState, players: Sequence[Value]) -> Text:
        return cube_prompt(state, players) or self.entering

    def implied(self, state: BackgammonState) -> BackgammonMove | None:
        return CubeAction.ROLL if state.phase is BackgammonPhase.CUBE else None

    def is_pass(self, move: BackgammonMove) -> bool:
        return isinstance(move, BackgammonPlay) and not move.routes

    def formats(self) -> tuple[Format, ...]:
        """Return the match file format."""
        return (Format(".mat", say("backgammon match file"), is_mat, write_mat, partial(read_mat, self)),)

    # -- hands -----------------------------------------------------------------------------------------------------------

    def geometry(self, options: Options) -> Geometry:
        return geometry.geometry(bool(options["cube"]))

    def cell_name(self, cell: str, colour: int, options: Options) -> Value:
        own, other = PLACES[colour == 2], PLACES[colour != 2]
        place = own.get(cell, other.get(cell))
        if place is None:
            return notation.WORDS[str(CALL_CELLS[cell])] if cell in CALL_CELLS else cell
        return {BAR: say("bar"), OFF: say("tray")}.get(place, place)

    def threatened(self, state: BackgammonState, by: int) -> Mapping[str, int]:
        own, other = state.checkers[by - 1], state.checkers[2 - by]
        return {cell_of(3 - by, point): count for point, count in shots((own, other)).blots.items()}


GAME = BackgammonGame()
