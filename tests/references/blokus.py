"""Blokus: legal placements compared with a GTP engine, or else with the counts in the test data that came from one."""

from __future__ import annotations

import argparse
import gzip
import json
import random
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from pathlib import Path

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.errors import IllegalMove
from tests.references.outcome import NoReference, Outcome

COUNTS = Path(__file__).parents[1] / "data" / "blokus_counts.jsonl.gz"
GTP_COLOURS = {"classic": ("1", "2", "3", "4"), "duo": ("b", "w")}
GTP_GAMES = {"classic": "Blokus", "duo": "Blokus Duo"}


def check(args: argparse.Namespace) -> Outcome:
    """Check against the engine of `--blokus-engine`, if one is given."""
    if args.blokus_engine:
        return against_engine(args.blokus_engine, args.positions)
    return against_counts()


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of the test data, as described on its SOURCE page.

    Attributes:
        score: the final score in the reference's form.
        moves: (colour, squares).
        checks: (moves played, colour, number of placements, digest).
    """

    variant: str
    score: str
    moves: tuple[tuple[int, str], ...]
    checks: tuple[tuple[int, int, int, str], ...]

    def start(self) -> BlokusState:
        return GAME.start(GAME.options(f"variant={self.variant}"))

    def after(self, state: BlokusState, ply: int) -> BlokusState:
        """Return the position after the game's move number `ply` (from 0); raise `IllegalMove`."""
        colour, text = self.moves[ply]
        state = GAME.turn_to(state, colour)
        return state.play(*GAME.parse(state, text))

    def final(self) -> BlokusState:
        """Return the position at the end."""
        return reduce(self.after, range(len(self.moves)), self.start())


def recorded_games() -> Iterator[RecordedGame]:
    """Yield the games of the test data."""
    for line in gzip.decompress(COUNTS.read_bytes()).splitlines():
        game = json.loads(line)
        numbers = {name: n for n, name in enumerate(GTP_COLOURS[game["variant"]], 1)}
        yield RecordedGame(
            game["variant"],
            game["score"],
            tuple((numbers[colour], squares) for colour, squares in map(str.split, game["moves"])),
            tuple((ply, numbers[colour], count, digest) for ply, colour, count, digest in game["checks"]),
        )


def against_counts(most: int | None = None) -> Outcome:
    """Return all counted placements, or about `most` of them, spread over all games.

    A position is a board and a colour; it differs if the number of its placements or their digest does, or if a move of
    the game cannot be played.
    """
    games = list(recorded_games())
    every = 1 if most is None else max(1, sum(len(game.checks) for game in games) // most)
    compared = [same for game in games for same in _replayed(game, every)]
    return Outcome(len(compared), compared.count(False), "counts by Pentobi, from the test data")


def _replayed(game: RecordedGame, every: int) -> Iterator[bool]:
    """Yield for every n-th check of a game whether it agrees."""
    state, played = game.start(), 0
    for ply, colour, count, digest in game.checks[::every]:
        while played < ply:
            try:
                state = game.after(state, played)
            except IllegalMove:
                yield False
                return
            played += 1
        placements = sorted(map(str, state.legal_for(colour)))
        yield (len(placements), sha256("\n".join(placements).encode()).hexdigest()[:16]) == (count, digest)


@dataclass(slots=True)
class _Engine:
    """A GTP engine as a child process."""

    process: subprocess.Popen[str]

    def __call__(self, command: str) -> list[str]:
        """Return the lines of its answer; raise `NoReference` if it refuses or has gone."""
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise NoReference(f"the engine has gone at {command!r}") from error
        first = self.process.stdout.readline()
        if not first.startswith("="):
            raise NoReference(f"the engine answers {first.strip()!r} to {command!r}")
        lines = [first[1:]]
        while (line := self.process.stdout.readline()).strip():
            lines.append(line)
        return [line.strip() for line in lines if line.strip()]


def against_engine(command: str, positions: int) -> Outcome:
    """Play random games of both variants, comparing every colour's placements after each move, until this many positions
    have been compared."""
    try:
        process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise NoReference(f"{command!r} cannot be started: {error.strerror}") from error
    with process:
        engine = _Engine(process)
        name = " ".join([*engine("name"), *engine("version")])
        compared: list[bool] = []
        game = 0
        while len(compared) < positions:
            compared.extend(_game(engine, ("classic", "duo")[game % 2], random.Random(game)))
            game += 1
        engine("quit")
    return Outcome(len(compared), compared.count(False), name)


def _game(engine: _Engine, variant: str, dice: random.Random) -> Iterator[bool]:
    colours = GTP_COLOURS[variant]
    engine(f"set_game {GTP_GAMES[variant]}")
    engine("clear_board")
    state = GAME.start(GAME.options(f"variant={variant}"))
    large = dice.random()  # how often this game's moves are among the mover's largest pieces
    while True:
        for number, colour in enumerate(colours, 1):
            theirs = engine(f"all_legal {colour}")
            yield sorted(map(str, state.legal_for(number))) == sorted(theirs)
        if state.over:
            return
        move = _choose(state, dice, large)
        engine(f"play {colours[state.mover - 1]} {move}")
        state = state.play(move)


def _choose(state: BlokusState, dice: random.Random, large: float) -> BlokusPlacement:
    moves = state.legal()
    if dice.random() < large:
        most = max(move.squares.bit_count() for move in moves)
        moves = tuple(move for move in moves if move.squares.bit_count() == most)
    return dice.choice(moves)
