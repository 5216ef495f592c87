"""How sentences look on this page."""

from __future__ import annotations


def sentence(rendered: str) -> str:
    """A rendered text that begins a line: steps and reasons are written in small letters, to stand anywhere."""
    return rendered[:1].upper() + rendered[1:]
