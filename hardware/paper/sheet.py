"""A sheet to draw on, saved as a PDF, PNG or SVG file.

Lengths are in points (1/72 inch), with the origin at the top left corner and y pointing down.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from fourth_seat.boundary.files import write_file
from fourth_seat.hardware.hues import rgb
from fourth_seat.hardware.paper.script import Script, script_of
from fourth_seat.processes.extras.catalogue import need
from fourth_seat.table.errors import NotSaved
from fourth_seat.words import FourthSeatError, Text, error_text, say
from fourth_seat.words.direction import break_lines, in_visual_order, without_marks

if TYPE_CHECKING:
    from PIL import Image

SheetPoint = tuple[float, float]

A4 = 595.3, 841.9  # width and height of an upright sheet


class BadSheetFile(FourthSeatError, ValueError):
    """A file name without a PDF, PNG or SVG suffix."""


class PaperSheet(ABC):
    """A page. Colours are `#rrggbb`, or empty for none."""

    def __init__(self, width: float, height: float, script: Script | None = None) -> None:
        self.width, self.height = width, height
        self.script = script or script_of()

    @abstractmethod
    def polygon(self, points: list[SheetPoint], fill: str, edge: str = "", line: float = 0.5) -> None:
        """Draw a closed polygon."""

    @abstractmethod
    def circle(self, middle: SheetPoint, radius: float, fill: str, edge: str = "", line: float = 0.5) -> None: ...

    @abstractmethod
    def line(self, start: SheetPoint, end: SheetPoint, colour: str, width: float) -> None:
        """Draw a straight line with round caps."""

    @abstractmethod
    def _draw_letters(self, place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        """Draw letters from left to right; `place` is the left end of their baseline."""

    @abstractmethod
    def _width_of_letters(self, letters: str, size: float, bold: bool) -> float:
        """Return their width."""

    @abstractmethod
    def data(self) -> bytes:
        """Return the file's contents."""

    # -- from the parts above ----------------------------------------------------------------------------------------------

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, edge: str = "") -> None:
        """Draw an axis-aligned rectangle."""
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, edge)

    def write(self, place: SheetPoint, text: str, size: float, colour: str, bold: bool = False) -> None:
        """Write a line of text; `place` is the left end of its baseline."""
        self._draw_letters(place, in_visual_order(text, self.script.right_to_left), size, colour, bold)

    def begin(
        self, margins: tuple[float, float], y: float, text: str, size: float, colour: str, bold: bool = False
    ) -> None:
        """Write a line of text from the left or right margin, depending on the writing direction; `y` is its baseline."""
        left, right = margins
        x = right - self.width_of(text, size, bold) if self.script.right_to_left else left
        self.write((x, y), text, size, colour, bold)

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """Return the width of a line of text."""
        return self._width_of_letters(without_marks(text), size, bold)

    def centred(self, middle: SheetPoint, text: str, size: float, colour: str, bold: bool = False) -> None:
        """Write a line of text centred on a point."""
        x, y = middle
        self.write((x - self.width_of(text, size, bold) / 2, y + 0.36 * size), text, size, colour, bold)

    def break_lines(self, text: str, size: float, width: float, bold: bool = False) -> list[str]:
        """Break text into lines of at most this width; a word that is too long gets its own line."""
        return break_lines(text, width, lambda line: self.width_of(line, size, bold))


def check_suffix(path: Path) -> None:
    """Raise `BadSheetFile` unless the file suffix is `.pdf`, `.png` or `.svg`."""
    if path.suffix.lower() not in (".pdf", ".png", ".svg"):
        raise BadSheetFile(say("{file}: it must be a .pdf, .png or .svg file", file=path.name))


def sheet_for(path: Path, size: tuple[float, float], script: Script, title: Text) -> PaperSheet:
    """Return a blank sheet for a file, of the type given by its suffix; `size` is the width and height in points.

    Raises:
        BadSheetFile: the suffix is not supported.
    """
    check_suffix(path)
    if path.suffix.lower() == ".png":
        return PngSheet(*size, script)
    if path.suffix.lower() == ".svg":
        return SvgSheet(*size, script)
    return PdfSheet(*size, script.catalogue.render(title), script)


def save(sheet: PaperSheet, path: Path) -> None:
    """Write a sheet to a file.

    Raises:
        NotSaved: the file cannot be written.
    """
    try:
        write_file(path, sheet.data())
    except OSError as error:
        raise NotSaved(say("{file} was not written: {reason}", file=str(path), reason=error_text(error))) from None


class PdfSheet(PaperSheet):
    """A vector sheet, drawn with reportlab."""

    def __init__(self, width: float, height: float, title: str, script: Script | None = None) -> None:
        super().__init__(width, height, script)
        need("print")
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas

        for bold in (False, True):
            pdfmetrics.registerFont(TTFont(self._face(bold), str(self.script.face(bold))))
        self._metrics = pdfmetrics
        self._buffer = io.BytesIO()
        self._canvas: Any = Canvas(self._buffer, pagesize=(width, height))
        self._canvas.setTitle(without_marks(title))
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)

    def polygon(self, points: list[SheetPoint], fill: str, edge: str = "", line: float = 0.5) -> None:
        path = self._canvas.beginPath()
        for n, (x, y) in enumerate(points):
            (path.lineTo if n else path.moveTo)(x, self.height - y)
        path.close()
        self._pen(fill, edge, line)
        self._canvas.drawPath(path, stroke=int(bool(edge)), fill=int(bool(fill)))

    def circle(self, middle: SheetPoint, radius: float, fill: str, edge: str = "", line: float = 0.5) -> None:
        self._pen(fill, edge, line)
        x, y = middle
        self._canvas.circle(x, self.height - y, radius, stroke=int(bool(edge)), fill=int(bool(fill)))

    def line(self, start: SheetPoint, end: SheetPoint, colour: str, width: float) -> None:
        self._pen("", colour, width)
        self._canvas.line(start[0], self.height - start[1], end[0], self.height - end[1])

    def _draw_letters(self, place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        self._canvas.setFont(self._face(bold), size)
        self._canvas.setFillColorRGB(*_parts(colour))
        self._canvas.drawString(place[0], self.height - place[1], letters)

    def _width_of_letters(self, letters: str, size: float, bold: bool) -> float:
        return float(self._metrics.stringWidth(letters, self._face(bold), size))

    def _face(self, bold: bool) -> str:
        return self.script.face(bold).stem

    def data(self) -> bytes:
        self._canvas.save()
        return self._buffer.getvalue()

    def _pen(self, fill: str, edge: str, line: float) -> None:
        if fill:
            self._canvas.setFillColorRGB(*_parts(fill))
        if edge:
            self._canvas.setStrokeColorRGB(*_parts(edge))
            self._canvas.setLineWidth(line)


class PngSheet(PaperSheet):
    """A raster sheet, drawn at a larger size with Pillow and scaled down for smooth edges."""

    DOTS = 200  # an inch
    FINE = 2

    def __init__(self, width: float, height: float, script: Script | None = None) -> None:
        super().__init__(width, height, script)
        from PIL import Image, ImageDraw

        self._scale = self.DOTS * self.FINE / 72
        self._image = Image.new("RGB", (round(width * self._scale), round(height * self._scale)), "white")
        self._draw = ImageDraw.Draw(self._image)

    def polygon(self, points: list[SheetPoint], fill: str, edge: str = "", line: float = 0.5) -> None:
        places = [(x * self._scale, y * self._scale) for x, y in points]
        if fill:
            self._draw.polygon(places, fill)
        if edge:
            self._draw.line([*places, *places[:2]], edge, max(1, round(line * self._scale)), joint="curve")

    def circle(self, middle: SheetPoint, radius: float, fill: str, edge: str = "", line: float = 0.5) -> None:
        (x, y), r = (value * self._scale for value in middle), radius * self._scale
        width = max(1, round(line * self._scale)) if edge else 0
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill or None, edge or None, width)

    def line(self, start: SheetPoint, end: SheetPoint, colour: str, width: float) -> None:
        places = [(x * self._scale, y * self._scale) for x, y in (start, end)]
        self._draw.line(places, colour, max(1, round(width * self._scale)))
        for place in (start, end):
            self.circle(place, width / 2, colour)

    def _draw_letters(self, place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        font = _font(self.script.face(bold), round(size * self._scale))
        self._draw.text((place[0] * self._scale, place[1] * self._scale), letters, colour, font, anchor="ls")

    def _width_of_letters(self, letters: str, size: float, bold: bool) -> float:
        return float(_font(self.script.face(bold), round(size * self._scale)).getlength(letters)) / self._scale

    def picture(self) -> Image.Image:
        """Return the drawing so far."""
        return self._image.reduce(self.FINE)

    def data(self) -> bytes:
        buffer = io.BytesIO()
        self.picture().save(buffer, "PNG", optimize=True, dpi=(self.DOTS, self.DOTS))
        return buffer.getvalue()


class SvgSheet(PaperSheet):
    """A full-size vector sheet, for browsers and cutting machines."""

    METRICS_PIXELS = 200  # at which letters are measured

    def __init__(self, width: float, height: float, script: Script | None = None) -> None:
        super().__init__(width, height, script)
        self._elements: list[str] = []

    def polygon(self, points: list[SheetPoint], fill: str, edge: str = "", line: float = 0.5) -> None:
        corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        self._elements.append(f'<polygon points="{corners}" {_svg_pen(fill, edge, line)}/>')

    def circle(self, middle: SheetPoint, radius: float, fill: str, edge: str = "", line: float = 0.5) -> None:
        x, y = middle
        self._elements.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" {_svg_pen(fill, edge, line)}/>')

    def line(self, start: SheetPoint, end: SheetPoint, colour: str, width: float) -> None:
        ends = f'x1="{start[0]:.2f}" y1="{start[1]:.2f}" x2="{end[0]:.2f}" y2="{end[1]:.2f}"'
        self._elements.append(f'<line {ends} stroke-linecap="round" {_svg_pen("", colour, width)}/>')

    def _draw_letters(self, place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        # Letters are already in display order, and must not be reversed again.
        style = (
            f'font-family="sans-serif" font-size="{size:.2f}" unicode-bidi="bidi-override" direction="ltr" fill="{colour}"'
        )
        length = f'textLength="{self._width_of_letters(letters, size, bold):.2f}" lengthAdjust="spacingAndGlyphs"'
        weight = ' font-weight="bold"' if bold else ""
        x, y = place
        self._elements.append(f'<text x="{x:.2f}" y="{y:.2f}" {style} {length}{weight}>{escape(letters)}</text>')

    def _width_of_letters(self, letters: str, size: float, bold: bool) -> float:
        length: float = _font(self.script.face(bold), self.METRICS_PIXELS).getlength(letters)
        return length * size / self.METRICS_PIXELS

    def data(self) -> bytes:
        size = f'width="{self.width / 72:.4f}in" height="{self.height / 72:.4f}in" viewBox="0 0 {self.width} {self.height}"'
        lines = (f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *self._elements, "</svg>", "")
        return "\n".join(lines).encode()


def _svg_pen(fill: str, edge: str, line: float) -> str:
    stroke = f' stroke="{edge}" stroke-width="{line:.2f}" stroke-linejoin="round"' if edge else ""
    return f'fill="{fill or "none"}"{stroke}'


@lru_cache(maxsize=32)
def _font(face: Path, pixels: int) -> Any:
    from PIL import ImageFont

    # Basic layout: letters are already in display order, and must not be reversed again.
    return ImageFont.truetype(str(face), pixels, layout_engine=ImageFont.Layout.BASIC)


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = rgb(colour)
    return red / 255, green / 255, blue / 255
