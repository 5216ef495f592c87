"""The same board in games that another side has begun: colours are numbered in the order of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.contents import Content
from games.errors import BadOption
from games.options import Options
from games.protocol import AnyGame, AnyState


def begun(game: AnyGame, options: Options) -> Iterator[AnyState]:
    """The start positions with each side beginning."""
    yield game.start(options)
    for option in game.declared_options:
        if option.name == "first":
            for choice in option.choices:
                if choice != options["first"]:
                    try:
                        yield game.start(Options(game.declared_options, {**options, "first": choice}))
                    except BadOption:
                        continue


def recoloured(game: AnyGame, cells: Mapping[str, Content | None], told: Options, wanted: Options) -> dict[str, Content | None]:
    """Contents whose colours are numbered as `wanted` has them: colours are numbered in the order of play."""
    if told == wanted:
        return dict(cells)
    hues = [side.hue for side in game.sides(wanted)]
    number = {0: 0} | {n: hues.index(side.hue) + 1 for n, side in enumerate(game.sides(told), 1)}
    return {cell: replace(content, colour=number[content.colour]) if content else None for cell, content in cells.items()}
