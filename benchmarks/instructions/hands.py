"""A stranger's hands: they carry out sentences on a board of which they can read only the drawn names.

The stranger knows boards, pieces, seeds, checkers and dice, but no rules and no notation. A place is found by the
names beside it, in it, or in line with it; a stone that is dropped falls away from the name of its column; a die that is
tipped turns over the edge between two cells.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

Point = tuple[float, float]
DIE_NUMBERS = (1, 2, 3, 4)  # of a four-sided die
SAME_CORNER_PX = 2.0  # within which two corners are one


class NotUnderstoodError(ValueError):
    """A sentence that hands cannot follow: a name that is not drawn, or a thing that is not there."""


@dataclass(frozen=True)
class Name:
    """A name that can be read on the drawn board, with its middle in pixels."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class FourSidedDie:
    """A die that stands on a cell: its colour, the number on top, and those at the cell's corners."""

    colour: str
    top: int
    corners: Mapping[Point, int]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FourSidedDie)
            and (self.colour, self.top) == (other.colour, other.top)
            and all(other.corners[near(corner, other.corners)] == n for corner, n in self.corners.items())
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass
class TableTop:
    """The pieces on a table, and the dice that were thrown.

    Attributes:
        places: the outlines of the board's places in pixels.
        contents: by place: the colour of a piece, checkers by colour, a number of seeds, or a die; absent where empty.
        dice: the numbers of the dice that were thrown.
        clockwise: by colour, whether 2, 3, 4 of its dice run clockwise around 1, seen from above.
        used: the names searched for, each with the places found.
    """

    places: Mapping[int, Sequence[Point]]
    contents: dict[int, str | Counter[str] | int | FourSidedDie]
    clockwise: Mapping[str, bool] = field(default_factory=dict)
    dots: Sequence[Point] = ()
    dice: list[int] = field(default_factory=list)
    names: Sequence[Name] = ()
    used: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)

    # -- finding places -----------------------------------------------------------------------------------------------

    def find(self, name: str) -> list[int]:
        """Return the places with a name; more than one if several parts of the board carry it, such as the bar."""
        name = name.removeprefix("the ").removesuffix("'s store")
        written = [each for each in self.names if each.text == name]
        if written:
            found = [self._nearest((each.x, each.y)) for each in written]
        elif match := re.fullmatch(r"([a-z])(\d+)", name):
            found = [self._crossing(match[1], match[2])]
        else:
            raise NotUnderstoodError(f"no {name} can be read on the board")
        self.used.append((name, tuple(found)))
        return found

    def one(self, name: str) -> int:
        """Return the only place with a name."""
        found = self.find(name)
        if len(set(found)) != 1:
            raise NotUnderstoodError(f"{name} is written at {len(found)} places")
        return found[0]

    def _crossing(self, letter: str, number: str) -> int:
        one, other = self._written(letter), self._written(number)
        letters = [each for each in self.names if each.text.isalpha() and each != one]
        upright = bool(letters) and all(
            abs(each.x - one.x) < SAME_CORNER_PX for each in letters
        )  # letters are one above the other
        x, y = (other.x, one.y) if upright else (one.x, other.y)
        return self._nearest((x, y))

    def _nearest(self, point: Point) -> int:
        """Return the place at a point, or the nearest one to it."""
        here = next((place for place, outline in self.places.items() if _inside(outline, point)), None)
        if here is not None:
            return here
        return min(self.places, key=lambda place: _distance(self.places[place], point))

    def _written(self, text: str) -> Name:
        found = [each for each in self.names if each.text == text]
        if len(found) != 1:
            raise NotUnderstoodError(f"{text} is written {len(found)} times along the board")
        return found[0]

    def column(self, number: str) -> list[int]:
        """Return the holes of a column, from the name to the far end."""
        name = self._written(number)
        near_one = min(self.places, key=lambda place: math.dist(_middle(self.places[place]), (name.x, name.y)))
        x, y = _middle(self.places[near_one])
        upright = abs(x - name.x) < abs(y - name.y)
        middles = {place: _middle(outline) for place, outline in self.places.items()}
        line = [place for place, (px, py) in middles.items() if abs(px - x if upright else py - y) < SAME_CORNER_PX]
        return sorted(line, key=lambda place: math.dist(middles[place], (name.x, name.y)))

    # -- moving things ------------------------------------------------------------------------------------------------

    def checkers(self, places: Sequence[int]) -> Counter[str]:
        """Return the checkers on one place, or on several that belong together."""
        together: Counter[str] = Counter()
        for place in places:
            found = self.contents.get(place, Counter())
            assert isinstance(found, Counter)
            together += found
        return together

    def add_checkers(self, places: Sequence[int], colour: str, n: int) -> None:
        """Put checkers on a place, or take them off if n is negative."""
        there = self.checkers(places)
        there[colour] += n
        if there[colour] < 0:
            raise NotUnderstoodError(f"too few {colour} checkers there")
        for place in places:
            self.contents.pop(place, None)
        if +there:
            self.contents[places[0]] = +there

    def add_seeds(self, place: int, n: int) -> None:
        """Put seeds into a pit, or take them out if n is negative."""
        seeds = self.seeds(place) + n
        if seeds < 0:
            raise NotUnderstoodError("too few seeds there")
        self.contents[place] = seeds
        if not seeds:
            del self.contents[place]

    def seeds(self, place: int) -> int:
        """Return the seeds in a pit."""
        found = self.contents.get(place, 0)
        assert isinstance(found, int)
        return found

    def put(self, place: int, thing: str | FourSidedDie) -> None:
        """Put something on a place that is empty."""
        if place in self.contents:
            raise NotUnderstoodError("the place is not empty")
        self.contents[place] = thing

    def take(self, place: int, colour: str) -> None:
        """Take something of a colour off a place."""
        found = self.contents.get(place)
        if (found.colour if isinstance(found, FourSidedDie) else found) != colour:
            raise NotUnderstoodError(f"there is nothing {colour}")
        del self.contents[place]


def near(point: Point, points: Sequence[Point] | Mapping[Point, int]) -> Point:
    """Return the nearest of some points."""
    return min(points, key=lambda each: math.dist(each, point))


def stand(table: TableTop, colour: str, cell: str, top: int, at_dot: int) -> None:
    """Stand a die on a cell; the numbers at its other corners follow from its kind."""
    place = table.one(cell)
    outline = table.places[place]
    middle = _middle(outline)
    around = sorted(outline, key=lambda corner: math.atan2(corner[1] - middle[1], corner[0] - middle[0]))  # clockwise
    dot = near(near(middle, [each for each in table.dots if _inside(outline, each)]), outline)
    for order in permutations([n for n in DIE_NUMBERS if n != top]):
        even = sum(a > b for n, a in enumerate((top, *order)) for b in (top, *order)[n + 1 :]) % 2 == 0
        if even == table.clockwise[colour] and order[around.index(dot)] == at_dot:
            table.put(place, FourSidedDie(colour, top, dict(zip(around, order, strict=True))))
            return
    raise NotUnderstoodError("no such die")


def tip(table: TableTop, start: str, end: str, top: int) -> None:
    """Tip a die over the edge between two cells: its top comes down on the far corner, its back corner comes up."""
    here, there = table.one(start), table.one(end)
    die = table.contents.pop(here, None)
    if not isinstance(die, FourSidedDie):
        raise NotUnderstoodError(f"no die stands on {start}")
    outline = table.places[there]
    shared = {corner: die.corners[near(corner, die.corners)] for corner in outline if _is_corner(corner, die.corners)}
    if len(shared) != 2:
        raise NotUnderstoodError(f"{start} and {end} have no edge in common")
    (far,) = (corner for corner in outline if corner not in shared)
    (risen,) = (n for corner, n in die.corners.items() if not _is_corner(corner, shared))
    if risen != top:
        raise NotUnderstoodError(f"{risen} comes up, not {top}")
    table.put(there, FourSidedDie(die.colour, risen, {**shared, far: die.top}))


def _is_corner(point: Point, corners: Mapping[Point, int]) -> bool:
    return math.dist(point, near(point, corners)) < SAME_CORNER_PX


def _middle(outline: Sequence[Point]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _inside(outline: Sequence[Point], point: Point) -> bool:
    x, y = point
    inside = False
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
        x0, y0 = x1, y1
    return inside


def _distance(outline: Sequence[Point], point: Point) -> float:
    """Return the distance from a point to an outline."""
    ends = zip(outline, (*outline[1:], outline[0]), strict=True)
    return min(_to_segment(point, start, end) for start, end in ends)


def _to_segment(point: Point, start: Point, end: Point) -> float:
    (x, y), (x0, y0), (x1, y1) = point, start, end
    part = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / max(1e-9, (x1 - x0) ** 2 + (y1 - y0) ** 2)
    part = min(1.0, max(0.0, part))
    return math.hypot(x - x0 - part * (x1 - x0), y - y0 - part * (y1 - y0))


# -- sentences -----------------------------------------------------------------------------------------------------------

Hands = Callable[..., None]
SENTENCES: list[tuple[re.Pattern[str], Hands]] = []


def _listed(places: str) -> list[str]:
    """Return the names in a list such as "a, b and c"."""
    return re.split(", | and ", places)


def _sentence(pattern: str) -> Callable[[Hands], Hands]:
    def learn(hands: Hands) -> Hands:
        SENTENCES.append((re.compile(pattern), hands))
        return hands

    return learn


def follow(table: TableTop, sentence: str) -> None:
    """Carry out one sentence.

    Raises:
        NotUnderstoodError: it cannot be followed.
    """
    sentence = sentence[:1].lower() + sentence[1:]
    for pattern, hands in SENTENCES:
        if match := pattern.fullmatch(sentence):
            hands(table, *match.groups())
            return
    raise NotUnderstoodError(f"not understood: {sentence}")


def _number(text: str) -> int:
    return 1 if text in ("a", "the", "the one") else int(text.removeprefix("the "))


@_sentence(r"drop a (\w+) stone into column (\d)")
def _drop(table: TableTop, colour: str, number: str) -> None:
    hole = [place for place in table.column(number) if place not in table.contents][-1]
    table.used.append((number, (hole,)))
    table.put(hole, colour)


@_sentence(r"take the top (\w+) stone out of column (\d)")
def _take_out(table: TableTop, colour: str, number: str) -> None:
    hole = next(place for place in table.column(number) if place in table.contents)
    table.used.append((number, (hole,)))
    table.take(hole, colour)


@_sentence(r"place the (\w+) \w+ on ([^:]+)")
def _place(table: TableTop, colour: str, squares: str) -> None:
    for square in _listed(squares):
        table.put(table.one(square), colour)


@_sentence(r"take the (\w+) (?:die|pieces|[A-Z]\d?) off ([^:]+)")
def _off(table: TableTop, colour: str, squares: str) -> None:
    for square in _listed(squares):
        table.take(table.one(square), colour)


@_sentence(r"fill ([^:]+) with (\w+) pieces")
def _fill(table: TableTop, squares: str, colour: str) -> None:
    _place(table, colour, squares)


@_sentence(r"take the (?:seed|(\d+) seeds) from (\w+) and (?:put it into|sow one into each of) ([^:]+)")
def _sow(table: TableTop, seeds: str | None, pit: str, onto: str) -> None:
    start, stops = table.one(pit), _listed(onto)
    if not table.seeds(start) == int(seeds or 1) == len(stops):
        raise NotUnderstoodError(f"{table.seeds(start)} seeds lie in {pit}, for {len(stops)} places")
    table.add_seeds(start, -len(stops))
    for stop in stops:
        table.add_seeds(table.one(stop), 1)


@_sentence(r"put the seed in (\w+)(?: and the (one|\d+) in (\w+))? into ([^:]+)")
def _capture(table: TableTop, last: str, n: str | None, opposite: str | None, store: str) -> None:
    taken = [(last, 1), *([(opposite, 1 if n == "one" else int(n))] if n and opposite else [])]
    for pit, seeds in taken:
        place = table.one(pit)
        if table.seeds(place) != seeds:
            raise NotUnderstoodError(f"{table.seeds(place)} seeds lie in {pit}")
        table.add_seeds(place, -seeds)
        table.add_seeds(table.one(store), seeds)


@_sentence(r"the game is over: put all seeds from ([^:]+) into ([^:]+)")
def _sweep(table: TableTop, pits: str, store: str) -> None:
    for pit in _listed(pits):
        place = table.one(pit)
        seeds = table.seeds(place)
        table.add_seeds(place, -seeds)
        table.add_seeds(table.one(store), seeds)


@_sentence(r"(take|put) (a|\d+) seeds? (?:out of|into) ([^:]+)")
def _seeds(table: TableTop, verb: str, n: str, pit: str) -> None:
    table.add_seeds(table.one(pit), -_number(n) if verb == "take" else _number(n))


@_sentence(r"hit on (\d+): put the (\w+) checker on the bar")
def _hit(table: TableTop, point: str, colour: str) -> None:
    _move(table, "a", colour, point, "the bar")


@_sentence(r"move (a|\d+) (\w+) checkers? from ([^:]+) to ([^:]+)")
def _move(table: TableTop, n: str, colour: str, start: str, end: str) -> None:
    table.add_checkers(table.find(start), colour, -_number(n))
    table.add_checkers(table.find(end), colour, _number(n))


@_sentence(r"bear off (a|\d+) (\w+) checkers? from ([^:]+)")
def _bear_off(table: TableTop, n: str, colour: str, start: str) -> None:
    _move(table, n, colour, start, "the tray")


@_sentence(r"(take|put) (a|\d+) (\w+) checkers? (?:on|off) ([^:]+)")
def _lay(table: TableTop, verb: str, n: str, colour: str, place: str) -> None:
    table.add_checkers(table.find(place), colour, -_number(n) if verb == "take" else _number(n))


@_sentence(r"white rolled (\d), black rolled (\d): \w+ goes first")
@_sentence(r"\w+ rolled (\d) and (\d)")
def _thrown(table: TableTop, one: str, two: str) -> None:
    table.dice = [int(one), int(two)]


@_sentence(r"\w+ cannot move and picks up the dice")
def _pick_up(table: TableTop) -> None:
    table.dice = []


@_sentence(r"both rolled \d: roll again|\w+ cannot move and passes|\w+ places no more pieces")
def _nothing(_: TableTop) -> None:
    pass


@_sentence(r"throw a \w+ die for (\d+): the first number goes on top, the next different one beside the dot")
def _throw(table: TableTop, cell: str) -> None:
    if table.one(cell) in table.contents:
        raise NotUnderstoodError(f"something stands on {cell}")


@_sentence(r"stand the (\w+) die on (\d+) with (\d) on top and (\d) beside the dot")
def _stand(table: TableTop, colour: str, cell: str, top: str, at_dot: str) -> None:
    stand(table, colour, cell, int(top), int(at_dot))


@_sentence(r"tip the die from (\d+) over onto (\d+): (\d) is on top")
def _tip(table: TableTop, start: str, end: str, top: str) -> None:
    tip(table, start, end, int(top))
