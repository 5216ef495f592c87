"""`companion.py addons`: list the add-ons, and allow or forbid them."""

from __future__ import annotations

import argparse

from fourth_seat import engines, games
from fourth_seat.boundary.additions import ENGINES, GAMES, Addition
from fourth_seat.commands import spoken
from fourth_seat.hardware import declared
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
        parts = (f"{addon.name} {addon.version}".strip(), render(_state(addon)), render(addon.adds), str(addon.place))
        print("  ".join(filter(None, parts)))
    if not found:
        print(render(addons.none_found()))
    return 0


def _state(addon: addons.AddOn) -> Text:
    if addon.trouble:
        return say("not used: {reason}", reason=addon.trouble)
    allowed = addons.is_allowed(addon)
    if allowed is None:
        return say("not yet allowed or refused")
    if not allowed:
        return say("refused")
    if why := next(filter(None, map(why_unusable, addon.additions)), None):
        return say("allowed, but {reason}", reason=why)
    return say("allowed")


def why_unusable(addition: Addition) -> Text | None:
    """Load an add-on and return the reason why it cannot be used, or None if it can."""
    if addition.group == GAMES:
        return games.unusable(addition.name)
    if addition.group == ENGINES:
        return engines.unusable(addition.name)
    kind = declared.kinds().get(addition.group)  # None for languages
    return declared.unusable(kind, addition.name) if kind else None
