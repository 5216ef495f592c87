"""Collects every `say` and `say_many` in the program: writes the template for translators, `words/fourth_seat.pot`, and
brings each language's file up to it; tells which sentences a language still lacks.

python -m words.extract
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from words.catalogue import LOCALES

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = Path(__file__).with_name("fourth_seat.pot")
ROOMS = ("calibration", "commands", "engines", "games", "hardware", "processes", "setup", "table", "ui", "vision", "words")
KEYWORDS: dict[str, tuple[int, ...] | None] = {"say": None, "say_many": (1, 2)}


def sentences() -> Catalog:
    """All sentences of the program, with the files they are in."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_file

    catalog = Catalog(fuzzy=False)
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    for path in files:
        for _, key, comments, context in extract_from_file("python", path, KEYWORDS):
            catalog.add(key, locations=[(path.relative_to(ROOT).as_posix(), 0)], auto_comments=comments, context=context)
    return catalog


def template() -> str:
    """The template's text, without dates and line numbers, so that it changes only with the sentences."""
    return _written(sentences())


def language_file(path: Path) -> Catalog:
    """A language's file as it stands."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def updated(path: Path) -> tuple[Catalog, str]:
    """A language's file with every sentence of the program, new ones empty, and none that the program no longer has; and
    how it is written.
    """
    catalog = language_file(path)
    catalog.update(sentences(), no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    # The header stays as its translator wrote it; Babel's would change with the date.
    header, _, _ = path.read_text("utf-8").partition("\n\n")
    return catalog, f"{header}\n\n{_written(catalog)}"


def lacking(catalog: Catalog) -> list[Message]:
    """The sentences that are not translated, or not in every plural form."""
    return [message for message in catalog if message.id and not (message.string and all(_forms(message)))]


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _written(catalog: Catalog) -> str:
    from babel.messages.pofile import write_po

    written = io.BytesIO()
    write_po(written, catalog, omit_header=True, include_lineno=False, sort_by_file=True, width=120)
    return written.getvalue().decode()


def main() -> None:
    """Writes the files."""
    TEMPLATE.write_text(template(), encoding="utf-8")
    for path in sorted(LOCALES.glob("*.po")):
        catalog, text = updated(path)
        path.write_text(text, encoding="utf-8")
        for message in lacking(catalog):
            key = message.id if isinstance(message.id, str) else message.id[0]
            print(f"{path.name} lacks: {key}")  # noqa: T201 - it is run by hand


if __name__ == "__main__":
    main()
