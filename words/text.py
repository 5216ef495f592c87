"""Translatable messages, and the base class of all errors that carry one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Union

Value = Union[str, int, float, "Text", tuple["Value", ...]]


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable message with its values. `str(text)` renders it in English; `words.Catalogue` renders other languages.

    Attributes:
        key: the English sentence, with `{names}` for the values; the singular if something is counted.
        values: pairs of name and value, sorted by name.
        plural: the English plural, or None if nothing is counted.
        count: the number that selects the plural form.
        context: distinguishes between two meanings of the same English word, or None if there is only one.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str | None = None
    count: int = 0
    context: str | None = None

    def __str__(self) -> str:
        return self.fill(self.key if self.plural is None or self.count == 1 else self.plural, _english)

    def fill(self, template: str, show: Callable[[Value], str]) -> str:
        """Return a template (the key or its translation) filled in with the values, each rendered by `show`."""
        return template.format(**{name: show(value) for name, value in self.values}) if self.values else template


def _english(value: Value) -> str:
    return ", ".join(map(_english, value)) if isinstance(value, tuple) else str(value)


def say(key: str, /, *, context: str | None = None, **values: Value) -> Text:
    """Create a text with values: `say("{colour} has a piece there already: {square}", colour=..., square="h12")`.

    `context` helps translators if an English word has more than one translation: `say("dark", context="theme")`. Like the
    key, it must be a string literal.
    """
    return Text(key, tuple(sorted(values.items())), context=context)


def say_many(one: str, many: str, n: int, /, *, context: str | None = None, **values: Value) -> Text:
    """Create a text with a count: `say_many("one seed", "{n} seeds", 5)`. `{n}` is filled in."""
    return Text(one, tuple(sorted({"n": n, **values}.items())), many, n, context)


def all_of(values: Sequence[Value]) -> Value:
    """Join one or more values into a list for use in a sentence, as in "a, b and c"."""
    *first, last = values
    return say("{first} and {last}", first=tuple(first), last=last) if first else last


class FourthSeatError(Exception):
    """The base class of all errors shown to users. Its message says what is wrong, where, and how to put it right.

    Every subclass also derives from the standard exception of its kind, as in `class IllegalMove(FourthSeatError,
    ValueError)`.

    Attributes:
        text: the message.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


def sentence(rendered: str) -> str:
    """Capitalise the first letter of a rendered text, for use at the start of a line. Steps and reasons begin with a
    lower-case letter, so that they can be used anywhere in a sentence.

    File names, addresses and typed text such as `a=5` are left unchanged.
    """
    first = rendered.split(maxsplit=1)[0].rstrip(":,.!?") if rendered.strip() else ""
    if set("./\\@_=:").intersection(first):
        return rendered
    return rendered[:1].upper() + rendered[1:]


def written_date(day: date) -> Text:
    """Return a date with the name of the month, such as "23 November 2026"."""
    number, year = day.day, str(day.year)
    months = (
        say("{day} January {year}", day=number, year=year),
        say("{day} February {year}", day=number, year=year),
        say("{day} March {year}", day=number, year=year),
        say("{day} April {year}", day=number, year=year),
        say("{day} May {year}", day=number, year=year),
        say("{day} June {year}", day=number, year=year),
        say("{day} July {year}", day=number, year=year),
        say("{day} August {year}", day=number, year=year),
        say("{day} September {year}", day=number, year=year),
        say("{day} October {year}", day=number, year=year),
        say("{day} November {year}", day=number, year=year),
        say("{day} December {year}", day=number, year=year),
    )
    return months[day.month - 1]
