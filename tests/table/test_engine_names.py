"""The names of engines if several windows set up engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.table.errors import BadEngine
from fourth_seat.table.settings import config_file, engine_commands
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.table import Table
from fourth_seat.words import Text
from tests.table.conftest import Open, clock

COMMANDS = "/opt/one/python engine.py", "/opt/two/python engine.py"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


def test_two_windows_give_two_programs_two_names() -> None:
    windows = EngineCommands(), EngineCommands()
    names = [window.add(command) for window, command in zip(windows, COMMANDS, strict=True)]
    assert names == ["engine", "engine 2"]
    assert dict(config_file.load(engine_commands.path())["engines"]) == dict(zip(names, COMMANDS, strict=True))
    assert windows[1].add(COMMANDS[0]) == "engine", "what the other window has set up is known"


def test_a_name_that_was_changed_elsewhere_is_not_used_for_the_old_program() -> None:
    first, second = EngineCommands(), EngineCommands()
    assert first.add(COMMANDS[0]) == "engine"
    second.put("engine", COMMANDS[1], before="engine")
    assert first.add(COMMANDS[0]) == "engine 2"
    with pytest.raises(BadEngine, match="already"):
        first.put("engine", COMMANDS[0])


def test_a_command_in_a_resumed_game_that_is_set_up_here_goes_by_its_name(begin: Open) -> None:
    engines = EngineCommands()
    engines.add(COMMANDS[0])
    begun = begin("connect4", "human:Anna", "human:Ben")
    begun.close()
    assert begun.record
    path = begun.record.path
    path.write_text(path.read_text().replace("human:Anna", f"gtp:{COMMANDS[0]}"))  # of another program
    table = Table.resume(path, clock)
    assert engines.vacate(table) == []
    assert [str(seat) for seat in table.seats] == ["engine:engine", "human:Ben"]
    assert engines.player(table.seat(1)) == f"gtp:{COMMANDS[0]}"
    table.close()


def test_what_could_not_be_written_takes_no_name_away(home: Path) -> None:
    first, second, said = EngineCommands(), EngineCommands(), list[Text]()
    home.rmdir()
    home.write_text("no folder")
    assert first.add(COMMANDS[0]) == "engine"
    first.save(said.append)
    assert "was not saved" in str(said.pop())
    home.unlink()
    assert second.add(COMMANDS[1]) == "engine"
    first.save(said.append)
    assert "already an engine called engine" in str(said.pop())
    assert config_file.load(engine_commands.path())["engines"] == {"engine": COMMANDS[1]}


def test_the_name_of_a_removed_engine_is_given_to_the_same_command_only() -> None:
    engines = EngineCommands()
    engines.add(COMMANDS[0])
    engines.remove("engine")
    assert EngineCommands().add(COMMANDS[1]) == "engine 2", "unfinished games of the other program go by its name"
    assert COMMANDS[0] not in engine_commands.path().read_text()
    assert EngineCommands().add(COMMANDS[0]) == "engine"
    assert EngineCommands().put("Mine", COMMANDS[1], before="engine 2") == "Mine"
    assert EngineCommands().add(COMMANDS[1] + " --level 3") == "engine 3", "engine 2 was in use until it was renamed"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python3 -u '/my engines/Deep Four.py' --level 3", "Deep Four"),
        ("java -jar engine.jar", "engine"),
        ("/opt/pentobi-gtp --book x.blksgf", "pentobi-gtp"),
        ("./mine.py 3", "mine"),
    ],
)
def test_an_engine_is_named_after_its_script(command: str, name: str) -> None:
    assert EngineCommands().add(command) == name
