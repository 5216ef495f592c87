"""A unit of work: what is done, what comes of it, and where it was done."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from farm.errors import OtherCommit
from farm.provenance import commit, machine
from words import say


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a unit.

    Attributes:
        data: the same on every machine.
        measured: what was measured beside it, such as seconds, and may differ; numbers, texts, lists and mappings of them.
    """

    data: bytes
    measured: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work, of some seconds at best: handing it out costs a hundredth of one.

    Attributes:
        name: its own within a run, of letters, digits and hyphens.
        work: a function at the top of a module, which knows nothing but its arguments.
        arguments: plain data; seeds are among them.
    """

    name: str
    work: Callable[..., Outcome]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class DoneUnit:
    """A unit that was done: its outcome, the processor time that it took, and with which commit on which machine."""

    name: str
    outcome: Outcome
    cpu_s: float
    commit: str
    machine: str


def done(unit: Unit, wanted: str) -> DoneUnit:
    """Do a unit here, for somebody whose program is of the commit `wanted`.

    Raises:
        OtherCommit: the program here is of another.
    """
    own = commit()
    if own != wanted:
        raise OtherCommit(
            say("{machine} has the program of commit {own}, but {wanted} is asked for; bring both to the same commit",
                machine=machine(), own=own, wanted=wanted)
        )  # fmt: skip
    before = time.process_time()
    outcome = unit.work(*unit.arguments)
    return DoneUnit(unit.name, outcome, time.process_time() - before, own, machine())
