"""A language: renders texts, English from the keys themselves, others from gettext's files in `words/locale`."""

from __future__ import annotations

from pathlib import Path

from words.direction import END, ISOLATE, NOT_LATIN, RIGHT_TO_LEFT
from words.po import Translations, read
from words.text import Text, Value

LOCALES = Path(__file__).with_name("locale")
NO_TRANSLATIONS = Translations({}, lambda count: int(count != 1))


class Catalogue:
    """Renders `Text` in one language; a sentence that the language lacks comes out in English.

    Attributes:
        language: two letters, such as `he`.
        right_to_left: whether it is written from right to left.
        latin: whether it is written in Latin letters.
    """

    def __init__(self, language: str = "en", locales: Path = LOCALES) -> None:
        """A language without a file is English under another name.

        Raises:
            ValueError: its file is damaged.
        """
        self.language = language
        self.right_to_left = language in RIGHT_TO_LEFT
        self.latin = language not in NOT_LATIN
        path = locales / f"{language}.po"
        self._translations = read(path) if path.is_file() else NO_TRANSLATIONS

    def render(self, text: Value) -> str:
        """The sentence in this language; values that are texts are rendered in it too, tuples joined by commas."""
        if isinstance(text, tuple):
            return ", ".join(self._value(part) for part in text)
        if not isinstance(text, Text):
            return str(text)
        template = self._template(text)
        if not text.values:
            return template
        return template.format(**{name: self._value(value) for name, value in text.values})

    def _template(self, text: Text) -> str:
        if text.plural is None:
            return self._translations.find(text.key) or text.key
        found = self._translations.find(text.key, text.count)
        return found or (text.key if text.count == 1 else text.plural)

    def _value(self, value: Value) -> str:
        """A value within a sentence. In a sentence that runs from the right, names and notation keep their own order."""
        rendered = self.render(value)
        apart = self.right_to_left and isinstance(value, str) and not rendered.isdigit()
        return f"{ISOLATE}{rendered}{END}" if apart and rendered else rendered


def languages(locales: Path = LOCALES) -> list[str]:
    """The languages there are, English first."""
    return ["en", *sorted(path.stem for path in locales.glob("*.po"))]


ENGLISH = Catalogue()
