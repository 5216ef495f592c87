"""Sheshbesh analysed in the window, by the engine itself: all moves, rollouts, which checkers can be hit, the report."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest

from fourth_seat.engines.levels import level
from fourth_seat.engines.players.engine_player import EnginePlayer, own_command
from fourth_seat.games import find
from fourth_seat.games.protocol import Line
from fourth_seat.table.analysis.report import report
from fourth_seat.ui.files.save_sheet import SaveSheet
from fourth_seat.ui.table.alternatives import AlternativesSheet
from fourth_seat.ui.table.report import ReportSheet
from fourth_seat.words import say
from tests.ui.conftest import gone, screenshot
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import Hands, texts

GAME = find("backgammon")
PEOPLE = ["human:Anna?help=full", "human:Ben?help=full"]
LANGUAGES = ["en", *(pytest.param(language, marks=pytest.mark.slow) for language in ("de", "he"))]
SLOW = 150.0  # seconds for compiling kernels and building tables on the slowest machine


@pytest.fixture(scope="module")
def engine() -> Iterator[EnginePlayer]:
    """Yield the engine in its process, ready."""
    options = GAME.options()
    player = EnginePlayer(GAME, options, own_command(GAME), say("adviser"), level("6", GAME.name))
    line = Line.begin(GAME, GAME.start(options))
    for move in GAME.parse(line.state, "31"):
        line = line.play(move)
    judged = player.judge(line, GAME.parse(line.state, "8/5 6/5")[0]).wait(SLOW)
    assert judged and judged[0].played.forecast
    player.close = lambda: None  # type: ignore[method-assign] # one process for all tests: tables let go of it
    yield player
    EnginePlayer.close(player)


def until(hands: Hands, happened: object, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen"
        hands.window.root.update()
        time.sleep(0.01)


def opened(sit: Sit, engine: EnginePlayer, *, language: str = "en", moves: str = "31", seats: list[str] = PEOPLE) -> Hands:
    hands = sit("backgammon", seats, adviser=engine, language=language)
    for line in moves.split(";"):
        hands.page.stage.do(lambda line=line: hands.table.play(line))  # type: ignore[misc]
    hands.settle()
    return hands


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_moves_and_playing_them_on(sit: Sit, engine: EnginePlayer, language: str) -> None:
    hands = opened(sit, engine, language=language)
    until(hands, lambda: hands.page.stage.advice.answers)
    hands.page.stage.hint()
    hands.settle()
    screenshot(hands.window, f"backgammon-hint-{language}")
    assert "8/5 6/5" in str(hands.page.stage.line.label.cget("text"))
    hands.page.actions.invoke("moves")
    hands.settle()
    sheet = hands.page.sheet
    assert isinstance(sheet, AlternativesSheet)
    screenshot(hands.window, f"backgammon-moves-{language}")
    before = [text for text in texts(sheet.rows) if "/" in text]
    assert "8/5 6/5" in before[0] and len(before) == 8
    assert hands.table.hints
    if language == "en":
        sheet.roll.invoke()
        until(hands, lambda: sheet._bar.cget("value") > 0)
        screenshot(hands.window, "backgammon-rolling")
        sheet.roll.invoke()  # that is enough
        until(hands, lambda: not hands.page.stage.advice.busy)
        screenshot(hands.window, "backgammon-rolled")
        after = list(texts(sheet.rows))
        assert sum("±" in text for text in after) == 5
        assert any("8/5 6/5" in text for text in after)
        sheet.roll.invoke()
    sheet.close()
    assert not hands.page.stage.advice.busy and not gone(hands.window)


@pytest.mark.slow
def test_closing_the_sheet_ends_what_is_played_on(sit: Sit, engine: EnginePlayer) -> None:
    hands = opened(sit, engine)
    until(hands, lambda: hands.page.stage.advice.answers)
    hands.press("Control-l")
    sheet = hands.page.sheet
    assert isinstance(sheet, AlternativesSheet)
    sheet.roll.invoke()
    until(hands, lambda: sheet._bar.cget("value") > 0)
    hands.press("Escape")
    assert not sheet.winfo_exists() and not hands.page.stage.advice.busy
    hands.type("24/23 13/10")  # the game goes on, and the adviser answers again
    hands.type("42")
    until(hands, lambda: hands.page.stage.advice.answers)


def test_what_can_be_hit_is_written_on_it(sit: Sit, engine: EnginePlayer) -> None:
    hands = opened(sit, engine, moves="31: 24/23 13/10")
    hands.press("Control-t")
    threatened = GAME.threatened(hands.table.state, 2)
    assert threatened and hands.page.stage.board.captions == {cell: str(throws) for cell, throws in threatened.items()}
    assert "36" in str(hands.page.stage.line.label.cget("text"))
    screenshot(hands.window, "backgammon-threats")
    hands.press("Control-t")
    hands.settle()
    assert not hands.page.stage.board.captions


BLUNDERS = "31: 8/5 6/5;62: 24/18 13/11;41: 13/9 6/5;55: 8/3(2) 13/3"


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_while_it_goes_on_and_at_the_end(sit: Sit, engine: EnginePlayer, language: str, tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    hands = opened(sit, engine, language=language, moves=BLUNDERS)
    until(hands, lambda: not report(hands.table, hands.page.stage.review).missing)
    until(hands, lambda: "?" in "".join(hands.page.stage.panel.moves.words()))
    hands.page.stage.do(lambda: hands.table.resign(1))
    hands.press("Control-g")
    sheet = hands.page.sheet
    assert isinstance(sheet, ReportSheet)
    screenshot(hands.window, f"backgammon-report-{language}")
    found = report(hands.table, hands.page.stage.review)
    assert [sums.turns for sums in found.sums] == [2, 2]
    assert found.worst and sum(turn.lost for turn in found.turns) == pytest.approx(sum(sums.lost for sums in found.sums))
    monkeypatch.setattr("fourth_seat.ui.files.save_sheet.documents", lambda: tmp_path)
    sheet.save()
    assert isinstance(hands.page.sheet, SaveSheet)
    hands.page.sheet.buttons[0].invoke()
    written = (tmp_path / "backgammon-report.txt").read_text("utf-8")
    hands.press("Control-g")
    sheet = hands.page.sheet
    assert isinstance(sheet, ReportSheet)
    assert found.worst[0].move in written and len(written.splitlines()) >= 4 + 8
    first = next(child for child in sheet._worst.winfo_children() if isinstance(child, ttk.Button))
    first.invoke()
    hands.settle()
    assert hands.page.stage.shown.viewing == found.worst[0].number + 1
    screenshot(hands.window, f"backgammon-report-looked-{language}")


def test_an_open_report_follows_the_game(sit: Sit, engine: EnginePlayer) -> None:
    hands = opened(sit, engine, moves="31: 8/5 6/5")
    until(hands, lambda: not report(hands.table, hands.page.stage.review).missing)
    hands.press("Control-g")
    sheet = hands.page.sheet
    assert isinstance(sheet, ReportSheet) and sheet._shown and len(sheet._shown.turns) == 1
    hands.table.play("62: 24/18 13/11")
    until(hands, lambda: sheet._shown == report(hands.table, hands.page.stage.review) and len(sheet._shown.turns) == 2)


def test_why_in_words(sit: Sit, engine: EnginePlayer) -> None:
    hands = opened(sit, engine, moves="31: 8/5 6/5;62: 24/18 13/11;41: 13/9 6/5")
    hands.press("Control-m")
    until(hands, lambda: "8/7* was better than 13/9 6/5" in str(hands.page.stage.line.label.cget("text")))
    screenshot(hands.window, "backgammon-mistake")
    hands.press("Control-m")
    until(hands, lambda: "%" in str(hands.page.stage.line.label.cget("text")))
    screenshot(hands.window, "backgammon-why")


def test_nothing_is_told_before_its_end_where_somebody_plays_without_help(sit: Sit, engine: EnginePlayer) -> None:
    hands = opened(sit, engine, moves="31: 8/5 6/5;62: 24/16", seats=["human:Anna", "human:Ben?help=none"])
    hands.press("Control-g")
    assert not hands.page.sheet
    hands.press("Control-t")
    assert not hands.page.stage.board.captions
