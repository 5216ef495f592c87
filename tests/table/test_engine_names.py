"""The names of engines, where several windows set engines up."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.table.errors import BadEngine
from fourth_seat.table.settings import config_file, engine_commands
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.words import Text

COMMANDS = "/opt/one/python engine.py", "/opt/two/python engine.py"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


def test_two_windows_give_two_programs_two_names() -> None:
    windows = EngineCommands(), EngineCommands()
    names = [window.add(command) for window, command in zip(windows, COMMANDS, strict=True)]
    assert names == ["python", "python 2"]
    assert dict(config_file.load(engine_commands.path())["engines"]) == dict(zip(names, COMMANDS, strict=True))
    assert windows[1].add(COMMANDS[0]) == "python", "what the other window has set up is known"


def test_a_name_that_was_changed_elsewhere_is_not_used_for_the_old_program() -> None:
    first, second = EngineCommands(), EngineCommands()
    assert first.add(COMMANDS[0]) == "python"
    second.put("python", COMMANDS[1], before="python")
    assert first.add(COMMANDS[0]) == "python 2"
    with pytest.raises(BadEngine, match="already"):
        first.put("python", COMMANDS[0])


def test_what_could_not_be_written_takes_no_name_away(home: Path) -> None:
    first, second, said = EngineCommands(), EngineCommands(), list[Text]()
    home.rmdir()
    home.write_text("no folder")
    assert first.add(COMMANDS[0]) == "python"
    first.save(said.append)
    assert "was not saved" in str(said.pop())
    home.unlink()
    assert second.add(COMMANDS[1]) == "python"
    first.save(said.append)
    assert "python already" in str(said.pop())
    assert config_file.load(engine_commands.path())["engines"] == {"python": COMMANDS[1]}
