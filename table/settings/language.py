"""The language of the program's texts and voice."""

from __future__ import annotations

import locale
import os
import sys
from contextlib import suppress
from functools import lru_cache

from fourth_seat.boundary.additions import LANGUAGES, Addition
from fourth_seat.table.errors import BadConfig
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.words import ENGLISH, Catalogue, FourthSeatError, Text, say
from fourth_seat.words.additions import why_missing
from fourth_seat.words.catalogue import languages

VARIABLE = "FOURTH_SEAT_LANGUAGE"  # before the settings; the option --language sets it for this run
NAMES = {"de": "Deutsch", "en": "English", "he": "עברית"}  # each in its own language, so that people find theirs
NAME_IN_ITSELF = say("this language", context="its own name, such as Deutsch")


class BadLanguage(FourthSeatError, ValueError):
    """The language is not available."""


def catalogue() -> Catalogue:
    """Return the catalogue for the current language, which is taken from the environment, the settings or the system, in
    this order. Defaults to English.

    Raises:
        BadLanguage: the environment or the settings contain an unknown language.
    """
    return named(_chosen())


def trouble() -> Text | None:
    """Return the reason why English is used although another language was chosen, or None."""
    with suppress(BadLanguage):
        return _checked(_chosen())[1]
    return None


def _chosen() -> str:
    return os.environ.get(VARIABLE) or _kept() or of_the_system()


def named(language: str) -> Catalogue:
    """Return the catalogue for a two-letter language code, or the English one if the language's file is damaged.

    Raises:
        BadLanguage: the language is unknown.
    """
    return _checked(language)[0]


def _checked(language: str) -> tuple[Catalogue, Text | None]:
    known = languages()
    if language not in known:
        none = say("there is no language {name}; the languages are: {names}", name=language, names=", ".join(known))
        raise BadLanguage(why_missing(LANGUAGES, language, Addition.folder) or none)
    return _read(language)


@lru_cache(maxsize=2)  # asked for by one sentence after another
def _read(language: str) -> tuple[Catalogue, Text | None]:
    try:
        return Catalogue(language), None
    except OSError:
        return ENGLISH, say(
            "the translation {name} is damaged, so everything is in English: install the program again",
            name=name_of(language),
        )


def of_the_system() -> str:
    """Return the system's language if it is available, otherwise English."""
    if sys.platform in ("win32", "darwin"):
        names = [locale.getlocale()[0] or ""]
    else:  # as in gettext
        names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    first = next(filter(None, names), "en")
    windows = {"German": "de", "Hebrew": "he"}
    language = windows.get(first.partition("_")[0], first[:2].lower())
    return language if language in languages() else "en"


def name_of(language: str) -> str:
    """Return the native name of a language, which an add-on's translation may give; otherwise, its code."""
    if language in NAMES:
        return NAMES[language]
    with suppress(OSError):
        name = Catalogue(language).render(NAME_IN_ITSELF)
        return language if name == NAME_IN_ITSELF.key else name
    return language


def _kept() -> str:
    """Return the language from the settings, or an empty string if none is set."""
    with suppress(BadConfig):  # a window reports that, and the language is no reason to stop anything
        kept = config_file.table_at(config_file.load(home() / "settings.toml"), "window").get("language")
        return kept if isinstance(kept, str) else ""
    return ""
