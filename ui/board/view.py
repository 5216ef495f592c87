"""A board on a canvas, with pieces and marks. It does not react to clicks, which are handled in `canvas.py`."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Mapping, Sequence

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.drawing.beside import LYING_AXES, UPRIGHT_AXES, place_beside
from fourth_seat.games.drawing.flights import motion
from fourth_seat.games.drawing.labels import BoardLabel, window_with_labels
from fourth_seat.games.geometry import Cell, Geometry, Rectangle, TapArea, extent
from fourth_seat.games.protocol import Side
from fourth_seat.games.steps import Step
from fourth_seat.ui.board.ground import empty_board
from fourth_seat.ui.board.hand_marks import HandMarks
from fourth_seat.ui.board.marks import Mark, Marks
from fourth_seat.ui.board.motion import FlyingSprites, MotionPlayer
from fourth_seat.ui.board.names import Names
from fourth_seat.ui.board.pieces import Look, Pieces
from fourth_seat.ui.board.sprites import Sprites
from fourth_seat.ui.theme.theme import BODY, Theme
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import sentence

RESIZE_PAUSE_MS = 60  # without a change of the window's size before the board is repainted
PREVIEW_OPACITY = 0.55
_PREVIEW, _DOTS, _BADGES, _HANDS, _NAMES, _CAPTIONS = "preview", "dots", "badges", "hands", "names", "captions"
_LAYERS = ("pieces", _PREVIEW, _DOTS, _BADGES, *(mark.value for mark in Mark), _HANDS, "moving", _NAMES, _CAPTIONS)
_OF_THE_END = (Mark.LAST.value, Mark.TAPPED.value, Mark.HINT.value, _HANDS)  # layers that show the result of a motion


class BoardView(tk.Canvas):
    """Shows a board. Only cells that have changed are redrawn.

    Attributes:
        geometry: the geometry of the board, with the parts next to it arranged as on the screen.
        lying: whether the parts next to the board are rotated by 90 degrees, because there is more room above and below.
        projection: the current projection from board units to pixels.
        cells: the displayed contents.
        unfit: the cells with pieces that are drawn in grey, because they cannot be used.
        letters: whether pieces carry the letters of their colours.
        buttons: the buttons next to the board that are currently enabled, with their contents. Other buttons are hidden.
        coordinates: whether the names of rows, columns and cells are shown. Names required by an instruction are always
            shown.
        motion: plays animations on the board.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        geometry: Geometry,
        sides: tuple[Side, ...],
        orientation: Orientation,
        *,
        window: Rectangle | None = None,
        letters: bool = True,
        coordinates: bool = True,
        ground: str = "surface",
        margin: float = 2,
    ) -> None:
        """`window` is the part to show (defaults to everything). `ground` names the palette colour around the board."""
        super().__init__(parent, highlightthickness=0, borderwidth=0, takefocus=False)
        self.theme, self.geometry = theme, geometry
        self._given, self.lying = geometry, False
        self.cells: Cells = {}
        self.unfit: frozenset[str] = frozenset()
        self._window = window
        self._sides, self._orientation, self.letters = sides, orientation, letters
        self.coordinates = coordinates
        self._ground, self._margin = ground, margin
        self._sprites = Sprites(self)
        self._items: dict[str, list[int]] = {}
        self._drawn: dict[str, tuple[Content, bool]] = {}
        self._marked: dict[Mark, tuple[tuple[str, ...], tuple[Content | None, ...]]] = {}
        self._mark_items: dict[Mark, list[int]] = {}
        self._preview: dict[str, Content] = {}
        self._preview_items: list[int] = []
        self.captions: dict[str, str] = {}
        self._caption_items: list[int] = []
        self.badges: dict[str, Sequence[int]] = {}
        self._badge_items: list[int] = []
        self.steps: tuple[Step, ...] = ()
        self._before: Cells | None = None
        self._step_items: list[int] = []
        self._names: dict[str, str] = {}
        self.buttons: Mapping[str, Content | None] = {}
        self._button_items: list[int] = []
        self.motion = MotionPlayer(self, self._placed)
        self._resizing = Timer(self)
        self._size = self._window_size = (0, 0)
        self._fixed: tuple[int, int] | None = None
        self.projection = Projection.fit((0, 0, 1, 1), orientation, 100, 100, 0)
        self._visible: frozenset[str] = frozenset()
        self._build()
        self.bind("<Configure>", self._resized)
        theme.on_change(self, self.rebuild)

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def show(self, cells: Cells, unfit: Iterable[str] = ()) -> None:
        """Draw the pieces on the board, with unusable ones in grey. Marks and previews are kept. If the board has changed,
        any animation is cancelled.
        """
        other = cells != self.cells
        if other:
            self.motion.cut()
        self.cells, self.unfit = cells, frozenset(unfit)
        changed = [
            name
            for name, (content, grey) in self._drawn.items()
            if cells.get(name) != content or grey != (name in self.unfit)
        ]
        for name in changed:
            items = self._items.pop(name)
            self.delete(*items)
            self._sprites.forget(items)
            del self._drawn[name]
        for name, content in cells.items():
            if name not in self._drawn and name in self._visible:
                grey = name in self.unfit
                self._items[name] = self._placed("pieces", self._pieces.draw(self.geometry[name], content, grey=grey))
                self._drawn[name] = content, grey
        if other and self.steps:
            self._show_names()  # of an instruction, where pieces cover them now

    def mark(self, mark: Mark, names: Iterable[str] = ()) -> None:
        """Set the cells and tap areas with this mark, replacing any previous ones."""
        names = tuple(names)
        wanted = names, tuple(self.cells.get(name) for name in names)
        if self._marked.get(mark, ((), ())) == wanted:
            return
        self._marked[mark] = wanted
        self.delete(*self._mark_items.pop(mark, ()))
        shown = [name for name in names if name in self._visible]
        if shown:
            self._mark_items[mark] = self._placed(mark.value, self._marks.draw(mark, shown, self.cells))

    def preview(self, cells: Cells) -> None:
        """Show a translucent preview of the contents of these cells."""
        if cells == self._preview:
            return
        self._preview = dict(cells)
        self.delete(*self._preview_items)
        self._preview_items = []
        for name, content in cells.items():
            if name in self._visible:
                items = self._pieces.draw(self.geometry[name], content, PREVIEW_OPACITY)
                self._preview_items += self._placed(_PREVIEW, items)
        if self.steps:
            self._show_names()

    def items_of(self, name: str) -> tuple[int, ...]:
        """Return the canvas items that show the contents of a cell."""
        return tuple(self._items.get(name, ()))

    @property
    def previewed(self) -> Cells:
        """The contents shown as a translucent preview."""
        return self._preview

    def marked(self, mark: Mark) -> tuple[str, ...]:
        """Return the cells and tap areas with a mark."""
        return self._marked.get(mark, ((), ()))[0]

    def caption(self, texts: Mapping[str, str]) -> None:
        """Show short texts over cells, such as the values of moves."""
        if texts == self.captions:
            return
        self.captions = dict(texts)
        self.delete(*self._caption_items)
        self._caption_items = []
        for name, text in texts.items():
            if name in self._visible:
                lies = self.cells.get(name) or self._preview.get(name)
                items = self._pieces.draw_caption(self.geometry[name], text, lies)
                self._caption_items += self._placed(_CAPTIONS, items)

    def badge(self, colours: Mapping[str, Sequence[int]]) -> None:
        """Show the letters of colours on cells, such as the colours that could capture there."""
        if colours == self.badges:
            return
        self.badges = dict(colours)
        self.delete(*self._badge_items)
        self._badge_items = []
        for name, each in colours.items():
            if name in self._visible:
                self._badge_items += self._placed(_BADGES, self._pieces.draw_badges(self.geometry[name], each))

    def instruct(self, steps: Sequence[Step] = (), before: Cells | None = None) -> None:
        """Overlay the board with steps to be made by hand, or clear them if there are none. `before` is the board before
        the steps and defaults to the displayed one.
        """
        wanted = tuple(steps)
        if wanted == self.steps:
            return
        self.steps, self._before = wanted, before
        self.delete(*self._step_items)
        marks = self._hand_marks.draw(wanted, self.cells if before is None else before) if self._visible else []
        self._step_items = self._placed(_HANDS, marks)
        self._show_names()

    def show_moved(self, steps: Sequence[Step], before: Cells) -> None:
        """Animate the steps that led from the board `before` to the displayed one."""
        if self.winfo_viewable() and (moves := motion(self.geometry, steps, before)).length:
            ends = [item for layer in _OF_THE_END for item in self.find_withtag(layer)]
            self.motion.play(moves, before, self.items_of, ends)

    def show_to_move(self, steps: Sequence[Step], before: Cells) -> None:
        """Animate steps to be made by hand from the board `before`, without changing the displayed board."""
        if self.winfo_viewable() and (moves := motion(self.geometry, steps, before)).length:
            self.motion.propose(moves)

    def name_cells(self, names: Mapping[str, str]) -> None:
        """Replace the default names of cells, for example with points counted from the other side."""
        if names == self._names:
            return
        self._names = dict(names)
        self._rename()

    def _show_names(self) -> None:
        covered = self.cells.keys() | self._preview.keys()
        needed = {name for step in self.steps for name in step.cells if name in self._visible}
        self._placed(_NAMES, self.names_shown.show(on_rim=self.coordinates, needed=needed, covered=covered))

    def _placed(self, layer: str, items: list[int]) -> list[int]:
        for item in items:
            self.tag_lower(item, f"above:{layer}")
            self.addtag_withtag(layer, item)
        return items

    # -- how it is shown ---------------------------------------------------------------------------------------------------

    def set_orientation(self, orientation: Orientation) -> None:
        """Set the orientation of the board."""
        if orientation != self._orientation:
            self._orientation = orientation
            self.rebuild()

    def set_letters(self, letters: bool) -> None:
        """Set whether pieces carry the letters of their colours."""
        if letters != self.letters:
            self.letters = letters
            self.rebuild()

    def set_part(self, window: Rectangle, cells: Cells, width: int, height: int) -> None:
        """Show another part of the board at this size in pixels, with these contents and without marks."""
        self._window, self.cells, self._marked = window, cells, {}
        self._fixed = width, height
        self.configure(width=width, height=height)
        self.rebuild()

    def rebuild(self) -> None:
        """Redraw everything."""
        self.motion.cut()
        marked, cells, preview = self._marked, self.cells, self._preview
        captions, badges, steps, before = self.captions, self.badges, self.steps, self._before
        self.delete("all")
        self._sprites.clear()
        self._items, self._drawn, self._marked, self._mark_items = {}, {}, {}, {}
        self._preview, self._preview_items = {}, []
        self.captions, self._caption_items = {}, []
        self.badges, self._badge_items = {}, []
        self.steps, self._step_items = (), []
        self._build()
        self.show(cells, self.unfit)
        for mark, (names, _) in marked.items():
            self.mark(mark, names)
        self.preview(preview)
        self.caption(captions)
        self.badge(badges)
        self.instruct(steps, before)

    def aspect_in(self, width: int, height: int) -> float:
        """Return the aspect ratio (width to height) of the visible part if it is laid out for this size in pixels."""
        left, top, right, bottom = self._laid_out(width, height)[1]
        aspect = (right - left) / (bottom - top)
        return aspect if self._orientation.direction((1.0, 0.0))[0] else 1 / aspect

    def grasp(self) -> tuple[int, bool]:
        """Return the number of quarter turns that give a piece in hand the same orientation as it has next to the board,
        and whether to flip it first.
        """
        quarters = ((1 if self.lying else 0) - self._orientation.turn) % 4
        return (-quarters % 4, True) if self._orientation.mirror else (quarters, False)

    def _laid_out(self, width: int, height: int) -> tuple[Geometry, Rectangle, bool]:
        """Return the layout with the largest scale: the geometry, the part to show, and whether trays are rotated."""
        if self._window:
            return self._given, self._window, False
        found = []
        for beside in (UPRIGHT_AXES, LYING_AXES):
            geometry = place_beside(self._given, self._orientation.axes, beside)
            window = window_with_labels(geometry)
            scale = Projection.fit(window, self._orientation, width, height, 0).scale
            found.append((scale, geometry, window, beside is LYING_AXES))
        return max(found, key=lambda each: each[0])[1:]

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if self._fixed or (event.width, event.height) == self._size:
            return
        # While the window is being resized, only once it rests; any other layout by a page is done at once.
        dragged = self._size > (1, 1) and self._window_size != size_of(self.winfo_toplevel())
        self._resizing.start(RESIZE_PAUSE_MS if dragged else 0, self.rebuild)

    def _build(self) -> None:
        palette = self.theme.palette
        surface = str(getattr(palette, self._ground))
        self.configure(background=surface)
        self._size, self._window_size = self._fixed or size_of(self), size_of(self.winfo_toplevel())
        self.geometry, window, self.lying = self._laid_out(*self._size)
        margin = self.theme.space(self._margin)
        self.projection = Projection.fit(window, self._orientation, *self._size, margin)
        look = Look(palette, self._sides, self.letters, str(self.theme.font(BODY).actual("family")))
        self._pieces = Pieces(self, self._sprites, self.geometry, self.projection, look)
        flying = Pieces(self, FlyingSprites(self), self.geometry, self.projection, look)
        self.motion.build(self.geometry, self._pieces, flying, self._sprites)
        self._hand_marks = HandMarks(self, self.geometry, self.projection, self.theme.density, look.family)
        self.names_shown = Names(self, self.geometry, self.projection, self.theme, look.family)
        self._marks = Marks(self, self._sprites, self.geometry, self.projection, self.theme.density)
        places: list[Cell | TapArea] = [*self.geometry.cells, *self.geometry.tap_areas]
        self._visible = frozenset(place.name for place in places if self._in_sight(extent(place.polygon)))
        if min(self._size) > 1:
            image = empty_board(self.geometry, self.projection, palette, self._size, surface)
            self._sprites.ground = image
            self._photo = self._sprites.new(image)
            self.create_image(0, 0, image=self._photo, anchor="nw")
            self._print_names()
        for layer in _LAYERS:  # an invisible item ends each layer; what belongs to the layer is put below it
            self.create_line(-9, -9, -9, -9, tags=(f"above:{layer}",), state="hidden")
        if min(self._size) > 1:
            self._placed(_DOTS, self.names_shown.draw_dots(self._visible))
        self._rename()

    def _in_sight(self, box: Rectangle) -> bool:
        if min(self._size) <= 1:  # not on the screen yet
            return False
        if self._window is None:
            return True
        left, top, right, bottom = self._window
        return box[0] < right and box[2] > left and box[1] < bottom and box[3] > top

    def _print_names(self) -> None:
        self.names_shown.draw(self._shows_label)
        for cell in self.geometry.cells:
            if cell.label and cell.zone == "dice" and cell.name in self._visible:
                self._pieces.draw_number(cell)

    def _rename(self) -> None:
        """Update the names of cells and the words on buttons."""
        self.names_shown.rename(self._names)
        self._draw_buttons()
        self._show_names()

    def offer(self, buttons: Mapping[str, Content | None]) -> None:
        """Set the visible buttons next to the board."""
        if buttons != self.buttons:
            self.buttons = dict(buttons)
            self._draw_buttons()

    def _draw_buttons(self) -> None:
        self.delete(*self._button_items)
        self._sprites.forget(self._button_items)
        self._button_items = []
        for name, content in self.buttons.items():
            if name in self._visible:
                word = sentence(self._names.get(name, self.geometry[name].label))
                items = self._pieces.draw_button(self.geometry[name], word, content)
                self._button_items += self._placed(_LAYERS[0], items)

    def _shows_label(self, label: BoardLabel) -> bool:
        return label.cell in self._visible if label.cell else self._in_sight((*label.place, *label.place))


def size_of(part: tk.Misc) -> tuple[int, int]:
    """Return the width and height of a widget in pixels."""
    return part.winfo_width(), part.winfo_height()
