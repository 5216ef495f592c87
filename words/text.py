"""One sentence for people, not yet in any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

Value = Union[str, int, float, "Text", tuple["Value", ...]]


@dataclass(frozen=True, slots=True)
class Text:
    """A key (the English sentence), the values for its `{names}`, and the plural form where the text counts something.

    `str(text)` is the English rendering; other languages come from `words.Catalogue`.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str | None = None
    count: int = 0

    def __str__(self) -> str:
        from words.catalogue import ENGLISH  # the catalogue renders texts, so it is the one that imports this file

        return ENGLISH.render(self)


def say(key: str, /, **values: Value) -> Text:
    """A text with its values: `say("{colour} has a piece there already: {square}", colour=..., square="h12")`."""
    return Text(key, tuple(sorted(values.items())))


def say_many(one: str, many: str, n: int, /, **values: Value) -> Text:
    """A text that counts: `say_many("one seed", "{n} seeds", 5)`; `{n}` is filled in."""
    return Text(one, tuple(sorted({"n": n, **values}.items())), many, n)
