"""Collects the sentences in all `say` and `say_many` calls in the program, for translators.

Writes the template, `words/fourth_seat.pot`, updates each language's file (`words/locale/LANGUAGE.po`) from it, compiles
that file (`LANGUAGE.mo`, which the program reads), and lists the sentences that each language still lacks.

python -m fourth_seat.words.extract
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.boundary.shipped import list_files
from fourth_seat.words.catalogue import LOCALE_FOLDER

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE_FILE = Path(__file__).with_name("fourth_seat.pot")
EXTRACTED_PACKAGES = (
    *("calibration", "commands", "engines", "farm", "games", "hardware", "inference"),
    *("page", "processes", "setup", "table", "ui", "vision", "words"),
)
KEY_ARGUMENTS = {"say": 1, "say_many": 2}
"""The functions that create texts, with the number of leading arguments that are sentences."""
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # in compiled files, so that these change only with the translations


def sentences() -> Catalog:
    """Return all sentences of the program, with the files that contain them."""
    from babel.messages.catalog import Catalog

    catalog = Catalog(fuzzy=False)
    for key, context, file in found_sentences():
        catalog.add(key, locations=[(file, 0)], context=context)
    return catalog


def found_sentences() -> Iterator[tuple[str | tuple[str, ...], str | None, str]]:
    """Yield each sentence of the program, or its singular and plural, with its context and its file."""
    for path in sorted(path for package in EXTRACTED_PACKAGES for path in (ROOT / package).rglob("*.py")):
        for key, context in _sentences_in(ast.parse(path.read_text("utf-8"), str(path))):
            yield key, context, path.relative_to(ROOT).as_posix()


def _sentences_in(tree: ast.Module) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Yield the sentence, or the singular and plural, of each call with literal arguments, and its context."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        wanted = KEY_ARGUMENTS.get(call.func.id, 0) if isinstance(call.func, ast.Name) else 0
        keys = tuple(text for text in map(_literal, call.args[:wanted]) if text is not None)
        context = next((_literal(word.value) for word in call.keywords if word.arg == "context"), None)
        if wanted and len(keys) == wanted:
            yield (keys if wanted > 1 else keys[0]), context


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def template() -> str:
    """Return the template, which omits dates and line numbers so that it changes only with the sentences."""
    return _written(sentences())


def language_file(path: Path) -> Catalog:
    """Parse a language's `.po` file."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def updated(path: Path) -> tuple[Catalog, str]:
    """Bring a language's catalogue into line with the sentences of the program, adding new ones untranslated and removing
    obsolete ones. Return the catalogue and the text of its file.
    """
    catalog = language_file(path)
    catalog.update(sentences(), no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    # The header stays as its translator wrote it; Babel's would change with the date.
    header, _, _ = path.read_text("utf-8").partition("\n\n")
    return catalog, f"{header}\n\n{_written(catalog)}"


def compiled(path: Path) -> bytes:
    """Compile a language's `.po` file to the content of its `.mo` file. Fuzzy sentences are left out."""
    from babel.messages.mofile import write_mo

    catalog = language_file(path)
    catalog.creation_date = catalog.revision_date = NO_DATE
    written = io.BytesIO()
    write_mo(written, catalog)
    return written.getvalue()


def untranslated(catalog: Catalog) -> list[Message]:
    """Return the sentences without a translation for every plural form."""
    return [message for message in catalog if message.id and not (message.string and all(_forms(message)))]


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _written(catalog: Catalog) -> str:
    from babel.messages.pofile import write_po

    written = io.BytesIO()
    write_po(written, catalog, omit_header=True, include_lineno=False, sort_by_file=True, width=120)
    return written.getvalue().decode()


def main() -> None:
    """Update the template and the files of all languages, and print the sentences that each language still lacks."""
    TEMPLATE_FILE.write_text(template(), encoding="utf-8")
    for path in sorted(LOCALE_FOLDER.glob("*.po")):
        catalog, text = updated(path)
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(path))
        for message in untranslated(catalog):
            key = message.id if isinstance(message.id, str) else message.id[0]
            print(f"{path.name} lacks: {key}")  # noqa: T201 - it is run by hand
    list_files(LOCALE_FOLDER)


if __name__ == "__main__":
    main()
