"""Start a new language, or update an unfinished one: `python -m fourth_seat.words.new fr`.

The command requires nothing but the program. The language becomes an add-on in the data folder, with the file `fr.po`,
which the translator edits, and `fr.mo`, which the program reads. Each run of this command compiles `fr.mo` from `fr.po`.
Untranslated sentences stay in English (docs/translating.md).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from gettext import c2py
from pathlib import Path

from fourth_seat.boundary.files import read_bytes, write_file
from fourth_seat.boundary.folders import data_folder
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.words.catalogue import LOCALE_FOLDER, MAX_LANGUAGE_BYTES
from fourth_seat.words.errors import error_text
from fourth_seat.words.extract import found_sentences
from fourth_seat.words.po import BadTranslations, Entry, compiled, read, write

MAX_FORMS = 6  # of a plural
MAX_TRIED = 1000  # numbers whose plural form is looked up to check a formula
LANGUAGE = re.compile(r"[a-z]{2,3}")
_ONE, _ONE_AND_NONE = "nplurals=2; plural=(n != 1);", "nplurals=2; plural=(n > 1);"
_EAST = "nplurals=1; plural=0;"
_SLAVIC = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
_CZECH = "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"
PLURALS = {
    **dict.fromkeys(("fr", "fa", "hi", "hy"), _ONE_AND_NONE),
    **dict.fromkeys(("id", "ja", "ko", "ms", "th", "vi", "zh"), _EAST),
    **dict.fromkeys(("be", "bs", "hr", "ru", "sr", "uk"), _SLAVIC),
    **dict.fromkeys(("cs", "sk"), _CZECH),
    "ar": "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
    "lt": "nplurals=3; plural=(n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "ro": "nplurals=3; plural=(n==1 ? 0 : n==0 || n%100>=1 && n%100<=19 ? 1 : 2);",
    "sl": "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
}
"""The plural forms of languages (Unicode's CLDR), except those with one form for 1 and another for everything else."""
PROJECT = """[project]
name = "fourth-seat-{language}"
version = "0.1"

[project.entry-points."fourth_seat.languages"]
{language} = "fourth_seat_{language}"

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
"""


def folder_of(language: str) -> Path:
    """Return the folder of a language's add-on."""
    return data_folder() / "addons" / f"fourth-seat-{language}"


def begin(language: str, folder: Path) -> list[Entry]:
    """Write a language's files to its folder, keeping existing translations.

    Returns:
        The sentences in the new file.

    Raises:
        BadTranslations: the existing file cannot be used; nothing has been written.
        OSError: the files cannot be written.
    """
    package = folder / f"fourth_seat_{language}"
    file = package / f"{language}.po"
    old = read(read_bytes(file, MAX_LANGUAGE_BYTES).decode()) if file.exists() else []
    head = next((entry for entry in old if not entry.key), _head(language))
    entries = list(_merged(old, _forms(head)))
    package.mkdir(parents=True, exist_ok=True)
    if not (folder / "pyproject.toml").exists():
        write_file(folder / "pyproject.toml", PROJECT.format(language=language).encode())
    write_file(package / "__init__.py", b"")
    text = write([head, *entries])
    write_file(file, text.encode())
    written = read(text)  # which knows the lines in which they are now
    write_file(package / f"{language}.mo", compiled(written))
    return written[1:]


def _head(language: str) -> Entry:
    fields = {
        "Project-Id-Version": "Fourth Seat",
        "Language": language,
        "Plural-Forms": PLURALS.get(language, _ONE),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    return Entry("", forms=("".join(f"{name}: {value}\n" for name, value in fields.items()),))


def _forms(head: Entry) -> int:
    """Return a language's number of plural forms from the header of its file.

    Raises:
        BadTranslations: the header's line about plural forms cannot be used.
    """
    line = re.search(r"^Plural-Forms:(.*)$", head.forms[0], re.MULTILINE)
    found = re.fullmatch(r"\s*nplurals\s*=\s*([0-9])\s*;\s*plural\s*=([^;]*);?\s*", line[1]) if line else None
    forms = parse_integer(found[1], 1, MAX_FORMS) if found else None
    if not found or not forms:
        raise BadTranslations(f"its head needs a line such as Plural-Forms: {_ONE} (with 1 to {MAX_FORMS} plural forms)")
    try:
        form_of = c2py(found[2])  # as catalogues are read
        right = all(0 <= form_of(n) < forms for n in range(MAX_TRIED))
    except (ValueError, ZeroDivisionError, RecursionError):
        right = False
    if not right:
        raise BadTranslations(
            f"plural={found[2].strip()} at its head does not give a number from 0 to {forms - 1} for every n"
        )
    return forms


def _merged(old: Iterable[Entry], forms: int) -> Iterator[Entry]:
    """Yield each sentence of the program once, with its known details, and then translations that it no longer needs."""
    known = {entry.name: entry for entry in old}
    merged: dict[tuple[str | None, str], Entry] = {}
    for keys, context, file in found_sentences():
        key, plural = keys if isinstance(keys, tuple) else (keys, None)
        entry = merged.get((context, key)) or known.get((context, key)) or Entry(key, None, context)
        files = entry.files if file in entry.files else (*entry.files, file)
        merged[entry.name] = replace(entry, plural=plural or entry.plural, files=files, obsolete=False)
    for entry in merged.values():
        wanted = 1 if entry.plural is None else forms
        if entry.plural is not None and any(entry.forms[wanted:]):
            raise BadTranslations(
                f'"{entry.key}" has more translations than the {forms} plural forms at the head of the file'
            )
        yield replace(entry, forms=(*entry.forms, *[""] * wanted)[:wanted])
    for name, entry in known.items():
        if name not in merged and entry.key and any(entry.forms):
            yield replace(entry, obsolete=True)


def main() -> int:
    """Start or update the language given on the command line."""
    language = sys.argv[1] if len(sys.argv) == 2 else ""
    if not LANGUAGE.fullmatch(language):
        return _refuse("name one language by its letters, such as fr: python -m fourth_seat.words.new fr")
    if language == "en" or (LOCALE_FOLDER / f"{language}.mo").exists():
        return _refuse(f"{language} comes with the program; docs/translating.md says how to change what is there")
    folder = folder_of(language)
    try:
        written = begin(language, folder)
    except BadTranslations as error:
        return _refuse(f"{language}.po: {error.reason}")
    except (OSError, UnicodeError) as error:
        return _refuse(f"the files in {folder} cannot be read or written: {error_text(error)}")
    entries = [entry for entry in written if not entry.obsolete]
    done = sum(entry.translated and not entry.trouble for entry in entries)
    print(f"{folder / f'fourth_seat_{language}' / f'{language}.po'}: {done} of {len(entries)} sentences are translated")
    for entry in entries:
        if entry.translated and entry.trouble:
            print(f"line {entry.line} stays English: {entry.trouble}")
        elif any(entry.forms) and not entry.translated:
            print(f"line {entry.line} stays English: it needs {len(entry.forms)} plural forms")
    if gone := len(written) - len(entries):
        print(f"Translations of sentences that have changed or gone are kept at the end of the file (#~): {gone}")
    print(f"Run this again after each change. To try it: fourth-seat addons --allow {folder.name}, once;")
    print(f"then fourth-seat --language {language}. In a checkout, python -m uv run companion.py stands for fourth-seat.")
    return 0


def _refuse(reason: str) -> int:
    print(f"words.new: {reason}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
