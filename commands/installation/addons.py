"""`companion.py addons`: list the add-ons, and say which of them may be used."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from fourth_seat import engines, games
from fourth_seat.boundary.additions import ENGINES, GAMES, LIGHTS, TEXT_DISPLAYS
from fourth_seat.commands import spoken
from fourth_seat.hardware.lights import drivers as lights
from fourth_seat.hardware.text import drivers as text_displays
from fourth_seat.table.settings import addons
from fourth_seat.words import Text, say

UNUSABLE: Mapping[str, Callable[[str], Text | None]] = {
    GAMES: games.unusable,
    ENGINES: engines.unusable,
    LIGHTS: lights.why_missing,
    TEXT_DISPLAYS: text_displays.why_missing,
}
"""For each kind of addition, what loads one by its name and returns why it cannot be used."""


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
        return say("not asked about yet")
    if not allowed:
        return say("refused")
    reasons = (UNUSABLE[each.group](each.name) for each in addon.additions if each.group in UNUSABLE)
    if why := next(filter(None, reasons), None):
        return say("allowed, but {reason}", reason=why)
    return say("allowed")
