"""Right-to-left languages, and the conversion of their lines to visual order, for drawing letters from left to right.

Texts are kept in logical (reading) order. Lines are converted to visual order, by the Unicode bidirectional algorithm (UAX
9), only for output that does not support right-to-left text (Tk on X11, printed sheets).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import combining

RIGHT_TO_LEFT_LANGUAGES = frozenset({"ar", "fa", "he", "ur", "yi"})
# Languages whose letters are not Latin; a display that shows ASCII only gets English instead.
NON_LATIN_LANGUAGES = RIGHT_TO_LEFT_LANGUAGES | {
    "be",
    "bg",
    "el",
    "hi",
    "hy",
    "ja",
    "ka",
    "ko",
    "mk",
    "ru",
    "sr",
    "th",
    "uk",
    "zh",
}

# Around a value within a sentence, so that `8/5 6/5` or a name stays in its own order, whatever is around it.
ISOLATE_SIGN, ISOLATE_END_SIGN = "\u2068", "\u2069"  # first strong isolate, pop directional isolate
_MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_JOINER = "\u034f"  # combining grapheme joiner: invisible, belongs to the letter before it
_TURNED = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")  # Hebrew, Arabic and others that run from the right

# A name of the board, such as `8`, `b2` or `C`, after a word: "to 8" is read as one.
_NAMED = re.compile(
    rf"(?<=[^\W0-9_]{{2}}) (?={ISOLATE_SIGN}?(?:[A-Za-z]?[0-9]{{1,2}}|[A-Za-z]){ISOLATE_END_SIGN}?(?:[.,:;)]|\s|$))"
)
UNBREAKABLE_SPACE = "\u00a0"  # at which no line ends
JOINING = "\u200d\ufe0e\ufe0f"  # characters that belong to the one before: the joiner, and variants of emoji


def names_kept(text: str) -> str:
    """Prevent line breaks between a short name on the board and the preceding word."""
    return _NAMED.sub(UNBREAKABLE_SPACE, text)


def without_marks(text: str) -> str:
    """Remove invisible direction marks, for speech output or for counting letters."""
    return _MARKS.sub("", text)


def runs_right(text: str) -> bool:
    """Return whether any part of the text is written from right to left."""
    return bool(_TURNED.search(text))


def in_visual_order(line: str, right_to_left: bool) -> str:
    """Convert a line to visual order, left to right; `right_to_left` is the direction of its language. Also converts short
    texts back to logical order.
    """
    if not right_to_left and not runs_right(line):
        return without_marks(line)
    from bidi import get_display  # loaded only for those who need it
    from bidi.mirror import MIRRORED

    # python-bidi leaves brackets as they are. A mark that goes with each of them, as an accent would, shows afterwards
    # which of them run from the right: there the mark comes first.
    marked = "".join(letter + _JOINER if letter in MIRRORED else letter for letter in line)
    drawn = str(get_display(marked, base_dir="R" if right_to_left else "L"))
    signs = re.escape("".join(MIRRORED))
    straight_or_turned = re.compile(f"([{signs}]){_JOINER}|{_JOINER}([{signs}])")
    return without_marks(straight_or_turned.sub(lambda found: found[1] or MIRRORED[found[2]], drawn))


def break_lines(paragraph: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Wrap a paragraph to lines of at most this width, in the unit of `measure`; longer words get their own line.

    The lines stay in logical order. Conversion to visual order must come after wrapping, since otherwise a paragraph would
    begin with its end.
    """
    lines = [""]
    for word in names_kept(paragraph).split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and measure(without_marks(longer)) > width:
            # A value that goes on in the next line keeps its own order there too.
            inside = lines[-1].count(ISOLATE_SIGN) > lines[-1].count(ISOLATE_END_SIGN)
            lines[-1] += ISOLATE_END_SIGN if inside else ""
            lines.append(ISOLATE_SIGN + word if inside else word)
        else:
            lines[-1] = longer
    return [line.replace(UNBREAKABLE_SPACE, " ") for line in lines]


def shortened(text: str, room: float, measure: Callable[[str], float]) -> str:
    """Truncate a text to fit into `room`, in the unit of `measure`. Returns the whole text if there is no room for even a
    single letter.

    The text is cut after a whole letter, including its accents, and parts in the opposite direction keep their direction.
    """
    if room < measure("……") or measure(without_marks(text)) <= room:
        return text
    while text and measure(f"{without_marks(text)}…") > room:
        last, text = text[-1], text[:-1]
        while text and (combining(last) or last in JOINING or text[-1] in JOINING):
            last, text = text[-1], text[:-1]
    text = text.rstrip(f" ({ISOLATE_SIGN}")
    inside = text.count(ISOLATE_SIGN) > text.count(ISOLATE_END_SIGN)
    return f"{text}…{ISOLATE_END_SIGN if inside else ''}"
