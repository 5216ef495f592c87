"""The arguments that name lights, the same for every command that uses them."""

from __future__ import annotations

import argparse
from dataclasses import replace

from fourth_seat.commands import spoken
from fourth_seat.commands.arguments import decimal, whole
from fourth_seat.hardware.lights.drivers import examples, kinds
from fourth_seat.hardware.lights.settings import MAX_BUDGET_MA, LightsSettings, load_lights_settings
from fourth_seat.words import FourthSeatError, say


class NoLights(FourthSeatError, ValueError):
    """Error: the address of the lights is missing, or a limit is out of range."""


def add_lights(parser: argparse.ArgumentParser) -> None:
    """Add `--device`, `--budget` and `--brightness`."""
    known = "; ".join(f"{kind.examples[0]} ({spoken().render(kind.drives)})" for kind in kinds().values())
    parser.epilog = spoken().render(say("Lights: {kinds}", kinds=known))
    parser.add_argument(
        "--device",
        metavar="URL",
        help=f"the lights: {', '.join(examples())}, auto: (those used last) or screen:",
    )
    parser.add_argument("--budget", type=whole, metavar="MA", help="current limit of all LEDs together, in mA")
    parser.add_argument("--brightness", type=decimal, metavar="PART", help="part of full brightness, above 0 and at most 1")


def read_lights(args: argparse.Namespace, game: str) -> LightsSettings:
    """Return the lights that were asked for; settings that are not given are those chosen last for this game.

    Raises:
        NoLights: no address was given or saved, or the brightness or the current limit is out of range.
    """
    chosen = load_lights_settings(game)
    if args.device:
        chosen = replace(chosen, url=args.device)
    if args.budget is not None:
        chosen = replace(chosen, budget=args.budget)
    if args.brightness is not None:
        chosen = replace(chosen, brightness=args.brightness)
    if not chosen.url:
        raise NoLights(say("say where the lights are: --device {examples} or screen:", examples=", ".join(examples())))
    if not 1 <= chosen.budget <= MAX_BUDGET_MA:
        raise NoLights(
            say("the current limit is 1 to {most} mA, not {value}", most=MAX_BUDGET_MA, value=str(chosen.budget))
        )
    if not 0 < chosen.brightness <= 1:
        raise NoLights(say("the brightness is above 0 and at most 1, not {value}", value=f"{chosen.brightness:g}"))
    return chosen
