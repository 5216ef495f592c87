"""Right to left: which languages run that way, and how a line of them is put before somebody who draws letters in a row.

Texts are kept in the order in which they are read. Only where a line is drawn by something that does not know better (Tk on
X11, a sheet of paper) is it brought into the order in which its letters stand, by Unicode's algorithm (UAX 9).
"""

from __future__ import annotations

import re

RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi"})
# Languages with letters that are not Latin; a display that shows ASCII only is told in English instead.
NOT_LATIN = RIGHT_TO_LEFT | {"be", "bg", "el", "hi", "hy", "ja", "ka", "ko", "mk", "ru", "sr", "th", "uk", "zh"}

# Around a value within a sentence, so that `8/5 6/5` or a name stays in its own order, whatever stands around it.
ISOLATE, END = "\u2068", "\u2069"  # first strong isolate, pop directional isolate
_MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_WITH_IT = "\u034f"  # combining grapheme joiner: never seen, belongs to the letter before it
_TURNED = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")  # Hebrew, Arabic and what else runs from the right


def without_marks(text: str) -> str:
    """The text without the invisible signs that steer its direction: for a voice, or something that counts letters."""
    return _MARKS.sub("", text)


def runs_right(text: str) -> bool:
    """Whether anything in the text runs from right to left."""
    return bool(_TURNED.search(text))


def in_visual_order(line: str, right_to_left: bool) -> str:
    """One line as its letters stand from left to right; `right_to_left` is the direction of the language it is in."""
    if not right_to_left and not runs_right(line):
        return without_marks(line)
    from bidi import get_display  # only who needs it waits for it
    from bidi.mirror import MIRRORED

    # python-bidi leaves brackets as they are. A mark that goes with each, as an accent would, tells afterwards which of
    # them run from the right: there it comes first.
    marked = "".join(letter + _WITH_IT if letter in MIRRORED else letter for letter in line)
    drawn = str(get_display(marked, base_dir="R" if right_to_left else "L"))
    signs = re.escape("".join(MIRRORED))
    straight_or_turned = re.compile(f"([{signs}]){_WITH_IT}|{_WITH_IT}([{signs}])")
    return without_marks(straight_or_turned.sub(lambda found: found[1] or MIRRORED[found[2]], drawn))


def in_reading_order(line: str, right_to_left: bool) -> str:
    """A line that was typed as its letters stand, in the order in which it is read: the way back, for short texts."""
    return in_visual_order(line, right_to_left)
