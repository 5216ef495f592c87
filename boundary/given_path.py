"""Paths that the user typed, dropped into a terminal, or copied in a file manager."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from urllib.parse import unquote

_ADDRESS = re.compile(r"file:(?://(?:localhost)?)?(?=/)", re.IGNORECASE)
_QUOTES = "'\""
# Terminals escape the characters that have a meaning in a shell; a backslash before any other is a backslash.
_ESCAPE = re.compile(r"\\(?=[^\w\\])")


def given_path(text: str) -> Path:
    """Return the path that the user means: quotes and backslashes intended for a shell are removed, `file://` addresses
    converted, and `~` and `~NAME` expanded to home folders.

    If the unmodified text is the path of an existing file or folder, it is used unchanged.
    """
    written = Path(text)
    meant = text.strip()
    if _exists(written) or not meant:
        return written
    if address := _ADDRESS.match(meant):
        rest = meant[address.end() :]
        if os.name != "nt":
            return Path(unquote(rest))
        from urllib.request import url2pathname  # brings all of HTTP with it, and every command imports this file

        return Path(url2pathname(rest))
    return _expanded(_unquoted(meant))


def _unquoted(text: str) -> str:
    """Parse a text as a shell would, if it is a single word with quotes or escaped characters."""
    if text[0] in _QUOTES or (os.name == "posix" and _ESCAPE.search(text) and not re.search(r"\\[\w\\]", text)):
        lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.commenters = True, ""
        if os.name == "nt":
            lexer.escape = ""
        try:
            words = list(lexer)
        except ValueError:  # a quote that is part of the name
            return text
        if len(words) == 1:
            return words[0]
    return text


def _expanded(text: str) -> Path:
    """Expand the home folder in a path; leave the path unchanged if that folder does not exist."""
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError):  # nobody has this name, or no name can look like that
        return Path(text)


def _exists(path: Path) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:  # a character that no name has
        return False
