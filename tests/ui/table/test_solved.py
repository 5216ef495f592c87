"""What people see in solved games: the value of the position, hints in words, and mistakes that are reported, explained and
marked.
"""

from __future__ import annotations

import pytest

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice
from fourth_seat.games import find
from fourth_seat.games.protocol import Line
from fourth_seat.table.table import Table
from fourth_seat.ui.table.graph import dashes
from fourth_seat.ui.table.page import POLL_INTERVAL_MS
from tests.table.proven import CROWDED, SMALL, Prover
from tests.ui.patience import settle
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands

FULL = ["human:Anna?help=full", "human:Ben?help=full"]


def kalah(sit: Sit, seats: list[str], *, ready: bool = True) -> tuple[Hands, Prover]:
    """Return a small Kalah game with an adviser that knows it by heart."""
    prover = Prover(find("kalah"))
    prover.ready = ready
    hands = sit("kalah", seats, options=SMALL, adviser=prover)
    if ready:
        know(hands)
    return hands, prover


def know(hands: Hands) -> None:
    """Wait until all questions are answered."""
    hands.until(lambda: not hands.page.stage.advice.waiting and hands.page.stage.runner.valuing is None)
    pause(hands)


def pause(hands: Hands) -> None:
    """Give the window time to check a few times."""
    settle(hands.window, 5 * POLL_INTERVAL_MS / 1000)


def stands(hands: Hands) -> str:
    return str(hands.page.stage.panel.standing.cget("text"))


def sentence_of(hands: Hands) -> str:
    return str(hands.page.stage.line.label.cget("text"))


def lines(hands: Hands) -> list[str]:
    moves = hands.page.stage.panel.moves
    hands.until(lambda: not moves.drawing.due)
    return moves.words()[1:]


class TestHints:
    def test_say_what_is_proven(self, sit: Sit) -> None:
        hands, _ = kalah(sit, TWO)
        hands.page.actions.invoke("hint")
        hands.settle()
        assert sentence_of(hands) == "Hint: b c (wins by 4 seeds)"

    def test_a_request_that_failed_is_made_again(self, sit: Sit) -> None:
        hands, prover = kalah(sit, TWO, ready=False)
        prover.proves, prover.ready = False, True
        know(hands)
        hands.page.actions.invoke("hint")
        hands.until(lambda: sentence_of(hands) == "There is no hint for this position.")
        prover.proves = True
        hands.page.actions.invoke("hint")
        hands.until(lambda: sentence_of(hands) == "Hint: b c (wins by 4 seeds)")

    def test_captions_are_short_and_stand_where_a_turn_begins(self, sit: Sit) -> None:
        hands, _ = kalah(sit, FULL)
        assert hands.page.stage.board.captions == {"a": "−8", "b": "+4", "c": "="}

    def test_what_is_not_proven_is_said_as_a_chance(self, sit: Sit) -> None:
        hands = sit("kalah", TWO, options=SMALL)
        hands.until(lambda: not hands.page.stage.advice.waiting)
        hands.page.actions.invoke("hint")
        hands.settle()
        assert "% to win" in sentence_of(hands)


class TestHowItStands:
    def test_is_said_and_moves_nothing(self, sit: Sit) -> None:
        hands, prover = kalah(sit, FULL, ready=False)
        pause(hands)
        place = hands.page.stage.panel.standing.winfo_geometry(), hands.page.stage.panel.moves.winfo_geometry()
        assert stands(hands) == ""
        prover.ready = True
        know(hands)
        assert stands(hands) == "South wins by 4 seeds"
        assert place == (hands.page.stage.panel.standing.winfo_geometry(), hands.page.stage.panel.moves.winfo_geometry())

    def test_stays_until_more_is_known(self, sit: Sit) -> None:
        hands, prover = kalah(sit, FULL)
        prover.ready = False
        hands.type("a")
        pause(hands)
        assert stands(hands) == "South loses by 8 seeds"
        hands.type("B A")
        pause(hands)
        assert stands(hands) == "South loses by 8 seeds"
        prover.ready = True
        know(hands)
        assert stands(hands) == "South loses by 8 seeds"

    def test_in_moves(self, sit: Sit) -> None:
        prover = Prover(find("connect4"))
        prover.ready = False
        hands = sit("connect4", FULL, adviser=prover)
        hands.page.stage.do(lambda: hands.table.set_position(CROWDED))
        pause(hands)  # the question about the empty board is dropped
        prover.ready = True
        know(hands)
        assert stands(hands) == "Yellow wins in 4 moves"

    def test_is_not_told_where_somebody_wants_no_help(self, sit: Sit) -> None:
        hands, _ = kalah(sit, ["human:Anna?help=full", "human:Ben?help=none"])
        hands.type("a")
        know(hands)
        assert stands(hands) == "" and not any("?" in line for line in lines(hands))
        assert not hands.page.stage.panel.graph.known()
        hands.page.stage.do(hands.table.stop)
        know(hands)
        assert lines(hands)[0] == "a ?" and hands.page.stage.panel.graph.known()

    def test_of_a_position_looked_back_at(self, sit: Sit) -> None:
        hands, _ = kalah(sit, FULL)
        hands.type("a")
        know(hands)
        hands.page.stage.view(0)
        assert stands(hands) == "South wins by 4 seeds"

    def test_is_not_there_in_other_games(self, sit: Sit) -> None:
        hands = sit("blokus", ["human"] * 4)
        assert not hands.page.stage.panel.standing.winfo_manager()
        assert "why" not in hands.page.actions.toolbar.buttons
        hands.type("why")
        assert hands.refused and "not solved" in sentence_of(hands)

    def test_only_to_those_who_want_all_help_until_the_game_is_over(self, sit: Sit) -> None:
        hands, _ = kalah(sit, TWO)
        know(hands)
        assert stands(hands) == ""
        for move in ("b a", "B C", "b c", "C A C B C"):
            hands.table.play(move)
        hands.page.stage.view(0)
        know(hands)
        assert stands(hands) == "South wins by 4 seeds"


class TestMistakes:
    def test_are_told_at_once_with_full_help(self, sit: Sit) -> None:
        hands, _ = kalah(sit, FULL)
        hands.type("a")
        pause(hands)
        assert sentence_of(hands) == "That was the mistake: pits b c was better (wins by 4 seeds)."
        assert lines(hands) == ["a ?"]
        assert hands.page.stage.line.offer.winfo_ismapped()
        hands.page.stage.line.offer.invoke()
        hands.settle()
        assert sentence_of(hands) == "The answer to pit a is B A, b, A, c: south loses by 8 seeds."
        assert not hands.page.stage.line.offer.winfo_ismapped()

    def test_are_told_to_others_when_they_ask(self, sit: Sit) -> None:
        hands, _ = kalah(sit, TWO)
        assert hands.page.actions.toolbar.buttons["why"].instate(["disabled"])
        hands.type("a")
        know(hands)
        assert "mistake" not in sentence_of(hands) and lines(hands) == ["a"]
        hands.press("Control-m")
        assert sentence_of(hands) == "That was the mistake: pits b c was better (wins by 4 seeds)."
        hands.press("Control-m")
        assert sentence_of(hands).startswith("The answer to pit a is")
        hands.page.actions.invoke("undo")
        hands.type("b c")
        hands.type("why")
        assert sentence_of(hands) == "The move pits b c gave nothing away (wins by 4 seeds)."

    def test_are_not_told_to_those_who_want_no_help(self, sit: Sit) -> None:
        hands, _ = kalah(sit, ["human:Anna?help=none", "human:Ben"])
        hands.type("a")
        know(hands)
        assert "mistake" not in sentence_of(hands)
        hands.press("Control-m")
        assert hands.refused and "Anna plays without help" in sentence_of(hands)

    def test_of_fast_players_are_found_afterwards(self, sit: Sit) -> None:
        hands, prover = kalah(sit, FULL, ready=False)
        for move in ("a", "C"):
            hands.type(move)
        assert lines(hands) == ["a", "C"]
        prover.ready = True
        know(hands)
        assert lines(hands) == ["a ?", "C ?"]
        assert sentence_of(hands) == "That was the mistake: pits B A was better (wins by 8 seeds)."
        assert set(hands.table.values) == {0, 1, 2}

    def test_somebody_asks_before_it_is_known(self, sit: Sit) -> None:
        hands, prover = kalah(sit, TWO, ready=False)
        hands.type("a")
        hands.press("Control-m")
        assert sentence_of(hands) == "Analysing a ..."
        prover.ready = True
        know(hands)
        assert sentence_of(hands) == "That was the mistake: pits b c was better (wins by 4 seeds)."

    def test_what_cannot_be_proven_is_said(self, sit: Sit) -> None:
        hands, prover = kalah(sit, TWO, ready=False)
        prover.proves, prover.ready = False, True
        hands.type("a")
        hands.press("Control-m")
        hands.until(lambda: sentence_of(hands) == "The value of pit a could not be proven.")

    def test_are_marked_for_all_after_the_game(self, sit: Sit) -> None:
        hands, _ = kalah(sit, TWO)
        for move in ("b a", "B C", "b c", "C A C B C"):
            hands.type(move)
            know(hands)
        assert hands.table.result
        know(hands)
        assert lines(hands) == ["b a ?", "B C", "b c ?", "C A C B C (?)"]
        assert stands(hands) == ""
        assert hands.table.record
        assert hands.table.record.path.read_text().splitlines()[-1].startswith('{"event": "result"')

    def test_are_explained_to_those_who_look_back(self, sit: Sit) -> None:
        hands, _ = kalah(sit, FULL)
        for move in ("a", "C"):
            hands.type(move)
            know(hands)
        hands.page.stage.view(1)
        hands.settle()
        assert sentence_of(hands) == "The mistake was pit a: pits b c was better (wins by 4 seeds)."
        hands.type("why")
        assert sentence_of(hands).startswith("The answer to pit a is B A") and hands.page.stage.shown.viewing == 1

    def test_are_found_again_after_a_restart(self, sit: Sit) -> None:
        hands, prover = kalah(sit, FULL)
        hands.type("a")
        know(hands)
        assert hands.table.record
        path = hands.table.record.path
        hands.page.leave()
        again = Hands(hands.window, Table.resume(path, hands.window.clock), adviser=prover)
        know(again)
        assert lines(again) == ["a ?"] and "mistake" not in sentence_of(again)  # it has been shown before


@pytest.mark.parametrize(("size", "text"), [((1280, 800), "medium"), ((960, 640), "huge")])
def test_no_button_is_cut_off(sit: Sit, size: tuple[int, int], text: str) -> None:
    prover = Prover(find("kalah"))
    hands = sit("kalah", FULL, options=SMALL, adviser=prover, size=size, text=text)
    know(hands)
    hands.type("a")
    pause(hands)
    bar = hands.page.stage.panel.looking
    hands.page.stage.view(0)
    pause(hands)
    toolbar = hands.page.actions.toolbar
    shown = [bar.back, bar.go_on, *(toolbar.buttons[name] for name in toolbar.shown), toolbar.more]
    hands.page.stage.view(1)
    pause(hands)
    for button in (hands.page.stage.line.offer, *shown):
        assert button.winfo_ismapped() and button.winfo_width() >= button.winfo_reqwidth(), str(button.cget("text"))


class Ponderer(Prover):
    """A computer that thinks without end."""

    def choose(self, line: Line) -> Task[Choice]:
        return Task(lambda _: Choice(None))


def test_a_computer_that_thinks_is_not_slowed_down(sit: Sit) -> None:
    prover = Ponderer(find("kalah"))
    prover.ready = False
    hands = sit("kalah", ["human:Anna?help=full", "computer:3"], options=SMALL, adviser=prover)
    pause(hands)
    assert hands.page.stage.runner.valuing is hands.table.line
    hands.type("a")
    prover.ready = True
    pause(hands)
    assert hands.page.stage.runner.thinking and hands.page.stage.runner.valuing is None
    assert [state.mover for state in prover.asked] == [1]
    hands.page.stage.do(hands.table.undo)
    know(hands)
    assert stands(hands) == "South wins by 4 seeds"


def test_questions_end_with_the_game_s_page(sit: Sit) -> None:
    hands, prover = kalah(sit, FULL, ready=False)
    hands.type("a")
    pause(hands)
    hands.page.actions.invoke("leave")
    hands.settle()
    assert prover.jobs and all(job.cancelled for job in prover.jobs)


def test_a_hint_does_not_wait_for_earlier_moves(sit: Sit) -> None:
    hands, prover = kalah(sit, TWO, ready=False)
    hands.type("a")
    pause(hands)
    assert prover.asked[-1] == hands.table.state
    hands.page.actions.invoke("hint")
    prover.ready = True
    hands.until(lambda: sentence_of(hands) == "Hint: B A (wins by 8 seeds)")


def test_the_curve_is_solid_where_it_is_proven(sit: Sit) -> None:
    hands, prover = kalah(sit, TWO)
    prover.ready = False
    hands.type("a")
    hands.table.valued((0.4, 0.6))
    pause(hands)
    graph = hands.page.stage.panel.graph
    assert [tuple(place) for place in graph.known()] == [(0, (1.0, 0.0), True), (1, (0.4, 0.6), False)]
    prover.ready = True
    know(hands)
    assert [tuple(place) for place in graph.known()] == [(0, (1.0, 0.0), True), (1, (0.0, 1.0), True)]
    other = sit("backgammon", ["human", "human"])
    other.table.valued((0.4, 0.6))
    assert other.page.stage.panel.graph.known()[0].solid


def test_dashes() -> None:
    assert list(dashes((0, 0), (0, 10), 4)) == [((0, 0), (0, 4)), ((0, 8), (0, 10))]
    assert not list(dashes((1, 1), (1, 1), 4))
