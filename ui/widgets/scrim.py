"""The scrim between a page and a sheet, a dimmed picture of the page with the sheet's rounded card on it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageGrab, ImageTk

from fourth_seat.hardware.hues import mix
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.timer import Timer

LIGHT_SHARE = 0.58  # of the page's light that is left
CORNER_RADIUS_PX = 14  # of the card's corners at 96 dots an inch
SUPERSAMPLING = 4  # how many times larger corners are drawn before they are scaled down
MAX_PICTURED_PX = 2560 * 1440  # of a page that is pictured; reading a larger one takes longer than a click may
GRABBED_SYSTEMS = ("x11", "win32")  # window systems that show their screen to programs at once, without asking anybody


class Scrim(tk.Canvas):
    """Covers a page with a dimmed picture.

    Attributes:
        card: the card's bounding box (left, top, right, bottom) in pixels.
        fit: fits the sheet to the page, which has the scrim's size; None once the sheet has been closed. The scrim then
            closes as well, unless another sheet takes it over immediately.
    """

    def __init__(self, page: tk.Misc, theme: Theme, fit: Callable[[], None]) -> None:
        self.fit: Callable[[], None] | None = fit
        self._theme = theme
        picture = _dimmed(page, theme)
        self._ground = ImageTk.PhotoImage(picture, master=page) if picture else None
        self._shown = picture.size if picture else (0, 0)  # what the picture fits
        self.card = (0, 0, 0, 0)
        self._corners: list[ImageTk.PhotoImage] = []
        super().__init__(page, highlightthickness=0, borderwidth=0, takefocus=False)
        self._going = Timer(self)
        if self._ground:
            self.create_image(0, 0, image=self._ground, anchor="nw", tags="ground")
        self._restyle()
        # The margins of a page that keeps to the middle are covered, too: a sheet gives its place in the whole page.
        self.place(x=0, y=0, relwidth=1, relheight=1, bordermode="outside")
        self.tk.call("raise", str(self))
        self.bind("<Configure>", self._resized)
        theme.on_change(self, self._restyle)

    def show_card(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw the card with these edges, replacing the previous one."""
        self.card = left, top, right, bottom
        self.delete("card")
        palette, line = self._theme.palette, max(1, round(self._theme.density))
        self._corners = []
        for colour, by in ((palette.line, line), (palette.raised, 0)):
            self._rounded(
                (left - by, top - by, right + by, bottom + by), round(CORNER_RADIUS_PX * self._theme.density) + by, colour
            )

    def release(self) -> None:
        """Release the scrim after its sheet has been closed."""
        self.fit = None
        if self.winfo_exists():
            self._going.start("idle", self._go)

    def _go(self) -> None:
        if self.fit is None:
            self.destroy()

    def _rounded(self, box: tuple[int, int, int, int], radius: int, colour: str) -> None:
        left, top, right, bottom = box
        disc = Image.new("RGBA", (2 * radius * SUPERSAMPLING, 2 * radius * SUPERSAMPLING), (0, 0, 0, 0))
        ImageDraw.Draw(disc).ellipse((0, 0, disc.width - 1, disc.height - 1), colour)
        photo = ImageTk.PhotoImage(disc.convert("RGBa").reduce(SUPERSAMPLING).convert("RGBA"), master=self)
        self._corners.append(photo)
        for x, y in (
            (left, top),
            (right - 2 * radius, top),
            (left, bottom - 2 * radius),
            (right - 2 * radius, bottom - 2 * radius),
        ):
            self.create_image(x, y, image=photo, anchor="nw", tags="card")
        self.create_rectangle(left + radius, top, right - radius, bottom, fill=colour, width=0, tags="card")
        self.create_rectangle(left, top + radius, right, bottom - radius, fill=colour, width=0, tags="card")

    def _restyle(self) -> None:
        self.configure(background=mix(self._theme.palette.surface, "#000000", 1 - LIGHT_SHARE))
        if any(self.card):
            self.show_card(*self.card)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        """Fit the sheet to the resized page, replacing the page's picture with a plain colour."""
        if self.fit:
            self.fit()
        if self._ground and self._shown != (event.width, event.height):
            self.delete("ground")
            self._ground = None


def cover(page: tk.Misc, theme: Theme, fit: Callable[[], None]) -> Scrim:
    """Return a scrim over a page, reusing that of a sheet that has just been closed, if any. `fit` fits the sheet to the
    page.
    """
    for child in page.winfo_children():
        if isinstance(child, Scrim) and child.fit is None:
            child.fit = fit
            return child
    return Scrim(page, theme, fit)


def _dimmed(page: tk.Misc, theme: Theme) -> Image.Image | None:
    """Return a dimmed copy of the page on the screen, or None if the screen cannot be read quickly. Overlays such as
    notices are left out, because they may disappear while the picture remains.
    """
    if (
        page.tk.call("tk", "windowingsystem") not in GRABBED_SYSTEMS
        or page.winfo_width() * page.winfo_height() > MAX_PICTURED_PX
    ):
        return None
    left, top = page.winfo_rootx(), page.winfo_rooty()
    box = left, top, left + page.winfo_width(), top + page.winfo_height()
    try:
        image = ImageGrab.grab(box, xdisplay=page.winfo_screen())
    except (OSError, ValueError):
        return None
    image = image.convert("RGB")
    if image.getbbox() is None:  # all black: a compositor that shows programs nothing
        return None
    for part in page.winfo_toplevel().place_slaves():
        x, y = part.winfo_rootx() - left, part.winfo_rooty() - top
        image.paste(theme.palette.surface, (x, y, x + part.winfo_width(), y + part.winfo_height()))
    return image.point([round(LIGHT_SHARE * light) for light in range(256)] * 3)
