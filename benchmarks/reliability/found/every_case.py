"""All cases, by kind: each module beside this one that has a table named CASES."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from benchmarks.reliability import found
from benchmarks.reliability.found.case import Case


def _kinds() -> dict[str, Mapping[str, Case]]:
    """Return the cases of each module, under its name."""
    names = [
        module.name for module in pkgutil.iter_modules(found.__path__) if module.name not in ("__main__", "every_case")
    ]
    modules = {name: importlib.import_module(f"{found.__name__}.{name}") for name in names}
    return {name.replace("_", "-"): vars(module)["CASES"] for name, module in modules.items() if "CASES" in vars(module)}


KINDS: Mapping[str, Mapping[str, Case]] = _kinds()
CASES: Mapping[str, Case] = {name: case for cases in KINDS.values() for name, case in cases.items()}
