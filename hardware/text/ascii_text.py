"""Text for character displays: ASCII. Every controller has it, and beyond it no two agree (a HD44780 has one of several
character sets in its ROM). Other texts are written in Latin letters, or in English.
"""

from __future__ import annotations

import unicodedata

from words import ENGLISH, Catalogue, Text

# Letters that Unicode does not take apart into a Latin letter and an accent, as their languages write them without.
_WRITTEN = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "æ": "ae",
        "Æ": "Ae",
        "œ": "oe",
        "Œ": "Oe",
        "ø": "o",
        "Ø": "O",
        "đ": "d",
        "Đ": "D",
        "ł": "l",
        "Ł": "L",
        "ı": "i",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "‘": "'",
        "’": "'",
        "‚": "'",
        "…": "...",
        "–": "-",
        "—": "-",
        "−": "-",
        "‐": "-",
        "·": "-",
        "×": "x",
        "→": ">",
        "‹": "<",
        "›": ">",
        "\u00a0": " ",
        "↑": "^",
        "▾": "",
        "✕": "x",
        "±": "+-",
    }
)
# Hebrew names in Latin letters (after ISO 259, without its accents); their vowels are not written, so they are not here.
_CONSONANTS = "a b g d h v z ch t y k k l m m n n s ' f p ts ts k r sh t"
_HEBREW = str.maketrans(dict(zip("אבגדהוזחטיךכלםמןנסעףפץצקרשת", _CONSONANTS.split(" "), strict=True)))
# A HD44780 with the usual ROM shows other signs for these two.
_ELSEWHERE = str.maketrans({"\\": "/", "~": "-"})


def to_ascii(text: str) -> str:
    """Return the text in printable ASCII: accents dropped, umlauts written out, Hebrew in Latin letters, all else as
    `?`.
    """
    plain = text.translate(_WRITTEN).translate(_HEBREW).translate(_ELSEWHERE)
    apart = unicodedata.normalize("NFKD", plain)
    letters = (letter for letter in apart if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf")
    return "".join(letter if " " <= letter <= "~" else " " if letter.isspace() else "?" for letter in letters)


def render_ascii(text: Text, catalogue: Catalogue) -> str:
    """Return the text as such a display can show it: in its language where that is written in Latin letters, else in
    English.
    """
    return to_ascii((catalogue if catalogue.latin else ENGLISH).render(text))
