"""Translation files in gettext's formats. Reads and writes `.po` files, which translators edit, and compiles them to `.mo`
files for the program.

Used for languages started without developer tools (`words/new.py`); `words/extract.py` writes the program's own files.
https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html and .../MO-Files.html
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import Formatter

MO_MAGIC = 0x950412DE
_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[([0-9])\])?\s+)?"((?:[^"\\\0]|\\[^\0])*)"')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_SIGNS = {"\\": "\\\\", '"': '\\"'} | {sign: f"\\{letter}" for letter, sign in _ESCAPES.items()}


class BadTranslations(Exception):
    """The `.po` file cannot be parsed.

    Attributes:
        reason: the reason, with the line number.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence of the program and its translation.

    Attributes:
        key: the English sentence.
        plural: the English plural, or None if nothing is counted.
        context: distinguishes between two meanings, or None if there is only one.
        forms: the translation in each plural form of the language; empty strings if missing.
        comments: the translator's comment lines, and the flags.
        files: the source files that contain it.
        line: the line in the file it was read from, or 0.
        obsolete: whether the program no longer contains the sentence; its translation is kept for one like it.
    """

    key: str
    plural: str | None = None
    context: str | None = None
    forms: tuple[str, ...] = ("",)
    comments: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    line: int = 0
    obsolete: bool = False

    @property
    def name(self) -> tuple[str | None, str]:
        """The unique identifier of the entry. It excludes the plural, since a sentence with a plural is also used where
        nothing is counted.
        """
        return self.context, self.key

    @property
    def translated(self) -> bool:
        """Whether the translation is finished: all forms are present, and it is not marked as fuzzy."""
        return all(self.forms) and not any(comment.startswith("#,") and "fuzzy" in comment for comment in self.comments)

    @property
    def trouble(self) -> str:
        """The reason why the translation cannot be used, or an empty string if it can."""
        try:
            wanted = [_values(text) for text in (self.key, self.plural or self.key)]
            found = [_values(form) for form in self.forms]
        except ValueError:
            return "a brace is not closed, or not opened"
        for number, values in enumerate(found):
            most = wanted[-1] if self.plural else wanted[0]
            least = most if number == len(found) - 1 else (wanted[bool(number)] - {"n"})
            if wrong := (values - most) or (least - values):
                name = min(wrong)
                return f"{{{name}}} is {'not in the English sentence' if name in values else 'missing'}"
        return ""


def _values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def read(text: str) -> list[Entry]:
    """Parse a `.po` file. The first entry, with an empty key, is the header.

    Raises:
        BadTranslations: a line is not valid in a `.po` file.
    """
    entries: list[Entry] = []
    comments: list[str] = []
    parts: dict[str, str] = {}
    current, begun, obsolete = "", 0, False

    def finish() -> None:
        if "msgid" in parts:
            plural, context = parts.get("msgid_plural"), parts.get("msgctxt")
            forms = tuple(parts[name] for name in sorted(parts) if name.startswith("msgstr")) or ("",)
            one = forms if plural is not None else forms[:1]
            entries.append(Entry(parts["msgid"], plural, context, one, tuple(comments), (), begun, obsolete))
        parts.clear()
        comments.clear()

    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        stripped = line.strip()
        if kept := re.match(r"#~\s+(?=\w|\")", stripped):
            stripped = stripped[kept.end() :]
        if not stripped or stripped.startswith("#"):
            if any(name.startswith("msgstr") for name in parts):
                finish()
            if stripped.startswith("#") and not stripped.startswith(("#~", "#:", "#|")):
                comments.append(stripped)
            continue
        found = _LINE.fullmatch(stripped)
        if found is None or not (found[1] or current):
            raise BadTranslations(
                f'line {number} is no line of a .po file: expected msgid, msgstr or a text in "quotation marks"; '
                'a quotation mark within it is written \\"'
            )
        if found[1]:
            if found[1] in ("msgctxt", "msgid") and any(name.startswith("msgstr") for name in parts):
                finish()
            obsolete = kept is not None
            current = f"{found[1]}[{found[2]}]" if found[2] else found[1]
            begun = number if found[1] == "msgid" else begun
        parts[current] = parts.get(current, "") + re.sub(r"\\(.)", lambda sign: _ESCAPES.get(sign[1], sign[1]), found[3])
    finish()
    return entries


def write(entries: Iterable[Entry]) -> str:
    """Return the text of a `.po` file with these entries."""
    return "\n".join(map(_written, entries))


def _written(entry: Entry) -> str:
    comments = [comment for comment in entry.comments if not comment.startswith("#,")]
    lines: list[str] = []
    if entry.files:
        lines.append(f"#: {' '.join(entry.files)}")
    flags = {flag.strip() for comment in entry.comments if comment.startswith("#,") for flag in comment[2:].split(",")}
    if "{" in entry.key + (entry.plural or ""):
        flags.add("python-brace-format")
    if flags:
        lines.append(f"#, {', '.join(sorted(flags))}")
    if entry.context is not None:
        lines.append(f"msgctxt {_quoted(entry.context)}")
    lines.append(f"msgid {_quoted(entry.key)}")
    if entry.plural is None:
        lines.append(f"msgstr {_quoted(entry.forms[0])}")
    else:
        lines.append(f"msgid_plural {_quoted(entry.plural)}")
        lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(entry.forms)]
    if entry.obsolete:
        lines = [f"#~ {line}" for line in "\n".join(lines).split("\n") if not line.startswith("#")]
    return "\n".join([*comments, *lines]) + "\n"


def _quoted(text: str) -> str:
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    quoted = ['"' + "".join(_SIGNS.get(sign, sign) for sign in line) + '"' for line in lines]
    return "\n".join(['""', *quoted] if len(quoted) > 1 else quoted or ['""'])


def compiled(entries: Iterable[Entry]) -> bytes:
    """Return the content of the `.mo` file with all usable translations; other sentences stay in English."""
    texts: Mapping[bytes, bytes] = {
        _key(entry): "\0".join(entry.forms).encode()
        for entry in entries
        if not entry.key or (entry.translated and not entry.trouble and not entry.obsolete)
    }
    keys = sorted(texts)
    begin = 7 * 4 + len(keys) * 16  # after the header and the two tables of lengths and places
    places: list[int] = []
    data = b""
    for piece in (*keys, *(texts[key] for key in keys)):
        places += [len(piece), begin + len(data)]
        data += piece + b"\0"
    head = struct.pack("<7I", MO_MAGIC, 0, len(keys), 28, 28 + len(keys) * 8, 0, begin)
    return head + struct.pack(f"<{len(places)}I", *places) + data


def _key(entry: Entry) -> bytes:
    named = entry.key if entry.context is None else f"{entry.context}\4{entry.key}"
    return (named if entry.plural is None else f"{named}\0{entry.plural}").encode()
