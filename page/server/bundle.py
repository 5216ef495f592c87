"""Bundles the page's scripts into one file, so that a single request loads them all.

Each module becomes a function, placed after the modules that it imports.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
FOREIGN = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)  # other forms, which would be lost


def bundle(modules: Mapping[str, str], first: str) -> str:
    """Return a single script equivalent to the module `first` with all its imports; modules are named without `.js`.

    Raises:
        ValueError: a module imports or exports in any form except `import {names} from "./other.js";` and `export` before a
            declaration, or there are circular imports.
    """
    written: dict[str, str] = {}
    _write(modules, first, written, ())
    return "\n".join(written.values())


def _write(modules: Mapping[str, str], name: str, written: dict[str, str], importing: tuple[str, ...]) -> None:
    if name in importing:
        raise ValueError(f"modules import each other: {' -> '.join((*importing, name))}")
    if name in written:
        return
    source = modules[name]
    for found in IMPORT.finditer(source):
        _write(modules, found[2], written, (*importing, name))
    exported = ", ".join(EXPORT.findall(source))
    inside = EXPORT.sub(
        "", IMPORT.sub(lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {found[2]}_js;\n", source)
    )
    if strange := FOREIGN.search(inside):
        raise ValueError(f"{name}.js: {inside[strange.start() :].splitlines()[0]}")
    written[name] = f"const {name}_js = (() => {{\n{inside}return {{ {exported} }};\n}})();"
