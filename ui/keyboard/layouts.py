"""Layouts of the keys: letters by language, signs, letters with accents. A character is a key."""

from __future__ import annotations

Rows = tuple[str, str, str]

DIGITS = "1234567890"
LETTERS: dict[str, Rows] = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"),
    "he": ("קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"),
}
"""From left to right, as on keyboards that are sold with these letters, in every language of the window."""
SIGNS: Rows = ("!\"#$%&'()*", "+,;<=>?@\\", "[]^_`{|}~")
ACCENTS: Rows = ("áàâäãåæçéè", "êëíìîïñóò", "ôöõøúùûý")
BESIDE_SPACE = ":/", "-."
"""Signs of names and addresses, which need no other page: those left of the space bar, those right of it."""


def capital(character: str) -> str:
    """Return the capital letter; the character itself where there is none."""
    upper = character.upper()
    return upper if len(upper) == 1 else character


def next_language(language: str) -> str:
    """Return the language whose letters come after those of this one."""
    order = list(LETTERS)
    return order[(order.index(language) + 1) % len(order)]
