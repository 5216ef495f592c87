"""Tournaments in units of work for a farm: a round each, which depends on nothing before it."""

from __future__ import annotations

import atexit
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from random import Random

from boundary.strict_json import parse_json
from engines.arena.tournament import Seating, SeatUsage, Tournament, TournamentGame, seatings
from engines.players.from_text import AnyPlayer, player
from farm.unit import DoneUnit, Outcome, Unit
from games import find


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """A tournament in words, from which every machine plays the same.

    Attributes:
        options: of the game, as `k=v,...`.
        players: as the command line names them.
        seconds: for a move, instead of each level's own time; wherever an engine goes by the clock, no two runs need be the
            same.
        opening: random moves at the beginning of each game.
    """

    game: str
    options: str
    players: tuple[str, ...]
    seed: int
    seconds: float | None = None
    opening: int = 0

    def tournament(self) -> Tournament:
        """The tournament, with nobody started yet.

        Raises:
            UnknownGame, BadOption, UnknownLevel, UnknownPlayer: what is wrong with it.
        """
        game = find(self.game)
        options = game.options(self.options)

        def maker(spec: str, rng: Random) -> AnyPlayer:
            return player(spec, game, options, seconds=self.seconds, rng=rng)

        for spec in self.players:
            maker(spec, Random(0)).close()  # so that a wrong name is told now
        makers = [lambda rng, spec=spec: maker(spec, rng) for spec in self.players]
        return Tournament(game, options, makers, self.seed, self.opening)

    def seatings(self, games: int) -> Iterator[Seating]:
        """So many games."""
        game = find(self.game)
        return seatings(len(self.players), game.seats(game.options(self.options)), games)

    def units(self, games: int) -> Iterator[Unit]:
        """So many games, a round in each unit."""
        for number, round_ in groupby(self.seatings(games), key=lambda seating: seating.round):
            yield Unit(f"round-{number}-of-{len(played := tuple(round_))}", play_round, (self, played))


_tournaments: dict[TournamentPlan, Tournament] = {}  # of this process; its players go on to the next round


def play_round(plan: TournamentPlan, games: tuple[Seating, ...]) -> Outcome:
    """Play some games of a round: a line of JSON each."""
    if plan not in _tournaments:
        close_players()
        _tournaments[plan] = plan.tournament()
    played = [_tournaments[plan].play_one(seating) for seating in games]
    lines = [{name: value for name, value in asdict(game).items() if name != "usage"} for game in played]
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    return Outcome(data, {"seats": [[asdict(usage) for usage in game.usage] for game in played]})


@atexit.register
def close_players() -> None:
    """End the players of this process."""
    for tournament in _tournaments.values():
        tournament.close()
    _tournaments.clear()


def games_of(unit: DoneUnit) -> Iterator[TournamentGame]:
    """The games of a unit that is done."""
    for line, seats in zip(unit.outcome.data.decode().splitlines(), unit.outcome.measured["seats"], strict=True):
        told = parse_json(line)
        usage = tuple(SeatUsage(seat["moves"], seat["cpu"], tuple(seat["notices"])) for seat in seats)
        seating = Seating(told["seating"]["round"], tuple(told["seating"]["players"]))
        yield TournamentGame(
            seating, tuple(told["points"]), tuple(told["shares"]), usage, told["thrown"], tuple(told["moves"])
        )
