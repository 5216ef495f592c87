"""Strict parsing of untrusted JSON, and validation of its structure before any part of it is used.

A form is one of these:

- `int`, `float` (which also accepts whole numbers), `str`, `bool`, `object` (anything), or None;
- a tuple of forms: a list with exactly these elements;
- a list with one form: a list of any number of such elements;
- a dict that maps names to forms: an object with at least these fields;
- a dict whose only key is `str`: an object with any field names, whose values all have this form;
- a function that returns True for a valid value, and anything else for an invalid one.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

MAX_MESSAGE_NUMBER = 1e15  # no number in a message comes near it, and floating point is exact up to it
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # an escape for half a character, perhaps without its other half

Form = Any


def parse_json(text: str | bytes) -> Any:
    """Parse JSON according to RFC 8259: UTF-8, no NaN, no overflowing numbers, no lone surrogates, no excessive nesting.

    Raises:
        ValueError: the text is not such JSON; the message gives the reason.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode()
        value = _DECODER.decode(text)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)  # shared: thousands of lines are read at once


def either(*forms: Form) -> Callable[[Any], bool]:
    """Return a form that accepts values of any of these forms."""
    return lambda value: any(fits(value, form) for form in forms)


def fits(value: Any, form: Form) -> bool:
    """Return whether a JSON value has this form."""
    if form is None:
        return value is None
    if form in (int, float):
        return type(value) in (int, form) and abs(value) < MAX_MESSAGE_NUMBER
    if isinstance(form, type):
        return isinstance(value, form)
    if isinstance(form, tuple):
        return isinstance(value, list) and len(value) == len(form) and all(map(fits, value, form))
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(item, form[0]) for item in value)
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return False
        if str in form:
            return all(fits(item, form[str]) for item in value.values())
        return all(name in value and fits(value[name], wanted) for name, wanted in form.items())
    return form(value) is True  # NotImplemented, which `"x".__eq__(5)` returns, does not mean yes


def parse_message(text: str | bytes, key: str, forms: Mapping[str, Form]) -> dict[str, Any] | None:
    """Parse a JSON object whose field `key` gives its kind; return None if it does not have the form of that kind."""
    try:
        message = parse_json(text)
    except ValueError:
        return None
    if not fits(message, {key: str}):
        return None
    form = forms.get(message[key])
    return message if form is not None and fits(message, form) else None
