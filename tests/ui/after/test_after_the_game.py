"""After a game: the turning points in the panel and on the board, the page to keep, and who begins the next game."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.processes.extras.catalogue import Extra
from fourth_seat.ui.after.keep import KeepSheet
from fourth_seat.ui.after.looking import MomentsSheet
from fourth_seat.ui.after.next_game import NextGameSheet
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.extras.sheet import OfferSheet
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.table.page import TablePage
from tests.table.proven import SMALL, Prover
from tests.ui.patience import settle
from tests.ui.table.conftest import Sit, sit
from tests.ui.table.hands import Hands, texts

__all__ = ["sit"]  # the fixture

TWO = ["human:Anna", "human:Ben"]
WON = "1212121"
LOST = ("b a", "B C", "b c", "C A C B C")  # twice somebody gives away the lead


def lost(sit: Sit, **options: object) -> Hands:
    """Return a small Kalah game that is over, with everything that can be proven about it."""
    hands = sit("kalah", TWO, options=SMALL, adviser=Prover(find("kalah")), **options)
    for move in LOST:
        hands.table.play(move)
    hands.until(lambda: len(hands.page.stage.panel.over.moments.buttons) == 2)
    hands.settle()
    return hands


def saving(hands: Hands) -> SaveSheet:
    """Return the sheet that asks where to save something."""
    sheet = hands.page.sheet
    assert isinstance(sheet, SaveSheet)
    return sheet


def over(sit: Sit, seats: list[str], **options: object) -> Hands:
    """Return a game of Connect 4 that the first seat has won."""
    hands = sit("connect4", seats, **options)
    for move in WON:
        hands.table.play(move)
    hands.page.stage.refresh()
    hands.settle()
    return hands


class TestTurningPoints:
    def test_each_is_a_sentence_and_a_spot_on_the_curve(self, sit: Sit) -> None:
        hands = lost(sit)
        texts = [" ".join(str(button.cget("text")).split()) for button in hands.page.stage.panel.over.moments.buttons]
        assert texts == [
            "Anna played pits b a, and the game was even again.",
            "Anna played pits b c, and Ben took the lead.",
        ]
        hands.until(lambda: len(hands.page.stage.panel.graph._spots) == 2)

    def test_a_tap_shows_the_move_and_the_better_one(self, sit: Sit) -> None:
        hands = lost(sit)
        hands.page.stage.panel.over.moments.buttons[1].invoke()
        hands.settle()
        page = hands.page
        assert page.stage.shown.viewing == 2
        assert "Better: pits b a (a draw)." in str(page.stage.line.message)
        assert page.stage.board._marked[Mark.WRONG][0] == ("b", "c")
        assert [step.cells[0] for step in page.stage.board.steps][:1] == ["b"]
        page.stage.view(None)
        assert not page.stage.board.steps and not page.stage.board._marked[Mark.WRONG][0]

    def test_a_tap_on_the_curve_shows_it_too(self, sit: Sit) -> None:
        hands = lost(sit)
        graph = hands.page.stage.panel.graph
        # The adviser finds them one by one, not necessarily from the first move on.
        hands.until(lambda: any(point.number == 0 for _, _, point in graph._spots))
        x, y = next((x, y) for x, y, point in graph._spots if point.number == 0)
        graph.event_generate("<Button-1>", x=round(x), y=round(y))
        hands.settle()
        assert hands.page.stage.shown.viewing == 0

    def test_where_there_is_no_room_they_are_on_a_sheet(self, sit: Sit) -> None:
        hands = lost(sit, size=(800, 360), text="huge")
        panel = hands.page.stage.panel.over
        assert not panel.moments.winfo_ismapped() and panel.points.winfo_ismapped() and panel.next.winfo_ismapped()
        panel.points.invoke()
        hands.settle()
        sheet = hands.page.sheet
        assert isinstance(sheet, MomentsSheet)
        sheet.moments.buttons[0].invoke()
        hands.settle()
        assert hands.page.stage.shown.viewing == 0 and not sheet.winfo_exists()

    def test_nobody_reads_them_before_the_end(self, sit: Sit) -> None:
        hands = sit("kalah", TWO, options=SMALL, adviser=Prover(find("kalah")))
        hands.table.play("a")
        hands.settle()
        assert not hands.page.stage.panel.over.winfo_ismapped() and not hands.page.stage.panel.graph._spots


@pytest.mark.parametrize("height", [528, 560, 570, 588, 600])
def test_the_card_takes_the_room_that_the_moves_cannot_use(sit: Sit, height: int) -> None:
    hands = lost(sit, size=(1024, height), text="huge")
    panel = hands.page.stage.panel
    assert panel.moves.winfo_ismapped() or panel.over.choose.winfo_ismapped()
    assert panel.over.winfo_rooty() + panel.over.winfo_height() <= panel.winfo_rooty() + panel.winfo_height()


def test_looking_back_keeps_the_buttons_that_stay_and_adds_one_within_the_card(sit: Sit) -> None:
    hands = over(sit, TWO, size=(1366, 768), text="huge")
    card = hands.page.stage.panel.over
    before = card.keep.winfo_rootx(), card.keep.winfo_rooty()
    hands.page.stage.view(3)
    hands.settle()
    assert card.go_on.winfo_ismapped() and (card.keep.winfo_rootx(), card.keep.winfo_rooty()) == before
    assert card.go_on.winfo_rooty() + card.go_on.winfo_height() <= card.back.winfo_rooty()


class TestKeeping:
    @pytest.mark.parametrize(("button", "begins"), [(0, b"%PDF"), (1, b"\x89PNG")])
    def test_the_page_is_saved_where_somebody_says(
        self, sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, button: int, begins: bytes
    ) -> None:
        monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path)
        hands = over(sit, TWO)
        hands.page.stage.panel.over.keep.invoke()
        hands.settle()
        sheet = hands.page.sheet
        assert isinstance(sheet, KeepSheet)
        sheet.paper.value = "letter"
        sheet._draw()
        sheet.buttons[button].invoke()
        saving(hands).buttons[0].invoke()
        hands.settle()
        (saved,) = [path for path in tmp_path.iterdir() if path.is_file()]
        assert saved.read_bytes().startswith(begins)
        assert "connect4" in saved.name

    def test_nothing_is_saved_where_nobody_names_a_file(
        self, sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path)
        hands = over(sit, TWO)
        hands.page.actions.invoke("keep")
        hands.settle()
        assert isinstance(hands.page.sheet, KeepSheet)
        hands.page.sheet.buttons[0].invoke()
        saving(hands).buttons[1].invoke()
        assert not any(path.is_file() for path in tmp_path.iterdir())

    def test_a_file_that_cannot_be_written_is_said(self, sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path / "missing")
        hands = over(sit, TWO)
        hands.page.stage.panel.over.keep.invoke()
        hands.settle()
        assert isinstance(hands.page.sheet, KeepSheet)
        hands.page.sheet.buttons[0].invoke()
        saving(hands).buttons[0].invoke()
        assert "was not written" in str(hands.window.notices.shown)

    def test_it_stays_as_it_is_when_a_phone_takes_the_end_back(self, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fourth_seat.ui.after.keep.REFRESH_MS", 1)
        hands = over(sit, TWO)
        hands.page.actions.invoke("keep")
        hands.settle()
        hands.table.undo()
        settle(hands.window, 0.1)
        assert isinstance(hands.page.sheet, KeepSheet) and hands.window.notices.shown is None

    def test_there_is_no_page_before_the_end(self, sit: Sit) -> None:
        hands = sit("connect4", TWO)
        assert not hands.page.actions.enabled("keep")


class TestNextGame:
    def test_the_button_says_who_begins_and_begins(self, sit: Sit) -> None:
        hands = over(sit, TWO)
        card = hands.page.stage.panel.over
        assert str(card.next.cget("text")) == "Next game\nBen goes first" and hands.page.stage.window.page is hands.page
        card.next.invoke()
        hands.settle()
        page = hands.window.page
        assert isinstance(page, TablePage) and page is not hands.page
        assert [str(seat) for seat in page.stage.table.seats] == ["human:Ben", "human:Anna"]

    def test_it_is_read_across_the_room_as_the_last_one_was(self, sit: Sit) -> None:
        hands = over(sit, TWO)
        hands.page.stage.toggle_across()
        hands.settle()
        hands.page.stage.panel.over.next.invoke()
        hands.settle()
        page = hands.window.page
        assert isinstance(page, TablePage) and page is not hands.page
        assert page.stage.across and page.stage.panel.afar.winfo_ismapped()

    def test_a_guest_with_a_phone_keeps_the_seat(self, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
        hands = over(sit, TWO)
        monkeypatch.setattr(type(hands.window.phones), "played_on", True)
        hands.page.stage.refresh()
        hands.settle()
        assert str(hands.page.stage.panel.over.next.cget("text")) == "Next game\nAnna goes first"
        hands.page.stage.panel.over.next.invoke()
        hands.settle()
        page = hands.window.page
        assert isinstance(page, TablePage) and [str(seat) for seat in page.stage.table.seats] == TWO

    def test_a_handicap_is_named_with_each_way_to_begin_and_goes_with_its_player(self, sit: Sit) -> None:
        hands = sit("connect4", TWO, options="yellow-ahead=1")
        hands.table.resign(1)
        hands.page.stage.refresh()
        hands.settle()
        hands.page.stage.panel.over.choose.invoke()
        hands.settle()
        sheet = hands.page.sheet
        assert isinstance(sheet, NextGameSheet)
        assert [str(button.cget("text")).splitlines()[-1] for button in sheet.ways] == [
            "Handicap – Red stones in the middle column at the start: 1",
            "Handicap – Yellow stones in the middle column at the start: 1",
        ]
        sheet.ways[0].invoke()
        hands.settle()
        page = hands.window.page
        assert isinstance(page, TablePage) and page.stage.table.options["red-ahead"] == 1
        assert [str(seat) for seat in page.stage.table.seats] == ["human:Ben", "human:Anna"]
        page.actions.invoke("evening")
        hands.settle()
        assert page.sheet and "one game with a handicap" in texts(page.sheet)

    def test_nobody_is_named_where_dice_decide(self, sit: Sit) -> None:
        hands = sit("backgammon", TWO)
        hands.table.resign(1, 1)
        hands.page.stage.refresh()
        hands.settle()
        assert str(hands.page.stage.panel.over.next.cget("text")) == "Next game"

    @pytest.mark.parametrize(("way", "seats"), [(0, ["human:Ben", "human:Anna"]), (1, ["human:Anna", "human:Ben"])])
    def test_who_begins_is_chosen(self, sit: Sit, way: int, seats: list[str]) -> None:
        hands = over(sit, TWO)
        hands.page.stage.panel.over.choose.invoke()
        hands.settle()
        sheet = hands.page.sheet
        assert isinstance(sheet, NextGameSheet)
        texts = [str(button.cget("text")).splitlines() for button in sheet.ways]
        assert texts == [["Ben goes first", "red: Ben", "yellow: Anna"], ["Anna goes first", "red: Anna", "yellow: Ben"]]
        sheet.ways[way].invoke()
        hands.settle()
        page = hands.window.page
        assert isinstance(page, TablePage) and page is not hands.page
        assert [str(seat) for seat in page.stage.table.seats] == seats

    def test_nothing_is_asked_where_it_makes_no_difference(self, sit: Sit) -> None:
        hands = over(sit, ["human", "human"])
        assert not hands.page.stage.panel.over.choose.winfo_ismapped()
        hands.page.stage.panel.over.next.invoke()
        hands.settle()
        assert hands.window.page is not hands.page

    def test_the_button_begins_the_next_game_of_a_match(self, sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
        hands = sit("backgammon", TWO, options="match=3")
        for game in (1, 2):
            page = hands.window.page
            assert isinstance(page, TablePage)
            page.stage.table.resign(1, 1)
            page.stage.refresh()
            page.stage.panel.over.next.invoke()
            hands.settle()
            assert hands.window.page is not page and hands.window.notices.shown is None, game
        assert not capsys.readouterr().err

    def test_it_may_be_called_off(self, sit: Sit) -> None:
        hands = over(sit, TWO)
        hands.page.stage.panel.over.choose.invoke()
        hands.settle()
        assert isinstance(hands.page.sheet, NextGameSheet)
        hands.page.sheet.buttons[0].invoke()
        hands.settle()
        assert hands.window.page is hands.page


@pytest.mark.sample(3)
@pytest.mark.parametrize("language", ["en", "de", "he"])
@pytest.mark.parametrize("text", ["medium", "huge"])
@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1366, 768)])
def test_the_buttons_lie_in_the_window_whole(sit: Sit, language: str, text: str, size: tuple[int, int]) -> None:
    hands = over(sit, TWO, size=size, text=text, language=language)
    panel, root = hands.page.stage.panel.over, hands.window.root
    assert panel.next.winfo_ismapped()
    for button in (panel.next, panel.keep, panel.scores, panel.points, panel.choose, panel.thumbnail):
        if button.winfo_ismapped():
            assert button.winfo_width() >= button.winfo_reqwidth()
            assert button.winfo_rooty() + button.winfo_height() <= root.winfo_rooty() + root.winfo_height()


class TestCard:
    def test_who_has_won_is_named_with_places_score_and_page(self, sit: Sit) -> None:
        hands = over(sit, TWO)
        panel, card = hands.page.stage.panel, hands.page.stage.panel.over
        assert str(panel.turn.message.cget("text")) == "Anna wins" and str(panel.turn._chip.cget("image"))
        assert [each for each in texts(card.ranking) if each] == ["Points", "1. Anna · red", "1", "2. Ben · yellow", "0"]
        assert "Four in a row: red wins." in list(texts(card))
        hands.until(lambda: card.thumbnail.drawn)
        assert not panel.scores.winfo_ismapped(), "the score is there once"

    @pytest.mark.parametrize("size", [(1024, 600), (1280, 800)])
    @pytest.mark.parametrize("game", ["kalah", "backgammon"])
    def test_the_moves_stay_in_sight_and_can_be_stepped_through(self, sit: Sit, game: str, size: tuple[int, int]) -> None:
        hands = sit(game, TWO, size=size)
        for _ in range(8):
            hands.table.roll(hands.rng) if hands.table.needs_throw else hands.table.play(str(hands.table.state.legal()[-1]))
        hands.table.stop()
        hands.page.stage.refresh()
        hands.settle()
        moves = hands.page.stage.panel.moves
        assert moves.winfo_ismapped() and moves.winfo_height() >= 3 * 22
        parts = moves, *hands.page.stage.panel.over._middle.winfo_children()
        before = [(each, each.winfo_rooty()) for each in parts if each.winfo_ismapped()]
        hands.page.stage.view(3)
        hands.settle()
        assert not [each for each, at in before if each.winfo_ismapped() and each.winfo_rooty() != at], "it moved"
        hands.page.stage.panel.over.back.invoke()
        hands.settle()
        assert hands.page.stage.shown.viewing is None

    def test_an_earlier_position_can_be_gone_on_from(self, sit: Sit) -> None:
        hands = over(sit, TWO)
        hands.page.stage.view(3)
        hands.settle()
        assert hands.page.stage.panel.over.go_on.winfo_ismapped()
        hands.page.stage.panel.over.go_on.invoke()
        assert hands.table.result is None and hands.table.history.at == 3

    def test_a_page_that_cannot_be_drawn_says_what_adds_it(self, sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Extra, "there", property(lambda extra: extra.name != "print"))
        hands = over(sit, TWO)
        card = hands.page.stage.panel.over
        assert card.keep.winfo_ismapped() and card.thumbnail.winfo_ismapped() and not card.thumbnail.drawn
        card.thumbnail.invoke()
        hands.settle()
        assert isinstance(hands.page.sheet, OfferSheet)

    def test_places_are_in_order(self, sit: Sit) -> None:
        hands = sit("blokus", ["human:Anna", "human:Ben", "human:Mia", "human:Tom"])
        for _ in range(4):
            hands.table.play(str(hands.table.state.legal()[0]))
        hands.table.play(str(hands.table.state.legal()[-1]))  # one square only
        hands.table.resign(1)
        hands.page.stage.refresh()
        hands.settle()
        names = [str(label.cget("text")) for label in hands.page.stage.panel.over.ranking.names]
        assert [name[0] for name in names] == sorted(name[0] for name in names) and names[-1] == "4. Anna · blue"


def test_the_computers_last_move_comes_before_the_result(sit: Sit) -> None:
    """One thing at a time: first the stone is placed, then the next game is offered."""
    hands = sit("connect4", ["human:Anna", "seed"])
    panel = hands.page.stage.panel
    while not hands.table.result:
        if hands.table.pending:
            hands.page.stage.set_down()
        hands.table.play(str(hands.table.state.legal()[0]))
        hands.until(lambda: bool(hands.table.result or hands.table.pending))
    hands.page.stage.refresh()
    hands.settle()
    assert hands.table.pending, "the computer has moved last"
    assert panel.card.winfo_ismapped() and not panel.over.winfo_ismapped()
    hands.page.stage.set_down()
    hands.settle()
    assert panel.over.winfo_ismapped() and not panel.card.winfo_ismapped()
