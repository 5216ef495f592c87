"""Everything at the table beside entering moves: the card, undo, looking back, corrections, hints, seats, the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from random import Random

import pytest

from calibration.orientation import load_orientation
from engines.players.tasks import Task
from engines.results import Choice
from games import AnyGame, find, game_names
from games.contents import Content
from games.steps import rebuild
from table.errors import NotSaved
from table.protocols import Announcement, AnnouncementKind
from table.seats import Seat
from table.table import Table
from tests.ui.conftest import settle
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import Adviser, Hands, texts
from ui.after.next_game import NextGameSheet
from ui.board.marks import Mark
from ui.table.page import TablePage
from ui.table.turn import POLLS_BEFORE_PROGRESS
from ui.widgets.choice import ChoiceBox
from words import say

TWO = ["human:Anna", "human:Ben"]
AGAINST = ["human:Anna", "random"]


class TestThePlacementCard:
    @pytest.fixture
    def hands(self, sit: Sit) -> Hands:
        hands = sit("connect4", AGAINST)
        hands.click("4")
        hands.until(lambda: bool(hands.table.pending))
        hands.settle()
        return hands

    def test_shows_the_move_until_space_is_pressed(self, hands: Hands) -> None:
        card = hands.page.panel.card
        assert card.winfo_ismapped()
        move = hands.table.history.entries[-1].text
        read = " ".join(texts(card))
        assert move in read and "yellow stone" in read
        board, pending = hands.page.board, hands.table.pending
        assert pending and dict(board.cells) == dict(pending.before.cells()), "the board as it lies on the table"
        assert len(board.previewed) == 1 and board.steps == pending.steps
        hands.press("space")
        assert not hands.table.pending and not card.winfo_ismapped()
        assert not board.steps and dict(board.cells) == dict(hands.table.state.cells())

    def test_the_button_does_the_same(self, hands: Hands) -> None:
        hands.page.panel.card.done.invoke()
        hands.settle()
        assert not hands.table.pending

    def test_a_move_entered_meanwhile_says_that_it_has_been_set_down(self, hands: Hands) -> None:
        hands.click("1")
        assert hands.table.history.at >= 3

    def test_is_there_again_after_a_restart(self, hands: Hands) -> None:
        assert hands.table.record
        path = hands.table.record.path
        hands.page.leave()
        table = Table.resume(path, hands.window.clock)
        again = Hands(hands.window, table)
        assert again.page.panel.card.winfo_ismapped()
        assert again.table.pending and again.table.pending.count == 2


def test_the_card_keeps_to_the_step_that_hands_are_at(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    for column in "4453":
        hands.click(column)
    hands.page.do(lambda: hands.table.back_to(0))  # four stones are to be taken out
    hands.settle()
    card, shown = hands.page.panel.card, hands.page.shown
    assert card.at == 0
    hands.press("Next", "Next")
    assert (card.at, shown.step) == (2, 2)
    read = str(card.steps.cget("text"))
    for size in ("1024x600", "1280x800"):  # also what a notice that comes or goes does
        hands.window.root.geometry(size)
        hands.until(lambda size=size: hands.window.root.geometry().startswith(size))  # type: ignore[misc]
        settle(hands.window, 0.1)
        assert (card.at, shown.step, str(card.steps.cget("text"))) == (2, 2, read)
    hands.page.actions.invoke("turn")
    assert (card.at, shown.step) == (2, 2)
    hands.page.do(lambda: hands.table.back_to(1))
    hands.settle()
    assert hands.table.pending and (card.at, shown.step) == (0, 0), "something else is to be done, which begins anew"


def test_the_card_shows_the_piece_as_it_is_to_be_taken(sit: Sit) -> None:
    hands = sit("blokus", ["random", "human", "human", "human"])
    hands.until(lambda: bool(hands.table.pending))
    hands.settle()
    assert hands.page.panel.card.piece.winfo_ismapped()


def test_a_click_while_a_computer_must_be_set_down_says_so(sit: Sit) -> None:
    hands = sit("blokus", ["random", "random", "human", "human"])
    hands.until(lambda: bool(hands.table.pending))
    hands.click("k10")
    assert hands.refused and "Done" in str(hands.page.line.message)


def test_every_point_is_named_as_it_is_printed(sit: Sit) -> None:
    """Black counts the points from its own side: so does the board while its move is to be made."""
    hands = sit("backgammon", ["human:Anna", "random"])
    seen = 0
    while seen < 5:
        if hands.table.pending:
            for step in hands.table.pending.steps:
                printed = [hands.page.board.name_of(cell) for cell in step.cells]
                if "move" in step.text.key and "" not in printed:
                    seen += 1
                    assert str(step.text).endswith(f"from {printed[0]} to {printed[-1]}"), step.text
            hands.press("space")
        elif not hands.table.computers_turn:
            hands.play(hands.choose())
        hands.settle()


@pytest.mark.parametrize("game", game_names())
def test_undo_and_redo(sit: Sit, game: str) -> None:
    found = find(game)
    hands = sit(game, [f"human:P{n}" for n in range(found.seats(found.options()))])
    states = [hands.table.state]
    for _ in range(4):
        hands.play(hands.choose())
        states.append(hands.table.state)
    for state in reversed(states[:-1]):
        hands.press("Control-z")
        assert hands.table.state == state
        assert hands.page.board.cells == hands.table.board_state.cells(), "the board as it lies on the table"
        if hands.table.pending:
            assert rebuild(hands.page.board.cells, hands.page.board.steps) == state.cells()
            hands.press("space")
        assert hands.page.board.cells == state.cells()
    assert hands.page.toolbar.buttons["undo"].instate(["disabled"])
    for state in states[1:]:
        hands.page.actions.invoke("redo")
        assert hands.table.state == state
    hands.settle()
    assert hands.page.toolbar.buttons["redo"].instate(["disabled"])


class TestLookingBack:
    @pytest.fixture
    def hands(self, sit: Sit) -> Hands:
        hands = sit("connect4", TWO)
        for column in "4453":
            hands.click(column)
        return hands

    def click_line(self, hands: Hands, line: str) -> None:
        tree = hands.page.panel.moves.tree
        tree.see(line)
        hands.settle()
        box = tree.bbox(line)
        assert box
        tree.event_generate("<Button-1>", x=box[0] + 5, y=box[1] + 5)
        tree.event_generate("<ButtonRelease-1>", x=box[0] + 5, y=box[1] + 5)
        hands.settle()

    def test_a_line_shows_the_position_after_it(self, hands: Hands) -> None:
        self.click_line(hands, "1")
        assert set(hands.page.board.cells) == {"d1", "d2"}
        assert hands.page.panel.looking.winfo_ismapped()
        hands.click("7")
        assert hands.refused and hands.table.history.at == 4
        hands.press("Escape")
        assert len(hands.page.board.cells) == 4 and not hands.page.panel.looking.winfo_ismapped()

    def test_the_game_goes_on_from_there(self, hands: Hands) -> None:
        self.click_line(hands, "1")
        hands.page.panel.looking.go_on.invoke()
        hands.settle()
        assert hands.table.history.at == 2 and len(hands.page.board.cells) == 4
        assert len(hands.page.board.steps) == 2, "two stones are to be taken out"
        hands.press("space")
        assert len(hands.page.board.cells) == 2
        hands.click("7")
        assert [entry.text for entry in hands.table.history.entries] == ["4", "4", "7"]

    def test_the_start(self, hands: Hands) -> None:
        self.click_line(hands, "start")
        assert not hands.page.board.cells

    def test_the_curve_leads_back_as_well(self, hands: Hands) -> None:
        hands.until(lambda: 4 in hands.table.values)
        hands.settle()
        graph = hands.page.panel.graph
        graph.event_generate("<Button-1>", x=8, y=20)
        hands.settle()
        assert hands.page.shown.viewing == 0

    def test_moves_that_were_taken_back_are_shown_until_others_take_their_place(self, hands: Hands) -> None:
        for _ in range(2):
            hands.page.do(hands.table.undo)
        self.click_line(hands, "3")
        assert hands.page.shown.viewing == 4 and len(hands.page.board.cells) == 4
        hands.table.play("7", by="camera")  # while somebody looks at the screen
        hands.until(lambda: not hands.page.panel.looking.winfo_ismapped())
        assert hands.page.board.cells == hands.table.board_state.cells() and hands.page.shown.viewing is None
        assert hands.window.notices.shown is None
        self.click_line(hands, "1")
        hands.table.play("6", by="camera")
        hands.until(lambda: len(hands.page.panel.moves.tree.get_children()) == 5)
        assert hands.page.shown.viewing == 2 and set(hands.page.board.cells) == {"d1", "d2"}, "these stand"

    def test_what_is_refused_is_refused_in_the_present_position(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Mia?takebacks=off", "human:Ben"])
        hands.until(lambda: 0 in hands.table.values)
        hands.click("4")
        hands.until(lambda: 1 in hands.table.values and not hands.page.board.steps)  # nothing more is to come by itself
        hands.page.view(0)
        hands.settle()
        hands.press("Control-z")
        assert hands.refused and "without taking back" in str(hands.page.line.message)
        hands.until(lambda: not hands.page.panel.looking.winfo_ismapped())
        assert set(hands.page.board.cells) == {"d1"} and hands.refused

    def test_an_earlier_position_is_not_drawn_over_and_over(self, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ui.table.shown.SHOWN_AS_MADE_S", 0.0)
        hands = sit("connect4", TWO)
        hands.click("4")
        hands.page.view(0)
        assert not hands.page.shown.moment_over, "the last move is not in sight, so its moment need not end"
        hands.page.view(None)
        hands.until(lambda: not hands.page.board.steps)

    def test_turning_the_board_leaves_the_position_that_is_shown(self, hands: Hands) -> None:
        self.click_line(hands, "1")
        hands.page.actions.invoke("mirror")
        hands.settle()
        assert hands.page.shown.viewing == 2 and set(hands.page.board.cells) == {"d1", "d2"}
        assert hands.page.panel.looking.winfo_ismapped() and load_orientation("connect4").mirror

    def test_a_move_is_compared_only_where_it_was_played(self, hands: Hands) -> None:
        hands.page.shown.compare(1, hands.table.history.entries[1].move, None)
        hands.page.view(1)
        assert hands.page.board.marked(Mark.WRONG)
        hands.page.do(lambda: hands.table.back_to(0))
        hands.click("7")
        hands.page.view(1)
        assert set(hands.page.board.cells) == {"g1"} and not hands.page.board.marked(Mark.WRONG)

    def test_the_next_game_of_a_match_comes_from_another_table(self, sit: Sit) -> None:
        hands = sit("backgammon", TWO, options="match=3,first=1")
        for line in ("31", "8/5 6/5"):
            hands.type(line)
        hands.page.why()
        assert "Analysing" in str(hands.page.line.message)
        hands.page.do(lambda: hands.table.resign(1))
        hands.page.view(2)
        hands.settle()
        hands.table.next_game()
        hands.until(lambda: not hands.page.panel.looking.winfo_ismapped())
        assert hands.page.board.cells == hands.table.state.cells() and not hands.table.history.entries
        hands.page.judge.step()
        assert hands.window.notices.shown is None, "nobody judges a move of the game before"


class TestHelp:
    def test_a_hint_shows_cells_and_is_counted(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Mia?hints=1", "human:Ben"])
        hands.page.actions.invoke("hint")
        hands.until(lambda: bool(hands.page.shown.hint))
        hands.settle()
        assert hands.page.board.marked(Mark.HINT)
        assert "Hint" in str(hands.page.line.message)
        assert hands.table.hints_left(1) == 0
        hands.click("4")
        assert not hands.page.board.marked(Mark.HINT)
        hands.click("3")
        assert hands.page.toolbar.buttons["hint"].instate(["disabled"])
        hands.page.hint()
        assert hands.refused

    def test_nobody_sees_where_to_play_who_wants_no_help(self, sit: Sit) -> None:
        hands = sit("kalah", ["human:Lou?help=none", "human:Ben"])
        assert not hands.page.board.marked(Mark.NEXT)
        hands.click("d")
        assert hands.page.board.marked(Mark.NEXT)

    def test_full_help_shows_what_moves_are_worth(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Lou?help=full", "human:Ben"])
        hands.until(lambda: bool(hands.page.advice.captions))
        assert hands.page.advice.captions["a1"] == "70"
        hands.click("4")
        hands.settle()
        assert not hands.page.board.captions


def test_the_page_goes_on_while_a_move_waits_that_could_not_be_saved(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sit("connect4", ["human:Anna", "random"])
    tries, looks = [], []
    monkeypatch.setattr("ui.table.page.RETRY_INTERVAL_S", 60.0)

    def full(_: object) -> None:
        tries.append(True)
        raise NotSaved(say("the disk is full"))

    hands.table.play("4")
    assert hands.table.record
    monkeypatch.setattr(hands.table.record, "append", full)
    hands.until(lambda: str(hands.page.line.message) == "the disk is full")
    monkeypatch.setattr(hands.page.camera, "step", lambda: looks.append(True))
    hands.table.announce(Announcement(AnnouncementKind.NOTICE, (say("the camera has ended"),), 1))
    hands.until(lambda: bool(looks) and str(hands.page.line.message) == "the camera has ended")
    assert len(tries) == 1, "it is not tried again at once"


class TestWhoPlays:
    def test_a_seat_passes_to_the_computer_and_back(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        hands.page.actions.invoke("reseat")
        hands.settle()
        sheet = hands.page.sheet
        assert sheet and "Who takes over?" in list(texts(sheet))
        sheet.buttons[1].invoke()
        hands.page.do(lambda: hands.table.reseat(1, Seat(computer="random")))
        hands.until(lambda: bool(hands.table.pending))
        hands.press("space")
        hands.click("4")
        assert hands.table.history.entries[0].by == "computer"

    def test_everybody_who_has_played_can_take_over(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        names = ("Anna Maria", "Jean-Luc", "D'Arcy", "A+B?c")
        hands.window.change(replace(hands.window.settings, names=names))
        hands.page.ask_who_plays()
        hands.settle()
        assert hands.page.sheet
        _, who = (part for part in hands.page.sheet.body.winfo_children() if isinstance(part, ChoiceBox))
        assert set(names) <= set(who.names.values())
        who.value = next(seat for seat, name in who.names.items() if name == "Anna Maria")
        hands.page.sheet.buttons[0].invoke()
        assert hands.table.seats[0].people[0].name == "Anna Maria"

    def test_giving_up(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        hands.page.actions.invoke("resign")
        hands.settle()
        assert hands.page.sheet
        hands.page.sheet.buttons[0].invoke()
        hands.settle()
        assert hands.table.result and hands.table.result.winners == (2,)
        hands.press("Control-z")

    def test_stopping_here_counts_the_game(self, sit: Sit) -> None:
        hands = sit("kalah", TWO)
        hands.click("c")
        hands.page.actions.invoke("stop")
        hands.settle()
        assert hands.table.result
        assert hands.page.panel.over.winfo_ismapped()

    def test_out(self, sit: Sit) -> None:
        hands = sit("blokus", ["human"] * 4)
        hands.page.actions.invoke("out")
        hands.settle()
        assert hands.table.state.mover == 2
        with pytest.raises(KeyError):
            sit("kalah", TWO).page.actions.invoke("out")


def test_the_next_game_has_the_seats_moved_on(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    hands.window.clock = datetime.now  # which games belong to this evening is told from the time of their files
    for column in "1212121":
        hands.click(column)
    assert hands.table.result
    hands.page.panel.over.scores.invoke()
    hands.settle()
    assert hands.page.sheet and "Anna" in list(texts(hands.page.sheet))
    hands.press("Escape")
    hands.page.panel.over.next.invoke()
    hands.settle()
    assert isinstance(hands.page.sheet, NextGameSheet)
    hands.page.sheet.ways[0].invoke()
    hands.settle()
    page = hands.window.page
    assert isinstance(page, TablePage) and page is not hands.page
    assert [str(seat) for seat in page.table.seats] == ["human:Ben", "human:Anna"]


def test_the_program_rolls_on_request(sit: Sit) -> None:
    hands = sit("backgammon", TWO)
    assert hands.table.needs_throw
    while hands.table.needs_throw:  # equal numbers are thrown again
        hands.page.actions.invoke("roll")
        hands.settle()
    assert hands.table.history.entries[0].by == "program"
    assert hands.page.toolbar.buttons["roll"].instate(["disabled"])


def test_a_pass_is_announced(sit: Sit) -> None:
    hands = sit("backgammon", TWO)
    for line in ("31", "8/5 6/5"):
        hands.type(line)
    cells = hands.table.state.cells()
    bar = dict.fromkeys(cells) | {
        "24": Content(1, 14), "bar:white": Content(1, 1),
        **{str(point): Content(2, 2) for point in range(19, 24)}, "18": Content(2, 5),
    }  # fmt: skip
    blocked = {**bar, "24": Content(2, 2), "18": Content(2, 3), "1": Content(1, 14)}
    hands.page.do(lambda: hands.table.correct(blocked))
    while hands.table.state.mover != 1:
        hands.type("65" if hands.table.needs_throw else str(hands.choose()))
    hands.type("31")
    assert "cannot move" in str(hands.page.line.message)


def test_how_the_board_lies_is_kept(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    hands.page.actions.invoke("mirror")
    hands.settle()
    assert load_orientation("connect4").mirror
    x = hands.pixel("1")[0]
    assert x > hands.pixel("7")[0]


def test_letters_on_the_pieces_are_kept(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    hands.click("4")
    assert len(hands.page.board.items_of("d1")) == 2
    hands.page.actions.invoke("letters")
    assert len(hands.page.board.items_of("d1")) == 1
    assert not hands.window.settings.letters


def test_a_computer_that_takes_its_time_can_be_hurried(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    turn, thinking = hands.page.panel.turn, Task[Choice](lambda _: Choice(None))  # nobody does this job
    for _ in range(POLLS_BEFORE_PROGRESS):
        assert not turn.hurry.winfo_ismapped()
        turn.progress(thinking)
    hands.window.root.update_idletasks()
    assert turn.hurry.winfo_ismapped()
    turn.progress(None)
    hands.window.root.update_idletasks()
    assert not turn.hurry.winfo_ismapped()


def test_leaving_and_coming_back(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    hands.click("4")
    assert hands.table.record
    path = hands.table.record.path
    hands.page.actions.invoke("leave")
    hands.settle()
    assert not isinstance(hands.window.page, TablePage)
    again = Hands(hands.window, Table.resume(path, hands.window.clock))
    assert set(again.page.board.cells) == {"d1"}


@pytest.mark.sample(5)
@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("game", game_names())
def test_nothing_is_cut_off(sit: Sit, game: str, size: tuple[int, int]) -> None:
    """All cells lie on the canvas, and the set-down button in the window."""
    found = find(game)
    hands = sit(game, ["human:Anna", *["random"] * (found.seats(found.options()) - 1)], size=size)
    board = hands.page.board
    for cell in board.geometry.cells:
        for x, y in board.projection.pixels(cell.polygon):
            assert 0 <= x <= board.winfo_width() and 0 <= y <= board.winfo_height(), cell.name
    for _ in range(8):
        if not hands.table.pending:
            hands.play(hands.choose())
            hands.until(lambda: bool(hands.table.pending or not hands.table.computers_turn))
    hands.settle()
    if hands.table.pending:
        done = hands.page.panel.card.done
        assert done.winfo_ismapped()
        assert done.winfo_rooty() + done.winfo_height() <= hands.window.root.winfo_rooty() + size[1]


def test_across_the_room_the_score_gives_way_to_what_is_to_be_set_down(sit: Sit) -> None:
    hands = sit("kalah", ["human:Anna", "random"])
    panel = hands.page.panel
    assert not panel.afar.winfo_ismapped()
    hands.page.arrangement.toggle_across()
    hands.settle()
    assert panel.afar.winfo_ismapped() and {"Anna", "0"} <= set(texts(panel.afar))
    assert panel.afar.names[0].winfo_height() > 2 * panel.scores.names[0].winfo_reqheight()
    while not hands.table.pending:
        hands.play(hands.choose())
        hands.until(lambda: bool(hands.table.pending or not hands.table.computers_turn))
    hands.settle()
    assert panel.card.winfo_ismapped() and not panel.afar.winfo_ismapped()
    hands.page.arrangement.toggle_across()
    hands.settle()
    assert panel.scores.winfo_ismapped() and not panel.afar.winfo_ismapped()


class PausableAdviser(Adviser):
    """Notes when it is to stand still, and when to go on."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        super().__init__(game, rng)
        self.calls: list[str] = []

    def pause(self) -> None:
        self.calls.append("pause")

    def resume(self) -> None:
        self.calls.append("resume")


def test_the_adviser_stands_still_while_a_click_is_shown_and_then_goes_on(sit: Sit) -> None:
    adviser = PausableAdviser(find("kalah"), Random(1))
    hands = sit("kalah", ["human", "human"], adviser=adviser)
    hands.until(lambda: 0 in hands.table.values)
    hands.click("a")
    assert adviser.calls == ["pause"]
    hands.until(lambda: len(adviser.calls) > 1)
    assert adviser.calls == ["pause", "resume"]
