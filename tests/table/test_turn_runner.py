"""The turns of computers: who is asked, when, and what becomes of an answer, whenever it comes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice, MoveAnalysis, MoveValue
from fourth_seat.games import find
from fourth_seat.games.protocol import Line, PlayedGame
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.events import Ended, Event, Moved
from fourth_seat.table.seats import Seat, read_seat
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import LONG_THOUGHT_S, TurnRunner
from fourth_seat.words import Text, say


class Thinker:
    """A player whose tasks are done when the test runs them."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.notice: Text | None = None
        self.failed = self.closed = False
        self.asked: list[Line] = []
        self.choosing: list[Task[Choice]] = []
        self.most: list[int] = []
        self.valuing: list[Task[Sequence[MoveValue]]] = []
        self.judging: list[Task[Sequence[MoveAnalysis]]] = []

    @property
    def name(self) -> Text:
        return say("Thinker")

    def choose(self, line: Line) -> Task[Choice]:
        self.asked.append(line)
        self.choosing.append(Task(lambda _: Choice(line.state.legal()[-1], self.notice, self.failed)))
        return self.choosing[-1]

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        self.asked.append(line)
        self.most.append(most)
        self.valuing.append(Task(lambda _: [MoveValue(line.state.legal()[0], (0.5, 0.5))]))
        return self.valuing[-1]

    def judge(self, line: Line, move: Any) -> Task[Sequence[MoveAnalysis]]:
        self.asked.append(line)
        self.judging.append(Task(lambda _: ()))
        return self.judging[-1]

    def rollout(self, line: Line, most: int, trials: Any) -> Task[Sequence[MoveValue]]:
        raise NotImplementedError

    def close(self) -> None:
        self.closed = True


class At:
    """A table for whose computers the test thinks, and the sentences shown there."""

    def __init__(
        self,
        *seats: str,
        game: str = "connect4",
        folder: Path | None = None,
        waits: bool = False,
        dice: Random | None = None,
    ) -> None:
        rules = find(game)
        self.table = Table.begin(rules, rules.options(), list(map(read_seat, seats)), folder, datetime.now)
        self.table.displays.append(self)
        self.notices: list[Announcement] = []
        self.players: list[Thinker] = []
        self.gone: list[Seat] = []
        self.now_s = 1000.0
        self.runner = TurnRunner(
            self.table, self._made, waits=waits, dice=dice, failed=self.gone.append, clock=lambda: self.now_s
        )

    def _made(self, seat: Seat) -> Thinker:
        self.players.append(Thinker(seat))
        return self.players[-1]

    def show(self, announcement: Announcement) -> None:
        if announcement.kind is AnnouncementKind.NOTICE:
            self.notices.append(announcement)

    def answer(self, player: int = -1) -> bool:
        """Let a player's last task end, and take a step."""
        self.players[player].choosing[-1].run()
        return self.runner.step()

    @property
    def moves(self) -> str:
        return "".join(entry.text for entry in self.table.history.standing)

    @property
    def said(self) -> list[str]:
        return [str(notice.texts[0]) for notice in self.notices]


# -- asking ------------------------------------------------------------------------------------------------------------


def test_a_computer_is_asked_once_about_its_position_and_its_answer_is_played() -> None:
    at = At("human", "computer:3")
    assert not at.runner.step() and not at.players and at.runner.thinking is None
    at.table.play("4")
    for _ in range(3):
        assert not at.runner.step()
    (player,) = at.players
    assert player.seat == read_seat("computer:3") and player.asked == [at.table.line]
    assert at.runner.thinking is player.choosing[0]
    assert at.answer() and at.moves == "47"
    assert at.table.history.entries[-1].by == "computer"
    assert at.runner.thinking is None and not at.runner.step() and len(player.asked) == 1


def test_computers_that_share_a_text_share_a_player_and_others_have_their_own() -> None:
    same, other = At("computer:3", "computer:3"), At("computer:3", "computer:4")
    for at in (same, other):
        at.runner.step()
        at.answer()
        at.runner.step()
        assert at.answer() and at.moves == "77"
    assert [len(player.asked) for player in same.players] == [2]
    assert [(str(player.seat), len(player.asked)) for player in other.players] == [("computer:3", 1), ("computer:4", 1)]


def test_where_moves_wait_nobody_is_asked_until_the_last_one_has_been_set_down() -> None:
    at = At("computer:3", "computer:4", waits=True)
    at.runner.step()
    at.answer()
    assert at.table.pending and not at.runner.step() and len(at.players) == 1
    at.table.set_down()
    assert not at.runner.step() and len(at.players) == 2


def test_where_moves_do_not_wait_the_next_one_is_asked_at_once() -> None:
    at = At("computer:3", "computer:4")
    at.runner.step()
    at.answer()
    assert at.table.pending and not at.runner.step() and len(at.players) == 2


def test_nobody_is_asked_for_a_seat_of_another_table_or_after_the_end() -> None:
    at = At("table:guest", "computer:3")
    assert not at.runner.step() and not at.players
    at.table.reseat(1, read_seat("human"))
    at.table.resign(1)
    assert not at.runner.step() and not at.players


# -- the position changes meanwhile --------------------------------------------------------------------------------------


def test_an_answer_that_comes_after_its_move_was_taken_back_is_dropped() -> None:
    at = At("human", "computer:3")
    at.table.play("4")
    at.runner.step()
    at.table.undo()
    assert not at.runner.step() and at.runner.thinking is None
    assert at.players[0].choosing[0].cancelled
    assert not at.answer() and at.moves == ""


def test_another_position_is_asked_about_anew() -> None:
    at = At("human", "computer:3")
    at.table.play("4")
    at.runner.step()
    at.table.undo()
    at.table.play("3")  # between two steps
    at.players[0].choosing[0].run()
    assert not at.runner.step() and at.moves == "3"
    first, second = at.players[0].choosing
    assert first.cancelled and not second.cancelled and at.players[0].asked[-1] is at.table.line
    assert at.answer() and at.moves == "37"


def test_another_computer_that_takes_over_thinks_itself() -> None:
    at = At("computer:3", "human")
    at.runner.step()
    at.table.reseat(1, read_seat("computer:7"))
    at.players[0].choosing[0].run()
    assert not at.runner.step() and at.moves == ""
    assert at.players[0].choosing[0].cancelled and str(at.players[1].seat) == "computer:7"
    assert at.answer() and at.moves == "7"


def test_somebody_else_takes_over_from_an_engine_that_hangs() -> None:
    at = At("engine:slow", "human")
    at.runner.step()
    at.table.reseat(1, read_seat("human:Anna"))
    assert not at.runner.step() and at.runner.thinking is None and at.table.people_move
    assert at.players[0].choosing[0].cancelled
    at.table.play("4")


def test_a_game_with_other_options_has_other_players() -> None:
    at = At("computer:3", "human", game="kalah")
    seat = at.table.seats[0]
    first = at.runner.player(seat)
    assert at.runner.player(seat) is first
    rules = at.table.game
    at.table.take_in([PlayedGame.of(Line.begin(rules, rules.start(rules.options("seeds=3"))))])
    second = at.runner.player(seat)
    assert second is not first and [player.closed for player in at.players] == [True, False]
    assert at.runner.player(seat) is second


# -- dice, and unsaved events -------------------------------------------------------------------------------------


def test_the_program_rolls_where_it_has_the_dice() -> None:
    at = At("computer:3", "computer:4", game="backgammon", dice=Random(1))
    assert at.table.needs_throw and at.runner.step() and not at.table.needs_throw
    assert at.table.history.entries[-1].by == "program" and not at.players
    assert not at.runner.step() and len(at.players) == 1


def test_people_roll_where_it_has_none() -> None:
    at = At("computer:3", "computer:4", game="backgammon")
    assert not at.runner.step() and at.table.needs_throw and not at.players


def test_what_could_not_be_saved_is_saved_before_anything_else(tmp_path: Path) -> None:
    folder, aside = tmp_path / "games", tmp_path / "aside"
    at = At("computer:3", "human", folder=folder)

    def lose(event: Event) -> None:
        if isinstance(event, Moved) and at.table.result:  # after the winning move, before the result
            folder.rename(aside)
            folder.write_text("no folder")

    at.table.watchers.append(lose)
    for reply in "444":
        at.runner.step()
        at.answer()
        at.table.play(reply)
    at.runner.step()
    assert at.answer()
    assert at.table.result and not at.table.ended
    with pytest.raises(NotSaved):
        at.runner.step()
    folder.unlink()
    aside.rename(folder)
    assert at.runner.step() and at.table.ended and isinstance(at.table.events[-1], Ended)
    assert not at.runner.step()
    at.table.close()


# -- sentences ------------------------------------------------------------------------------------------------------


def test_an_engine_that_thinks_long_is_spoken_of_once() -> None:
    at = At("human", "engine:slow")
    at.table.play("4")
    at.runner.step()
    at.now_s += LONG_THOUGHT_S - 1
    at.runner.step()
    assert not at.said
    for _ in range(3):
        at.now_s += 1
        assert not at.runner.step() and len(at.said) == 1
    said = at.said[0]
    assert "for a minute" in said and "seat 2" in said and "slow" in said
    assert at.notices[0].seat == 2
    assert at.answer() and at.moves == "47"


def test_what_an_engine_says_is_announced_once_for_its_seat_whatever_the_wording_of_its_reason() -> None:
    at = At("engine:it", "engine:it")
    for code in 1, 2, 3:  # after two moves of seat 1 and one of seat 2
        at.runner.step()
        at.players[0].notice = say("{engine}: {reason}", engine="it", reason=say("it ended with {code}", code=code))
        assert at.answer()
    assert [(notice.seat, str(notice.texts[0])) for notice in at.notices] == [
        (1, "it: it ended with 1"),
        (2, "it: it ended with 2"),
    ]
    for n, (engine, reason) in enumerate((("other", "it ended with {code}"), ("it", "it hangs")), 3):
        at.runner.step()
        at.players[0].notice = say("{engine}: {reason}", engine=engine, reason=Text(reason))
        assert at.answer() and len(at.notices) == n


@pytest.mark.parametrize("failed", [False, True])
def test_an_engine_that_has_failed_is_known(failed: bool) -> None:
    at = At("engine:it", "human")
    at.runner.step()
    at.players[0].failed = failed
    assert at.answer() and at.moves == "7"
    assert at.gone == ([read_seat("engine:it")] if failed else [])


def test_nobody_need_ask_for_engines_that_fail() -> None:
    at = At("engine:it", "human")
    runner = TurnRunner(at.table, at._made, waits=False)
    runner.step()
    at.players[0].failed = True
    at.players[0].choosing[0].run()
    assert runner.step() and at.moves == "7"


def test_a_player_is_hurried_while_it_thinks() -> None:
    at = At("human", "computer:3")
    at.runner.hurry()
    at.table.play("4")
    at.runner.step()
    at.runner.hurry()
    assert at.players[0].choosing[0].hurried


# -- values and judgements -------------------------------------------------------------------------------------------------


def test_values_come_once_with_the_line_that_they_are_about() -> None:
    at = At("human", "human")
    runner, adviser = at.runner, Thinker(read_seat("computer:6"))
    assert runner.valuing is None and runner.valued() is None
    asked = at.table.line
    runner.value(adviser, 5)
    assert adviser.asked == [asked] and adviser.most == [5]
    assert runner.valuing is asked and runner.valued() is None
    at.table.play("4")  # the answer is late, and says so by its line
    adviser.valuing[0].run()
    line, values = runner.valued() or (None, [])
    assert line is asked and [value.move for value in values] == [asked.state.legal()[0]]
    assert runner.valuing is None and runner.valued() is None and not adviser.valuing[0].cancelled


def test_a_judgement_comes_once_with_its_turn() -> None:
    at = At("human", "human")
    runner, adviser = at.runner, Thinker(read_seat("computer:6"))
    assert runner.judging is None and runner.judged() is None
    line, move = at.table.line, at.table.state.legal()[0]
    runner.judge(adviser, line, move)
    assert adviser.asked == [line] and runner.judging == (line, move) and runner.judged() is None
    adviser.judging[0].run()
    assert runner.judged() == (line, move, ())
    assert runner.judging is None and runner.judged() is None and not adviser.judging[0].cancelled


def test_a_later_question_takes_the_place_of_the_one_before() -> None:
    at = At("human", "human")
    runner, adviser, line = at.runner, Thinker(read_seat("computer:6")), at.table.line
    other = line.play(line.state.legal()[0])
    runner.value(adviser, 1)
    runner.value(adviser, 1, other)
    assert adviser.valuing[0].cancelled and runner.valuing is other and adviser.asked[-1] is other
    runner.judge(adviser, line, line.state.legal()[0])
    assert adviser.valuing[1].cancelled and runner.valuing is None
    runner.judge(adviser, line, line.state.legal()[1])
    assert adviser.judging[0].cancelled and runner.judging == (line, line.state.legal()[1])
    runner.value(adviser, 1)
    assert adviser.judging[1].cancelled and runner.judging is None
    runner.drop_values()
    assert adviser.valuing[2].cancelled and runner.valuing is None


# -- the end -----------------------------------------------------------------------------------------------------------


def test_at_the_end_all_players_end_and_nothing_is_awaited() -> None:
    at = At("computer:3", "computer:4")
    at.runner.step()
    at.answer()
    at.runner.step()
    adviser = Thinker(read_seat("computer:6"))
    at.runner.value(adviser, 1)
    at.runner.close()
    assert [player.closed for player in at.players] == [True, True]
    assert at.players[1].choosing[0].cancelled and at.runner.thinking is None
    assert adviser.valuing[0].cancelled and at.runner.valuing is None
    at.runner.step()
    assert len(at.players) == 3, "a player that has ended is not asked again"


# -- whose turn it is --------------------------------------------------------------------------------------------------


def test_whose_turn_it_is_is_one_of_three() -> None:
    table = At("human", "table:guest").table
    assert (table.people_move, table.computers_turn, table.elsewhere) == (True, False, False)
    table.play("4")
    assert (table.people_move, table.computers_turn, table.elsewhere) == (False, False, True)
    table.reseat(2, read_seat("computer:1"))
    assert (table.people_move, table.computers_turn, table.elsewhere) == (False, True, False)
    table.resign(1)
    assert (table.people_move, table.computers_turn, table.elsewhere) == (False, False, False)
