"""`companion.py uninstall`: remove this program. Games are kept unless the user says otherwise."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from fourth_seat.commands import spoken
from fourth_seat.engines.table_cache import MB
from fourth_seat.processes.installation import BUNDLE, CHECKOUT, FORM, ROOT, autostart, bundle_folder, installer
from fourth_seat.table.settings import addons, data
from fourth_seat.table.settings.folders import home
from fourth_seat.words import FourthSeatError, Text, say, say_many

KEEP, REMOVE = "keep", "remove"


class NotAsked(FourthSeatError, RuntimeError):
    """Raised when uninstalling is impossible because there is no terminal to ask in and no option gives the answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="ask nothing: keep the games, remove the rest")
    parser.add_argument("--games", choices=(KEEP, REMOVE), help="what to do with the games")
    parser.add_argument("--settings", choices=(KEEP, REMOVE), help="what to do with settings, names and calibrations")


def run(args: argparse.Namespace) -> int:
    render = spoken().render
    if not args.yes and not sys.stdin.isatty():
        raise NotAsked(say("there is no terminal to ask in: add --yes to keep the games and remove the rest"))
    print(render(say("Fourth Seat, {form}: {folder}", form=FORM.name, folder=str(ROOT))), flush=True)
    ask = _default if args.yes else _asker(render)
    if not args.yes and not ask(say("Remove Fourth Seat?"), False):
        return 1
    going, parts = data.built(), [*data.BUILT]
    if (games := data.games()) and _removed(args.games, lambda: ask(say("Remove the games, too?"), False)):
        going += games
        parts += data.GAMES
    question = say("Remove settings, names and calibrations, too?")
    if (settings := data.settings()) and _removed(args.settings, lambda: ask(question, True)):
        going += settings
        parts += data.SETTINGS
    done = [_that_went(going)] if going else []
    if others := sorted({*data.others(parts)}.difference(going)):
        done.append(_that_stay(others))
    if {*games, *settings}.difference(going):
        done.append(say("The games and settings that you keep are in {folder}.", folder=str(home())))
    if (folder := home() / addons.FOLDER).is_dir():
        done.append(
            say(
                "Add-ons stay in {folder}: other people made them, so you have to delete them yourself.", folder=str(folder)
            )
        )
    by_hand = CHECKOUT or (FORM is BUNDLE and not bundle_folder.REPLACES_ITSELF)
    if by_hand:
        done.append(say("Now delete the folder {folder}.", folder=str(ROOT)))
    lines = [render(text) for text in done]  # before its words are removed
    if FORM is BUNDLE and not by_hand:
        bundle_folder.remove()
    elif not by_hand:
        installer.remove()
    data.remove(going)
    autostart.remove()
    print("\n".join(lines))
    return 0


def _that_went(files: Sequence[Path]) -> Text:
    """Describe how much of the data is removed."""
    size = round(data.size(files) / MB)
    return say("{size} MB of its data was removed.", size=size) if size else say("Less than 1 MB of its data was removed.")


def _that_stay(others: Sequence[Path]) -> Text:
    """Describe the files that are not removed with the program."""
    return say_many(
        ("{file} was left in place, because Fourth Seat did not write it or another program is using it."),
        "{n} files were left in place, because Fourth Seat did not write them or another program is using them; "
        "the first is {file}.",
        len(others),
        file=str(others[0]),
    )


def _removed(option: str | None, ask: Callable[[], bool]) -> bool:
    """Return whether to remove something, according to the option or else to the user's answer."""
    return option == REMOVE if option else ask()


def _default(_: Text, default: bool) -> bool:
    return default


def _asker(render: Callable[[Text], str]) -> Callable[[Text, bool], bool]:
    yes, no = render(say("yes")), render(say("no"))

    def ask(question: Text, default: bool) -> bool:
        """Ask a question and return the answer; Enter alone selects the default, and the end of input means no."""
        choice = f"{yes.upper()}/{no}" if default else f"{yes}/{no.upper()}"
        try:
            answer = input(f"{render(question)} [{choice}] ").strip().lower()
        except EOFError:
            print()
            return False
        return answer[0] in (yes[0], "y") if answer else default

    return ask
