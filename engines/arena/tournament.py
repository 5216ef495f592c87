"""Tournaments between players: the seating of each game, the games, and their results.

Every player plays every seat equally often if the number of games is a multiple of the number of seats. With fewer players
than seats, the last player fills the remaining seats (with four seats, `A B` means A against three Bs, and the seats
rotate). With more players than seats, every combination that fills the seats plays in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from random import Random
from statistics import mean

from fourth_seat.engines.arena.intervals import share_interval
from fourth_seat.engines.errors import BadTournament
from fourth_seat.engines.players.from_text import AnyPlayer
from fourth_seat.engines.results import Choice
from fourth_seat.engines.search.evaluation import random_move, throw
from fourth_seat.games import CHANCE, AnyGame
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line
from fourth_seat.words import say

MakePlayer = Callable[[Random], AnyPlayer]
"""Creates a player with this random number generator."""

MAX_PLIES = 5_000  # including throws; after that, a game is scored as it stands
MAX_OPENING = 1_000  # random moves before the players take over
MAX_OPENING_TRIES = 1_000  # tries to find an opening that does not end the game
POLL_INTERVAL_S = 0.5  # between two checks on a thinking player, so that interrupts get through


@dataclass(frozen=True, slots=True)
class Seating:
    """Seating of one game: the index of the player in each seat. The games of a round differ only in their seating."""

    round: int
    players: tuple[int, ...]


def seatings(players: int, seats: int, games: int) -> Iterator[Seating]:
    """Yield the seatings of a tournament, round by round; in each round, the players rotate through all seats."""
    layouts = list(combinations(range(players), seats)) or [tuple(min(i, players - 1) for i in range(seats))]
    for number in range(games):
        turn, shift = divmod(number, seats)
        layout = layouts[turn % len(layouts)]
        yield Seating(turn, tuple(layout[(seat - shift) % seats] for seat in range(seats)))


def games_for_all(players: int, seats: int) -> int:
    """Return the smallest number of games, in whole rounds, that involves every player."""
    return seats * max(1, players - seats + 1)  # the last one plays once each of the others has joined the first ones


@dataclass(frozen=True, slots=True)
class SeatUsage:
    """The processor time used and the number of moves made by one seat in one game.

    Attributes:
        moves: the number of moves that it chose.
        cpu: processor time of all its processes in seconds, including time when others were thinking; None if it could not
            be measured.
        notices: error messages, as text.
    """

    moves: int
    cpu: float | None
    notices: tuple[str, ...] = ()


class SeatMeter:
    """Measures the processor time of one seat and counts its moves."""

    def __init__(self, player: AnyPlayer) -> None:
        self._player = player
        self._mark = player.cpu()
        self._moves = 0
        self._notices: list[str] = []
        self._cpu: float | None = 0.0

    def moved(self, answer: Choice) -> None:
        """Record the move that the player has just chosen."""
        self._moves += 1
        if answer.notice:
            self._notices.append(str(answer.notice))
        before, self._mark = self._mark, self._player.cpu()
        if self._cpu is None or before is None or self._mark is None or self._mark < before:
            self._cpu = None  # it ended, or was started again
        else:
            self._cpu += self._mark - before

    @property
    def usage(self) -> SeatUsage:
        """The processor time and number of moves so far."""
        return SeatUsage(self._moves, self._cpu, tuple(self._notices))


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: all its moves, each seat's usage, and whether dice were thrown."""

    line: Line
    usage: tuple[SeatUsage, ...]
    thrown: bool


def play_on(line: Line, seated: Sequence[AnyPlayer], chance: Random) -> FinishedGame:
    """Play a game to its end.

    Args:
        line: the game so far.
        seated: the player of each seat.
        chance: the random number generator for throws.

    Raises:
        EngineFailed: an engine cannot be started at all.
    """
    game, meters, thrown = line.game, [SeatMeter(player) for player in seated], False
    while not line.state.over and len(line.moves) < MAX_PLIES:
        state = line.state
        if state.to_move == CHANCE:
            thrown = True
            line = line.play(throw(state, chance))
            continue
        moves = state.legal()
        if len(moves) == 1 and game.is_pass(moves[0]):
            line = line.play(moves[0])
            continue
        seat = state.seat - 1
        task = seated[seat].choose(line)
        while (answer := task.wait(POLL_INTERVAL_S)) is None:
            pass
        line = line.play(answer.move)
        meters[seat].moved(answer)
    return FinishedGame(line, tuple(meter.usage for meter in meters), thrown)


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A finished game of a tournament, with each seat's points and share of the win.

    Attributes:
        usage: the usage of each seat.
        thrown: whether dice were thrown.
        moves: all moves of the game, including throws, as text.
    """

    seating: Seating
    points: tuple[int, ...]
    shares: tuple[float, ...]
    usage: tuple[SeatUsage, ...]
    thrown: bool
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """The result of one player in a tournament; means are taken over all of the player's seats and games.

    Attributes:
        points: the mean number of points.
        share: the mean share of the win.
        interval: the 95% confidence interval of the share; None if there are fewer than two games or rounds.
        cpu_per_move: seconds; None if it could not be measured.
        faults: the number of times that it failed and the simple player moved instead.
    """

    name: str
    points: float
    share: float
    interval: tuple[float, float] | None
    cpu_per_move: float | None
    faults: int


class Tournament:
    """Plays a tournament. Players are started as needed, one instance for each seat that they occupy at the same time. They
    are reset in each round, so that rounds are independent of each other.
    """

    def __init__(self, game: AnyGame, options: Options, players: Sequence[MakePlayer], seed: int, opening: int = 0) -> None:
        """`players` create new instances; games begin with `opening` random moves, which are the same for a whole round."""
        self._game, self._options = game, options
        self._makers = players
        self._seed, self._opening = seed, opening
        self._instances: dict[tuple[int, int], AnyPlayer] = {}
        self._begun: dict[tuple[int, int], int] = {}  # the round for which each was last reset

    def play(self, games: int, done: int = 0) -> Iterator[TournamentGame]:
        """Yield the games as they finish, except the first `done`, which have already been played.

        Raises:
            EngineFailed: an engine cannot be started at all.
        """
        for seating in islice(seatings(len(self._makers), self._game.seats(self._options), games), done, None):
            yield self.play_one(seating)

    def close(self) -> None:
        """Close all players."""
        for player in self._instances.values():
            player.close()
        self._instances.clear()

    def _seated(self, seating: Seating) -> list[AnyPlayer]:
        copies: Counter[int] = Counter()
        seated = []
        for index in seating.players:
            key = index, copies[index]
            copies[index] += 1
            if self._begun.get(key) != seating.round:
                self._begin(key, seating.round)
            seated.append(self._instances[key])
        return seated

    def _begin(self, key: tuple[int, int], round_: int) -> None:
        rng = Random(f"{self._seed} player {key} round {round_}")
        if key in self._instances:
            self._instances[key].reset(rng)
        else:
            self._instances[key] = self._makers[key[0]](rng)
        self._instances[key].prepare().wait()
        self._begun[key] = round_

    def play_one(self, seating: Seating) -> TournamentGame:
        """Play one game; raise `EngineFailed` if an engine cannot be started at all."""
        seated = self._seated(seating)
        chance = Random(f"{self._seed} throws {seating.round}")
        played = play_on(self._opened(seating), seated, chance)
        result = played.line.state.standing()
        return TournamentGame(
            seating,
            result.scores,
            tuple(result.share(seat) for seat in range(1, len(seated) + 1)),
            played.usage,
            played.thrown,
            tuple(str(move) for move in played.line.moves),
        )

    def _opened(self, seating: Seating) -> Line:
        """Return a line of this many random moves from the start, after which the game is not over.

        Raises:
            BadTournament: the game hardly ever lasts that long.
        """
        chance = Random(f"{self._seed} opening {seating.round}")
        for _ in range(MAX_OPENING_TRIES):
            line = Line.begin(self._game, self._game.start(self._options))
            for _ in range(self._opening):
                if not line.state.over:
                    line = line.play(random_move(line.state, chance))
            if not line.state.over:
                return line
        raise BadTournament(
            say("the game always ends within {n} random moves: choose a smaller --opening", n=self._opening)
        )


def share_of(player: int, games: Sequence[TournamentGame]) -> float:
    """Return a player's mean share of the win over all its seats in these games."""
    return mean(
        share for game in games for name, share in zip(game.seating.players, game.shares, strict=True) if name == player
    )


def standings(names: Sequence[str], games: Sequence[TournamentGame], opened: bool) -> list[PlayerScore]:
    """Return the standings after these games, best share first; `opened` says whether they began with random moves.

    The intervals treat games as independent or, if the games of a round share throws or openings, only whole rounds.
    """
    in_rounds = opened or any(game.thrown for game in games)
    table = []
    for index, name in enumerate(names):
        had = [
            (game.seating.round if in_rounds else number, game.points[seat], game.shares[seat], game.usage[seat])
            for number, game in enumerate(games)
            for seat, player in enumerate(game.seating.players)
            if player == index
        ]
        if not had:
            continue
        units: dict[int, list[float]] = {}
        for unit, _, share, _ in had:
            units.setdefault(unit, []).append(share)
        table.append(
            PlayerScore(
                name,
                mean(points for _, points, _, _ in had),
                mean(share for _, _, share, _ in had),
                share_interval([mean(shares) for shares in units.values()]),
                cpu_per_move([record for *_, record in had]),
                sum(len(record.notices) for *_, record in had),
            )
        )
    return sorted(table, key=lambda standing: -standing.share)


def cpu_per_move(records: Sequence[SeatUsage]) -> float | None:
    """Return the processor time per move in seconds over all records, or None if the time of any of them is unknown."""
    moves = sum(record.moves for record in records)
    spent = [record.cpu for record in records if record.cpu is not None]
    return sum(spent) / moves if moves and len(spent) == len(records) else None
