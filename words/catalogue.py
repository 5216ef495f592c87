"""Renders texts in a language: English from the keys themselves, and other languages from compiled gettext files in
`words/locale`.

Translators edit `words/locale/LANGUAGE.po`, from which `python -m fourth_seat.words.extract` compiles `LANGUAGE.mo`.
"""

from __future__ import annotations

import io
import struct
from contextlib import suppress
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from fourth_seat.boundary.additions import LANGUAGES, additions, all_additions
from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.shipped import read_shipped
from fourth_seat.boundary.text import printable
from fourth_seat.words.direction import ISOLATE_END_SIGN, ISOLATE_SIGN, NON_LATIN_LANGUAGES, RIGHT_TO_LEFT_LANGUAGES
from fourth_seat.words.text import Text, Value

MAX_LANGUAGE_BYTES = 5_000_000
LOCALE_FOLDER = Path(__file__).with_name("locale")


class Catalogue:
    """Renders `Text` in one language. Untranslated sentences appear in English.

    Attributes:
        language: the language code, such as `he`.
        right_to_left: whether the language is written from right to left.
        latin: whether the language uses the Latin alphabet.
    """

    def __init__(self, language: str = "en", locales: Path = LOCALE_FOLDER) -> None:
        """Load a language. If it has no file, all texts are rendered in English.

        Raises:
            OSError: the file cannot be read, or is damaged (`boundary.shipped`).
        """
        self.language = language
        self.right_to_left = language in RIGHT_TO_LEFT_LANGUAGES
        self.latin = language not in NON_LATIN_LANGUAGES
        self._translations = NullTranslations()
        path = locales / f"{language}.mo"
        if path.is_file():
            self._translations = GNUTranslations(io.BytesIO(read_shipped(path)))
        for addition in all_additions(LANGUAGES):  # the language itself, or an add-on's own sentences in it
            if addition.name == language and (folder := addition.folder()):
                with suppress(OSError, ValueError, LookupError, struct.error):  # English instead
                    added = GNUTranslations(io.BytesIO(read_bytes(folder / path.name, MAX_LANGUAGE_BYTES)))
                    self._translations.add_fallback(added)

    def render(self, text: Value) -> str:
        """Render a text in this language. Values that are themselves texts are rendered recursively, and tuples are joined
        with commas.
        """
        if isinstance(text, tuple):
            return ", ".join(self._value(part) for part in text)
        if not isinstance(text, Text):
            return printable(str(text))
        return text.fill(self._template(text), self._value)

    def _template(self, text: Text) -> str:
        if text.plural is None:
            if text.context is None:
                return self._translations.gettext(text.key)
            return self._translations.pgettext(text.context, text.key)
        if text.context is None:
            return self._translations.ngettext(text.key, text.plural, text.count)
        return self._translations.npgettext(text.context, text.key, text.plural, text.count)

    def _value(self, value: Value) -> str:
        """Render a value within a sentence. In right-to-left languages, names and notation keep their own direction."""
        rendered = self.render(value)
        apart = self.right_to_left and isinstance(value, str) and not rendered.isdigit()
        return f"{ISOLATE_SIGN}{rendered}{ISOLATE_END_SIGN}" if apart and rendered else rendered


def languages(locales: Path = LOCALE_FOLDER) -> list[str]:
    """Return the available languages, English first."""
    return ["en", *sorted({path.stem for path in locales.glob("*.mo")} | additions(LANGUAGES).keys())]


ENGLISH = Catalogue()
