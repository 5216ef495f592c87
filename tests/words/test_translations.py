"""Every language says everything the program says, with the same values in it."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message

from fourth_seat.words import Catalogue, Text
from fourth_seat.words.catalogue import LOCALE_FOLDER, languages
from fourth_seat.words.direction import without_marks
from fourth_seat.words.extract import compiled, language_file, untranslated, updated

FILES = sorted(LOCALE_FOLDER.glob("*.po"))
FORMAL = re.compile(r"\w(en|ern|eln) Sie\b|\bIhnen\b")  # "starten Sie", but not "Sie können"


def test_there_are_hebrew_and_german() -> None:
    assert {"de", "en", "he"} <= set(languages())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_missing(path: Path) -> None:
    """`fourth_seat.words.extract` writes missing sentences into the file, each with an empty `msgstr` to fill in."""
    catalog, text = updated(path)
    missing = [_key(message) for message in untranslated(catalog)]
    assert not missing, (
        f"{path.name} lacks {len(missing)} sentences; run python -m fourth_seat.words.extract, then fill in: {missing}"
    )
    assert path.read_text("utf-8") == text, "run: python -m fourth_seat.words.extract"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_values_are_filled_in(path: Path) -> None:
    for message in language_file(path):
        if message.id:
            keys = message.id if isinstance(message.id, (list, tuple)) else [message.id]
            one, wanted = _values(keys[0]), _values(keys[-1])
            forms = _forms(message)
            for number, form in enumerate(forms[:-1]):  # "one seed" need not name the number
                assert (wanted if number else one) - {"n"} <= _values(form) <= wanted, (_key(message), form)
            assert _values(forms[-1]) == wanted, (_key(message), forms[-1])


def test_german_speaks_to_a_family() -> None:
    """It addresses players as "du" and "ihr", never as "Sie"."""
    forms = [form for message in language_file(LOCALE_FOLDER / "de.po") for form in _forms(message)]
    assert not [form for form in forms if FORMAL.search(form)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_compiled_file_is_made_of_the_source(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == compiled(path), "run: python -m fourth_seat.words.extract"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sentence_is_rendered_as_the_translator_wrote_it(path: Path) -> None:
    """In every plural form, from the files that the program reads."""
    catalog, language = language_file(path), Catalogue(path.stem)
    for message in catalog:
        if isinstance(message.id, (list, tuple)):
            one, many = message.id
            assert len(message.string or ()) == catalog.num_plurals, one
            rendered = set()
            for n in range(120):
                names = {name: name for name in _values(many)} | {"n": n}
                forms = [without_marks(form).format(**names) for form in message.string or ()]
                text = Text(one, tuple(sorted(names.items())), many, n, message.context)
                rendered.add(forms.index(without_marks(language.render(text))))
            assert len(rendered) == len(set(message.string or ())), f"{one}: a plural form that no number has"
        elif message.id:
            assert language.render(Text(message.id, context=message.context)) == message.string


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_not_to_be_translated_is_not(path: Path) -> None:
    """Typed commands and addresses stay as they are, whatever the language of the sentence."""
    for message in language_file(path):
        for kept in ("--terminal", "sudo ", "http://", "rtsp://", "python -m", "Ctrl+Z"):
            if path.stem == "de" and kept == "Ctrl+Z":  # on German keyboards the key is called Strg
                continue
            if isinstance(message.id, str) and kept in message.id:
                assert kept in (message.string or ""), (kept, message.string)


def _values(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())
