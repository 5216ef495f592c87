"""A language: renders texts, English from the keys themselves, others from compiled gettext files."""

from __future__ import annotations

import gettext
from pathlib import Path

from words.text import Text, Value

DOMAIN = "fourth_seat"
LOCALES = Path(__file__).with_name("locale")


class Catalogue:
    """Renders `Text` in one language; a sentence that the language lacks comes out in English."""

    def __init__(self, language: str = "en", locales: Path = LOCALES) -> None:
        self.language = language
        self._translations = gettext.translation(DOMAIN, locales, [language], fallback=True)

    def render(self, text: Value) -> str:
        """The sentence in this language; values that are texts are rendered in it too, tuples joined by commas."""
        if isinstance(text, tuple):
            return ", ".join(self.render(part) for part in text)
        if not isinstance(text, Text):
            return str(text)
        if text.plural is None:
            template = self._translations.gettext(text.key) if text.key else ""
        else:
            template = self._translations.ngettext(text.key, text.plural, text.count)
        if not text.values:
            return template
        return template.format(**{name: self.render(value) for name, value in text.values})


ENGLISH = Catalogue()
