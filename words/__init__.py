"""The message catalogue. A text is a key with values, and is translated when it is displayed.

As in gettext, the key is the English sentence itself, with named `{values}`. Screen, text display, voice and paper all
render the same `Text`. The extractor collects calls to `say` and `say_many` (docs/translating.md).
"""

from fourth_seat.words.catalogue import ENGLISH, Catalogue
from fourth_seat.words.errors import error_text, fault_text
from fourth_seat.words.text import FourthSeatError, Text, Value, all_of, say, say_many, sentence

__all__ = [
    "ENGLISH",
    "Catalogue",
    "FourthSeatError",
    "Text",
    "Value",
    "all_of",
    "error_text",
    "fault_text",
    "say",
    "say_many",
    "sentence",
]
