"""The typefaces and writing direction used to print a language."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

from fourth_seat.processes.extras.catalogue import need
from fourth_seat.processes.output import ProgramFailed, output_of
from fourth_seat.processes.start import find_program
from fourth_seat.words import ENGLISH, Catalogue

FONTCONFIG_TIMEOUT_S = 5.0  # for fontconfig to answer
# Letters that a typeface must have to be used for a language.
SAMPLES = {"he": "אבתךםץ״־", "yi": "אבתךםץ״־"}
# Typefaces that hold them and can be embedded, as (regular, bold), where systems keep them.
ON_WINDOWS = (("arial.ttf", "arialbd.ttf"), ("david.ttf", "davidbd.ttf"), ("tahoma.ttf", "tahomabd.ttf"))
ON_MACOS = (("Arial.ttf", "Arial Bold.ttf"), ("Arial Unicode.ttf", "Arial Unicode.ttf"))
ON_DEBIAN = (("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), ("FreeSans.ttf", "FreeSansBold.ttf"))


@dataclass(frozen=True)
class Script:
    """A language and the typefaces to print it with.

    Attributes:
        catalogue: the language; English if no typeface on this system supports the requested one.
        regular, bold: TrueType files.
    """

    catalogue: Catalogue
    regular: Path
    bold: Path

    @property
    def right_to_left(self) -> bool:
        return self.catalogue.right_to_left

    def face(self, bold: bool) -> Path:
        """Return the typeface file, regular or bold."""
        return self.bold if bold else self.regular


def script_of(catalogue: Catalogue = ENGLISH, text: str = "") -> Script:
    """Return the script for a language. Latin letters use Bitstream Vera, which comes with reportlab; other scripts use a
    system typeface. If there is none for the language, English is used instead.

    `text` may contain letters of other scripts, for example in names, which are printed if a system typeface contains all
    of them.
    """
    others = "".join(sorted({letter for letter in text if letter.isalpha() and not letter.isascii()}))
    if catalogue.latin:
        typefaces = chain((_vera(),), _pairs(catalogue.language)) if others else ()
        return Script(catalogue, *(_typeface(typefaces, others) or _vera()))
    sample = SAMPLES.get(catalogue.language, "")
    wanted = (sample + others, sample) if sample else ()
    found = next(filter(None, (_typeface(_pairs(catalogue.language), letters) for letters in wanted)), None)
    return Script(catalogue, *found) if found else Script(ENGLISH, *_vera())


def _typeface(typefaces: Iterable[tuple[Path, Path]], letters: str) -> tuple[Path, Path] | None:
    """Return the first typeface, as regular and bold, that contains all these letters."""
    return next((pair for pair in typefaces if all(_has(each, letters) for each in pair)), None)


def _vera() -> tuple[Path, Path]:
    need("print")
    import reportlab

    fonts = Path(reportlab.__file__).parent / "fonts"
    return fonts / "Vera.ttf", fonts / "VeraBd.ttf"


def _pairs(language: str) -> Iterator[tuple[Path, Path]]:
    """Yield typefaces that may be suitable, most likely first."""
    if sys.platform == "win32":
        folders, names = [Path("C:/Windows/Fonts")], ON_WINDOWS
    elif sys.platform == "darwin":
        folders, names = [Path("/System/Library/Fonts/Supplemental"), Path("/Library/Fonts")], ON_MACOS
    else:
        folders, names = [Path("/usr/share/fonts/truetype/dejavu"), Path("/usr/share/fonts/truetype/freefont")], ON_DEBIAN
    for regular, bold in names:
        for folder in folders:
            yield folder / regular, folder / bold
    if find_program("fc-match"):
        yield _matched(language, "regular"), _matched(language, "bold")


def _matched(language: str, weight: str) -> Path:
    """Return the typeface that fontconfig would choose."""
    command = ["fc-match", "--format=%{file}", f"sans:lang={language}:{weight}:fontformat=TrueType"]
    try:
        return Path("".join(output_of(command, FONTCONFIG_TIMEOUT_S)))
    except ProgramFailed:
        return Path()


@lru_cache(maxsize=32)
def _has(path: Path, sample: str) -> bool:
    """Return whether a file is a typeface that can be embedded and contains all these letters."""
    if not path.is_file():
        return False
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    try:
        letters = TTFontFile(str(path)).charToGlyph
    except (TTFError, OSError):
        return False
    return all(ord(letter) in letters for letter in sample)
