"""Arguments of commands: each is read, or refused if it would do nothing."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.commands import COMMANDS, Parser, lights, run
from fourth_seat.commands.arguments import corners, game, output
from fourth_seat.commands.calibrate import KindParser

pytestmark = pytest.mark.quick

HELPERS = "".join(inspect.getsource(module) for module in (corners, game, lights, output))


def parsers(name: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the source that reads a command's arguments and their parser, and those of its subcommands."""
    module = COMMANDS[name].load()
    parser = Parser(name)
    module.add_arguments(parser)
    source = inspect.getsource(module)
    folder = Path(str(module.__file__)).parent
    for further in ("terminal",) if name == "play" else ():
        source += "".join(path.read_text() for path in sorted((folder / further).glob("*.py")))
    if name == "calibrate":
        source += "".join(path.read_text() for path in sorted(folder.glob("*.py")))
    yield source, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                if isinstance(below, KindParser):
                    below.kind.load().add_arguments(below)
                yield source, below


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_is_read(name: str) -> None:
    for source, parser in parsers(name):
        actions = (action for action in parser._actions if not isinstance(action, argparse._SubParsersAction))
        names = {action.dest for action in actions if action.dest != "help"}
        assert not [each for each in names if f"args.{each}" not in source + HELPERS]


@pytest.mark.parametrize(
    ("line", "argument"),
    [
        ("play connect4 --json", "--json"),
        ("play connect4 --terminal --resume --options first=1", "--options"),
        ("play connect4 --terminal --resume --level 3", "--level"),
        ("play connect4 --resume --seats human,human", "--seats"),
        ("play connect4 --terminal --seats human,human --level 3", "--level"),
        ("play connect4 --terminal --corners 1,1 2,1 2,2 1,2", "--corners"),
        ("play connect4 --terminal --resume --photo x.png", "--photo"),
        ("arena connect4 1 2 --bar 0.5", "--bar"),
        ("arena connect4 1 2 --games 2 --margin 0.1", "--margin"),
        ("lights connect4 --seconds 2", "--seconds"),
        ("calibrate lens --force", "--force"),
        ("calibrate lens --sheet x.pdf --camera 0", "--camera"),
        ("calibrate lens --sheet x.pdf --source 0", "--source"),
        ("calibrate lights connect4 --corners 1,1 2,1 2,2 1,2", "--corners"),
    ],
)
def test_an_argument_that_would_do_nothing_is_refused(
    line: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert run(line.split()) == 1
    printed = capsys.readouterr()
    assert argument in printed.err and not printed.out and not list(tmp_path.iterdir())
