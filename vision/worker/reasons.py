"""What is wrong with a board, in one sentence for people."""

from __future__ import annotations

from collections.abc import Iterable

from games import AnyGame
from games.contents import CellDifference, Content
from games.options import Options
from words import Text, say

MOST_CELLS = 6  # that are named; more help nobody


def what_is_wrong(game: AnyGame, options: Options, differing: Iterable[CellDifference]) -> Text:
    """What lies where it should not, and what is missing: the cells that differ alike together, at most two such groups."""
    alike: dict[tuple[Content | None, Content | None], list[str]] = {}
    for difference in differing:
        alike.setdefault((difference.found, difference.wanted), []).append(difference.cell)
    parts = [_part(game, options, found, wanted, tuple(cells[:MOST_CELLS])) for (found, wanted), cells in alike.items()]
    if not parts:
        return say("the board cannot be understood: look whether something lies over it")
    return parts[0] if len(parts) == 1 else say("{one}, and {other}", one=parts[0], other=parts[1])


def _part(game: AnyGame, options: Options, found: Content | None, wanted: Content | None, cells: tuple[str, ...]) -> Text:
    if found is None and wanted is not None:
        return say("{wanted} is missing on {cells}", wanted=_told(game, options, wanted), cells=cells)
    if found is not None and wanted is None:
        return say("{found} lies on {cells}, where nothing should lie", found=_told(game, options, found), cells=cells)
    assert found is not None
    assert wanted is not None
    return say(
        "{cells} should hold {wanted}, not {found}",
        cells=cells,
        wanted=_told(game, options, wanted),
        found=_told(game, options, found),
    )


def _told(game: AnyGame, options: Options, content: Content) -> Text:
    if not content.colour:
        return say("{n}", n=content.count)
    colour = game.colour_name(content.colour, options)
    return colour if content.count == 1 else say("{n} {colour}", n=content.count, colour=colour)
