"""The command line. Each command has its own file or folder, which is imported only when the command is used.

A command's module has `add_arguments(parser)` and `run(args)`, which returns the exit status. `COMMANDS` lists all of them.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import NoReturn

from fourth_seat.boundary.addresses import masked
from fourth_seat.boundary.faults import fault
from fourth_seat.boundary.streams import prepare_standard_streams
from fourth_seat.boundary.text import printable
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.processes.extras.folder import ExtrasFolder
from fourth_seat.processes.installation import BUNDLE, FORM, PROGRAM, version
from fourth_seat.table.settings import language
from fourth_seat.words import ENGLISH, Catalogue, FourthSeatError, Text, error_text, say, sentence
from fourth_seat.words.catalogue import languages


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its module, a one-sentence description, and the packages and the extra that it requires."""

    module: str
    summary: Text
    needs: tuple[str, ...] = ()
    extra: str = ""

    def load(self) -> ModuleType:
        """Import and return the command's module."""
        return import_module(f"fourth_seat.{self.module}")


WINDOW = Command("ui.launch", say("the window"), ("_tkinter", "sv_ttk", "PIL", "platformdirs"))
CAMERA = ("numpy", "platformdirs")
LIGHTS = ("serial", "platformdirs")
COMMANDS = {
    "play": Command("commands.play", say("play a game, in the window or in the terminal"), ("platformdirs",)),
    "kiosk": Command(
        "commands.installation.kiosk",
        say("show nothing but the window on the screen, and open it when the computer starts"),
        WINDOW.needs,
    ),
    "engine": Command("commands.engine", say("run a player for other programs: GTP on standard input and output")),
    "engine-check": Command("commands.engine_check", say("test an engine, and report its faults")),
    "solve": Command(
        "commands.solve",
        say("print the exact value of positions, and all best moves"),
        ("numpy", "platformdirs"),
    ),
    "arena": Command("commands.arena", say("play a tournament between computer players"), ("psutil",)),
    "farm": Command(
        "commands.farm",
        say("share the work of tournaments among machines: open a farm, or join one"),
        ("psutil",),
    ),
    "look": Command("commands.look", say("read the board from pictures"), CAMERA, "camera"),
    "calibrate": Command(
        "commands.calibrate",
        say("calibrate a camera, its lens, or the lights under a board"),
        (*CAMERA, *LIGHTS),
        "camera",
    ),
    "watch": Command("commands.watch", say("print each move as the camera sees it"), CAMERA, "camera"),
    "lights": Command(
        "commands.lights",
        say("use the lights under a board: light cells, test the LEDs, or list which LED is where"),
        LIGHTS,
    ),
    "tables": Command("commands.tables", say("list or remove the tables that engines keep on disk"), ("platformdirs",)),
    "keep": Command(
        "commands.keep",
        say("make a page about a game, to keep or to hang on the wall (PDF, PNG or SVG)"),
        ("PIL",),
        "print",
    ),
    "evening": Command(
        "commands.evening",
        say(
            "tell us about an evening: print a report of its games, devices and versions, without names, for you to read "
            "and, if you like, save"
        ),
        LIGHTS,
    ),
    # As `commands.print`, it would replace `print` in this module once it is imported.
    "print": Command("commands.print_board", say("make a board to print (PDF)"), extra="print"),
    "extras": Command(
        "commands.installation.extras",
        say("list, add or remove optional parts, such as the camera"),
        ("platformdirs",),
    ),
    "addons": Command("commands.installation.addons", say("list add-ons, and allow or refuse them"), LIGHTS),
    "update": Command("commands.installation.update", say("show the version, or replace it with a newer one")),
    "uninstall": Command(
        "commands.installation.uninstall", say("remove this program, but keep the games"), ("platformdirs",)
    ),
}

BESIDE = re.compile(r"-[0-9]*\.?[0-9]*,")
ADDED_TO = ("play", "engine", "engine-check", "arena", "farm", "look", "calibrate", "watch", "lights", "keep", "print")
"""Commands that add-ons can extend; only these ask about new add-ons."""
WRONG_USE, INTERRUPTED = 2, 130  # exit statuses, as in shells


class MissingPackage(FourthSeatError, ImportError):
    """Raised when a required package is not installed."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error on a single line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {printable(masked(message))}; see {self.prog} --help\n")


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit status. Errors are reported on one line of standard error."""
    prepare_standard_streams()
    _use_extras()
    try:
        _use_addons()
        status = _run(arguments)
        sys.stdout.flush()
        if FORM is BUNDLE and status == 0:
            import_module("fourth_seat.processes.installation.bundle_folder").settle()
        return status
    except FourthSeatError as error:
        print(f"{PROGRAM}: {spoken().render(error.text)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone: write nothing more, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        reason = error_text(error)
        text = say("{file}: {reason}", file=str(error.filename), reason=reason) if error.filename else reason
        print(f"{PROGRAM}: {spoken().render(text)}", file=sys.stderr)
        return 1
    except Exception as error:  # a bug of ours; a report of it needs the place
        print(f"{PROGRAM}: internal error: {fault(error)}", file=sys.stderr)
        return 1


def _use_extras() -> None:
    """Make the added extras importable; a folder that cannot be found is reported by the code that needs it."""
    with suppress(FourthSeatError, ImportError):
        from fourth_seat.table.settings.folders import home

        ExtrasFolder(home()).activate()


def _use_addons() -> None:
    """Enable the add-ons that the user has allowed; if the answers cannot be read, report this and enable none."""
    from fourth_seat.table.settings import addons

    try:
        addons.activate()
    except FourthSeatError as error:
        notify(error.text)


def _ask_about_addons() -> None:
    """Ask about each new add-on at the terminal; the window has its own dialogue."""
    from fourth_seat.table.settings import addons

    try:
        unknown = addons.activate()
    except FourthSeatError:  # reported when they were about to be used
        return
    render = spoken().render
    yes = render(say("yes")).lower()
    for addon in unknown:
        print(
            f"{render(addons.question(addon))} {render(say('Use this add-on?'))}",
            end=" [y/N] ",
            file=sys.stderr,
            flush=True,
        )
        typed = sys.stdin.readline().strip().lower()
        addons.answer(addon, allowed=typed in ("y", "yes", yes, yes[:1]))
    if unknown:
        addons.activate()


def spoken() -> Catalogue:
    """Return the catalogue for the commands' output, in English if the chosen language is not available."""
    try:
        return language.catalogue()
    except language.BadLanguage:
        return ENGLISH


def notify(text: Text) -> None:
    """Print a notice on standard error, as a complete sentence on its own line."""
    print(sentence(spoken().render(text)), file=sys.stderr, flush=True)


def _run(arguments: list[str]) -> int:
    arguments = _speak(arguments)
    if trouble := language.trouble():
        notify(trouble)
    if not arguments:
        return _window()
    if arguments == ["--version"]:
        print(f"Fourth Seat {version()}")
        return 0
    if arguments[0] in ADDED_TO and sys.stdin.isatty() and sys.stderr.isatty():
        _ask_about_addons()
    if arguments[0] == "help":  # for all commands, or for the one given
        arguments = [*arguments[1:2], "--help"]
    top = Parser(PROGRAM, description="Without a command, the window opens.", formatter_class=argparse.RawTextHelpFormatter)
    width = max(map(len, COMMANDS))
    render = spoken().render
    every = "\n".join(f"{name:{width}}  {render(command.summary)}" for name, command in COMMANDS.items())
    top.add_argument("command", choices=COMMANDS, metavar="command", help=every)
    top.add_argument("--version", action="store_true", help=render(say("show the version")))
    known = ", ".join(languages())
    top.add_argument(
        "--language", metavar="LANGUAGE", help=f"language of all output: {known}; for every command and for the window"
    )
    name = top.parse_args(arguments[:1]).command
    command = COMMANDS[name]
    require(command)
    module = command.load()
    parser = Parser(f"{PROGRAM} {name}", description=render(command.summary), allow_abbrev=False)
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args([_no_option(argument) for argument in arguments[1:]]))
    return status


def _speak(arguments: list[str]) -> list[str]:
    """Set the language if `--language` is anywhere among the arguments, and return the other arguments."""
    for number, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--language":
            if not equals:
                value = "".join(arguments[number + 1 : number + 2])
            language.named(value)  # one that does not exist is refused here
            os.environ[language.VARIABLE] = value  # for everything in this run, and for what it starts
            return arguments[:number] + arguments[number + (1 if equals else 2) :]
    return arguments


def _no_option(argument: str) -> str:
    """Prefix a corner outside the picture, such as `-12,40`, with a space, so that it is not parsed as an option."""
    return f" {argument}" if BESIDE.match(argument) else argument


def _window() -> int:
    require(WINDOW)
    status: int = WINDOW.load().main()
    return status


def require(command: Command) -> None:
    """Raise `MissingPackage`, with instructions, if a required package is not installed."""
    missing = [package for package in command.needs if find_spec(package) is None]
    if "_tkinter" in missing:
        raise MissingPackage(
            say("this Python has no Tk, which draws the window: install it (on Debian: sudo apt install python3-tk)")
        )
    if missing:
        raise MissingPackage(
            say(
                "{packages} is not installed: start with python -m uv run companion.py, which installs it",
                packages=", ".join(missing),
            )
        )
    if command.extra:
        need(command.extra)
