"""Other makers' engines in the settings."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings import engine_commands
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.engines.row import EngineRow
from fourth_seat.ui.engines.section import EnginesSection
from fourth_seat.ui.settings import LastGame
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.widgets.form import FormSheet
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, clock, press, screenshot
from tests.ui.patience import settle, wait_for

MOCK = Path(__file__).resolve().parents[2] / "engines" / "players" / "mock_engine.py"
ENGINE = f"{sys.executable} {MOCK} --name Mocky"


def kept() -> dict[str, object]:
    path = engine_commands.path()
    return tomllib.loads(path.read_text()).get("engines", {}) if path.exists() else {}


def opened(window: Window) -> EnginesSection:
    window.show(SettingsPage)
    settle(window)
    assert isinstance(window.page, SettingsPage)
    return window.page.engines


def sheet_of(window: Window) -> Sheet:
    assert window.page and window.page.sheet
    return window.page.sheet


def write(window: Window, name: str, command: str) -> FormSheet:
    form = sheet_of(window)
    assert isinstance(form, FormSheet)
    for field, value in zip(form.fields, (name, command), strict=True):
        field.delete(0, "end")
        field.insert(0, value)
    return form


def added(window: Window, name: str, command: str) -> EngineRow:
    section = opened(window)
    section.add.invoke()
    write(window, name, command).save.invoke()
    settle(window)
    return section.rows[name]


def text_of(row: EngineRow) -> str:
    return str(row.status.cget("text"))


@pytest.mark.slow
def test_an_engine_is_added_changed_and_removed(window: Window, home: Path) -> None:
    home.mkdir()
    engine_commands.path().write_text('# mine\n[engines]\nother = "other-gtp" # keep\n')
    window.engines = window.engines.load(window.notice)
    row = added(window, "Mock", ENGINE)
    assert kept() == {"other": "other-gtp", "Mock": ENGINE} and sys.executable in text_of(row)
    screenshot(window, "settings-engines")
    row.change.invoke()
    section = opened(window)
    section.rows["Mock"].change.invoke()
    write(window, "Mocky", "nothing-there --fast").save.invoke()
    assert kept() == {"other": "other-gtp", "Mocky": "nothing-there --fast"}
    assert text_of(section.rows["Mocky"]) == "The program nothing-there was not found"
    section.rows["Mocky"].remove.invoke()
    _cancel, remove = sheet_of(window).buttons
    remove.invoke()
    assert kept() == {"other": "other-gtp"} and list(section.rows) == ["other"]
    assert "# mine" in engine_commands.path().read_text() and "# keep" in engine_commands.path().read_text()


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("name", "command", "why"),
    [
        ("Mock", "other", "already an engine called Mock"),
        ("x" * 41, "other", "at most 40 characters"),
        ("a,b", "other", "no comma"),
        ("new", "  ", "Enter the command"),
        ("new", "'other", "quotation mark"),
        ("new", "x" * 2001, "more than 2000 characters"),
    ],
)
def test_what_cannot_be_kept_is_said_and_stays_in_the_form(window: Window, name: str, command: str, why: str) -> None:
    added(window, "Mock", ENGINE)
    section = opened(window)
    section.add.invoke()
    form = write(window, name, command)
    form.save.invoke()
    assert why in form.said.shown and form.fields[0].get() == name
    assert kept() == {"Mock": ENGINE}


def test_an_engine_without_a_name_is_called_after_its_program(window: Window) -> None:
    section = opened(window)
    for _ in range(2):
        section.add.invoke()
        write(window, " ", "/opt/pentobi-gtp\udcff --level 3").save.invoke()
    assert list(kept()) == ["pentobi-gtp\ufffd", "pentobi-gtp\ufffd 2"]


def test_escape_closes_the_form_and_not_the_page(window: Window) -> None:
    section = opened(window)
    section.add.invoke()
    settle(window)
    write(window, "", "").fields[1].focus_force()
    press(window, "<Escape>")
    assert isinstance(window.page, SettingsPage) and window.page.sheet is None


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (ENGINE, "It identifies itself as Mocky"),
        (f"{ENGINE} --knows protocol_version --at protocol_version 2 --at version 1", "speaks GTP 2"),
        (f"{ENGINE} --at name refuse", f"It identifies itself as {Path(sys.executable).name}"),
        (f"{ENGINE} --lacks genmove", "lacks genmove"),
        (f"{ENGINE} --at list_commands die", "It exited"),
        ("yes", "not a GTP response"),
        ("no-such-engine", "could not be started"),
    ],
)
def test_an_engine_is_tried(window: Window, command: str, answer: str) -> None:
    row = added(window, "Mock", command)
    row.test.invoke()
    assert row.test.instate(["disabled"])
    wait_for(window, lambda: row.test.instate(["!disabled"]))
    assert answer in text_of(row)


@pytest.mark.slow
def test_a_trial_ends_with_the_page(window: Window, capfd: pytest.CaptureFixture[str]) -> None:
    import psutil

    me = psutil.Process()
    before = set(me.children())
    row = added(window, "Mock", f"{ENGINE} --at list_commands hang")
    row.test.invoke()
    wait_for(window, lambda: set(me.children()) - before)
    window.go_home()
    wait_for(window, lambda: set(me.children()) <= before)
    assert not capfd.readouterr().err


def test_games_that_name_an_engine_are_counted(make_window: MakeWindow) -> None:
    window = make_window(last={"connect4": LastGame(("engine:Mock", "human"))})
    row = added(window, "Mock", ENGINE)
    game = find("connect4")
    for seats in (("engine:Mock", "human"), ("human", "engine:other")):
        Table.begin(game, game.options(), [read_seat(seat) for seat in seats], records(), clock).close()
    row.change.invoke()
    section = window.page.engines if isinstance(window.page, SettingsPage) else opened(window)
    write(window, "Mine", ENGINE).save.invoke()
    assert window.notices.shown == "One unfinished game still uses the name Mock: a person will take over its seat."
    assert window.settings.last["connect4"].seats == ("engine:Mine", "human")
    section.rows["Mine"].remove.invoke()
    texts = [str(child.cget("text")) for child in sheet_of(window).body.winfo_children()]
    assert texts == ["No unfinished game uses it. The engine stays installed."]


def test_what_another_window_removed_does_not_come_back(window: Window) -> None:
    added(window, "Mock", ENGINE)
    other = window.engines.load(window.notice)
    other.remove("Mock")
    window.engines.named(read_seat("gtp:another --level 2"))
    window.engines.save(window.notice)
    assert kept() == {"another": "another --level 2"}


@pytest.mark.slow
def test_engines_that_cannot_be_saved_are_as_before(window: Window, home: Path) -> None:
    added(window, "Mock", ENGINE)
    for file in home.iterdir():
        file.unlink()
    home.rmdir()
    home.write_text("a file where the folder should be")
    section = opened(window)
    section.add.invoke()
    form = write(window, "New", ENGINE)
    form.save.invoke()
    assert "was not saved" in form.said.shown and list(window.engines.commands) == ["Mock"]


@pytest.mark.slow
def test_a_complaint_moves_nothing(make_window: MakeWindow) -> None:
    window = make_window(text="huge", width=960, height=640)
    added(window, "Mock", ENGINE)
    opened(window).add.invoke()
    settle(window)
    form = write(window, "a,b", "")
    controls = [form, *form.fields, *form.buttons]

    def places() -> list[tuple[int, ...]]:
        settle(window, 0.2)
        return [(each.winfo_rootx(), each.winfo_rooty(), each.winfo_width(), each.winfo_height()) for each in controls]

    before = places()
    form.save.invoke()
    assert places() == before and "Enter the command" in form.said.shown
    write(window, "a,b", "other")
    form.save.invoke()
    assert places() == before and "no comma" in form.said.shown
    screenshot(window, "settings-engines-huge")


@pytest.mark.parametrize("command", ["/opt/one,two\tthree", f"/opt/{'x' * 100}"])
def test_every_program_has_a_name_that_a_seat_can_have(window: Window, command: str) -> None:
    names = [window.engines.put("", f"'{command}' --level {level}") for level in range(3)]
    assert len(set(names)) == 3 and all("," not in name and len(name) <= 40 and name.isprintable() for name in names)
