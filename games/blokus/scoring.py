"""Blokus scores, summed over the colours of each seat."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.games.blokus.tableau import Tableau
from fourth_seat.games.blokus.variants import setting
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Result, ScoreRow
from fourth_seat.words import Text, all_of, say, say_many


def standing(options: Options, tableaux: tuple[Tableau, ...], over: bool) -> Result:
    """Return the result according to the score selected in the options. The score sheet lists both scores and the number of
    pieces placed.
    """
    fixed = setting(options)
    seats = range(1, len(fixed.owners) + 1)

    def sum_up(count: Callable[[Tableau], int]) -> tuple[int, ...]:
        return tuple(sum(count(tableaux[colour - 1]) for colour in fixed.counting(seat)) for seat in seats)

    advanced, basic = sum_up(lambda tableau: tableau.advanced), sum_up(lambda tableau: tableau.basic)
    counts_advanced = options["score"] == "advanced"
    scores = advanced if counts_advanced else basic
    winners = tuple(seat for seat in seats if scores[seat - 1] == max(scores))
    names = tuple(_seat_name(options, seat) for seat in winners)
    return Result(
        winners,
        scores,
        _reason(names, max(scores), over),
        (
            ScoreRow(say("Advanced score"), advanced, decides=counts_advanced),
            ScoreRow(say("Basic score"), basic, decides=not counts_advanced),
            ScoreRow(say("Pieces placed"), sum_up(lambda tableau: tableau.pieces_placed)),
        ),
    )


def _seat_name(options: Options, seat: int) -> Text:
    fixed = setting(options)
    names = [fixed.sides[colour - 1].name for colour in fixed.counting(seat)]
    if len(names) == 1:
        return names[0]
    return say("{one} and {other}", one=names[0], other=names[1])


def _reason(names: tuple[Text, ...], best: int, over: bool) -> Text:
    points = say_many("one point", "{n} points", best)
    if len(names) > 1:
        together = all_of(names)
        if over:
            return say(
                "No colour can place a piece any more: {names} share the win with {points}.", names=together, points=points
            )
        return say("{names} share the lead with {points}.", names=together, points=points)
    if over:
        return say("No colour can place a piece any more: {name} wins with {points}.", name=names[0], points=points)
    return say("{name} leads with {points}.", name=names[0], points=points)
