"""The seats page: who plays, by which rules; a game begins, or one sentence says why not."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from pathlib import Path
from random import Random
from tkinter import ttk
from typing import TypeVar

import pytest

from fourth_seat.calibration.orientation import Orientation, save_orientation
from fourth_seat.engines.levels import descriptions, named
from fourth_seat.games import find, game_names
from fourth_seat.games.options import OptionValue
from fourth_seat.table.seats import HELP, read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.settings.seat_choice import SeatChoice, Who, at_first, choice_of, resized
from fourth_seat.ui import settings
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.seats.details import DetailsSheet
from fourth_seat.ui.seats.fields import ComputerFields, ProgramFields, TableFields
from fourth_seat.ui.seats.options import RulesSheet
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.seats.row import SeatRow
from fourth_seat.ui.seats.wording import HELP_NAMES, simple_players
from fourth_seat.ui.settings import LastGame
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.step_slider import StepSlider
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, press, screenshot
from tests.ui.patience import settle, wait_for

T = TypeVar("T")
PHOTO = Path(__file__).resolve().parents[1] / "data" / "vision" / "connect4_0002.jpg"


def seats(window: Window, game: str, options: str = "", level: str | None = None) -> SeatsPage:
    window.show(SeatsPage, find(game), options, level)
    settle(window)
    assert isinstance(window.page, SeatsPage)
    return window.page


def shown(widget: tk.Misc) -> list[tk.Misc]:
    """Return all widgets below one that are on the screen."""
    found = [child for child in widget.winfo_children() if child.winfo_ismapped()]
    return found + [each for child in found for each in shown(child)]


def press_button(widget: tk.Misc, text: str) -> bool:
    """Press the button with this text in a part of the window; return whether there was one."""
    if isinstance(widget, ttk.Button) and widget.cget("text") == text:
        widget.invoke()
        return True
    return any(press_button(child, text) for child in widget.winfo_children())


def pick(box: ChoiceBox[T], value: T) -> None:
    """Choose an entry of a list."""
    box.value = value
    box.event_generate("<<ComboboxSelected>>")


def tap_stop(slider: StepSlider, stop: str) -> None:
    """Tap a stop of a slider."""
    x, y = slider.place_of(stop)
    slider.event_generate("<ButtonPress-1>", x=x, y=y)
    if slider.winfo_exists():  # a press may replace it with other fields
        slider.event_generate("<ButtonRelease-1>", x=x, y=y)


def choose(page: SeatsPage, *choices: SeatChoice) -> None:
    page.fill(list(choices))
    settle(page.window)


def choose_rule(page: SeatsPage, name: str, value: OptionValue) -> None:
    """Choose the value of an option on the sheet of the rules."""
    page.rules.button.invoke()
    assert isinstance(page.sheet, RulesSheet)
    page.sheet.choose(name, value)
    press_button(page.sheet, "Done")


def details(row: SeatRow) -> DetailsSheet:
    """Open the sheet with a seat's less common settings."""
    row.more.invoke()
    page = row.winfo_toplevel().winfo_children()
    (sheet,) = (each for part in page for each in part.winfo_children() if isinstance(each, DetailsSheet))
    return sheet


# -- what is chosen, without Tk --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "human",
        "human:Anna",
        "human:Anna+J%C3%B6rg",
        "human:Mia?hints=3&takebacks=off&help=full",
        "computer:7",
        "computer:seed",
        "gtp:pentobi-gtp --level 3",
        "table:http://192.168.1.5:8737/#q3L0vGm8tLxZ2kQeWf4b1A",
    ],
)
def test_a_choice_says_the_seat_it_was_read_from(text: str) -> None:
    assert str(choice_of(text).seat) == text


def test_what_cannot_be_read_stays_as_it_was() -> None:
    assert choice_of("human:a+b+c", SeatChoice(level="3")) == SeatChoice(level="3")
    assert choice_of("") == SeatChoice()


def test_names_are_tidied() -> None:
    assert str(SeatChoice(names=("  Anna   Lena ", "")).seat) == "human:Anna%20Lena"
    assert str(SeatChoice(names=("", "")).seat) == "human"


def test_the_first_choices() -> None:
    first = at_first(4, ("Anna", "Ben"), ())
    assert [str(choice.seat) for choice in first] == ["human:Anna", "human:Ben", "human", "computer:5"]
    again = at_first(2, ("Anna",), ("computer:2", "human:Ben"))
    assert [str(choice.seat) for choice in again] == ["computer:2", "human:Ben"]
    other = at_first(2, ("Anna",), ("computer:2", "human:Ben", "human"), level="8")
    assert [str(choice.seat) for choice in other] == ["human:Anna", "computer:8"]


def test_more_and_fewer_seats() -> None:
    two = [SeatChoice(names=("Anna",)), SeatChoice(names=("Ben",))]
    assert resized(two, 1) == two[:1]
    assert [choice.who for choice in resized(two, 4)] == [Who.PERSON, Who.PERSON, Who.COMPUTER, Who.COMPUTER]


@pytest.mark.parametrize("game", game_names())
def test_every_level_has_a_name(game: str) -> None:
    names = dict(descriptions(game)) | simple_players(game)
    assert list(names)[:9] == list("123456789")
    assert set(names) == {*"123456789", *named(game)}
    assert all("·" in str(name) for name in names.values()), "a name says what the player is like"
    assert len({str(name) for name in names.values()}) == len(names)
    assert set(HELP_NAMES) == set(HELP)


# -- the page --------------------------------------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", game_names())
def test_a_game_begins(make_window: MakeWindow, game: str) -> None:
    window = make_window(names=("Anna", "Ben", "Mia"))
    page = seats(window, game)
    screenshot(window, f"seats-{game}")
    page.begin()
    settle(window)
    assert isinstance(window.page, TablePage), page.complaint.cget("text")
    table = window.page.stage.table
    wanted = find(game).seats(find(game).options())
    assert [str(seat) for seat in table.seats] == [
        *[f"human:{name}" for name in ("Anna", "Ben", "Mia")[: wanted - 1]],
        "computer:5",
    ]
    assert settings.load().last[game].seats == tuple(map(str, table.seats))


def said(row: SeatRow) -> str:
    """Return the sentence about the player of a seat."""
    return " ".join(str(row.fields._places.said.cget("text")).split())


def test_a_level_is_chosen_on_a_slider(window: Window) -> None:
    page = seats(window, "connect4")
    row = page.rows[1]
    assert isinstance(row.fields, ComputerFields) and said(row) == str(descriptions("connect4")["5"])
    slider, place = row.fields.level, page.start.winfo_rooty()
    tap_stop(slider, "1")
    assert row.choice.level == "1" and said(row) == str(descriptions("connect4")["1"])
    x, y = slider.place_of("8")
    slider.event_generate("<ButtonPress-1>", x=1, y=y)
    slider.event_generate("<B1-Motion>", x=x + 3, y=y + 200)
    slider.event_generate("<ButtonRelease-1>", x=x + 3, y=y + 200)
    assert row.choice.level == "8", "it is pushed, too"
    slider.focus_force()
    settle(window)
    for key, level in (
        ("<Right>", "9"),
        ("<Right>", "9"),
        ("<Left>", "8"),
        ("<Down>", "7"),
        ("<Home>", "1"),
        ("<Key-4>", "4"),
    ):
        slider.event_generate(key)
        assert row.choice.level == level
    settle(window)
    assert slider.winfo_height() >= slider.winfo_fpixels("9m") - 1 and slider.cget("takefocus")
    row.switch(Who.PERSON)
    settle(window, 0.1)
    assert page.start.winfo_rooty() == place, "a person takes as much room"
    assert press_button(details(row), "Two people take turns")
    settle(window, 0.1)
    assert page.start.winfo_rooty() == place and row.choice.names == ("", "")


def test_a_slider_runs_from_the_right_in_hebrew(window: Window) -> None:
    window.change(replace(window.settings, language="he"))
    row = seats(window, "connect4").rows[1]
    assert isinstance(row.fields, ComputerFields)
    slider = row.fields.level
    assert slider.place_of("1")[0] > slider.place_of("9")[0]
    tap_stop(slider, "2")
    slider.focus_force()
    settle(window)
    slider.event_generate("<Left>")
    assert row.choice.level == "3"


def test_this_program_takes_the_seat_of_another_one(window: Window) -> None:
    page = seats(window, "connect4")
    choose(page, SeatChoice(), SeatChoice(Who.COMPUTER, level="6"))
    row = page.rows[1]
    assert press_button(details(row), "Another program ...")
    assert isinstance(row.fields, ProgramFields) and said(row) == "Command that starts the program"
    row.fields.command.set("pentobi-gtp")
    assert str(row.choice.seat) == "gtp:pentobi-gtp"
    assert press_button(details(row), "Built-in player")
    settle(window)
    assert str(row.choice.seat) == "computer:6" and row.choice.command == "pentobi-gtp"


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", game_names())
def test_the_board_is_in_the_page_and_the_start_below_the_seats(window: Window, game: str) -> None:
    page = seats(window, game)
    wait_for(window, lambda: page.board.picture is not None)
    assert page.board.picture == (find(game), page.rules.options, Orientation())
    last = max(row.winfo_rooty() + row.winfo_height() for row in page.rows)
    assert last < page.start.winfo_rooty() < last + 200 * window.theme.scale
    save_orientation(game, Orientation(1, mirror=True))
    page = seats(window, game)
    wait_for(window, lambda: page.board.picture is not None)
    assert page.board.picture == (find(game), page.rules.options, Orientation(1, mirror=True))


def test_who_begins_keeps_the_seats_where_they_are(window: Window) -> None:
    page = seats(window, "connect4")
    choose(page, SeatChoice(names=("Anna",)), SeatChoice(Who.COMPUTER, level="2"))
    places = {row.sides[0].hue: (row.winfo_rootx(), row.winfo_rooty()) for row in page.rows}
    page.beginner.buttons[1].invoke()
    settle(window, 0.1)
    assert str(page.rules.options) == "first=yellow"
    assert [str(row.choice.seat) for row in page.rows] == ["computer:2", "human:Anna"], "yellow plays first now"
    assert places == {row.sides[0].hue: (row.winfo_rootx(), row.winfo_rooty()) for row in page.rows}
    page.exchange(1)
    settle(window)
    assert [str(row.choice.seat) for row in page.rows] == ["human:Anna", "computer:2"]
    page.begin()
    assert isinstance(window.page, TablePage)
    assert str(window.page.stage.table.options) == "first=yellow"


def test_each_colour_of_four_begins_in_its_own_corner(window: Window) -> None:
    page = seats(window, "blokus")
    names = [str(button.cget("text")) for button in page.beginner.buttons]
    assert names == ["Blue", "Yellow", "Red", "Green", "Draw lots"]
    page.beginner.buttons[2].invoke()
    assert page.rules.options["colours"] == "rgby" and page.rules.options["start"] == "t1"
    choose_rule(page, "players", 3)
    assert not page.beginner.winfo_manager(), "the fourth colour is played in turn"


def test_where_dice_decide_no_lots_are_drawn(window: Window) -> None:
    page = seats(window, "backgammon")
    assert [str(button.cget("text")) for button in page.beginner.buttons] == [
        "The opening roll decides", "White", "Black",
    ]  # fmt: skip


@pytest.mark.parametrize(("drawn", "begins", "order"), [(0, "Anna", "human:Anna"), (1, "Computer (2)", "computer:2")])
def test_lots_are_drawn_shown_and_remembered(window: Window, drawn: int, begins: str, order: str) -> None:
    lots = Random(next(seed for seed in range(99) if Random(seed).choice((0, 1)) == drawn))
    page = window.show(SeatsPage, find("connect4"), lots=lots)
    settle(window)
    choose(page, SeatChoice(names=("Anna",)), SeatChoice(Who.COMPUTER, level="2"))
    page.beginner.buttons[-1].invoke()
    page.begin()
    table_page = window.page
    assert isinstance(table_page, TablePage)
    assert str(table_page.stage.table.seats[0]) == order
    assert str(table_page.stage.table.options) == ("first=red", "first=yellow")[drawn]
    assert table_page.stage.line.label.cget("text") == f"Lots were drawn: {begins} goes first."
    record = table_page.stage.table.record
    assert record and ("first=red", "first=yellow")[drawn] in record.path.read_text()
    assert settings.load().last["connect4"].lots
    again = seats(window, "connect4")
    assert again.beginner.lots and [row.sides[0].hue for row in again.shown] == ["red", "yellow"]
    again.beginner.buttons[0].invoke()
    again.begin()
    assert not settings.load().last["connect4"].lots


def test_the_last_choice_is_there_again(make_window: MakeWindow) -> None:
    last = {"connect4": LastGame(("computer:9", "human:Mia?hints=3"), "first=yellow")}
    window = make_window(last=last)
    page = seats(window, "connect4")
    assert [str(row.choice.seat) for row in page.rows] == ["computer:9", "human:Mia?hints=3"]
    assert str(page.rules.options) == "first=yellow"
    page = seats(window, "connect4", options="first=red", level="2")
    assert [str(row.choice.seat) for row in page.rows] == ["computer:2", "human:Mia?hints=3"]
    assert str(page.rules.options) == "first=red"


def test_remembered_options_that_are_gone_do_no_harm(make_window: MakeWindow) -> None:
    window = make_window(last={"connect4": LastGame(("human", "human"), "rows=9")})
    assert str(seats(window, "connect4").rules.options) == "first=red"


def test_options_change_the_seats(window: Window) -> None:
    page = seats(window, "blokus")
    assert len(page.rows) == 4
    choose_rule(page, "players", 2)
    settle(window)
    assert len(page.rows) == 2
    screenshot(window, "seats-blokus-two")
    choose_rule(page, "players", 4)
    settle(window)
    assert len(page.rows) == 4


def test_players_of_seats_that_come_back_are_there_again(window: Window) -> None:
    page = seats(window, "blokus")
    choose(page, *(SeatChoice(names=(name,)) for name in ("Anna", "Ben", "Mia", "Noa")))
    choose_rule(page, "players", 2)
    assert [str(row.choice.seat) for row in page.rows] == ["human:Anna", "human:Ben"]
    page.exchange(1)
    choose_rule(page, "players", 4)
    again = ["human:Ben", "human:Anna", "human:Mia", "human:Noa"]
    assert [str(row.choice.seat) for row in page.rows] == again
    choose_rule(page, "players", 2)
    press(window, "<Escape>")
    page = seats(window, "blokus")
    assert len(page.rows) == 2
    choose_rule(page, "players", 4)
    assert [str(row.choice.seat) for row in page.rows] == again, "also when the page was left meanwhile"


def test_two_share_a_seat_and_help_is_each_one_s_own(window: Window) -> None:
    page = seats(window, "connect4")
    choose(
        page,
        SeatChoice(names=("Anna", "Mia"), help="full", hints=3, takebacks=False),
        SeatChoice(Who.PROGRAM, command="pentobi-gtp"),
    )
    assert str(page.rows[0].choice.seat) == "human:Anna+Mia?hints=3&takebacks=off&help=full"
    assert str(page.rows[1].choice.seat) == "gtp:pentobi-gtp"
    screenshot(window, "seats-details")
    window.change(replace(window.settings, text="huge"))
    settle(window, 0.1)
    screenshot(window, "seats-details-huge")
    for row in page.rows:
        for part in shown(row):
            right = part.winfo_rootx() + part.winfo_width()
            assert right <= row.winfo_rootx() + row.winfo_width(), "a field is cut off"


def test_a_seat_is_played_at_another_table(window: Window) -> None:
    page = seats(window, "connect4")
    choose(page, SeatChoice(), SeatChoice())
    row = page.rows[1]
    assert press_button(details(row), "Plays at another table ...")
    settle(window)
    assert isinstance(row.fields, TableFields)
    page.begin()
    assert window.page is page and "is not a link to a table" in str(page.complaint.cget("text"))
    choose(page, SeatChoice(), SeatChoice(Who.TABLE, link="http://127.0.0.1:9/#q3L0vGm8tLxZ2kQeWf4b1A"))
    page.begin()
    settle(window)
    assert isinstance(window.page, TablePage)
    assert str(window.page.stage.table.seats[1]) == "table:127.0.0.1:9", "a record holds no token"
    assert "q3L0vGm8tLxZ2kQeWf4b1A" not in str(window.settings.last)
    again = seats(window, "connect4")
    assert again.rows[1].choice.link == "127.0.0.1:9"
    assert press_button(details(again.rows[1]), "Plays at this table")
    settle(window)
    assert again.rows[1].choice.who is Who.PERSON


def test_players_change_places(window: Window) -> None:
    page = seats(window, "connect4")
    choose(page, SeatChoice(names=("Anna",)), SeatChoice(Who.COMPUTER, level="2"))
    page.exchange(1)
    settle(window)
    assert [str(row.choice.seat) for row in page.rows] == ["computer:2", "human:Anna"]


def test_a_person_becomes_a_computer_and_back(window: Window) -> None:
    page = seats(window, "connect4")
    choose(page, SeatChoice(names=("Anna",)), SeatChoice(Who.COMPUTER))
    page.rows[0].switch(Who.COMPUTER)
    settle(window)
    assert str(page.rows[0].choice.seat) == "computer:5"
    page.rows[0].switch(Who.PERSON)
    settle(window)
    assert str(page.rows[0].choice.seat) == "human:Anna"


def test_what_is_wrong_is_said_on_the_page(window: Window, home: Path) -> None:
    page = seats(window, "connect4")
    choose(page, SeatChoice(), SeatChoice(Who.PROGRAM, command="   "))
    page.begin()
    settle(window)
    assert window.page is page
    assert "command" in page.complaint.cget("text")
    assert page.rows[1].instate(["invalid"])
    assert not page.rows[0].instate(["invalid"])
    screenshot(window, "seats-wrong")
    assert not (home / "records").exists()
    choose(page, SeatChoice(), SeatChoice(Who.PERSON))
    page.begin()
    settle(window)
    assert isinstance(window.page, TablePage)


def test_where_games_cannot_be_kept_is_said_on_the_page(window: Window, home: Path) -> None:
    home.write_text("a file where the folder should be")
    page = seats(window, "connect4")
    page.begin()
    settle(window)
    assert window.page is page
    assert "is not a folder" in page.complaint.cget("text")


@pytest.mark.sample(2)
@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1024, 700)])
def test_the_page_in_other_sizes(make_window: MakeWindow, mode: str, width: int, height: int) -> None:
    window = make_window(mode=mode, width=width, height=height, names=("Anna", "Ben", "Mia"))
    page = seats(window, "backgammon")
    screenshot(window, f"seats-{mode}-{width}")
    start = page.start
    assert start.winfo_rooty() + start.winfo_height() <= window.root.winfo_rooty() + height
    assert start.winfo_rootx() + start.winfo_width() <= window.root.winfo_rootx() + width
    window.change(replace(window.settings, text="huge"))
    settle(window, 0.2)
    screenshot(window, f"seats-{mode}-{width}-huge")
    assert start.winfo_rooty() + start.winfo_height() <= window.root.winfo_rooty() + height


def test_seats_are_read_as_the_table_reads_them() -> None:
    assert read_seat(str(SeatChoice(names=("A+B?c=d",)).seat)).people[0].name == "A+B?c=d"


def test_what_was_typed_is_there_again(window: Window) -> None:
    page = seats(window, "blokus")
    choose_rule(page, "players", 2)
    choose(page, SeatChoice(names=("Noa", "Ben")), SeatChoice(Who.COMPUTER, level="3"))
    press(window, "<Escape>")
    assert not isinstance(window.page, SeatsPage)
    page = seats(window, "blokus")
    assert [str(row.choice.seat) for row in page.rows] == ["human:Noa+Ben", "computer:3"]
    assert page.rules.options["players"] == 2
    page.begin()
    assert isinstance(window.page, TablePage)
    assert not window.drafts


def test_rules_are_summed_up_in_a_line(window: Window) -> None:
    page = seats(window, "kalah")
    assert page.rules.summary.cget("text") == "The usual rules · No handicap"
    choose_rule(page, "pits", 5)
    choose_rule(page, "empty-capture", False)
    assert page.rules.summary.cget("text") == (
        "Pits on each side: 5 · not: The last seed is taken even if the pit opposite is empty · No handicap"
    )


def labels(page: SeatsPage) -> list[str]:
    assert page.sheet
    return [str(part.cget("text")) for part in shown(page.sheet.body) if isinstance(part, ttk.Label)]


@pytest.mark.parametrize("name", game_names())
def test_the_rules_have_one_place_for_handicaps(window: Window, name: str) -> None:
    page = seats(window, name)
    page.rules.open()
    settle(window)
    said = labels(page)
    below = said[said.index("Handicap") :]
    offered = find(name).handicaps_offered(page.rules.options)
    titles = [window.text(option.title) for option in offered if not isinstance(option.default, bool)]
    assert titles and [each for each in below if each in titles] == titles
    assert not set(titles) & set(said[: said.index("Handicap")])
    screenshot(window, f"handicap-{name}")


def test_a_handicap_is_chosen_with_the_rules_and_lies_on_the_board(window: Window) -> None:
    page = seats(window, "connect4")
    choose_rule(page, "red-ahead", 2)
    settle(window, 0.2)
    assert page.rules.summary.cget("text") == (
        "The usual rules · Handicap – Red stones in the middle column at the start: 2"
    )
    assert page.board.picture and page.board.picture[1]["red-ahead"] == 2
    page.begin()
    settle(window)
    assert isinstance(window.page, TablePage)
    stage = window.page.stage
    assert set(stage.table.state.cells()) == {"d1", "d2"}
    assert stage.line.message and "Red stones in the middle column" in window.text(stage.line.message)
    assert find("connect4").handicaps(seats(window, "connect4").rules.options), "it is proposed for the next game"


def test_colours_of_another_variant_have_their_own_handicaps(window: Window) -> None:
    page = seats(window, "blokus")
    page.rules.open()
    sheet = page.sheet
    assert isinstance(sheet, RulesSheet)
    settle(window)
    assert "Pieces that green plays without" in labels(page)
    sheet.choose("variant", "duo")
    settle(window)
    assert "Pieces that green plays without" not in labels(page) and "Pieces that purple plays without" in labels(page)
    sheet.choose("purple-aside", 1)
    assert [option.name for option in find("blokus").handicaps(page.rules.options)] == ["purple-aside"]


def test_rules_that_cannot_be_are_said_and_do_not_hold(window: Window) -> None:
    page = seats(window, "backgammon")
    page.rules.open()
    sheet = page.sheet
    assert isinstance(sheet, RulesSheet)
    sheet.choose("match", 3)
    sheet.choose("score1", 3)
    settle(window)
    said = [str(part.cget("text")) for part in shown(sheet.body) if isinstance(part, ttk.Label)]
    assert any("is over at 3 to 0" in each for each in said)
    assert page.rules.options["match"] == 3 and page.rules.options["score1"] == 0
    sheet.choose("match", 5)
    assert page.rules.options["match"] == 5 and page.rules.options["score1"] == 3, "what was chosen before holds now"


def test_simple_players_are_in_the_details_only(window: Window) -> None:
    page = seats(window, "kalah")
    row = page.rows[1]
    assert isinstance(row.fields, ComputerFields) and row.fields.level.stops == tuple("123456789")
    sheet = details(row)
    settle(window)
    (box,) = (part for part in shown(sheet.body) if isinstance(part, ChoiceBox))
    assert "seed:greedy" in box.names
    pick(box, "seed:greedy")
    press_button(sheet, "Done")
    settle(window)
    assert row.choice.level == "seed:greedy" and row.fields.level.value is None
    assert said(row) == str(simple_players("kalah")["seed:greedy"])
    tap_stop(row.fields.level, "3")
    assert row.choice.level == "3"


def test_what_a_person_is_shown_is_chosen_in_the_details(window: Window) -> None:
    page = seats(window, "connect4")
    choose(page, SeatChoice(names=("Anna",)), SeatChoice())
    row = page.rows[0]
    sheet = details(row)
    settle(window)
    help_box, hints = (part for part in shown(sheet.body) if isinstance(part, ChoiceBox))
    pick(help_box, "none")
    pick(hints, 3)
    (switch,) = (part for part in shown(sheet.body) if isinstance(part, ttk.Checkbutton))
    switch.invoke()
    assert str(row.choice.seat) == "human:Anna?hints=3&takebacks=off&help=none"
    assert said(row) == "No help · 3 hints a game · No takebacks"
    page.back()
    assert page.sheet is None and str(row.choice.seat) == "human:Anna?hints=3&takebacks=off&help=none"


@pytest.mark.sample(6)
@pytest.mark.parametrize("language", ["en", "de", "he"])
@pytest.mark.parametrize("text", ["medium", "huge"])
@pytest.mark.parametrize("game", game_names())
def test_the_page_comes_to_rest_on_a_small_screen(make_window: MakeWindow, game: str, text: str, language: str) -> None:
    """A scroll bar that comes and goes with the line breaks it causes would keep the page busy forever."""
    window = make_window(text=text, width=1024, height=600)
    window.change(replace(window.settings, language=language))
    window.root.minsize(1, 1)
    window.root.geometry("1024x600")
    page = seats(window, game)
    place = page.start.winfo_rooty()
    for row in page.rows:
        row.switch(Who.COMPUTER)
        settle(window)
        row.switch(Who.PROGRAM)
        settle(window)
    settle(window, 0.2)
    assert page.start.winfo_rooty() == place
    start = page.start
    assert start.winfo_rooty() + start.winfo_height() <= window.root.winfo_rooty() + 600
    assert start.winfo_rootx() + start.winfo_width() <= window.root.winfo_rootx() + 1024


def test_a_game_that_begins_from_a_photo(window: Window) -> None:
    window.show(SeatsPage, find("connect4"))
    settle(window)
    page = window.page
    assert isinstance(page, SeatsPage)
    sheets: list[OpenSheet] = []
    page.open_sheet = sheets.append  # type: ignore[method-assign, assignment]
    page.photo.invoke()
    (sheet,) = sheets
    sheet.list.field.delete(0, "end")
    sheet.list.field.insert(0, str(PHOTO))
    sheet.list.enter()
    table_page = window.page
    assert isinstance(table_page, TablePage)
    wait_for(window, lambda: table_page.correction.active)
    table_page.correction.bar.done.invoke()
    assert {"e1", "e2", "f1"} == set(table_page.stage.table.state.cells())


def test_return_on_a_sheet_begins_no_game_below_it(window: Window, capsys: pytest.CaptureFixture[str]) -> None:
    window.show(SeatsPage, find("connect4"))
    settle(window)
    page = window.page
    assert isinstance(page, SeatsPage)
    for key in ("<Return>", "<KP_Enter>"):
        page.photo.invoke()
        settle(window)
        assert page.sheet
        page.sheet.buttons[0].focus_force()
        press(window, key)
        assert page.sheet is None and window.page is page
    page.photo.invoke()
    settle(window)
    assert isinstance(page.sheet, OpenSheet)
    field = page.sheet.list.field
    field.delete(0, "end")
    field.insert(0, str(PHOTO))
    field.focus_force()
    press(window, "<Return>")
    assert isinstance(window.page, TablePage) and len(list(records().glob("*.jsonl"))) == 1
    settle(window, 0.1)
    assert not capsys.readouterr().err, "the page below, which is gone, was asked for something"


def test_a_program_is_tried_before_the_game_begins(window: Window) -> None:
    window.show(SeatsPage, find("connect4"))
    page = window.page
    assert isinstance(page, SeatsPage)
    choose(page, SeatChoice(), SeatChoice(Who.PROGRAM, command="gtp:no-such-program --level 3"))
    page.begin()
    wait_for(window, lambda: not page.trials.running)
    complaint = page.complaint.cget("text")
    assert window.page is page and "no-such-program" in complaint and "gtp:" not in complaint
    assert page.start.instate(["!disabled"]) and "connect4" not in window.settings.last
