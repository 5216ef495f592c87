"""TOML files in the user's data folder that people can read and edit: settings, calibration."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from table.errors import BadConfig, NotSaved
from words import say


def load(path: Path) -> dict[str, Any]:
    """What the file says; nothing where there is no file.

    Raises:
        BadConfig: it cannot be read, with the line.
    """
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(
            say("{file} cannot be read: {reason}; mend it or delete it", file=str(path), reason=str(error))
        ) from None
    except OSError as error:
        raise BadConfig(say("{file} cannot be read: {reason}", file=str(path), reason=error.strerror or "")) from None


def table_at(values: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """The table under these keys; empty where there is none."""
    for key in keys:
        below = values.get(key)
        if not isinstance(below, Mapping):
            return {}
        values = below
    return values


def save(path: Path, values: Mapping[str, Any], afresh: Sequence[str] = ()) -> None:
    """Writes values, tables within tables; everything else in the file, comments included, stays, except in the table under
    the keys `afresh`, which is written anew. A file that cannot be read is kept beside it under another name. The file is
    whole at every instant.

    Raises:
        NotSaved: the disk does not take it.
    """
    import tomlkit  # takes a while, and a program that only reads needs it not

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            document = tomlkit.parse(path.read_text("utf-8"))
        except FileNotFoundError:
            document = tomlkit.document()
        except ValueError:  # tomlkit's and Unicode's errors alike
            path.replace(path.with_name(f"{path.stem}-unreadable{path.suffix}"))
            document = tomlkit.document()
        _forget(document, afresh)
        _merge(document, values, tomlkit.table)
        _replace(path, tomlkit.dumps(document))
    except OSError as error:
        raise NotSaved(say("{file} was not saved: {reason}", file=str(path), reason=error.strerror or str(error))) from None


def _forget(below: Any, keys: Sequence[str]) -> None:
    for key in keys[:-1]:
        below = below.get(key, {})
    if keys and isinstance(below, dict):
        below.pop(keys[-1], None)


def _merge(below: Any, values: Mapping[str, Any], new_table: Callable[[], Any]) -> None:
    for name, value in values.items():
        if isinstance(value, Mapping):
            if not isinstance(below.get(name), dict):
                below[name] = new_table()
            _merge(below[name], value, new_table)
        elif below.get(name) != value:
            below[name] = value


def _replace(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
