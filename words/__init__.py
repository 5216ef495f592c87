"""The message catalogue: a text is a key with values, translated where it is shown.

As in gettext, the key is the English sentence itself, with named `{values}`. Screen, text display, voice and paper render
the same `Text`. `say` and `say_many` are the calls that the extractor looks for (docs/translating.md).
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
