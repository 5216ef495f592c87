"""Everything at the table besides entering moves: undo, hints, seats, the next game, what is kept."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from random import Random

import pytest

from fourth_seat.calibration.orientation import load_orientation
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.games import AnyGame, find, game_names
from fourth_seat.games.contents import Content
from fourth_seat.games.steps import rebuild
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.seats import Seat
from fourth_seat.table.table import Table
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.table.advice import QUIET_S
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.table.thinking import POLLS_BEFORE_PROGRESS
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.words import say
from tests.ui.patience import settle
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Adviser, Hands, texts


def test_every_point_is_named_as_it_is_printed(sit: Sit) -> None:
    """Black counts the points from its own side; so does the board while Black is to move."""
    hands = sit("backgammon", ["human:Anna", "random"])
    seen = 0
    while seen < 5:
        if hands.table.pending:
            for step in hands.table.pending.steps:
                printed = [hands.page.stage.board.names_shown.name_of(cell) for cell in step.cells]
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
        assert hands.page.stage.board.cells == hands.table.board_state.cells(), "the board as it lies on the table"
        if pending := hands.table.pending:
            assert rebuild(hands.page.stage.board.cells, pending.steps) == state.cells()
            shown = hands.page.stage.board.steps
            assert shown == pending.steps or (hands.page.stage.panel.card.at and shown == pending.steps[:1])
            hands.press("space")
        assert hands.page.stage.board.cells == state.cells()
    assert hands.page.actions.toolbar.buttons["undo"].instate(["disabled"])
    for state in states[1:]:
        hands.page.actions.invoke("redo")
        assert hands.table.state == state
    hands.settle()
    assert hands.page.actions.toolbar.buttons["redo"].instate(["disabled"])


@pytest.mark.parametrize("typed", [False, True])
def test_what_was_taken_back_is_said_and_offered_again(sit: Sit, typed: bool) -> None:
    hands = sit("connect4", TWO)
    hands.click("4")
    if typed:
        assert hands.page.stage.type("undo")
    else:
        hands.page.actions.invoke("undo")
    line = hands.page.stage.line
    hands.until(lambda: bool(line.message))
    assert hands.table.history.last is None and str(line.label.cget("text")) == "Taken back: 4"
    line.offer.invoke()
    assert hands.table.history.last
    hands.page.stage.undo()
    hands.page.stage.undo()
    assert str(line.label.cget("text")) == "There is nothing to take back"


class TestFixedPlaces:
    """Buttons stay where they were, whatever the state of the game."""

    @pytest.mark.sample(5)
    @pytest.mark.parametrize("size", ["1024x600", "2560x1440", "600x1024", "800x480"])
    @pytest.mark.parametrize("game", game_names())
    def test_the_main_button_the_list_and_the_curve(self, sit: Sit, game: str, size: str) -> None:
        seats = ["human:Anna", *["random"] * (find(game).seats(find(game).options()) - 1)]
        hands = sit(game, seats)
        hands.window.root.geometry(size)
        settle(hands.window, 0.5)
        panel, board = hands.page.stage.panel, hands.page.stage.board
        hands.until(lambda: board._size == (board.winfo_width(), board.winfo_height()))
        places: dict[object, object] = {}
        for _ in range(12):
            if hands.table.result:
                break
            if hands.table.pending:
                hands.press("space")
            elif hands.table.people_move:
                hands.play(hands.choose())
            hands.until(lambda: bool(hands.table.pending or not hands.table.computers_turn))
            hands.settle()
            for part in (panel.moves, panel.graph, panel.scores, panel.card.done, hands.page.stage.board):
                if part.winfo_ismapped():
                    box = part.winfo_rootx(), part.winfo_rooty(), part.winfo_width(), part.winfo_height()
                    lower_end = box[1] + box[3]  # the button is narrower next to the step buttons
                    place = lower_end if part is panel.card.done else box
                    assert places.setdefault(part, place) == place, part


class TestArrangement:
    @pytest.mark.parametrize("game", ["kalah", "connect4", "tridice"])
    def test_a_low_wide_board_lies_above_the_panel_in_all_states(self, sit: Sit, game: str) -> None:
        hands = sit(game, ["human:Anna", "random"])
        page, panel, board = hands.page, hands.page.stage.panel, hands.page.stage.board

        def place() -> tuple[int, ...]:
            hands.settle()
            return board.winfo_rootx(), board.winfo_rooty(), board.winfo_width(), board.winfo_height()

        first = place()
        below = panel.winfo_rooty() >= board.winfo_rooty() + board.winfo_height()
        assert below == (board.aspect_in(1280, 700) > 2)
        assert not below or board.winfo_width() > 1200
        if hands.table.people_move:
            hands.play(hands.choose())
        hands.until(lambda: bool(hands.table.pending or not hands.table.computers_turn))
        assert place() == first
        page.actions.invoke("correct")
        assert place() == first
        hands.press("Escape")
        hands.window.root.geometry("1024x600")
        settle(hands.window, 0.3)
        assert panel.winfo_height() >= 240, "a panel below has room for an instruction, or stands beside the board"


class TestHelp:
    def test_a_hint_shows_cells_and_is_counted(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Mia?hints=1", "human:Ben"])
        hands.page.actions.invoke("hint")
        hands.until(lambda: bool(hands.page.stage.shown.hint))
        hands.settle()
        assert hands.page.stage.board.marked(Mark.HINT)
        assert "Hint" in str(hands.page.stage.line.message)
        assert hands.table.hints_left(1) == 0
        assert hands.page.stage.line.offer.cget("text") == "Play this"
        hands.click("4")
        assert not hands.page.stage.board.marked(Mark.HINT)
        hands.click("3")
        assert hands.page.actions.toolbar.buttons["hint"].instate(["disabled"])
        hands.page.stage.hint()
        assert hands.refused

    @pytest.mark.parametrize("game", ["blokus", "connect4", "kalah"])
    def test_the_move_of_a_hint_is_played_by_a_button(self, sit: Sit, game: str) -> None:
        hands = sit(game, ["human:Mia", *["human"] * (find(game).seats(find(game).options()) - 1)])
        first = hands.table.state.legal()[0]
        hands.page.actions.invoke("hint")
        hands.until(lambda: bool(hands.page.stage.shown.hint))
        hands.settle()
        if game == "blokus":
            assert first.piece and f"blue:{first.piece.name}" in hands.page.stage.board.marked(Mark.HINT)
        hands.page.stage.line.offer.invoke()
        hands.settle()
        assert [entry.move for entry in hands.table.history.entries] == [first]
        assert not hands.page.stage.board.marked(Mark.HINT)

    def test_the_move_of_a_hint_is_not_played_once_another_one_was(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Mia", "human:Ben"])
        hands.page.actions.invoke("hint")
        hands.until(lambda: bool(hands.page.stage.shown.hint))
        hands.settle()
        hands.table.play("3")  # by a phone
        hands.settle()
        hands.page.stage.line.offer.invoke()
        assert hands.refused and hands.table.history.at == 1

    def test_nobody_sees_where_to_play_who_wants_no_help(self, sit: Sit) -> None:
        hands = sit("kalah", ["human:Lou?help=none", "human:Ben"])
        assert not hands.page.stage.board.marked(Mark.NEXT)
        hands.click("d")
        assert hands.page.stage.board.marked(Mark.NEXT)

    def test_full_help_shows_what_moves_are_worth(self, sit: Sit) -> None:
        hands = sit("connect4", ["human:Lou?help=full", "human:Ben"])
        hands.until(lambda: bool(hands.page.stage.advice.captions))
        assert hands.page.stage.advice.captions["a1"] == "70"
        hands.click("4")
        hands.settle()
        assert not hands.page.stage.board.captions


def test_the_page_goes_on_while_a_move_waits_that_could_not_be_saved(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sit("connect4", ["human:Anna", "random"])
    tries, looks = [], []
    monkeypatch.setattr("fourth_seat.ui.table.stage.RETRY_INTERVAL_S", 60.0)

    def full(_: object) -> None:
        tries.append(True)
        raise NotSaved(say("the disk is full"))

    hands.table.play("4")
    assert hands.table.record
    monkeypatch.setattr(hands.table.record, "append", full)
    hands.until(lambda: str(hands.page.stage.line.message) == "the disk is full")
    monkeypatch.setattr(hands.page.camera, "step", lambda: looks.append(True))
    hands.table.announce(Announcement(AnnouncementKind.NOTICE, (say("the camera has ended"),), 1))
    hands.until(lambda: bool(looks) and str(hands.page.stage.line.message) == "the camera has ended")
    assert len(tries) == 1, "it is not tried again at once"


class TestWhoPlays:
    def test_a_seat_passes_to_the_computer_and_back(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        hands.page.actions.invoke("reseat")
        hands.settle()
        sheet = hands.page.sheet
        assert sheet and "Who takes over?" in list(texts(sheet))
        sheet.buttons[1].invoke()
        hands.page.stage.do(lambda: hands.table.reseat(1, Seat(computer="random")))
        hands.until(lambda: bool(hands.table.pending))
        hands.press("space")
        hands.click("4")
        assert hands.table.history.entries[0].by == "computer"

    def test_everybody_who_has_played_can_take_over(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        names = ("Anna Maria", "Jean-Luc", "D'Arcy", "A+B?c")
        hands.window.change(replace(hands.window.settings, names=names))
        hands.page.actions.invoke("reseat")
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
        assert hands.page.stage.panel.over.winfo_ismapped()

    def test_out(self, sit: Sit) -> None:
        hands = sit("blokus", ["human"] * 4)
        hands.page.actions.invoke("out")
        hands.settle()
        assert hands.table.state.mover == 2
        with pytest.raises(KeyError):
            sit("kalah", TWO).page.actions.invoke("out")


def test_the_next_game_has_the_seats_moved_on(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    for column in "1212121":
        hands.click(column)
    assert hands.table.result and hands.table.record
    tonight = hands.window.clock().timestamp()  # in tests no clock runs except that of files
    os.utime(hands.table.record.path, (tonight, tonight))
    hands.page.stage.panel.over.scores.invoke()
    hands.settle()
    assert hands.page.sheet and "Anna" in list(texts(hands.page.sheet))
    hands.press("Escape")
    hands.page.stage.panel.over.next.invoke()
    hands.settle()
    page = hands.window.page
    assert isinstance(page, TablePage) and page is not hands.page
    assert [str(seat) for seat in page.stage.table.seats] == ["human:Ben", "human:Anna"]


def test_the_program_rolls_on_request(sit: Sit) -> None:
    hands = sit("backgammon", TWO)
    assert hands.table.needs_throw
    while hands.table.needs_throw:  # equal numbers are rolled again
        hands.page.actions.invoke("roll")
        hands.settle()
    assert hands.table.history.entries[0].by == "program"
    assert hands.page.actions.toolbar.buttons["roll"].instate(["disabled"])


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
    hands.page.stage.do(lambda: hands.table.correct(blocked))
    while hands.table.state.mover != 1:
        hands.type("65" if hands.table.needs_throw else str(hands.choose()))
    hands.type("31")
    assert "cannot move" in str(hands.page.stage.line.message)


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
    assert len(hands.page.stage.board.items_of("d1")) == 2
    hands.page.actions.invoke("letters")
    assert len(hands.page.stage.board.items_of("d1")) == 1
    assert not hands.window.settings.letters


def test_a_computer_that_takes_its_time_can_be_hurried(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    panel, thinking = hands.page.stage.panel, Task[Choice](lambda _: Choice(None))  # nobody does this job
    for _ in range(POLLS_BEFORE_PROGRESS):
        assert not panel.thinking.hurry.winfo_ismapped()
        panel.progress(thinking)
    hands.window.root.update_idletasks()
    assert panel.thinking.hurry.winfo_ismapped()
    panel.progress(None)
    hands.window.root.update_idletasks()
    assert not panel.thinking.hurry.winfo_ismapped()


def test_leaving_and_coming_back(sit: Sit) -> None:
    hands = sit("connect4", TWO)
    hands.click("4")
    assert hands.table.record
    path = hands.table.record.path
    hands.page.actions.invoke("leave")
    hands.settle()
    assert not isinstance(hands.window.page, TablePage)
    again = Hands(hands.window, Table.resume(path, hands.window.clock))
    assert set(again.page.stage.board.cells) == {"d1"}


@pytest.mark.sample(5)
@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("game", game_names())
def test_nothing_is_cut_off(sit: Sit, game: str, size: tuple[int, int]) -> None:
    """All cells are on the canvas, and the set-down button is in the window."""
    found = find(game)
    hands = sit(game, ["human:Anna", *["random"] * (found.seats(found.options()) - 1)], size=size)
    board = hands.page.stage.board
    for cell in board.geometry.cells:
        for x, y in board.projection.pixels(cell.polygon):
            assert 0 <= x <= board.winfo_width() and 0 <= y <= board.winfo_height(), cell.name
    for _ in range(8):
        if not hands.table.pending:
            hands.play(hands.choose())
            hands.until(lambda: bool(hands.table.pending or not hands.table.computers_turn))
    hands.settle()
    if hands.table.pending:
        done = hands.page.stage.panel.card.done
        assert done.winfo_ismapped()
        assert done.winfo_rooty() + done.winfo_height() <= hands.window.root.winfo_rooty() + size[1]


def test_across_the_room_the_score_gives_way_to_what_is_to_be_set_down(sit: Sit) -> None:
    hands = sit("kalah", ["human:Anna", "random"])
    panel = hands.page.stage.panel
    assert not panel.afar.winfo_ismapped()
    hands.page.stage.toggle_across()
    hands.settle()
    assert panel.afar.winfo_ismapped() and {"Anna", "0"} <= set(texts(panel.afar))
    assert panel.afar.names[0].winfo_height() > 2 * panel.scores.names[0].winfo_reqheight()
    while not hands.table.pending:
        hands.play(hands.choose())
        hands.until(lambda: bool(hands.table.pending or not hands.table.computers_turn))
    hands.settle()
    assert panel.card.winfo_ismapped() and not panel.afar.winfo_ismapped()
    hands.page.stage.toggle_across()
    hands.settle()
    assert panel.scores.winfo_ismapped() and not panel.afar.winfo_ismapped()


class PausableAdviser(Adviser):
    """Records when it is told to pause, and when to go on."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        super().__init__(game, rng)
        self.calls: list[tuple[str, float]] = []

    def pause(self) -> None:
        self.calls.append(("pause", time.monotonic()))

    def resume(self) -> None:
        self.calls.append(("resume", time.monotonic()))


def test_the_adviser_stands_still_while_a_click_is_shown_and_then_goes_on(sit: Sit) -> None:
    adviser = PausableAdviser(find("kalah"), Random(1))
    hands = sit("kalah", ["human", "human"], adviser=adviser)
    hands.until(lambda: 0 in hands.table.values)
    hands.click("a")
    hands.until(lambda: len(adviser.calls) > 1)
    (first, still), (then, on) = adviser.calls
    assert (first, then) == ("pause", "resume") and on - still >= QUIET_S


def test_upright_and_across_the_room_scores_lie_in_the_window_or_nowhere(sit: Sit) -> None:
    hands = sit("blokus", ["human"] * 4, size=(1080, 1920), text="huge")
    hands.page.stage.toggle_across()
    hands.settle()
    names = [name for name in hands.page.stage.panel.afar.names if name.winfo_viewable()]
    room = hands.window.root.winfo_rooty() + hands.window.root.winfo_height()
    assert all(name.winfo_rooty() + name.winfo_height() <= room for name in names)


@pytest.mark.parametrize("across", [False, True])
def test_a_panel_that_has_no_list_leaves_nothing_below_the_result(sit: Sit, across: bool) -> None:
    hands = sit("connect4", ["human:Anna", "human:Ben"], size=(540, 960), text="huge")
    if across:
        hands.page.stage.toggle_across()
    for move in "1212121":
        hands.table.play(move)
    hands.page.stage.refresh()
    hands.settle()
    panel = hands.page.stage.panel
    assert panel.now.winfo_height() == int(str(panel.now.cget("height")))
    assert panel.over.winfo_height() >= panel.over.winfo_reqheight()


def test_a_window_that_grows_is_laid_out_like_one_that_was_opened_large(sit: Sit) -> None:
    def places(hands: Hands) -> list[object]:
        hands.window.root.update()
        hands.window._growth.fit()
        hands.settle()
        page = hands.page
        return [page.grid_bbox(0, 0), page.grid_bbox(0, 1), page.grid_bbox(1, 0)]

    grown = sit("connect4", ["human:Anna", "human:Ben"], size=(1280, 800))
    places(grown)
    grown.window.root.geometry("2560x1440+0+0")
    after = places(grown)
    assert after == places(sit("connect4", ["human:Anna", "human:Ben"], size=(2560, 1440)))
