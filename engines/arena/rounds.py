"""Tournaments split into independent rounds, as units of work for a farm."""

from __future__ import annotations

import atexit
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from random import Random
from typing import Any

from fourth_seat.boundary.json_forms import either, fits, parse_message
from fourth_seat.engines.arena.tournament import Seating, SeatUsage, Tournament, TournamentGame, seatings
from fourth_seat.engines.players.from_text import AnyPlayer, player
from fourth_seat.farm.unit import DoneUnit, Outcome, Unit
from fourth_seat.games import find
from fourth_seat.words import FourthSeatError, say

GAME_FORM = {
    "event": str, "seating": {"round": int, "players": [int]}, "points": [int], "shares": [float], "thrown": bool,
    "moves": [str],
}  # fmt: skip
SEAT_FORM = {"moves": int, "cpu": either(float, None), "notices": [str]}


class DamagedRound(FourthSeatError, ValueError):
    """Raised when a saved round does not contain the games of its tournament."""


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """Description of a tournament, from which every machine plays identical games.

    Attributes:
        options: the options of the game, as `k=v,...`.
        players: the players, as specified on the command line.
        seconds: the time per move, which replaces each level's own; engines that go by the clock may play differently in
            each run.
        opening: the number of random moves at the beginning of each game.
    """

    game: str
    options: str
    players: tuple[str, ...]
    seed: int
    seconds: float | None = None
    opening: int = 0

    def tournament(self) -> Tournament:
        """Return the tournament, without starting any players.

        Raises:
            UnknownGame, BadOption, UnknownLevel, UnknownPlayer: the plan is invalid.
        """
        game = find(self.game)
        options = game.options(self.options)

        def maker(spec: str, rng: Random) -> AnyPlayer:
            return player(spec, game, options, seconds=self.seconds, rng=rng)

        for spec in self.players:
            maker(spec, Random(0)).close()  # so that a wrong name is reported here
        makers = [lambda rng, spec=spec: maker(spec, rng) for spec in self.players]
        return Tournament(game, options, makers, self.seed, self.opening)

    def seatings(self, games: int) -> Iterator[Seating]:
        """Return the seatings for this many games."""
        game = find(self.game)
        return seatings(len(self.players), game.seats(game.options(self.options)), games)

    def units(self, games: int) -> Iterator[Unit]:
        """Split a number of games into units of one round each."""
        for number, round_ in groupby(self.seatings(games), key=lambda seating: seating.round):
            yield Unit(f"round-{number}-of-{len(played := tuple(round_))}", play_round, (self, played))


_tournaments: dict[TournamentPlan, Tournament] = {}  # of this process; its players go on to the next round


def play_round(plan: TournamentPlan, games: tuple[Seating, ...]) -> Outcome:
    """Play some games of a round; return a JSON line for each game, and the usage of each of its seats."""
    if plan not in _tournaments:
        close_players()
        _tournaments[plan] = plan.tournament()
    played = [_tournaments[plan].play_one(seating) for seating in games]
    lines = [
        {"event": "game"} | {name: value for name, value in asdict(game).items() if name != "usage"} for game in played
    ]
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    return Outcome(data, {"seats": [[usage_fields(usage) for usage in game.usage] for game in played]})


def usage_fields(usage: SeatUsage) -> dict[str, Any]:
    """Return a seat's usage in the form described by `SEAT_FORM`."""
    return asdict(usage) | {"notices": list(usage.notices)}


@atexit.register
def close_players() -> None:
    """Close all players in this process."""
    for tournament in _tournaments.values():
        tournament.close()
    _tournaments.clear()


def games_of(plan: TournamentPlan, unit: DoneUnit) -> Iterator[TournamentGame]:
    """Yield the games of a finished unit, which is not trusted because another machine may have produced it.

    Raises:
        DamagedRound: the files do not contain games of this tournament.
    """
    seats: list[Any] = unit.outcome.measured.get("seats", [])
    if not fits(seats, [[SEAT_FORM]]):
        raise _damaged(unit)
    lines = unit.outcome.data.decode("utf-8", "replace").splitlines()
    if len(lines) != len(seats):
        raise _damaged(unit)
    for line, used in zip(lines, seats, strict=True):
        game = parse_message(line, "event", {"game": GAME_FORM})
        if game is None or not {len(game["points"]), len(game["shares"]), len(used)} == {len(game["seating"]["players"])}:
            raise _damaged(unit)
        players = tuple(game["seating"]["players"])
        if not all(0 <= player < len(plan.players) for player in players):
            raise _damaged(unit)
        usage = tuple(SeatUsage(seat["moves"], seat["cpu"], tuple(seat["notices"])) for seat in used)
        yield TournamentGame(
            Seating(game["seating"]["round"], players), tuple(game["points"]), tuple(game["shares"]), usage,
            game["thrown"], tuple(game["moves"]),
        )  # fmt: skip


def _damaged(unit: DoneUnit) -> DamagedRound:
    return DamagedRound(say("the file with the saved games of {unit} is damaged: remove it", unit=unit.name))
