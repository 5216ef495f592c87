"""Animates the pieces moved by steps, based only on the steps and the board's geometry.

Checkers slide along the cells of their step, seeds move from pit to pit, stones fall down their column, dice are tipped
over or thrown, and pieces come out of their tray. The window and the web page draw the same animation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from fourth_seat.games.contents import Cells, Content, differences
from fourth_seat.games.drawing.outline import squares_of
from fourth_seat.games.drawing.stacks import checkers, on_edge
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, TapArea, centre
from fourth_seat.games.steps import Step, rebuild
from fourth_seat.words import Text

MIN_STEP_S, MAX_STEP_S = 0.15, 0.35  # of one step; the longest is for a way across the whole board
MAX_MOTION_S = 2.1  # of all steps of a move together: if there are many, each takes less
THROWN_FROM = -1.3, 0.9  # from where a die rolls to its place, in its sizes
THROWN_FACES = 4  # that a die shows on its way, not counting its own
LOWERED_FROM = 0.35  # the height above its place at which something new appears, in its sizes


class Pace(Enum):
    """The pace of a moving piece."""

    SMOOTH = "smooth"  # as a hand carries it: slow at both ends
    EVEN = "even"
    FALLING = "falling"  # faster and faster


@dataclass(frozen=True, slots=True)
class Flight:
    """A moving piece, or several seeds moving together.

    Attributes:
        cell, content: determine its appearance, which is that of this content on this cell.
        places: the points that its centre passes on straight lines, in board units.
        begins, ends: start and end times, in seconds from the start of the motion.
        pace: the easing of the movement.
    """

    cell: Cell
    content: Content
    places: tuple[Point, ...]
    begins: float
    ends: float
    pace: Pace = Pace.SMOOTH

    @property
    def origin(self) -> Point:
        """The position of its centre when it is alone on its cell."""
        return _places(self.cell, replace(self.content, count=1), 0)[0]

    def place(self, at: float) -> Point:
        """Return the position of its centre at a time between `begins` and `ends`."""
        part = (at - self.begins) / (self.ends - self.begins)
        if self.pace is Pace.SMOOTH:
            part = part * part * (3 - 2 * part)
        elif self.pace is Pace.FALLING:
            part *= part
        legs = [(math.dist(*ends), ends) for ends in pairwise(self.places)]
        rest = part * sum(length for length, _ in legs)
        for length, ends in legs:
            if rest <= length and length:
                return _between(ends, rest / length)
            rest -= length
        return self.places[-1]


@dataclass(frozen=True, slots=True)
class Change:
    """A change in a cell's contents at a given time, in seconds from the start of the motion. None means empty."""

    at: float
    cell: str
    content: Content | None


@dataclass(frozen=True, slots=True)
class Motion:
    """All flights and changes that occur while steps are carried out.

    Attributes:
        flights: the moving objects, ordered by start time.
        changes: the changes in the contents of cells, in order. Until its first change, a cell keeps its contents from
            before the steps.
        length: the total duration in seconds, or 0 if nothing moves.
    """

    flights: tuple[Flight, ...] = ()
    changes: tuple[Change, ...] = ()
    length: float = 0.0


def motion(geometry: Geometry, steps: Sequence[Step], before: Cells) -> Motion:
    """Return the motion for carrying out steps in order, starting from the board `before`. The texts of the steps are
    ignored.
    """
    board, at = dict(before), 0.0
    flights: list[Flight] = []
    changes: list[Change] = []
    for step in steps:
        after = rebuild(board, (step,))
        moved = _StepMotion(geometry, step, board, after, at)
        moved.find()
        flights += moved.flights
        changes += sorted(moved.changes, key=lambda change: change.at)
        at = max([at, *(flight.ends for flight in moved.flights)])
        board = after
    if not flights:
        return Motion()
    pace = min(1.0, MAX_MOTION_S / at)
    return Motion(
        tuple(replace(flight, begins=pace * flight.begins, ends=pace * flight.ends) for flight in flights),
        tuple(replace(change, at=pace * change.at) for change in changes),
        pace * at,
    )


def whole_step(found: Cells, wanted: Cells) -> Step:
    """Return a single step without text that turns one board into another, for boards not connected by a known move."""
    changes = differences(found, wanted)
    return Step(Text(""), tuple(change.cell for change in changes), tuple((each.cell, each.wanted) for each in changes))


@dataclass(frozen=True, slots=True)
class _Part:
    """Objects taken from a cell or added to it, and their positions."""

    cell: Cell
    content: Content
    places: tuple[Point, ...]


class _StepMotion:
    """The flights and changes of a step that starts at the time `at`."""

    def __init__(self, geometry: Geometry, step: Step, board: Cells, after: Cells, at: float) -> None:
        self._geometry, self._step, self._board, self._after, self._at = geometry, step, board, after, at
        self.flights: list[Flight] = []
        self.changes: list[Change] = []

    def find(self) -> None:
        """Find the flights and the changes to cells."""
        gone, come = self._parts(self._board, self._after), self._parts(self._after, self._board)
        if route := self._sown(gone):
            self._sow(gone[0], route)
            return
        for part in gone:
            self._change(self._at, part.cell)
        for here, there in _paired(gone, come):
            if here and there:
                self._carry(here, there)
            elif there:
                self._bring(there[0])
            else:
                self._take(here[0])
        end = max([self._at, *(flight.ends for flight in self.flights)])
        for part in come:
            self._change(end, part.cell)

    def _parts(self, board: Cells, other: Cells) -> list[_Part]:
        """Return the objects on the step's cells that are on one board but not the other, in the order of its changes."""
        found = []
        for name, _ in self._step.leaves:
            content = board.get(name)
            if content is None or content == other.get(name) or name not in self._geometry:
                continue
            cell, rest = self._geometry[name], other.get(name)
            same = rest is not None and rest.colour == content.colour and cell.holds in (Holds.STACK, Holds.PILE)
            left = rest.count if rest and same else 0
            if content.count > left:
                found.append(_Part(cell, replace(content, count=content.count - left), _places(cell, content, left)))
        return found

    def _change(self, at: float, cell: Cell) -> None:
        self.changes.append(Change(at, cell.name, self._after.get(cell.name)))

    def _lasts(self, way: Sequence[Point]) -> float:
        """Return the travel time along a path, in seconds."""
        left, top, right, bottom = self._geometry.area
        share = sum(math.dist(*ends) for ends in pairwise(way)) / math.hypot(right - left, bottom - top)
        return min(MAX_STEP_S, MIN_STEP_S + share * (MAX_STEP_S - MIN_STEP_S) * 2)

    def _fly(self, cell: Cell, content: Content, way: Sequence[Point], pace: Pace, lasts: float = 0) -> None:
        ends = self._at + (lasts or self._lasts(way))
        self.flights.append(Flight(cell, content, tuple(way), self._at, ends, pace))

    # -- seeds -------------------------------------------------------------------------------------------------------------

    def _sown(self, gone: Sequence[_Part]) -> list[Cell]:
        """Return the cells into which single seeds are sown, or an empty list if the step does not sow."""
        first, *route = self._step.cells or ("",)
        seeds = self._board.get(first)
        if len(gone) != 1 or gone[0].cell.name != first or gone[0].cell.holds is not Holds.PILE or seeds is None:
            return []
        return [self._geometry[name] for name in route] if seeds.count == len(route) else []

    def _sow(self, start: _Part, route: Sequence[Cell]) -> None:
        """Move the seeds of a pit along a route, dropping one into each cell."""
        pit, board = start.cell, dict(self._board)
        seeds = board.pop(pit.name)
        self.changes.append(Change(self._at, pit.name, None))
        way = [pit.foot, *(cell.foot for cell in route)]
        begins, lasts = self._at, self._lasts(way) / len(route)
        for carried, (cell, ends) in zip(range(len(route), 0, -1), zip(route, pairwise(way), strict=True), strict=True):
            self.flights.append(Flight(pit, replace(seeds, count=carried), ends, begins, begins + lasts))
            begins += lasts
            there = board.get(cell.name)
            board[cell.name] = replace(there, count=there.count + 1) if there else replace(seeds, count=1)
            self.changes.append(Change(begins, cell.name, board[cell.name]))

    # -- all else ----------------------------------------------------------------------------------------------------------

    def _carry(self, gone: Sequence[_Part], come: Sequence[_Part]) -> None:
        """Move objects from some cells to others."""
        one_each = len(gone) == len(come) == 1
        over = [self._geometry[name].foot for name in self._step.cells[1:-1]] if one_each else []
        if one_each and gone[0].cell.holds is Holds.DIE is come[0].cell.holds:
            self._tip(gone[0], come[0])
            return
        starts = _spread(gone, come) if len(come) > len(gone) else [place for part in gone for place in part.places]
        ends = _spread(come, gone) if len(gone) > len(come) else [place for part in come for place in part.places]
        if gone[0].cell.holds is Holds.PILE:
            starts, ends = [part.cell.foot for part in gone], [come[0].cell.foot] * len(gone)
        seen = gone if len(gone) >= len(come) else come
        looks = [(part.cell, part.content) for part in seen for _ in range(max(1, len(part.places)))]
        lasts = max(self._lasts([start, *over, end]) for start, end in zip(starts, ends, strict=False))
        for n, (start, end) in enumerate(zip(starts, ends, strict=False)):
            cell, content = looks[min(n, len(looks) - 1)]
            if cell.holds is Holds.STACK:
                cell = next((part.cell for part in (*gone, *come) if not on_edge(part.cell)), cell)
                content = replace(content, count=1)
            self._fly(cell, content, [start, *over, end], Pace.SMOOTH, lasts)

    def _tip(self, gone: _Part, come: _Part) -> None:
        """Move a die, showing its old face and then its new one. A die that had no face is thrown."""
        start, end = gone.cell.foot, come.cell.foot
        if come.content.faces and not gone.content.faces:
            self._throw(come, start)
            return
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        begins, lasts = self._at, self._lasts([start, end]) / 2
        self.flights.append(Flight(gone.cell, gone.content, (start, middle), begins, begins + lasts, Pace.EVEN))
        self.flights.append(Flight(come.cell, come.content, (middle, end), begins + lasts, begins + 2 * lasts, Pace.EVEN))

    def _throw(self, come: _Part, start: Point) -> None:
        """Roll a die to its place, showing other faces on the way."""
        way = [start, come.cell.foot]
        lasts, count = MAX_STEP_S, THROWN_FACES + 1
        for n in range(count):
            faces = _turned(come.content.faces, count - 1 - n)
            # It loses speed: it has gone most of its way halfway through.
            places = tuple(_between(way, 1 - (1 - part / count) ** 2) for part in (n, n + 1))
            begins, ends = (self._at + lasts * part / count for part in (n, n + 1))
            self.flights.append(Flight(come.cell, replace(come.content, faces=faces), places, begins, ends, Pace.EVEN))

    def _bring(self, come: _Part) -> None:
        """Make an object appear. Dice are thrown, pieces fall down their column, and other objects are lowered."""
        cell, content = come.cell, come.content
        if cell.holds is Holds.DIE and content.faces and cell.zone in ("dice", "board"):
            self._throw(come, (cell.foot[0] + THROWN_FROM[0] * cell.size, cell.foot[1] + THROWN_FROM[1] * cell.size))
        elif area := self._column(cell):
            self._fly(cell, content, [_mouth(area, cell), cell.foot], Pace.FALLING)
        else:
            for place in come.places:
                look = replace(content, count=1) if cell.holds is Holds.STACK else content
                self._fly(cell, look, [(place[0], place[1] - LOWERED_FROM * cell.size), place], Pace.FALLING)

    def _take(self, gone: _Part) -> None:
        """Make an object disappear. If it is in a column, it leaves at the top."""
        if area := self._column(gone.cell):
            self._fly(gone.cell, gone.content, [gone.cell.foot, _mouth(area, gone.cell)], Pace.SMOOTH)

    def _column(self, cell: Cell) -> TapArea | None:
        """Return the column of a cell, that is, a tap area for several cells that hold single pieces."""
        if cell.holds is not Holds.PIECE:
            return None
        areas = self._geometry.tap_areas
        return next((area for area in areas if cell.name in area.cells and len(area.cells) > 1), None)


def _paired(gone: Sequence[_Part], come: Sequence[_Part]) -> Iterator[tuple[list[_Part], list[_Part]]]:
    """Yield pairs of disappearing and appearing objects of the same kind and colour, then each of the others separately."""
    rest = list(come)
    kinds = dict.fromkeys((part.cell.holds, part.content.colour) for part in gone)
    for kind in kinds:
        here = [part for part in gone if (part.cell.holds, part.content.colour) == kind]
        there = [part for part in rest if (part.cell.holds, part.content.colour) == kind]
        if not there and here[0].cell.holds is Holds.DIE:  # a cube that changes hands
            there = [part for part in rest if part.cell.holds is Holds.DIE and part.cell.zone == here[0].cell.zone][:1]
        rest = [part for part in rest if part not in there]
        if there:
            yield here, there
        else:
            yield from (([part], []) for part in here)
    yield from (([], [part]) for part in rest)


def _places(cell: Cell, content: Content, left: int) -> tuple[Point, ...]:
    """Return the positions of the objects on a cell above the lowest `left` ones."""
    if cell.holds is Holds.STACK:
        return tuple(checkers(cell, content.count)[left:])
    return (centre(cell.polygon) if cell.holds is Holds.PIECE and not cell.piece else cell.foot,)


def _spread(few: Sequence[_Part], many: Sequence[_Part]) -> list[Point]:
    """Return the positions of squares within the piece that they form, estimated from its size."""
    places = [place for part in many for place in part.places]
    squares = squares_of(few[0].cell)
    middle, own = centre(tuple(places)), centre(tuple(centre(square) for square in squares))
    scale = few[0].cell.size / many[0].cell.size
    return [(own[0] + scale * (x - middle[0]), own[1] + scale * (y - middle[1])) for x, y in places]


def _mouth(area: TapArea, cell: Cell) -> Point:
    """Return the point above a column where pieces are inserted."""
    return cell.foot[0], min(y for _, y in area.polygon) - cell.size / 2


def _turned(faces: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Return a die's faces with each number advanced by `by`, wrapping around. The faces are unchanged for 0."""
    most = 6 if len(faces) == 1 else max(4, *faces)
    return tuple((face + by - 1) % most + 1 for face in faces)


def _between(way: Sequence[Point], part: float) -> Point:
    (x0, y0), (x1, y1) = way
    return x0 + part * (x1 - x0), y0 + part * (y1 - y0)
