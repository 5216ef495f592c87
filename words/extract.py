"""Writes the template for translators, `words/fourth_seat.pot`: every `say` and `say_many` in the program.

python -m words.extract
"""

from __future__ import annotations

import io
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = Path(__file__).with_name("fourth_seat.pot")
ROOMS = ("calibration", "commands", "engines", "games", "hardware", "setup", "table", "ui", "vision", "words")
KEYWORDS: dict[str, tuple[int, ...] | None] = {"say": None, "say_many": (1, 2)}


def template() -> str:
    """The template's text, without dates and line numbers, so that it changes only with the sentences."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_file
    from babel.messages.pofile import write_po

    catalog = Catalog(fuzzy=False)
    files = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    for path in files:
        for _, key, comments, context in extract_from_file("python", path, KEYWORDS):
            catalog.add(key, locations=[(path.relative_to(ROOT).as_posix(), 0)], auto_comments=comments, context=context)
    written = io.BytesIO()
    write_po(written, catalog, omit_header=True, include_lineno=False, sort_by_file=True, width=120)
    return written.getvalue().decode()


if __name__ == "__main__":
    TEMPLATE.write_text(template(), encoding="utf-8")
