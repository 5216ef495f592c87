"""`companion.py addons`: list the add-ons, and say which of them may be used."""

from __future__ import annotations

import argparse

from fourth_seat.commands import spoken
from fourth_seat.table.settings import addons
from fourth_seat.words import Text, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--allow", metavar="NAME", help="use this add-on from now on")
    chosen.add_argument("--refuse", metavar="NAME", help="do not use it, and do not ask about it")


def run(args: argparse.Namespace) -> int:
    render = spoken().render
    if args.allow or args.refuse:
        addons.answer(addons.named(args.allow or args.refuse), allowed=bool(args.allow))
        addons.activate()
    found = addons.found()
    for addon in found:
        print(f"{addon.name} {addon.version}  {render(_state(addon))}  {render(addon.adds)}  {addon.place}")
    if not found:
        print(render(addons.none_found()))
    return 0


def _state(addon: addons.AddOn) -> Text:
    allowed = addons.is_allowed(addon)
    if allowed is None:
        return say("not asked about yet")
    return say("allowed") if allowed else say("refused")
