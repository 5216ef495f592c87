"""Paints a small picture of a move without Tk: the piece, and its place on the board or its route.

Only the steps, the contents and the geometry are used, so this works for any game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.drawing.hands import Arrow, Cross, Outline, Seed, Shape, hand_shapes
from fourth_seat.games.drawing.outline import PieceShape, around, piece_shape, squares_of
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, extent
from fourth_seat.games.options import Options
from fourth_seat.games.steps import UNTOUCHED_ZONES, Step, is_for_hands
from fourth_seat.hardware.hues import ink_on, mix
from fourth_seat.ui.board import paint
from fourth_seat.ui.board.board_picture import Painting, PictureSize, empty_area
from fourth_seat.ui.board.marks import ORANGE, WHITE
from fourth_seat.ui.board.pieces import IVORY, Look, Pieces
from fourth_seat.ui.theme.palette import Palette

FINE = 4  # how many times larger a picture is painted before it is scaled down
LONGEST_PIECE = 5  # squares for which there is room; a longer piece is drawn smaller
LINE_SHARE, HALO_SHARE = 0.055, 0.12  # widths of an arrow and of the line around it, as parts of the picture's height
HEAD_SHARE = 0.24  # length of an arrow's head
HEAD_OF_SHORT = 0.55  # of a short arrow that is taken by its head
SEED_SHARE = 0.05  # radius of a sown seed
INK = "#1c1c1c"
PALE_SHARE = 0.62  # of the ground in the picture of a move that was undone
BEND_STEPS = 8  # lines of a bend


@dataclass(frozen=True, slots=True)
class MoveScene:
    """The elements of a move's picture.

    Attributes:
        game, options: the game and its options.
        colour: the colour that made the move.
        shapes: the shapes of the steps on the board, such as arrows.
        lies: the cells on which the mover has placed pieces, with their contents.
        piece: whether any of these pieces has a distinctive shape, rather than being round.
        dice: the numbers rolled for the move, in order.
        cube: the number on the doubling cube if it was turned, or 0.
    """

    game: AnyGame
    options: Options
    colour: int
    shapes: tuple[Shape, ...] = ()
    lies: tuple[tuple[str, Content], ...] = ()
    piece: bool = False
    dice: tuple[int, ...] = ()
    cube: int = 0

    @property
    def on_board(self) -> bool:
        """Whether there is anything to show on the board."""
        return bool(self.shapes or self.lies)


def move_scene(game: AnyGame, made: Sequence[tuple[AnyState, object]], colour: int) -> MoveScene:
    """Return the scene of a move and its throws. `made` lists these in order, each with the position before it."""
    first = made[0][0]
    geometry = game.geometry(first.options)
    dice: tuple[int, ...] = ()
    cube = 0
    steps: list[Step] = []
    before: Cells | None = None
    for state, move in made:
        done = game.steps(state, move)
        left = [(geometry[name].zone, content) for step in done for name, content in step.leaves if content]
        dice = tuple(content.faces[0] for zone, content in left if zone == "dice" and content.faces) or dice
        cube = next((content.faces[0] for zone, content in reversed(left) if zone == "cube" and content.faces), cube)
        if is_for_hands(done, geometry):
            before = state.cells() if before is None else before
            steps += done
    if before is None:
        return MoveScene(game, first.options, colour, dice=dice, cube=cube)
    own = [step for step in steps if _is_own(step, before, colour)]
    last = {name: content for step in own for name, content in step.leaves}
    lies = tuple(
        (name, content) for name, content in last.items() if content and _stays(geometry[name]) and content.colour == colour
    )
    drawn = (Arrow, Cross, Seed) if lies else (Arrow, Cross, Seed, Outline)  # a piece is seen without a line around it
    shapes = _joined(shape for shape in hand_shapes(geometry, own, before) if isinstance(shape, drawn))
    taken = tuple(
        shape
        for step in steps
        if step not in own
        for shape in hand_shapes(geometry, [Step(step.text, step.cells[:1], ((step.cells[0], None),))], before)
    )
    return MoveScene(game, first.options, colour, (*shapes, *taken), lies, _has_form(geometry, lies), dice, cube)


def _joined(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Join arrows that start at the end of the previous one, for pieces that move several steps."""
    found: list[Shape] = []
    for shape in shapes:
        last = found[-1] if found else None
        if isinstance(shape, Arrow) and isinstance(last, Arrow) and shape.points[0] == last.points[-1]:
            found[-1] = Arrow((*last.points, *shape.points[1:]), last.curved)
        else:
            found.append(shape)
    return tuple(found)


def _is_own(step: Step, before: Cells, colour: int) -> bool:
    """Return whether a step moves only pieces of the mover or neutral ones, and does not remove an opponent's piece."""
    lies = before.get(step.cells[0]) if step.cells else None
    return lies is None or lies.colour in (0, colour) or len(step.cells) < 2


def _has_form(geometry: Geometry, lies: Sequence[tuple[str, Content]]) -> bool:
    cells = [geometry[name] for name, _ in lies]
    return any(cell.holds is Holds.PIECE and piece_shape(cell) is not PieceShape.DISC for cell in cells)


def _stays(cell: Cell) -> bool:
    return cell.zone not in UNTOUCHED_ZONES and cell.holds in (Holds.PIECE, Holds.DIE)


def paint_board(scene: MoveScene, size: PictureSize, palette: Palette, *, pale: bool = False) -> Image.Image:
    """Return a picture of the board with the move, at this size in pixels. `pale` is used for undone moves."""
    large = size[0] * FINE, size[1] * FINE
    _, empty, projection = empty_area(scene.game, scene.options, large, palette, palette.surface)
    geometry = scene.game.geometry(scene.options)
    painting = Painting(empty.copy())
    look = Look(palette, scene.game.sides(scene.options), False, "")
    pieces = Pieces(painting, painting, geometry, projection, look)
    for name, content in scene.lies:
        pieces.draw(geometry[name], content)
    if scene.piece:
        edges = around([projection.pixels(geometry[name].polygon) for name, _ in scene.lies])
        for edge in edges:  # a piece of a few pixels in a pale colour would hardly be visible
            ImageDraw.Draw(painting.image).line(edge, mix(look.colour(scene.colour), INK, 0.45), FINE)
    brush = _Brush(painting.image, projection, size[1] * FINE, look.colour(scene.colour))
    ends = {shape.points[-1] for shape in scene.shapes if isinstance(shape, Arrow)}
    for shape in scene.shapes:
        if not (isinstance(shape, Seed) and shape.place in ends):  # an arrow's head would be covered
            brush.draw(shape)
    return _toned(painting.image.reduce(FINE), palette, pale=pale)


def paint_piece(scene: MoveScene, height: int, palette: Palette, *, pale: bool = False) -> Image.Image | None:
    """Return a picture of the piece that was placed or moved, or None if it has no distinctive shape or numbers."""
    geometry = scene.game.geometry(scene.options)
    look = Look(palette, scene.game.sides(scene.options), False, "")
    if scene.piece:
        cells = [geometry[name] for name, _ in scene.lies]
        squares = [
            square
            for cell in cells
            for square in (squares_of(cell) if piece_shape(cell) is PieceShape.SQUARES else (cell.polygon,))
        ]
        left, top, right, bottom = extent(tuple(point for square in squares for point in square))
        unit = height / max(LONGEST_PIECE, right - left, bottom - top)
        image = Image.new("RGB", (height, height), palette.surface)
        for square in squares:
            corners = [
                (round((x - (left + right) / 2) * unit + height / 2), round((y - (top + bottom) / 2) * unit + height / 2))
                for x, y in square
            ]
            tile = paint.tile(corners, look.colour(scene.colour))
            image.paste(tile, (min(x for x, _ in corners), min(y for _, y in corners)), tile)
        return _toned(image, palette, pale=pale)
    die = next(((geometry[name], content) for name, content in scene.lies if content.faces), None)
    if die is None:
        return None
    cell, content = die
    image = Image.new("RGB", (height * FINE, height * FINE), palette.surface)
    projection = Projection.fit(extent(cell.polygon), Orientation(), *image.size, 0)
    painting = Painting(image)
    Pieces(painting, painting, geometry, projection, look).draw(cell, content)
    return _toned(image.reduce(FINE), palette, pale=pale)


def paint_dice(numbers: Sequence[int], size: int, palette: Palette, *, pale: bool = False) -> Image.Image:
    """Return a picture of dice in a column, each `size` pixels wide."""
    gap = max(1, size // 10)
    image = Image.new("RGB", (size, len(numbers) * (size + gap) - gap), palette.surface)
    for place, number in enumerate(numbers):
        die = paint.die(size, number, IVORY)
        image.paste(die, (0, place * (size + gap)), die)
    return _toned(image, palette, pale=pale)


def _toned(image: Image.Image, palette: Palette, *, pale: bool) -> Image.Image:
    return Image.blend(image, Image.new("RGB", image.size, palette.surface), PALE_SHARE) if pale else image


class _Brush:
    """Paints the shapes of steps into a picture."""

    def __init__(self, image: Image.Image, projection: Projection, height: int, colour: str) -> None:
        self._draw, self._projection, self._height = ImageDraw.Draw(image), projection, height
        self._colour, self._halo = colour, mix(ink_on(colour), colour, 0.1)

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Arrow):
            self._arrow([self._projection.pixel(point) for point in shape.points], curved=shape.curved)
        elif isinstance(shape, Cross):
            self._cross(self._projection.pixel(shape.place))
        elif isinstance(shape, Seed):
            self._spot(self._projection.pixel(shape.place))
        elif isinstance(shape, Outline):
            for cell in shape.cells:
                corners = self._projection.pixels(cell.polygon)
                self._draw.line((*corners, corners[0]), self._colour, round(LINE_SHARE * self._height), joint="curve")

    def _arrow(self, points: list[Point], *, curved: bool) -> None:
        way = _bent(points) if curved else points
        end, before = way[-1], next((p for p in reversed(way[:-1]) if math.dist(p, way[-1]) > 1), way[0])
        length = math.dist(before, end) or 1.0
        ahead = (end[0] - before[0]) / length, (end[1] - before[1]) / length
        head = min(HEAD_SHARE * self._height, HEAD_OF_SHORT * math.dist(way[0], end))
        foot = end[0] - 0.8 * head * ahead[0], end[1] - 0.8 * head * ahead[1]
        line = [*way[:-1], foot]
        for colour, share in ((self._halo, HALO_SHARE), (self._colour, LINE_SHARE)):
            width = max(1, round(share * self._height))
            self._draw.line(line, colour, width, joint="curve")
            self._round(line[0], width / 2, colour)
            grown = (share - LINE_SHARE) / 2 * self._height
            back = head + grown
            tip = end[0] + 1.6 * grown * ahead[0], end[1] + 1.6 * grown * ahead[1]
            half = 0.42 * head + 1.2 * grown
            base = end[0] - back * ahead[0], end[1] - back * ahead[1]
            sides = [(base[0] - side * ahead[1], base[1] + side * ahead[0]) for side in (half, -half)]
            self._draw.polygon([tip, *sides], colour)

    def _cross(self, middle: Point) -> None:
        x, y = middle
        reach = 0.09 * self._height
        for colour, share in ((WHITE, HALO_SHARE), (ORANGE, LINE_SHARE)):
            for down in (-reach, reach):
                self._draw.line((x - reach, y - down, x + reach, y + down), colour, max(1, round(share * self._height)))

    def _spot(self, middle: Point) -> None:
        radius = SEED_SHARE * self._height
        self._round(middle, 1.5 * radius, self._halo)
        self._round(middle, radius, self._colour)

    def _round(self, middle: Point, radius: float, colour: str) -> None:
        x, y = middle
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _bent(points: Sequence[Point]) -> list[Point]:
    """Smooth a line like Tk, with quadratic Bézier curves between the midpoints of its segments."""
    if len(points) < 3:
        return list(points)
    way = [points[0]]
    for number in range(1, len(points) - 1):
        start = way[-1]
        corner, after = points[number], points[number + 1]
        last = number == len(points) - 2
        end = after if last else ((corner[0] + after[0]) / 2, (corner[1] + after[1]) / 2)
        for step in range(1, BEND_STEPS + 1):
            t = step / BEND_STEPS
            way.append(
                tuple(  # type: ignore[arg-type]
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c for a, b, c in zip(start, corner, end, strict=True)
                )
            )
    return way
