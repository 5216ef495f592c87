"""Observation of a checkout's play and texts on positions: a child of `benchmarks.same_play`, which runs it in two
checkouts.

Standard input is JSON: the game, the levels, and lines of moves, each with the options that it was played with. Standard
output is a line for each observation: its subject, a tab, and its result as JSON. Features that a checkout does not have
yet are skipped there.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from random import Random
from typing import Any

from fourth_seat.engines import engine_of
from fourth_seat.engines.gtp import GtpSession, serve
from fourth_seat.engines.levels import level as level_named
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.results import RolloutSettings
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games import CHANCE, find
from fourth_seat.games.contents import Content
from fourth_seat.games.lessons.frames import frames
from fourth_seat.games.steps import rebuild
from fourth_seat.table.settings.tables import table_cache
from fourth_seat.words import FourthSeatError, Text

LEVEL_9_SIMULATIONS = 4_000  # in games without a solver
TIME_LIMIT_S = 1e6  # no choice is cut short
FACTS = "name aliases gtp_names title summary order sample_position declared_options min_slip sheet lessons"
WINDOWS_OWN = {"due"}  # fields with the window's sentences about the next tap, which checkouts may keep elsewhere
MOST_MOVES = 25  # moves of a position, drawn by seed, of which everything is observed
SPOILED_TEXTS = 12  # of a move and of a position, with a few characters changed
TRIED_TAPS = 12
MOST_SOLVED_PIECES = {"kalah": 32}  # on the board of a position for a solver, which may otherwise take hours
ROLLOUT = RolloutSettings(36, 4)


class Observer:
    """Observes one game."""

    def __init__(self, name: str) -> None:
        self.game: Any = find(name)
        self.engine = engine_of(name)
        self.about = ""
        self.rng = Random()

    def at(self, about: str) -> None:
        """Begin another subject; random draws depend on it alone."""
        self.about = about
        self.rng.seed(f"{self.game.name} {about}")

    def saw(self, what: str, value: object) -> None:
        """Write an observation."""
        print(f"{what} {self.about}", json.dumps(self.plain(value)), sep="\t", flush=True)

    def tried(self, call: Callable[..., object], *arguments: object) -> object:
        """Return a call's result, or its refusal."""
        try:
            return call(*arguments)
        except FourthSeatError as error:
            return [type(error).__name__, str(error)]

    def plain(self, value: Any) -> object:
        """Return a value in JSON's types, whatever its classes are called."""
        if value is None or isinstance(value, (bool, int, str)):
            return value
        if isinstance(value, float):
            return repr(value)
        if isinstance(value, Text):
            return str(value)
        if hasattr(value, "play_unchecked"):
            return f"{value.options} {self.game.position(value)}"
        if isinstance(value, Enum):
            return value.name
        if isinstance(value, Mapping):
            return [[self.plain(key), self.plain(of)] for key, of in value.items()]
        if isinstance(value, (set, frozenset)):
            return sorted(map(str, value))
        if is_dataclass(value) and type(value).__str__ is object.__str__:
            held = (each.name for each in fields(value) if each.compare and each.name not in WINDOWS_OWN)
            return {name: self.plain(getattr(value, name)) for name in held}
        if isinstance(value, Iterable):
            return [self.plain(each) for each in value]
        return None if callable(value) else str(value)

    def some(self, values: Iterable[Any], most: int) -> list[Any]:
        """Return at most this many of the values."""
        found = list(values)
        return found if len(found) <= most else self.rng.sample(found, most)

    # -- the rules ---------------------------------------------------------------------------------------------------------

    def declared(self) -> None:
        """Observe the facts of the whole game."""
        game = self.game
        self.at("the game")
        self.saw("facts", {name: getattr(game, name) for name in FACTS.split()})
        self.saw("players", [sorted(self.engine.players), self.engine.titles, sorted(self.engine.dialects)])
        self.saw("frames", [frames(game, picture) for lesson in game.lessons for picture in lesson.pictures])

    def rules(self, state: Any) -> None:
        """Observe everything that the rules say about a position."""
        game, options = self.game, state.options
        geometry = game.geometry(options)
        self.saw("geometry", geometry)
        self.saw("sides", [game.sides(options), [game.colours_of(seat, options) for seat in self.seats(state)]])
        self.saw("state", [state, state.mover, state.to_move, state.seat, state.over, state.standing(), state.cells()])
        self.saw("diagram", game.diagram(state))
        if hasattr(game, "prompt"):
            self.saw("prompt", game.prompt(state, ["Anna", "Ben", "Cleo", "Dan"][: game.seats(options)]))
        self.saw("shown", [game.deciding_cells(state), [game.threatened(state, colour) for colour in self.colours(state)]])
        cells = [cell.name for cell in geometry.cells if cell.zone != "buttons"]  # which are the window's
        self.saw("names", [(game.cell_name(name, 1, options), game.place_name(name, options)) for name in cells])
        for colour in self.colours(state):
            self.saw("turn", [self.tried(turn, state, colour) for turn in (game.turn_to, game.with_mover)])
        result = state.standing()
        self.saw("next", [game.next_game(options, result), game.match_goes_on(options, result), game.resignations(options)])
        for seat in self.seats(state):
            for worth in range(4):
                self.saw("resigned", self.tried(game.resigned, state, seat, worth))
        moves = state.legal()
        self.saw("legal", [str(move) for move in moves])
        if state.to_move == CHANCE:
            self.saw("chances", [[str(move), chance] for move, chance in state.chances()])
        for move in self.some(moves, MOST_MOVES):
            self.move(state, move)
        self.texts(state)
        self.taps(state)
        self.corrections(state)

    def seats(self, state: Any) -> range:
        """Return all seats."""
        return range(1, self.game.seats(state.options) + 1)

    def colours(self, state: Any) -> range:
        """Return all colours."""
        return range(1, len(self.game.sides(state.options)) + 1)

    def move(self, state: Any, move: Any) -> None:
        """Observe a legal move's names and effects."""
        game = self.game
        after = state.play(move)
        named = [str(move), game.move_name(move), game.is_pass(move)]
        steps = game.steps(state, move)
        self.saw("move", [named, after, after.over, after.standing(), steps])
        self.saw("restored", game.restoring_steps(state.cells(), after.cells(), after.mover, state.options))
        self.saw("rebuilt", sorted(map(str, rebuild(state.cells(), steps).items())))
        self.saw("anyway", self.tried(lambda: game.play_anyway(state, str(move))))
        if hasattr(game, "written"):
            self.saw("written", game.written(move))
        self.saw("explained", self.engine.explain_move(state, move) if state.to_move != CHANCE else None)
        if self.engine.prior and state.to_move != CHANCE:
            self.saw("prior", self.engine.prior(state, move))

    def texts(self, state: Any) -> None:
        """Observe the reading of texts, whole and spoiled."""
        game = self.game
        moves = [str(move) for move in self.some(state.legal(), 8)]
        spoiled = [self.spoiled(text) for text in self.some(moves * SPOILED_TEXTS, SPOILED_TEXTS)]
        for text in [*moves, *spoiled, "", "pass", "resign", "1", "a1", "99", "33-11", "c f a", "8/5 6/5", "31: 8/5"]:
            self.saw(f"read {text!r}", self.tried(self.checked, state, text))
            self.saw(f"anyway {text!r}", self.tried(game.play_anyway, state, text))
        whole = game.position(state)
        for text in [whole, *(self.spoiled(whole) for _ in range(SPOILED_TEXTS))]:
            self.saw(f"position {text!r}", self.tried(game.parse_position, text, state.options))

    def checked(self, state: Any, text: str) -> object:
        """Return the moves of a text, and the rules' objection to each."""
        found = []
        for move in self.game.parse(state, text):
            found.append([str(move), state.why_not(move)])
            state = state.play(move)
        return [found, state]

    def spoiled(self, text: str) -> str:
        """Return a text with a few characters changed."""
        signs = list(text)
        for _ in range(self.rng.randint(1, 2)):
            place = self.rng.randrange(len(signs) + 1)
            signs[place : place + self.rng.randint(0, 1)] = self.rng.choice(["", *text, *"0129aAxX-/,: *(bn"])
        return "".join(signs)

    def taps(self, state: Any) -> None:
        """Observe the effects of taps, both for some moves and wrong ones."""
        game = self.game
        cells = [cell.name for cell in game.geometry(state.options).cells]
        places = [*cells, *(area.name for area in game.geometry(state.options).tap_areas)]
        for _ in range(3):
            taps: list[str] = []
            for _ in range(TRIED_TAPS):
                partial = self.tried(game.partial_move, state, taps)
                self.saw(f"taps {taps}", partial)
                if isinstance(partial, list) or not partial.next:  # type: ignore[attr-defined]
                    break
                wrong = [*taps, self.rng.choice(places)]
                self.saw(f"taps {wrong}", self.tried(game.partial_move, state, wrong))
                taps.append(self.rng.choice(sorted(partial.next)))  # type: ignore[attr-defined]
        trays = [cell.name for cell in game.geometry(state.options).cells if cell.zone == "tray"]
        for piece in self.some(trays, 4):
            held = piece, self.rng.randrange(4), self.rng.random() < 0.5, self.rng.choice(cells)
            self.saw(f"held {held}", self.tried(game.hold, state, *held))

    def corrections(self, state: Any) -> None:
        """Observe boards corrected by hand, sensibly and not."""
        game, before = self.game, state.cells()
        names = [cell.name for cell in game.geometry(state.options).cells]
        for number in range(8):
            found: dict[str, Content | None] = {}
            for name in self.rng.sample(names, min(len(names), 1 + number % 3)):
                content = self.rng.choice([None, *before.values()])
                if content is not None and number % 2:
                    content = replace(content, colour=self.rng.randint(0, 3), count=self.rng.randint(0, 3))
                found[name] = content
            corrected = self.tried(game.correct, state, found)
            self.saw(f"corrected {found}", corrected)
            if hasattr(corrected, "cells"):
                pair = before, corrected.cells()
                self.saw(
                    "restored", [game.restoring_steps(*cells, state.mover, state.options) for cells in (pair, pair[::-1])]
                )

    # -- the play ----------------------------------------------------------------------------------------------------------

    def selector(self, spec: str, options: Any) -> tuple[MoveSelector, Random]:
        """Return a level's player, ready to move, and its random numbers."""
        level, rng = level_named(spec, self.game.name), Random(spec)
        if level.simulations is None and not level.player and not self.engine.solver and self.engine.search:
            level = replace(level, simulations=LEVEL_9_SIMULATIONS)
        found = MoveSelector(self.game, options, level, rng, EngineLimits(table_cache(), threads=1))
        found.seconds = TIME_LIMIT_S
        return found, rng

    def is_solved_soon(self, state: Any) -> bool:
        """Return whether a solver, if there is one, answers within a moment."""
        on_board = (
            content.count
            for cell, content in state.cells().items()
            if self.game.geometry(state.options)[cell].zone == "board"
        )
        return not self.engine.solver or sum(on_board) <= MOST_SOLVED_PIECES.get(self.game.name, 1000)

    def play(self, spec: str, states: list[tuple[str, Any]], valued: bool) -> None:
        """Observe the choice of a level or named player, and its values of the moves."""
        selectors: dict[str, tuple[MoveSelector, Random]] = {}
        for about, state in states:
            soon = self.is_solved_soon(state)
            if state.over or state.to_move == CHANCE or (level_named(spec, self.game.name).solves and not soon):
                continue
            self.at(f"{about}, {spec}")
            key = str(state.options)
            if key not in selectors:
                selectors[key] = selector, rng = self.selector(spec, state.options)
                selector.warm(lambda *_: None)
                selector.choose(state, lambda: False, lambda *_: None)  # waits until a search in the background is ready
            selector, rng = selectors[key]
            rng.seed(self.about)
            self.saw("chosen", str(selector.choose(state, lambda: False, lambda *_: None)))
            if valued and soon:
                values = selector.values(state, None, lambda: False, lambda *_: None)
                self.saw("values", values)
                self.saw(
                    "figures", [self.engine.explain_figures(state, value.figures) for value in values if value.figures]
                )
                if explain := self.engine.explain_bounds:
                    self.saw("bounds", [explain(state, value.bounds) for value in values if value.bounds])
                if self.engine.analyses:
                    move = self.rng.choice(list(state.legal()))
                    self.saw("judged", self.tried(selector.judge, state, move, lambda: False))
            self.saw("notices", selector.notices())

    def rollouts(self, states: list[tuple[str, Any]]) -> None:
        """Observe a few short rollouts."""
        for about, state in states:
            if not state.over and state.to_move != CHANCE:
                self.at(about)
                selector, rng = self.selector("1", state.options)
                rng.seed(about)
                found = self.tried(selector.rollout, state, 2, ROLLOUT, lambda: False, lambda *_: None)
                self.saw("rolled out", found)

    def heuristics(self, state: Any) -> None:
        """Observe the input of the generic search."""
        if not state.over and state.to_move != CHANCE:
            self.saw("heuristic", self.engine.heuristic(state))
            self.saw("evaluated", self.engine.evaluate(state) if self.engine.evaluate else None)
        self.saw("score", self.engine.final_score(state) if self.engine.final_score else None)

    def protocol(self, states: list[tuple[str, Any]]) -> None:
        """Observe the answers of an engine process."""
        name = self.game.name
        for about, state in states:
            self.at(about)
            colour = str(state.mover or 1)
            lines = ["list_commands", "name", "known_command judge", f"set_game {name} {state.options}".replace(",", " ")]
            lines += ["level 2", "time_per_move 86400", "set_random_seed 5"]
            lines += [f"set_position {self.game.position(state)}", "get_position", "showboard", f"all_legal {colour}"]
            lines += [f"values {colour} 3", f"genmove {colour}", "final_score", "undo", f"values {colour} x", "level 12"]
            lines += ["genmove purple", "play 1", f"play {colour} nonsense", "undo", "undo", "threads 0", "ponder maybe"]
            lines += ["judge 1", "rollout 1 trials=0", "nothing", "clear_board", "showboard", "notices", "quit"]
            out = io.BytesIO()
            session = GtpSession(self.game, state.options, level_named("2", name))
            serve(session, io.BytesIO("\n".join(lines).encode() + b"\n"), out, io.BytesIO())
            self.saw("answers", out.getvalue().decode())


def slow(_limit: SearchLimit, _done: int) -> float:
    """Report no simulations per second, as if the search had none."""
    return 0.0


def main() -> None:
    """Observe everything requested on standard input."""
    asked = json.load(sys.stdin)
    SearchLimit.pace = slow  # type: ignore[method-assign, assignment]  # slices of the search by count, not by the clock
    observer = Observer(asked["game"])
    observer.declared()
    states: list[tuple[str, Any]] = []
    for number, (options, line) in enumerate(asked["lines"]):
        state = observer.game.start(observer.game.options(options))
        for text in line:
            observer.at(f"line {number}")
            move = next(move for move in state.legal() if str(move) == text)
            observer.saw(f"on the way {text!r}", observer.game.steps(state, move))
            state = state.play(move)
        states.append((f"line {number}", state))
        observer.at(f"line {number}")
        observer.rules(state)
        observer.heuristics(state)
    for spec in asked["levels"]:
        observer.play(spec, states, spec in asked["valued"])
    for spec in sorted(observer.engine.players):
        observer.play(spec, states, valued=False)
    observer.rollouts(states[: asked["rolled"]])
    observer.protocol([(about, state) for about, state in states[: asked["answered"]] if observer.is_solved_soon(state)])
    sys.stdout.flush()
    os._exit(0)  # at once: solvers go on improving in the background


main()
