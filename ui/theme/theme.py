"""The theme of the window, with its palette, fonts, spacing and text size, all of which can change at run time.

Pages use plain `ttk` widgets with the style names below, the named fonts, `theme.space(n)` for distances and
`theme.palette` for whatever they draw themselves. The theme is based on sv-ttk (see docs/design/window.md for the reasons).
"""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import font as tkfont
from tkinter import ttk
from typing import Literal

import sv_ttk
from PIL import ImageTk

from fourth_seat.hardware.hues import USUAL_HUES, mix
from fourth_seat.look.tokens import GRID_PX
from fourth_seat.ui.theme.edges import edge_elements
from fourth_seat.ui.theme.elements import Photos, make_elements
from fourth_seat.ui.theme.palette import TEXT_SIZES, Palette, palette
from fourth_seat.ui.theme.typeface import family
from fourth_seat.ui.theme.wide_elements import widen_elements

# Named fonts; `font=BODY` works for every widget and canvas item, and follows the size at once.
SMALL, BODY, STRONG, STEP, TITLE, LARGE, HUGE = (
    f"seat.{name}" for name in ("small", "body", "strong", "step", "title", "large", "huge")
)

# Styles, beside sv-ttk's own `Accent.TButton`, `Toggle.TButton`, `Switch.TCheckbutton`, `Toolbutton`:
# the name of the background comes first where they have one (`Raised.TButton`):
#   labels  `Small.`, `Strong.`, `Title.`, `Large.`, `Huge.`, `Muted.`, `Good.`, `Warn.` + `TLabel`
#           as far as they only have another font, `LABELS` has the style by it
#   raised  `Raised.TFrame` and the same labels on it: `Raised.TLabel`, `Raised.Muted.TLabel`, `Raised.Title.TLabel`, ...
#   `Card.TFrame` has round corners, and a coloured edge in the states active, focus and invalid; its inside is raised
#   `Line.TFrame` for hairlines: a frame one pixel high or wide.
#   `Ring.TFrame` for the ring around what has the keyboard (`ui/widgets/focus_ring.py`)
#   `Tip.TLabel` for the tooltip of a control (`ui/widgets/tooltip.py`)
#   `DropDown` for lists that drop down (`ui/widgets/drop_down.py`), and `DropDown.TFrame` for the line around them

LABELS = {SMALL: "Small.TLabel", BODY: "TLabel", STEP: "Step.TLabel", STRONG: "Strong.TLabel", TITLE: "Title.TLabel",
          LARGE: "Large.TLabel", HUGE: "Huge.TLabel"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Face:
    pixels: int  # at 96 dots an inch and medium size
    weight: Literal["normal", "bold"] = "normal"


_FACES = {
    SMALL: _Face(12),
    BODY: _Face(14),
    STRONG: _Face(14, "bold"),
    STEP: _Face(17),
    TITLE: _Face(20, "bold"),
    LARGE: _Face(25, "bold"),
    HUGE: _Face(30, "bold"),
}
# sv-ttk draws its widgets with fonts of its own; they follow ours.
_SV_FONTS = {
    "SunValleyCaptionFont": SMALL,
    "SunValleyBodyFont": BODY,
    "SunValleyBodyStrongFont": STRONG,
    "SunValleyBodyLargeFont": TITLE,
}
TARGET_MM = 9.0  # the least height of a touch target
BUTTON_BORDER_PX, FIELD_BORDER_PX = 4, 5  # of a button and of a field beside their padding, above and below
# A window of this size, or a smaller one, is drawn at the screen's own density; huge text fits into it.
PLAIN_WINDOW_PX = 1280, 720
MAX_DENSITY = 4.0
FAR_FONTS = STEP, TITLE  # the fonts of an instruction
AFAR_X_HEIGHT = 1 / 30  # of the window's shorter side, that letters without ascenders have across the room
X_HEIGHT = 0.52  # of a font's size, at least in the families used here


Callbacks = dict[tk.Misc, list[Callable[[], None]]]


class Theme:
    """The theme of a window.

    Attributes:
        palette: the current colours.
        mode: one of `MODES`.
        text: one of `TEXT_SIZES`.
        mirrored: whether the language is written from right to left; takes effect on `set`.
        density: the scale of distances relative to 96 dpi and a window of the default size; `fit` changes it.
        root: the window.
        pictures: the cached icons, keyed by name, size and colour.
    """

    def __init__(
        self,
        root: tk.Tk,
        mode: str = "light",
        text: str = "medium",
        *,
        contrast: bool = False,
        hues: str = USUAL_HUES,
        mirrored: bool = False,
    ) -> None:
        self.root = root
        self.pictures: dict[tuple[str, int, str], ImageTk.PhotoImage] = {}
        self._style = ttk.Style(root)
        self._listeners: Callbacks = {}
        self._dividers: Callbacks = {}  # of the room, among parts that request it
        # In quarters, so that lines stay crisp.
        self._screen_density = max(1.0, round(root.winfo_fpixels("1i") / 96 * 4) / 4)
        self.density = self._screen_density
        self.mode, self.text = mode, text
        self._afar, self._largest_text = 0, max(TEXT_SIZES.values())
        self.mirrored = mirrored
        self.palette: Palette = palette(mode, contrast=contrast, hues=hues)
        letters = family(root)
        self._fonts = {
            name: tkfont.Font(root, name=name, family=letters, weight=face.weight) for name, face in _FACES.items()
        }
        self._pixels: dict[str, int] = {}  # of each font's height now
        self._photos: Photos = []  # references: Tk shows a picture only as long as there is one
        # Tk looks up these two colours for each new picture, and on X11 it queries the server unless a widget uses them.
        self._picture_colours = tk.Frame(root, background="white", highlightbackground="black")
        self._apply()

    def space(self, steps: float = 1) -> int:
        """Return a distance of this many spacing steps, in screen pixels."""
        return round(steps * GRID_PX * self.density)

    def font(self, name: str) -> tkfont.Font:
        """Return a named font for measuring text."""
        return self._fonts[name]

    def growth(self, name: str) -> float:
        """Return the scale of a named font relative to 96 dpi and medium text size."""
        return self._pixels[name] / _FACES[name].pixels

    def line_of(self, name: str) -> int:
        """Return the line height of a named font in pixels; unknown names default to `BODY`."""
        return self._fonts.get(name, self._fonts[BODY]).metrics("linespace")

    @property
    def scale(self) -> float:
        """The scale of elements other than text, which depends on the density and, if space allows, on the text size."""
        return self.density * min(TEXT_SIZES[self.text], max(1.0, self._largest_text))

    def set(
        self, mode: str | None = None, text: str | None = None, *, contrast: bool | None = None, hues: str | None = None
    ) -> None:
        """Switch to other colours or another text size, and notify all listeners."""
        self.mode, self.text = mode or self.mode, text or self.text
        contrast = self.palette.contrast if contrast is None else contrast
        self.palette = palette(self.mode, contrast=contrast, hues=hues or self.palette.hues)
        self._apply()
        for widget in list(self._listeners):  # a callback may destroy others' widgets
            _call(self._listeners, widget)
        for widget in list(self._dividers):  # a first time, or parts would fit themselves into the old room without end
            _call(self._dividers, widget)
        for widget in list(self._dividers):
            self.root.update_idletasks()  # Tk measures everything again
            _call(self._dividers, widget)

    def fit(self, width: int, height: int, rescale: Callable[[float], None]) -> None:
        """Scale text, distances and pictures to a window of this size.

        Args:
            rescale: called with the factor of any change in density before the listeners, which set distances for the new
                density.
        """
        room = min(side / plain for side, plain in zip(sorted((width, height)), sorted(PLAIN_WINDOW_PX), strict=True))
        before, self.density = self.density, max(self._screen_density, min(int(4 * room) / 4, MAX_DENSITY))
        largest = max(TEXT_SIZES.values()) * min(1.0, round(20 * room / self.density) / 20)
        largest, self._largest_text = self._largest_text, largest
        if self.density != before:
            rescale(self.density / before)
        if (self.density, self._largest_text) != (before, largest):
            self.set()

    def read_from_afar(self, height: int) -> None:
        """Enlarge instructions for reading from across the room in a window this many pixels high; 0 restores their normal
        size.
        """
        if height != self._afar:
            self._afar = height
            self.set()

    def on_change(self, widget: tk.Misc, callback: Callable[[], None]) -> None:
        """Call `callback` after every change of theme while the widget exists."""
        _listen(self._listeners, widget, callback)

    def on_measured(self, widget: tk.Misc, callback: Callable[[], None]) -> None:
        """Call `callback` after every change of theme, once widgets have requested their new sizes; for containers that
        divide the room among them.
        """
        _listen(self._dividers, widget, callback)

    def _apply(self) -> None:
        sv_ttk.set_theme(self.mode, self.root)
        # sv-ttk would recolour every widget one by one (tk_setPalette), overriding all styles; the root style suffices.
        self.root.tk.eval("proc configure_colors {} {}")
        widen_elements(self.root, self._style, self.mode)
        edge_elements(self.root, self.palette)
        self._style_root()
        for name, face in _FACES.items():
            afar = round(self._afar * AFAR_X_HEIGHT / X_HEIGHT) if name in FAR_FONTS else 0
            self._pixels[name] = max(afar, round(face.pixels * self.scale))
            self._fonts[name].configure(size=-self._pixels[name])
        for theirs, ours in _SV_FONTS.items():
            tkfont.nametofont(theirs, self.root).configure(**self._fonts[ours].actual())
            tkfont.nametofont(theirs, self.root).configure(size=self._fonts[ours].cget("size"))
        self.root.configure(background=self.palette.surface)
        self._style_labels()
        self._style_controls()
        self._photos += make_elements(
            self.root, self._style, self.palette, self.density, self.scale, mirrored=self.mirrored
        )

    def _style_root(self) -> None:
        palette = self.palette
        self._style.configure(
            ".",
            background=palette.surface,
            foreground=palette.ink,
            troughcolor=palette.surface,
            focuscolor=palette.accent,
            selectbackground=palette.accent,
            selectforeground=palette.on_accent,
            fieldbackground=palette.surface,
            insertcolor=palette.ink,
            insertwidth=1,
            font=BODY,
            borderwidth=0,
            relief="flat",
        )
        self._style.map(".", foreground=[("disabled", mix(palette.muted, palette.surface, 0.4))])
        for pattern, colour in (("*Toplevel.background", palette.surface), ("*Canvas.background", palette.surface)):
            self.root.option_add(pattern, colour)  # for widgets made from now on; those there restyle in `on_change`
        for kind in ("TEntry", "TCombobox", "TSpinbox"):
            self.root.option_add(f"*{kind}.font", BODY)
        self.root.option_add("*Canvas.highlightThickness", 0)

    def _style_labels(self) -> None:
        palette, style = self.palette, self._style
        style.configure("TFrame", background=palette.surface)
        style.configure("Raised.TFrame", background=palette.raised)
        style.configure("Sunken.TFrame", background=palette.sunken)
        style.configure("Line.TFrame", background=palette.line)
        style.configure("Ring.TFrame", background=palette.accent)
        for ground, background in (("", palette.surface), ("Raised.", palette.raised), ("Sunken.", palette.sunken)):
            style.configure(f"{ground}TLabel", background=background, foreground=palette.ink, font=BODY)
            for control in ("Switch.TCheckbutton", "TRadiobutton", "TButton", "Toolbutton"):
                style.configure(f"{ground}{control}", background=background, font=BODY)
            for kind, colour, face in (
                ("Small", palette.muted, SMALL),
                ("Muted", palette.muted, BODY),
                ("Strong", palette.ink, STRONG),
                ("Step", palette.ink, STEP),
                ("Title", palette.ink, TITLE),
                ("Large", palette.ink, LARGE),
                ("Huge", palette.ink, HUGE),
                ("Good", palette.good, STRONG),
                ("Warn", palette.warn, STRONG),
            ):
                style.configure(f"{ground}{kind}.TLabel", background=background, foreground=colour, font=face)
        style.configure("Small.Warn.TLabel", font=SMALL)

    def _style_controls(self) -> None:
        style, space = self._style, self.space
        line = self._fonts[BODY].metrics("linespace")
        target = self.root.winfo_fpixels(f"{TARGET_MM}m")
        above = max(space(0.5), math.ceil((target - line) / 2) - BUTTON_BORDER_PX)
        for button in ("TButton", "Accent.TButton", "Toggle.TButton", "Toolbutton"):
            style.configure(button, font=BODY, padding=(space(1.5), above), justify="center")
            style.configure(button, space=space(0.75))  # between an icon and the word
        style.configure("Accent.TButton", font=STRONG)
        style.configure("Icon.TButton", padding=(space(1.25), above))
        style.configure("Narrow.TButton", padding=(space(1), above), width=2)
        style.configure("Key.TButton", font=STEP, padding=0, width=1)
        for ground in ("", "Raised.", "Sunken."):
            style.configure(f"{ground}Switch.TCheckbutton", padding=(0, max(above + 2, math.ceil((target - line) / 2))))
            style.configure(f"{ground}TRadiobutton", padding=(0, above + BUTTON_BORDER_PX // 2))
        style.configure("Item.Toolbutton", font=BODY, anchor="e" if self.mirrored else "w", padding=(space(1.5), space(1)))
        style.configure("Item.Toolbutton", background=self.palette.raised, justify="right" if self.mirrored else "left")
        style.configure("Point.Item.Toolbutton", padding=(space(0.75), space(0.75)))
        style.configure("Page.Toolbutton", background=self.palette.raised, padding=0)
        style.configure("Item.Toolbutton", space=space(1))  # between an icon and its word
        style.configure("Large.Accent.TButton", font=TITLE, padding=(space(3), space(1)))
        for entry in ("TEntry", "TCombobox", "TSpinbox", "TMenubutton"):
            style.configure(entry, font=BODY, padding=(space(1), above + BUTTON_BORDER_PX - FIELD_BORDER_PX))
        style.configure("Narrow.TMenubutton", padding=(0, above + BUTTON_BORDER_PX - FIELD_BORDER_PX))
        self._style_overlays(max(space(0.75), math.ceil((target - line) / 2)))

    def _style_overlays(self, above: int) -> None:
        """Style tooltips and drop-down lists, the latter with this much padding above and below the text of each row, in
        pixels.
        """
        palette = self.palette
        self._style.configure(
            "DropDown",
            background=palette.raised,
            foreground=palette.ink,
            selectbackground=palette.accent,
            selectforeground=palette.on_accent,
            anchor="e" if self.mirrored else "w",
            padding=(self.space(1.5), above),
        )
        self._style.configure("Tip.TLabel", background=palette.ink, foreground=palette.surface, font=SMALL)
        self._style.configure("Tip.TLabel", padding=(self.space(1), self.space(0.5)))
        # A line around them: their background may be that of the card below.
        self._style.configure("DropDown.TFrame", background=mix(palette.muted, palette.raised, 0.4))


def _listen(callbacks: Callbacks, widget: tk.Misc, callback: Callable[[], None]) -> None:
    """Register a callback for the lifetime of the widget."""
    if widget not in callbacks:
        callbacks[widget] = []
        widget.bind("<Destroy>", lambda event: callbacks.pop(event.widget, None), add="+")
    callbacks[widget].append(callback)


def _call(callbacks: Callbacks, widget: tk.Misc) -> None:
    """Call a widget's callbacks, unless it has been destroyed, which is not reported for widgets that were never shown."""
    if not widget.winfo_exists():
        callbacks.pop(widget, None)
    for callback in list(callbacks.get(widget, ())):
        callback()
