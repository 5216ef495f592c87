"""Converts text to ASCII for character displays.

Every controller supports ASCII, but no two agree on other characters (an HD44780 has one of several character sets in its
ROM). Names in other scripts are transliterated, and sentences in languages with other scripts are shown in English.
"""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

from fourth_seat.words import ENGLISH, Catalogue, Text

# The ways in which our languages differ from the table for all scripts, signs of this program, and a letter that the table
# lacks.
_WRITTEN = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "«": '"',
        "»": '"',
        "×": "x",
        "▾": "",
        "✕": "x",
        "ا": "a",
    }
)
# Hebrew names in Latin letters (after ISO 259, without its accents); their vowels are not written, so they are not here.
_CONSONANTS = "a b g d h v z ch t y k k l m m n n s ' f p ts ts k r sh t"
_HEBREW = str.maketrans(dict(zip("אבגדהוזחטיךכלםמןנסעףפץצקרשת", _CONSONANTS.split(" "), strict=True)))
_HEBREW_POINTS = frozenset(map(chr, range(0x591, 0x5C8))) - set("־׀׃׆")
_MARKS = ("Mn", "Mc", "Me", "Lm", "Sk", "Cf")  # signs that modify another, and invisible signs
# An HD44780 with the usual ROM shows other signs for these two.
_ELSEWHERE = str.maketrans({"\\": "/", "~": "-"})


def to_ascii(text: str) -> str:
    """Convert text to printable ASCII. Umlauts are written out, other scripts are transliterated, emoji are replaced by
    their names, and characters without a name by `?`.
    """
    letters = unicodedata.normalize("NFC", text).translate(_WRITTEN)
    return "".join(map(_written, letters)).translate(_ELSEWHERE)


def _written(letter: str) -> str:
    if letter.isspace():
        return " "
    if letter.isascii():
        return letter if letter.isprintable() else "?"
    if letter in _HEBREW_POINTS:
        return ""
    written = letter.translate(_HEBREW)
    nothing = "" if unicodedata.category(letter) in _MARKS else "?"
    return (written if written != letter else anyascii(letter)) or nothing


def render_ascii(text: Text, catalogue: Catalogue) -> str:
    """Render text for a character display, in the catalogue's language if it uses the Latin script, otherwise in
    English.
    """
    return to_ascii((catalogue if catalogue.latin else ENGLISH).render(text))
