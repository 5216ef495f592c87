"""Tournaments: who sits where, intervals, and figures that add up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fourth_seat.engines.arena.intervals import share_interval, student
from fourth_seat.engines.arena.tournament import SeatMeter, Tournament, games_for_all, play_on, seatings, standings
from fourth_seat.engines.levels import level
from fourth_seat.engines.players.inline import InlinePlayer
from fourth_seat.engines.results import Choice
from fourth_seat.games import AnyGame, find
from fourth_seat.games.protocol import Line


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (3, 2), (2, 4), (3, 4), (4, 4), (5, 4)])
def test_every_player_gets_every_seat_equally(players: int, seats: int) -> None:
    rounds = len({seating.players for seating in seatings(players, seats, 1_000)})
    games = list(seatings(players, seats, 2 * rounds * seats))
    sat = Counter((player, seat) for game in games for seat, player in enumerate(game.players))
    for player in range(players):
        assert len({sat[player, seat] for seat in range(seats)}) == 1
    for number in {game.round for game in games}:
        together = [sorted(game.players) for game in games if game.round == number]
        assert len(together) == seats and all(layout == together[0] for layout in together)


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (2, 4), (3, 2), (4, 4), (5, 4), (6, 3)])
def test_the_fewest_games_for_all(players: int, seats: int) -> None:
    enough = games_for_all(players, seats)

    def playing(games: int) -> set[int]:
        return {player for seating in seatings(players, seats, games) for player in seating.players}

    assert playing(enough) == playing(enough - seats + 1) == set(range(players))
    assert len(playing(enough - seats)) < players


def test_one_against_three() -> None:
    assert [game.players for game in seatings(2, 4, 4)] == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]


@pytest.mark.parametrize(("freedom", "wanted"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (99, 1.984)])
def test_student(freedom: int, wanted: float) -> None:
    assert student(freedom) == pytest.approx(wanted, rel=0.005)


def test_intervals() -> None:
    assert share_interval([1.0]) is None
    assert share_interval([0.0, 1.0] * 50) == pytest.approx((0.4003, 0.5997), abs=0.001)
    assert share_interval([1.0] * 30) == pytest.approx((0.9, 1.0)), "thirty wins do not prove invincibility"


def arena(game: AnyGame, opening: int = 0) -> Tournament:
    def make(rng: Random) -> InlinePlayer:
        return InlinePlayer(game, level("random", game.name), rng)

    return Tournament(game, game.options(), [make, make], seed=1, opening=opening)


def test_a_game_is_played_on_from_where_it_stands() -> None:
    game = find("connect4")
    line = Line.begin(game, game.start(game.options()))
    for _ in range(5):
        line = line.play(line.state.legal()[0])
    seated = [InlinePlayer(game, level("random", game.name), Random(seat)) for seat in (1, 2)]
    played = play_on(line, seated, Random(1))
    assert played.line.moves[:5] == line.moves and played.line.state.over and not played.thrown
    assert sum(usage.moves for usage in played.usage) == len(played.line.moves) - 5


@pytest.mark.parametrize("name", ["connect4", "tridice", "kalah"])
def test_figures_add_up(name: str) -> None:
    tournament = arena(find(name))
    games = list(tournament.play(6))
    tournament.close()
    table = standings(["A", "B"], games, opened=False)
    assert sum(row.share for row in table) == pytest.approx(1)
    assert table[0].share >= table[1].share
    for row in table:
        index = ["A", "B"].index(row.name)
        points = [game.points[game.seating.players.index(index)] for game in games]
        assert row.points == pytest.approx(sum(points) / 6)
        assert row.faults == 0 and row.cpu_per_move is not None and row.interval is not None


def test_the_games_of_a_round_share_their_dice() -> None:
    game = find("backgammon")
    tournament = arena(game)
    first, second, third = tournament.play(3)
    tournament.close()

    def throws(moves: tuple[str, ...]) -> list[str]:
        return [move for move in moves if move.isdigit()][1:]  # the opening throw shows who begins

    both = min(len(throws(first.moves)), len(throws(second.moves)))
    assert throws(first.moves)[:both] == throws(second.moves)[:both]
    assert throws(third.moves)[:both] != throws(first.moves)[:both]
    table = standings(["A", "B"], [first, second], opened=False)
    assert table[0].interval is None, "two games with the same dice are one unit"


def test_the_games_of_a_round_share_their_opening() -> None:
    tournament = arena(find("connect4"), opening=4)
    first, second, third = tournament.play(3)
    tournament.close()
    assert first.moves[:4] == second.moves[:4] != third.moves[:4]


def test_a_player_started_again_has_no_measured_time() -> None:
    class Restarted(InlinePlayer):
        def cpu(self) -> float:
            return next(readings)

    readings = iter([5.0, 6.0, 0.5])
    game = find("connect4")
    player = Restarted(game, level("random", game.name))
    meter = SeatMeter(player)
    meter.moved(Choice(None))
    assert meter.usage.cpu == 1.0
    meter.moved(Choice(None))
    assert meter.usage.cpu is None and meter.usage.moves == 2
