"""The engine process's commands. Each returns its answer or raises a `FourthSeatError` with the reason."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from fourth_seat.boundary.numbers import parse_decimal, parse_integer
from fourth_seat.engines import engine_of
from fourth_seat.engines.errors import BadCommand
from fourth_seat.engines.gtp.session import GtpSession
from fourth_seat.engines.levels import level
from fourth_seat.engines.results import MoveValue, RolloutSettings
from fourth_seat.engines.solver import OnProgress, ShouldStop
from fourth_seat.games import CHANCE, AnyGame, AnyState, all_games, find
from fourth_seat.games.errors import UnknownGame
from fourth_seat.processes import installation
from fourth_seat.words import say

PROGRAM = "Fourth Seat"
DEFAULT_ROLLOUT_MOVES = 5  # moves that are rolled out where no number is given
MAX_SEED = 1 << 64
MAX_COUNT = 100_000_000  # of threads, moves, games
MAX_MOVE_TIME_S = 86_400.0
WORD = re.compile(r"\"([^\"]*)\"|'([^']*)'|(\S+)")


@dataclass(frozen=True, slots=True)
class GtpCommand:
    """A parsed command: its optional number, its name, and the rest of the line."""

    number: str
    name: str
    rest: str

    @property
    def arguments(self) -> list[str]:
        """The words in the rest of the line; a quoted phrase counts as one word."""
        return [word[word.lastindex or 0] for word in WORD.finditer(self.rest)]


@dataclass(frozen=True, slots=True)
class CommandContext:
    """Context of a running command: the session, the request, the stop flag and the progress callback."""

    session: GtpSession
    request: GtpCommand
    should_stop: ShouldStop
    on_progress: OnProgress

    def word(self, index: int, what: str) -> str:
        """Return the argument at an index; raise `BadCommand` if it is missing."""
        words = self.request.arguments
        if index >= len(words):
            raise BadCommand(say("{command} needs {what}", command=self.request.name, what=what))
        return words[index]

    def colour(self) -> tuple[int, str]:
        """Return the colour at the start of the arguments, and the rest of the line."""
        colour = self.session.colour(self.word(0, "a colour, such as 1"))
        return colour, WORD.sub("", self.request.rest, count=1).strip()


def protocol_version(_: CommandContext) -> str:
    return "2"


def name(_: CommandContext) -> str:
    return PROGRAM


def version(_: CommandContext) -> str:
    return installation.version()


def list_commands(_: CommandContext) -> str:
    return "\n".join(COMMANDS)


def known_command(call: CommandContext) -> str:
    return "true" if call.request.rest in COMMANDS else "false"


def nothing(_: CommandContext) -> str:
    """No-op: the server handles `quit`, and the command queue handles `stop`."""
    return ""


def clear_board(call: CommandContext) -> str:
    call.session.clear()
    return ""


def showboard(call: CommandContext) -> str:
    return "\n" + call.session.game.diagram(call.session.state)


def play(call: CommandContext) -> str:
    colour, text = call.colour()
    call.session.play(colour, text)
    return ""


def genmove(call: CommandContext) -> str:
    colour, dice = call.colour()
    state = call.session.ready(colour, dice)
    if not state.legal():  # a colour that was asked out of turn and is stuck
        return "pass"
    return call.session.answer(state, call.session.selector.choose(state, call.should_stop, call.on_progress))


def undo(call: CommandContext) -> str:
    call.session.undo()
    return ""


def final_score(call: CommandContext) -> str:
    session = call.session
    own = engine_of(session.game.name).final_score
    return own(session.state) if own else " ".join(str(score) for score in session.state.standing().scores)


def set_random_seed(call: CommandContext) -> str:
    seed = call.word(0, "a number")
    number = parse_integer(seed, -MAX_SEED, MAX_SEED)
    call.session.rng.seed(seed if number is None else number)
    return ""


def cputime(_: CommandContext) -> str:
    return f"{time.process_time():.3f}"


def set_game(call: CommandContext) -> str:
    call.word(0, "the name of a game")
    words = call.request.arguments
    game, given = _game(" ".join(" ".join(word for word in words if "=" not in word).split()))
    options = game.options(",".join([*given, *(word for word in words if "=" in word)]))
    call.session.set_game(game, options)
    call.session.selector.warm(call.on_progress)
    return ""


def _game(text: str) -> tuple[AnyGame, list[str]]:
    """Find a game by its name, its title, or another program's name for it; return it with the implied options."""
    try:
        return find(text), []
    except UnknownGame:
        for game in all_games():
            for name, options in {str(game.title): "", **game.gtp_names}.items():
                if text.lower() == name.lower():
                    return game, [options] if options else []
        raise


def set_position(call: CommandContext) -> str:
    call.session.set_position(call.request.rest)
    return ""


def get_position(call: CommandContext) -> str:
    return call.session.game.position(call.session.state)


def all_legal(call: CommandContext) -> str:
    return "\n".join(str(move) for move in call.session.ready(*call.colour()).legal())


def set_level(call: CommandContext) -> str:
    selector = call.session.selector
    selector.level = level(call.word(0, "a level"), call.session.game.name)
    selector.warm(call.on_progress)
    return ""


def time_per_move(call: CommandContext) -> str:
    text = call.word(0, "seconds")
    seconds = parse_decimal(text, 0, MAX_MOVE_TIME_S)
    if not seconds:
        raise BadCommand(say("invalid move time {text}: expected a number of seconds greater than 0", text=text))
    call.session.selector.seconds = seconds
    return ""


def threads(call: CommandContext) -> str:
    text = call.word(0, "a number")
    number = parse_integer(text, 0, MAX_COUNT)
    if number is None:
        raise BadCommand(say("invalid number of threads {text}", text=text))
    selector = call.session.selector
    selector.limits = replace(selector.limits, threads=number)
    selector.warm(call.on_progress)
    return ""


def ponder(call: CommandContext) -> str:
    text = call.word(0, "on or off")
    if text not in ("on", "off"):
        raise BadCommand(say("invalid argument {text}: ponder must be on or off", text=text))
    call.session.ponders = text == "on"
    return ""


def values(call: CommandContext) -> str:
    """Answer `values COLOUR [DICE] [N]`. A number at the end is N, unless the colour has to throw first."""
    session = call.session
    colour, rest = call.colour()
    words = rest.split()
    needs_dice = session.turn_of(colour).to_move == CHANCE
    most = words.pop() if len(words) > needs_dice else None
    number = None if most is None else _count(most, "moves")
    state = session.ready(colour, " ".join(words))
    moves = session.selector.values(state, number, call.should_stop, call.on_progress)
    exact = all(move.exact for move in moves)
    return json.dumps({"unit": "share", "exact": exact, "moves": [_valued(session, state, move) for move in moves]})


def _valued(session: GtpSession, state: AnyState, move: MoveValue) -> dict[str, object]:
    game, options = session.game, session.options
    owner = {
        colour: seat for seat in range(game.seats(options), 0, -1) for colour in reversed(game.colours_of(seat, options))
    }
    valued: dict[str, object] = {
        "move": str(move.move) if move.move else "",
        "values": [round(move.shares[owner[colour] - 1], 4) for colour in range(1, len(game.sides(options)) + 1)],
        "bound": "exact" if move.exact else "estimate",
        "line": [str(step) for step in move.line],
        "why": "" if move.exact or not move.move else _thought(session, state, move),
    }
    if move.figures:
        explanation = engine_of(game.name).explain_figures(state, move.figures)
        valued |= {"figures": [round(figure, 4) for figure in move.figures], "why": str(explanation) if explanation else ""}
    if move.forecast:
        valued["outlook"] = move.forecast.to_json()
    if move.bounds:
        judge = engine_of(game.name).explain_bounds
        explain_bounds = judge(state, move.bounds) if judge else None
        valued |= {"score": [move.bounds.low, move.bounds.high], "why": str(explain_bounds.text) if explain_bounds else ""}
    return valued


def judge(call: CommandContext) -> str:
    """Answer `judge COLOUR DICE: MOVE` with an analysis of the turn (a throw and a move), without playing it."""
    session = call.session
    colour, rest = call.colour()
    state = session.turn_of(colour)
    if state.over or state.mover not in (0, colour):
        state = session.ready(colour, "")  # it raises the reason
    *before, move = session.game.parse(state, rest)
    for throw in before:
        state = state.play(throw)
    if reason := state.why_not(move):
        raise BadCommand(reason)
    found = session.selector.judge(state, move, call.should_stop)
    moves = [_valued(session, state, move) for move in (found.best, found.played)]
    return json.dumps({"luck": round(found.luck, 4), "choices": found.choices, "moves": moves})


def rollout(call: CommandContext) -> str:
    """Answer `rollout COLOUR [DICE] [N] [trials=N] [throws=N|all]`, rolling out the best N moves or, without dice,
    the position.
    """
    session = call.session
    colour, rest = call.colour()
    given = dict(word.split("=", 1) for word in rest.split() if "=" in word)
    words = [word for word in rest.split() if "=" not in word]
    state = session.turn_of(colour)
    needs_dice = state.to_move == CHANCE
    most = _count(words.pop(), "moves") if len(words) > needs_dice else DEFAULT_ROLLOUT_MOVES
    if words or not needs_dice:
        state = session.ready(colour, " ".join(words))
    if unknown := given.keys() - {"trials", "throws"}:
        raise BadCommand(say("unknown option {name}: expected trials or throws", name=min(unknown)))
    trials, throws = RolloutSettings(), given.get("throws")
    if "trials" in given:
        trials = replace(trials, number=_count(given["trials"], "trials"))
    if throws:
        trials = replace(trials, throws=None if throws == "all" else _count(throws, "throws"))
    moves = session.selector.rollout(state, most, trials, call.should_stop, call.on_progress)
    return json.dumps({"unit": "share", "exact": False, "moves": [_valued(session, state, move) for move in moves]})


def _count(text: str, what: str) -> int:
    """Parse a number that is at least 1; raise `BadCommand` if it is invalid."""
    number = parse_integer(text, 1, MAX_COUNT)
    if number is None:
        raise BadCommand(say("invalid number of {what} {text}: expected 1 or more", text=text, what=what))
    return number


def notices(call: CommandContext) -> str:
    """Return the pending user-facing messages, one per line, and clear them."""
    return "\n".join(map(str, call.session.selector.notices()))


def _thought(session: GtpSession, state: AnyState, move: MoveValue) -> str:
    explanation = engine_of(session.game.name).explain_move(state, move.move)
    counted = f"{move.visits} simulations" if move.visits else ""
    return "; ".join(str(part) for part in (explanation, counted) if part)


CommandHandler = Callable[[CommandContext], str]

COMMANDS: dict[str, CommandHandler] = {
    "protocol_version": protocol_version,
    "name": name,
    "version": version,
    "list_commands": list_commands,
    "known_command": known_command,
    "quit": nothing,
    "clear_board": clear_board,
    "showboard": showboard,
    "play": play,
    "genmove": genmove,
    "undo": undo,
    "final_score": final_score,
    "set_random_seed": set_random_seed,
    "cputime": cputime,
    "set_game": set_game,
    "set_position": set_position,
    "get_position": get_position,
    "all_legal": all_legal,
    "level": set_level,
    "time_per_move": time_per_move,
    "threads": threads,
    "ponder": ponder,
    "values": values,
    "judge": judge,
    "rollout": rollout,
    "notices": notices,
    "stop": nothing,
}
