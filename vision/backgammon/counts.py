"""Turns individual checkers into counts: the likelihoods of each colour and number on a point and on the bar, and the
likeliest board.

No colour has more than fifteen checkers. The likeliest board that satisfies this constraint is found by dynamic programming
over the cells; the state is the number of light and dark checkers so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import LOG_FLOOR, Likelihoods, floored
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.backgammon.colour_model import CHECKERS_EACH
from fourth_seat.vision.backgammon.stacks import ROW

_MISSING_LOG = -2.0  # logarithm of how likely fewer than fifteen of a colour are in play
_MIN_RAISED_PROBABILITY = 0.02  # least probability that a checker lies on another
_EARLY_STACK_LOG = -2.0  # logarithm of how likely some do before there are `ROW` in a row
_OVERLOOKED_PROBABILITY = 0.01  # that a checker of a colour lies on the bar unseen, dark on dark leather
_BEST_BOARD_MARGIN = 0.1  # by which the likeliest board's contents stand out where alone they would not
CONTENTS = (None, *(Content(colour, count) for colour in (1, 2) for count in range(1, CHECKERS_EACH + 1)))


def of_point(odds: Sequence[float], light: Floats, raised: Floats | None = None) -> dict[Content | None, float]:
    """Return the log-likelihoods of a point's contents.

    Args:
        odds: for each place from the edge inwards, the log odds that a checker lies there.
        light: for each place, the log odds that the checker there is light.
        raised: for each place, the probability that the checker there lies on top of another; defaults to 0 for all.
    """
    sure = np.asarray(odds, float)
    there, empty = -np.logaddexp(0, -sure).cumsum(), -np.logaddexp(0, sure)
    none = float(empty.sum())
    rest = none - empty.cumsum()  # beyond each number of checkers nothing lies
    # checkers of one colour are correlated evidence: many count little more than one and a half
    rejection = np.minimum(1.0, 1.5 / np.sqrt(np.arange(1, len(sure) + 1)))
    chances = np.zeros(len(sure)) if raised is None else raised
    below = _below(tuple(chances.clip(_MIN_RAISED_PROBABILITY, 1 - _MIN_RAISED_PROBABILITY).tolist()))
    values = [none]
    for sign in (-1, 1):
        alone = there + rest - rejection * np.logaddexp(0, sign * light).cumsum()
        values += (alone[:, None] + below).max(axis=0).tolist()
    return floored(zip(CONTENTS, values, strict=True))


@lru_cache(maxsize=1024)
def _below(raised: tuple[float, ...]) -> Floats:
    """Return log-probabilities that this many checkers, hidden below those seen, make 1..EACH in all, for each number of
    places from one on; shape (places, EACH).
    """
    out = np.full((len(raised), CHECKERS_EACH), -np.inf)
    chance = np.ones(1)
    for n, p in enumerate(raised):
        chance = np.convolve(chance, [1 - p, p])
        many = np.log(np.maximum(chance, 1e-12)) + (0.0 if n + 1 >= ROW else _EARLY_STACK_LOG * (np.arange(n + 2) > 0))
        room = min(len(many), CHECKERS_EACH - n)
        out[n, n : n + room] = many[:room]
    return out


def of_bar(odds: Sequence[float], light: Floats) -> tuple[dict[Content | None, float], dict[Content | None, float]]:
    """Return the log-likelihoods of the numbers of light and dark checkers on the bar. The arguments are as for `of_point`,
    except that the spots may be in any order.
    """
    cells = []
    for colour, sign in ((1, 1), (2, -1)):
        chance = np.array([1 - _OVERLOOKED_PROBABILITY, _OVERLOOKED_PROBABILITY])  # of each number of checkers so far
        for odd, tone in zip(odds, light, strict=True):
            one = float(np.exp(-np.logaddexp(0, -odd) - np.logaddexp(0, -sign * tone)))
            chance = np.convolve(chance, [1 - one, one])
        logs = np.log(np.maximum(chance, np.exp(LOG_FLOOR)))
        cells.append(floored((Content(colour, n) if n else None, float(value)) for n, value in enumerate(logs)))
    return cells[0], cells[1]


def together(cells: Mapping[str, Likelihoods]) -> dict[str, dict[Content | None, float]]:
    """Adjust the evidence so that the likeliest contents of all cells form a possible board.

    Each cell keeps its likelihoods, except that its content on the likeliest possible board is raised above all others if
    the cell's own likeliest content would give a colour a sixteenth checker, or leave it needlessly one short.
    """
    size = CHECKERS_EACH + 1
    names = list(cells)
    best = np.full((size, size), -np.inf)
    best[0, 0] = 0
    came: list[NDArray[np.intp]] = []
    options = [
        [(item, value) for item, value in cells[name].items() if item is None or value > LOG_FLOOR] for name in names
    ]
    for contents in options:
        scores = np.full((len(contents), size, size), -np.inf)
        for index, (content, value) in enumerate(contents):
            if content is None:
                scores[index] = best + value
            elif content.count < size:
                n = content.count
                if content.colour == 1:
                    scores[index, n:] = best[:-n] + value
                else:
                    scores[index, :, n:] = best[:, :-n] + value
        came.append(scores.argmax(axis=0))
        best = scores.max(axis=0)
    short = np.where(np.arange(size) == CHECKERS_EACH, 0.0, _MISSING_LOG)
    light, dark = np.unravel_index(int((best + short[:, None] + short[None]).argmax()), best.shape)
    place = [int(light), int(dark)]
    out: dict[str, dict[Content | None, float]] = {}
    for name, contents, choice in zip(reversed(names), reversed(options), reversed(came), strict=True):
        content, value = contents[int(choice[place[0], place[1]])]
        if content:
            place[content.colour - 1] -= content.count
        top = max((other for item, other in cells[name].items() if item != content), default=LOG_FLOOR)
        out[name] = floored(
            (item, max(old, top + _BEST_BOARD_MARGIN) if item == content else old) for item, old in cells[name].items()
        )
    return {name: out[name] for name in names}
