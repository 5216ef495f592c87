"""Write a match in a dialect."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from benchmarks.reliability.strangers.backgammon.dialects import Dialect
from fourth_seat.games.backgammon.checkers import BAR, OFF, hits, moved
from fourth_seat.games.backgammon.match import score
from fourth_seat.games.backgammon.moves import BackgammonPlay, BackgammonThrow, CubeAction, after, place_name
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.scoring import most_times
from fourth_seat.games.backgammon.turns import dice_of, ends
from fourth_seat.games.formats import result_of
from fourth_seat.games.protocol import PlayedGame, Result

SENTINEL_POINTS = 2008
UNLIMITED = "Money session"


@dataclass(slots=True)
class Written:
    """A match as text, and whether it contains an untrue statement, which a reader has to notice."""

    text: str
    untrue: bool = False


def write(match: Sequence[PlayedGame], dialect: Dialect, rng: random.Random) -> Written:
    """Return a match in a dialect, its lines separated by newlines."""
    options = match[0].options
    flags = {name: "On" if options[name] else "Off" for name in ("crawford", "jacoby")}
    head = [f'; [Site "{dialect.site.strip()}"]'] if dialect.site else []
    head += [tag.format(**flags) for tag in dialect.tags]
    length = dialect.length.format(length=options["match"])
    lines = [*head, *dialect.above, UNLIMITED if "Match to" in length and not options["match"] else length]
    total, untrue = (0, 0), False
    for number, game in enumerate(match, 1):
        writer = _GameWriter(dialect, game, score(game.options) if options["match"] else total, rng)
        lines += ["", dialect.game.format(number=number), *writer.lines()]
        untrue |= writer.untrue
        if result := result_of(game):
            total = total[0] + result.scores[0], total[1] + result.scores[1]
    lines = [line.ljust(dialect.padded) if dialect.padded else line for line in lines]
    return Written("\n".join(lines) + "\n", untrue)


@dataclass(slots=True)
class _GameWriter:
    dialect: Dialect
    game: PlayedGame
    before: tuple[int, int]
    rng: random.Random
    cells: list[str] = field(default_factory=list)
    untrue: bool = False

    def lines(self) -> Iterator[str]:
        """Yield the lines of the game below its number."""
        white, black = (
            self.dialect.score.format(name=name, score=points)
            for name, points in zip(self.game.names, self.before, strict=True)
        )
        yield self.dialect.names.format(white=white, black=black)
        result = result_of(self.game)
        state = self._turns(result)
        if result and self.game.ending:
            self._given_up(state, result)
        wins = self._wins(state, result) if result else ""
        lost = (self.dialect.drops, self.dialect.resigns)
        beside = self.dialect.asked and len(self.cells) % 2 == 1 and self.cells[-1] in lost
        if result and (self.dialect.numbered or beside):
            self._cell(result.winners[0], wins)
        yield from self._rows()
        if result and not (self.dialect.numbered or beside):
            yield from self._below(result, wins)

    def _cell(self, colour: int, text: str) -> None:
        if len(self.cells) % 2 != colour - 1:
            self.cells.append("")
        self.cells.append(text)

    def _turns(self, result: Result | None) -> BackgammonState:
        """Write all turns and return the position after them."""
        state: BackgammonState = self.game.line.start  # type: ignore[assignment]
        for move in self.game.line.moves:
            match move:
                case BackgammonPlay():
                    self._cell(state.turn, f"{self._dice(move.dice)}: {self._play(state, move)}".rstrip())
                case CubeAction.DOUBLE:
                    self._cell(state.turn, self.dialect.doubles.format(cube=2 * state.cube.value))
                case CubeAction.TAKE:
                    self._cell(state.turn, self.dialect.takes)
                case CubeAction.DROP if not self.dialect.unanswered:
                    self._cell(state.turn, self.dialect.drops)
            state = state.play_unchecked(move)
        if state.dice and isinstance(self.game.line.moves[-1], BackgammonThrow):
            self._cell(state.turn, f"{self._dice(state.dice)}:" + (self._unplayed(state) if result else ""))
        return state

    def _dice(self, dice: tuple[int, int]) -> str:
        high, low = dice
        return f"{low}{high}" if self.dialect.low_first else f"{high}{low}"

    def _play(self, state: BackgammonState, play: BackgammonPlay) -> str:
        assert state.dice is not None
        if not play.routes:
            return self.dialect.dance
        ways = ends(state.board, dice_of(state.dice))
        if self.dialect.forced and len(ways) == 1:
            return ""
        if self.dialect.hops:
            return " ".join(self._hops(state, ways[after(state.board, play.routes)]))
        parts = [
            self._way(start, end, hit=end in route.hit) for route in play.routes for start, end in pairwise(route.points)
        ]
        if not self.dialect.counted:
            return " ".join(parts)
        counted = ((part, len(list(same))) for part, same in groupby(self._starred(parts)))
        return " ".join(f"{part}({count})" if count > 1 else part for part, count in counted)

    def _starred(self, parts: list[str]) -> list[str]:
        """Return the parts; if several checkers make the same move, all have the star of the first."""
        return [f"{part}*" if f"{part}*" in parts else part for part in parts]

    def _hops(self, state: BackgammonState, way: Sequence[tuple[int, int]]) -> Iterator[str]:
        board = state.board
        for start, end in way:
            yield self._way(start, end, hit=hits(board[1], end))
            board = moved(board, start, end)

    def _way(self, start: int, end: int, *, hit: bool) -> str:
        names = {BAR: self.dialect.bar, OFF: self.dialect.off}
        return "/".join(names.get(place, place_name(place)) for place in (start, end)) + "*" * hit

    def _unplayed(self, state: BackgammonState) -> str:
        if self.dialect.unplayed != "cut":
            return self.dialect.unplayed
        assert state.dice is not None
        ways = [way for way in ends(state.board, dice_of(state.dice)).values() if len(way) > 1]
        if not ways:
            return ""
        self.untrue = True
        return " " + next(self._hops(state, self.rng.choice(ways)))

    def _given_up(self, state: BackgammonState, result: Result) -> None:
        winner = result.winners[0]
        if self.dialect.unrolled and state.phase is not BackgammonPhase.PLAY:
            self._cell(3 - winner, self.dialect.unrolled)
        if self.dialect.resigned:
            self._cell(winner, self.dialect.resigned)
        if self.dialect.resigns:
            self._cell(3 - winner, self.dialect.resigns)

    def _wins(self, state: BackgammonState, result: Result) -> str:
        options, winner, points = self.game.options, result.winners[0], max(result.scores)
        needed = int(options["match"]) - self.before[winner - 1] if options["match"] else points + 1
        ending = self.game.ending
        if self.dialect.sentinel and ending and ending.worth == most_times(options, state.cube) > 1:
            points, self.untrue = SENTINEL_POINTS, True
        elif self.dialect.capped:
            points = min(points, needed)
        plural = "s" if points > 1 else ""
        return self.dialect.wins.format(points=points, s=plural, match=self.dialect.match if points >= needed else "")

    def _rows(self) -> Iterator[str]:
        for number, at in enumerate(range(0, len(self.cells), 2), 1):
            left, right = (*self.cells[at : at + 2], "")[:2]
            if self.dialect.tabs:
                tabs = "\t" * max(1, (40 - len(f"{number:>3}) {left}") + 7) // 8)
                yield f"{number:>3}) {left}{tabs}{right}".rstrip()
            else:
                yield self.dialect.row.format(number=number, left=left, right=right).rstrip()

    def _below(self, result: Result, wins: str) -> Iterator[str]:
        columns = (self.dialect.left_wins, self.dialect.right_wins)
        winner = result.winners[0]
        yield " " * columns[winner - 1] + wins
        if self.dialect.losses:
            yield " " * columns[2 - winner] + f"Losses {max(result.scores)} point"
