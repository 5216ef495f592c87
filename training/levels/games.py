"""Games in this process between players of any strength, and model players; kept in files, so that a run resumes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from fourth_seat.engines import engine_of
from fourth_seat.engines.choice import Candidate, Strength
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.protocol import Appraiser
from fourth_seat.engines.search.evaluation import throw
from fourth_seat.games import CHANCE, AnyGame, AnyState, find

KEPT_GAMES = Path("build/people")
MAX_PLIES = 2_000  # after that, a game is scored as it stands

Play = Callable[[AnyState, Random, str], Any]
"""A player: returns a legal move of a state, with this randomness, in the game with this seed."""


class Arena:
    """Games of one game, with its own options.

    Attributes:
        game: what is played.
        appraiser: that of the levels.
    """

    def __init__(self, name: str) -> None:
        self.game: AnyGame = find(name)
        self._options = self.game.options()
        fitted = engine_of(name).fitted
        appraiser = fitted.appraiser(self._options, EngineLimits()) if fitted else None
        if appraiser is None:
            raise SystemExit(f"the levels of {name} cannot be fitted: it has no appraiser")
        self.appraiser: Appraiser = appraiser
        seats = self.game.seats(self._options)
        self.seatings = list(combinations(range(1, seats + 1), seats // 2))

    def player(self, strength: Strength) -> Play:
        """Return a player of a strength."""

        def play(state: AnyState, rng: Random, seed: str) -> Any:
            return strength.choose(self.appraiser.candidates(state), seed, rng)

        return play

    def play(self, players: Sequence[Play], number: int, seed: str) -> float:
        """Play a game between two players, and return the first one's share of the win. Each has half of the seats, and
        another half in each of `len(seatings)` consecutive games, which have the same throws.
        """
        round_, turn = divmod(number, len(self.seatings))
        mine = self.seatings[turn]
        state = self._start()
        chance, rng = Random(f"{seed} throws {round_}"), Random(f"{seed} {number}")
        for _ in range(MAX_PLIES):
            if state.over:
                break
            state = self._after(
                state, players[state.to_move != CHANCE and state.seat not in mine], chance, rng, f"{seed} {number}"
            )
        standing = state.standing()
        if len(mine) == 1:
            return float(standing.share(mine[0]))
        lead = sum(score if seat in mine else -score for seat, score in enumerate(standing.scores, 1))
        return 0.5 if not lead else float(lead > 0)

    def decisions(self, player: Play, seed: str) -> Iterator[tuple[AnyState, Sequence[Candidate]]]:
        """Yield endlessly the positions with a choice from a player's games against itself, and their candidates."""
        number = 0
        while True:
            state, rng = self._start(), Random(f"{seed} {number}")
            for _ in range(MAX_PLIES):
                if state.over:
                    break
                if state.to_move != CHANCE and len(state.legal()) > 1:
                    yield state, self.appraiser.candidates(state)
                state = self._after(state, player, rng, rng, f"{seed} {number} {state.seat if state.to_move else 0}")
            number += 1

    def _start(self) -> AnyState:
        state: AnyState = self.game.start(self._options)
        return state

    @staticmethod
    def _after(state: AnyState, player: Play, chance: Random, rng: Random, seed: str) -> AnyState:
        if state.to_move == CHANCE:
            after: AnyState = state.play_unchecked(throw(state, chance))
        else:
            moves = state.legal()
            after = state.play_unchecked(moves[0] if len(moves) == 1 else player(state, rng, seed))
        return after


@dataclass(frozen=True, slots=True)
class KeptGames:
    """Shares of the win in games that were played, by pair and in order, in a file of JSON lines."""

    path: Path

    def shares(self, pair: str) -> list[float]:
        """Return what the first of a pair won in each of its games."""
        lines = self.path.read_text("utf-8").splitlines() if self.path.exists() else []
        return [share for name, share in map(json.loads, lines) if name == pair]

    def at_least(self, pair: str, games: int, play: Callable[[int], float]) -> list[float]:
        """Return the shares of this many games of a pair, and play those that are missing."""
        shares = self.shares(pair)[:games]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            while len(shares) < games:
                shares.append(play(len(shares)))
                file.write(json.dumps([pair, shares[-1]]) + "\n")
                file.flush()
        return shares
