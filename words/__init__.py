"""The message catalogue: a text is a key with its values, rendered in a language at the edge.

Follows gettext: the key is the English sentence itself, with named `{values}`. Screen, text display, voice and paper all
render the same `Text`. `say` and `say_many` are the calls that the extractor looks for (docs/play/displays.md).
"""

from words.catalogue import ENGLISH, Catalogue
from words.text import FourthSeatError, Text, Value, error_text, say, say_many, sentence

__all__ = ["ENGLISH", "Catalogue", "FourthSeatError", "Text", "Value", "error_text", "say", "say_many", "sentence"]
