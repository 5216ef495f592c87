"""Kalah's baseline players compared with a plain retelling of their rules, and on boards worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.kalah import baseline
from fourth_seat.games import find
from fourth_seat.games.kalah.rules import KalahMove, KalahState

GAME = find("kalah")
PLAYERS = engine_of("kalah").players


def at(text: str, options: str = "") -> KalahState:
    state: KalahState = GAME.parse_position(text, GAME.options(options))
    return state


def chosen(player: str, text: str, options: str = "", dice: int = 1) -> str:
    return str(PLAYERS[player](at(text, options), Random(dice)))


START = "4,4,4,4,4,4,0/4,4,4,4,4,4,0/s"


@pytest.mark.parametrize(
    ("player", "turn"),
    [("seed:first", "a"), ("naive:right", "f"), ("naive:highest", "f"), ("naive:lowest", "f")],
)
def test_simple_players_from_the_start(player: str, turn: str) -> None:
    assert chosen(player, START) == turn


def test_simple_players_finish_their_chains() -> None:
    board = "0,5,0,3,0,1,0/4,4,4,4,4,4,0/s"
    assert chosen("seed:first", board) == "b c"
    assert chosen("naive:right", board) == "f d f e"
    assert chosen("naive:highest", board) == "b d"
    assert chosen("naive:lowest", board) == "f d f e"
    assert chosen("naive:highest", "0,3,0,3,2,1,0/4,4,4,4,4,4,0/s") == "d e"
    assert chosen("naive:lowest", "0,3,0,1,1,4,0/4,4,4,4,4,4,0/s") == "e"


class Listener(Random):
    """Takes the first of equals, so that two ways to choose can be compared."""

    def choice(self, seq: Sequence[int]) -> int:  # type: ignore[override]
        return seq[0]


class Retold:
    """The document's three players on a list of 14 places seen from below, by plain recursion; 13 where it has `% 14`."""

    def simulate(self, board: list[int], pit: int) -> list[int]:
        after = board[:]
        seeds, after[pit] = after[pit], 0
        place = pit
        while seeds:
            place = place + 1 if place < 12 else 0
            after[place] += 1
            seeds -= 1
        if place < 6 and after[place] == 1:
            after[6] += 1 + after[12 - place]
            after[place] = after[12 - place] = 0
        return after

    def score(self, board: list[int], pit: int, level: int | None) -> int:
        """Return the seeds won by a turn that begins with a pit; `level` None is the greedy player."""
        if board[pit] == 0:
            return -1000
        now, again = board, True
        while again:
            again = (now[pit] + pit) % 13 == 6
            now = self.simulate(now, pit)
            if again and not any(now[:6]):
                break
            if again:
                pit = self.best(now, level)
        return now[6] - board[6]

    def best(self, board: list[int], level: int | None) -> int:
        if level is None or level > 3:
            scores = [self.score(board, pit, level) for pit in range(6)]
        else:
            scores = [
                self.score(board, pit, level + 1) - self.worst(self.simulate(board, pit), level + 1) for pit in range(6)
            ]
        return scores.index(max(scores))

    def worst(self, board: list[int], level: int) -> int:
        turned = board[7:] + board[:7]
        return max(0, *(self.score(turned, pit, level) for pit in range(6)))


def test_greedy_and_pessimistic_players_as_the_document_has_them() -> None:
    """Ties aside, which are drawn: here both take the first. Boards with few seeds in the pits: plain recursion is slow."""
    retold, rng, compared = Retold(), Random(5), 0
    while compared < 80:
        state: KalahState = GAME.start(GAME.options())
        while not state.over:
            if sum(state.ring[:6]) + sum(state.ring[7:13]) < 18:
                board = list(state.ring)
                assert baseline.greedy(state, Listener())(state.ring) == retold.best(board, None)
                assert baseline.pessimistic(state, Listener())(state.ring) == retold.best(board, 0)
                compared += 1
            state = state.play(rng.choice(state.legal()))


def test_greedy_takes_the_extra_turns() -> None:
    """Sowing c first keeps f for later; the chain wins the most seeds in total, but not with its first sowing."""
    state = at("1,0,4,0,0,1,10/4,4,4,4,4,4,6/s")
    most = max(state.play(move).ring[-1] for move in state.legal())
    turn = PLAYERS["seed:greedy"](state, Random(1))
    assert state.play(turn).ring[-1] == most


def test_greedy_counts_an_extra_turn_after_a_whole_lap() -> None:
    """18 seeds in b end in the store (13 places on, then five): with 14 places they would not."""
    assert chosen("seed:greedy", "0,18,0,0,0,0,0/1,1,1,1,1,1,0/s").startswith("b ")


def test_the_pessimist_minds_what_the_other_would_take() -> None:
    """Greedy captures one seed with a; the pessimist moves the six of d, which north's B would capture."""
    board = "1,0,0,6,0,3,5/1,1,0,0,2,2,5/s"
    assert chosen("seed:greedy", board) == "a"
    assert chosen("seed", board) == "d"


def test_the_pessimist_draws_among_equals() -> None:
    board = "0,1,8,0,0,9,5/2,0,0,0,0,0,5/s"
    assert {chosen("seed", board, dice=n) for n in range(30)} == {"b", "c"}
    assert {chosen("seed:greedy", board, dice=n) for n in range(30)} == {"c"}


@pytest.mark.parametrize("player", sorted(PLAYERS))
@pytest.mark.parametrize("options", ["", "pits=1,seeds=9", "pits=9,seeds=2,first=north", "empty-capture=off"])
def test_every_player_plays_legal_turns_to_the_end(player: str, options: str) -> None:
    rng = Random(7)
    state: KalahState = GAME.start(GAME.options(options))
    while not state.over:
        turn: KalahMove = PLAYERS[player if state.mover == 1 else "random"](state, rng)
        state = state.play(turn)


def test_wide_boards_do_not_take_the_pessimist_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pit of both sides ends in its store: the look ahead gives up depth after depth."""
    state = at("7,6,5,4,3,2,1,0/7,6,5,4,3,2,1,0/s", "pits=7")
    with pytest.raises(baseline.TooManyBoardsError):
        baseline.Lookahead(state, Random(1), baseline.PESSIMIST_DEPTH, most=1_000).choose(state.ring)
    monkeypatch.setattr(baseline, "MAX_BOARDS", 1_000)
    turn = PLAYERS["seed"](state, Random(1))
    assert state.why_not(turn) is None and turn == PLAYERS["seed:greedy"](state, Random(1))
