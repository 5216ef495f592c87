"""Two tables that play one game: real processes and sockets, cut again and again; both records are the same in the end."""

from __future__ import annotations

import time
from datetime import datetime
from random import Random

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.linked.client import TableLink, parse_link
from fourth_seat.page.linked.host import TableHost
from fourth_seat.page.linked.line import Follower, common, digest, is_line, may_add, standing_line
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.errors import BadSeat, OutOfTurn
from fourth_seat.table.seats import Seat, read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say
from tests.page.linked_tables import LONGEST_S, linked


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_whose_line_is_cut_again_and_again(name: str) -> None:
    rng = Random(7)
    with linked(name) as both:
        cuts, mended_at = 0, 0.0
        end = time.monotonic() + LONGEST_S
        while not (both.here.result and both.there.result and both.same):
            assert time.monotonic() < end, (standing_line(both.here)[-3:], standing_line(both.there)[-3:])
            for family in both.families:
                family.act()
            both.step()
            if both.cutter.whole and both.here.history.at > 4 * cuts and cuts < 6:
                both.cutter.cut()
                cuts, mended_at = cuts + 1, time.monotonic() + 0.2 * rng.random()
            elif not both.cutter.whole and time.monotonic() > mended_at:
                both.cutter.mend()
            time.sleep(0.001)
        assert cuts and both.here.history.at > 6
        assert both.here.state == both.there.state


def test_undo_crosses_the_line_both_ways() -> None:
    with linked("connect4") as both:
        both.here.play("4")
        both.until(lambda: both.there.pending is not None)
        both.there.set_down()
        both.there.play("3")
        both.until(lambda: both.here.pending is not None and both.same)
        both.there.undo()
        both.until(lambda: both.here.history.at == 1 and both.same)
        assert both.here.pending is None or both.here.pending.move is None  # the stone is taken off again
        both.there.play("5")
        both.until(lambda: both.same and both.here.history.at == 2)
        both.here.undo()
        both.until(lambda: both.same and both.there.history.at == 0)


def test_what_is_played_while_the_line_is_cut_arrives_once_it_is_mended() -> None:
    with linked("connect4") as both:
        both.here.play("4")
        both.until(lambda: both.there.pending is not None)
        both.cutter.cut()
        both.until(lambda: not both.link.here)
        both.there.set_down()
        both.there.play("3")
        for _ in range(50):
            both.step()
        assert both.here.history.at == 1
        both.cutter.mend()
        both.until(lambda: both.same and both.here.history.at == 2)


def test_who_decides_where_both_did_something_at_once() -> None:
    with linked("connect4") as both:
        both.here.play("4")
        both.until(lambda: both.there.pending is not None)
        both.cutter.cut()
        both.until(lambda: not both.link.here)
        both.there.set_down()
        both.there.play("3")
        both.here.undo()
        both.here.play("7")
        both.cutter.mend()

        def agreed() -> bool:
            if both.there.pending:
                both.there.set_down()
            return both.same

        both.until(agreed)
        assert [entry[1] for entry in standing_line(both.there)] == ["7"]


def test_giving_up_crosses_the_line() -> None:
    with linked("kalah") as both:
        both.there.resign(2)
        both.until(lambda: both.here.result is not None and both.same)
        assert both.here.result and both.here.result.winners == (1,)


def test_a_table_that_was_closed_joins_again_by_its_cookie() -> None:
    with linked("connect4") as both:
        both.here.play("4")
        both.until(lambda: both.there.pending is not None)
        both.link.close()
        both.there.set_down()
        both.there.play("3")
        both.link = TableLink(both.there, f"http://localhost:{both.cutter.port}", cookie=both.cookies[-1])
        both.until(lambda: both.same or both.there.history.at == 1)
        assert both.same or both.there.history.at == 1


@pytest.mark.slow
@pytest.mark.parametrize("guest_first", [True, False])
def test_the_next_game_is_played_together_whoever_begins_it(guest_first: bool) -> None:
    def begin_there() -> None:
        both.link.close()
        both.there = Table.begin(game, game.options(), [read_seat("table:x"), read_seat("human")], None, datetime.now)
        both.link = TableLink(both.there, f"http://localhost:{both.cutter.port}", cookie=both.cookies[-1])

    def begin_here() -> None:
        time.sleep(1.1)  # games that begin in the same second are treated as one
        both.here = Table.begin(game, game.options(), [read_seat("human")] * 2, None, datetime.now)
        both.host.attach(HostedTable(both.here, Review(both.here)))

    def told(sentence: str) -> None:
        end = time.monotonic() + LONGEST_S
        while sentence not in str(both.link.trouble):
            assert time.monotonic() < end, both.link.trouble
            both.host.step()
            both.link.step()
            time.sleep(0.002)

    game = find("connect4")
    with linked("connect4") as both:
        both.here.play("4")
        both.until(lambda: both.there.pending is not None)
        both.there.set_down()
        both.there.resign(2)
        both.until(lambda: both.here.result is not None and both.same)
        if guest_first:
            begin_there()
            told("is over")
            begin_here()
        else:
            begin_here()
            told("start one here")
            assert both.there.history.at == 2 and not any(seat.elsewhere for seat in both.here.seats)
            begin_there()
        while both.link.trouble or not both.here.seat(2).elsewhere:
            both.host.step()
            both.link.step()
            time.sleep(0.002)
        both.here.play("5")
        both.until(lambda: both.there.pending is not None and both.same)


def test_a_table_that_is_shown_again_goes_on_with_its_guests() -> None:
    with linked("connect4") as both:
        both.here.play("4")
        both.until(lambda: both.there.pending is not None)
        both.there.set_down()
        both.host.attach(None)
        both.host.attach(HostedTable(both.here, Review(both.here)))
        both.there.play("3")
        both.until(lambda: both.same and both.here.history.at == 2)
        both.here.set_down()
        both.here.play("5")
        both.until(lambda: both.there.pending is not None and both.same)


@pytest.mark.slow
def test_another_game_is_said_and_changes_nothing() -> None:
    with linked("connect4") as both:
        both.link.close()
        other = Table.begin(
            find("kalah"), find("kalah").options(), [read_seat("table:x"), read_seat("human")], None, datetime.now
        )
        link = TableLink(other, f"http://localhost:{both.cutter.port}", cookie=both.cookies[-1])
        end = time.monotonic() + LONGEST_S
        while not link.trouble and time.monotonic() < end:
            both.host.step()
            link.step()
            time.sleep(0.005)
        assert link.trouble and "connect4" in str(link.trouble.values)
        link.close()
        both.link = TableLink(both.there, f"http://localhost:{both.cutter.port}", cookie=both.cookies[-1])


def test_people_here_enter_nothing_for_the_other_table() -> None:
    game = find("backgammon")
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("table:x")], None, datetime.now)
    table.throw("13")  # black, at the other table, begins
    assert table.state.seat == 2
    with pytest.raises(OutOfTurn):
        table.play("8/7 6/3")
    with pytest.raises(OutOfTurn):
        table.tap("8")


def test_a_guest_adds_only_its_own_moves() -> None:
    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("table:x")], None, datetime.now)
    assert not may_add(table, [["move", "4"]], (2,))
    table.play("4")
    own = standing_line(table)
    assert may_add(table, [*own, ["move", "3"]], (2,))
    assert not may_add(table, [*own, ["move", "3"], ["move", "3"]], (2,))
    assert not may_add(table, [*own, ["move", "x"]], (2,))
    assert not may_add(table, [*own, ["board", "x"]], (2,))
    assert not may_add(table, [*own, ["rule", "3"]], (2,)) and not may_add(table, [["rule", "4"]], (2,))
    assert not may_add(table, [*own, ["move", " 3 "]], (2,))
    assert not may_add(table, [["move", "5"]], (2,))
    assert may_add(table, [], (2,)) and may_add(table, [*own, ["end", 2, 0]], (2,))
    assert not may_add(table, [*own, ["end", 1, 0]], (2,))


def line_after(table: Table, *entries: list[object], number: int = 1) -> dict[str, object]:
    """Return a guest's message: the table's line, and these entries after it."""
    own = standing_line(table)
    return {"type": "line", "number": number, "line": [*own, *entries], "bases": [digest(own)]}


def test_a_guest_that_plays_no_seat_changes_nothing() -> None:
    game = find("backgammon")
    table = Table.begin(game, game.options("match=3"), [read_seat("human")] * 2, None, datetime.now)
    sent: list[tuple[str, dict[str, object]]] = []
    tables = TableHost(table, lambda: False, lambda guest, message: sent.append((guest, message)))
    tables.join("watcher", ())  # following the game is no more than a watching page does
    assert sent.pop()[1]["line"] == []
    throw = line_after(table, ["throw", "31"])
    table.throw("21")
    before = len(table.events)
    for message in (
        throw,
        {"type": "line", "number": 1, "line": [], "bases": [digest(standing_line(table))]},  # undo
        line_after(table, ["end", 0, 0]),
    ):
        tables.receive("watcher", (), message)
        assert sent.pop()[1]["refused"]
        tables.step()
    table.resign(1)
    assert table.match_goes_on
    tables.receive("watcher", (), line_after(table, number=2))
    assert len(table.games) == 1 and len(table.events) == before + 2
    tables.receive("guest", (2,), line_after(table, number=2))
    assert len(table.games) == 2


def test_lines_wait_while_the_board_is_being_corrected() -> None:
    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat("human")] * 2, None, datetime.now)
    correcting: list[Text] = [say("the board is being corrected")]
    tables = TableHost(table, lambda: False, lambda *_: None, lambda: correcting[0] if correcting else None)
    first, second = line_after(table, ["move", "4"]), line_after(table, ["move", "5"])
    tables.receive("gone", (1,), second)
    tables.receive("guest", (1,), first)
    tables.forget("gone")
    tables.step()
    assert standing_line(table) == []
    correcting.clear()
    tables.step()
    assert standing_line(table) == [["move", "4"]]
    tables.receive("guest", (2,), line_after(table, ["move", "3"]))
    correcting.append(say("the board is being corrected"))
    tables.step()  # the line that was being followed waits, too
    assert table.history.at == 1
    correcting.clear()
    tables.step()
    assert table.history.at == 2


def test_a_line_that_cannot_be_reached_is_given_up() -> None:
    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat("human"), read_seat("table:x")], None, datetime.now)
    follower = Follower(table)
    follower.follow([["move", " 4 "]])  # it is recorded as 4
    assert follower.step(waits=False) and not follower.wanted and table.history.at == 1
    follower.follow([["move", "4"], ["move", "9"]])
    assert follower.step(waits=False) and not follower.wanted and table.history.at == 1
    strange = (
        ["move", 3, 4],
        ["rule", 3, 4],
        ["end", "x"],
        ["else", "4"],
        [5, 1, 1],
        [None, 1, 1],
        [["end"], 1, 1],
        [5, "4"],
    )
    assert not any(is_line([entry]) for entry in strange)
    assert is_line([["move", "4"], ["throw", "31"], ["end", 1, 0]])


def test_a_pass_is_followed_after_it_was_undone() -> None:
    game = find("backgammon")
    table = Table.begin(game, game.options(), [read_seat("human")] * 2, None, datetime.now)
    table.set_position("XGID=-F-a-aa-bAB--aBB--A---bafA:0:0:1:00:0:0:0:0:10")
    table.throw("33")  # no checker comes in
    line = standing_line(table)
    assert line[-1] == ["rule", "33: pass"] and may_add(table, [*line, ["throw", "64"]], (table.state.seat,))
    table.back_to(2)  # before the pass
    assert not may_add(table, [*line[:-1], ["move", "33: pass"]], ())
    assert may_add(table, line, ())
    follower = Follower(table)
    follower.follow(line)
    assert follower.step(waits=False) is None and not follower.wanted and standing_line(table) == line


def test_lines() -> None:
    assert common([["move", "1"], ["move", "2"]], [["move", "1"], ["move", "3"]]) == 1
    assert digest([["move", "1"]]) == digest([["move", "1"]]) != digest([["move", "2"]])


@pytest.mark.parametrize(
    "text",
    [
        "table:",
        "table:x",
        "table:http://x",
        "table:ftp://x/#y",
        "table:https://x/#y",
        "table:http:///#y",
        "table:[http://1.2.3.4:5/#t](http://1.2.3.4:5/#t)",
    ],
)
def test_a_link_that_is_none(text: str) -> None:
    with pytest.raises(BadSeat) as error:
        parse_link(Seat(computer=text))
    assert isinstance(error.value, FourthSeatError)
