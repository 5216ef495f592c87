"""Reads a language's file, `words/locale/LANGUAGE.po`, in gettext's own text format: a file more is a language more.

As in gettext, sentences that are empty or marked fuzzy count as not translated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from gettext import c2py
from pathlib import Path

_LINE = re.compile(r'(msgid_plural|msgid|msgstr)(?:\[(\d)\])? (".*")')
_PLURAL = re.compile(r"plural=(.+?);?\s*$", re.MULTILINE)


@dataclass(slots=True)
class _Entry:
    key: str = ""
    forms: dict[int, str] = field(default_factory=dict)
    fuzzy: bool = False


@dataclass(frozen=True, slots=True)
class Translations:
    """A language's sentences.

    Attributes:
        forms: of each key, by the number of the plural form; sentences that do not count have form 0.
        form_of: which plural form goes with a number.
    """

    forms: dict[str, dict[int, str]]
    form_of: Callable[[int], int]

    def find(self, key: str, count: int | None = None) -> str | None:
        """The sentence for a key, in the form for `count`; None where there is none."""
        found = self.forms.get(key, {})
        return found.get(0 if count is None else self.form_of(count)) or None


def read(path: Path) -> Translations:
    """What the file says.

    Raises:
        OSError: there is no such file, or it cannot be read.
        ValueError: it is no file of this kind, with the line.
    """
    forms = {entry.key: entry.forms for entry in _entries(path.read_text("utf-8")) if not entry.fuzzy}
    rule = _PLURAL.search(forms.pop("", {}).get(0, ""))
    return Translations(forms, c2py(rule[1]) if rule else _two_forms)


def _two_forms(count: int) -> int:
    return int(count != 1)


def _entries(text: str) -> Iterator[_Entry]:
    entry, at = _Entry(), ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            if entry.forms:
                yield entry
                entry = _Entry()
            entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
        elif found := _LINE.fullmatch(line):
            at, form = found[1], int(found[2] or 0)
            if at == "msgid" and entry.forms:
                yield entry
                entry = _Entry()
            _add(entry, at, form, found[3])
        elif line.startswith('"') and line.endswith('"') and at:
            _add(entry, at, max(entry.forms, default=0), line)
        else:
            raise ValueError(f"line {number}: {line}")
    if entry.forms:
        yield entry


def _add(entry: _Entry, at: str, form: int, quoted: str) -> None:
    text = ast.literal_eval(quoted)  # gettext's escapes are those of C, and so Python's
    if at == "msgid":
        entry.key += text
    elif at == "msgstr":
        entry.forms[form] = entry.forms.get(form, "") + text
