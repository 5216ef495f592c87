"""Units of work: a unit, its outcome, and the record of where it was done."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fourth_seat.farm.errors import OtherCommit
from fourth_seat.farm.provenance import commit, machine
from fourth_seat.words import say


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a unit.

    Attributes:
        data: the same on every machine.
        measured: measurements that may differ, such as seconds; numbers, texts, lists and mappings of them.
    """

    data: bytes
    measured: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work, of some seconds at best: submitting it costs a hundredth of one.

    Attributes:
        name: unique within a run, of letters, digits and hyphens.
        work: a function at the top level of a module that depends on its arguments only.
        arguments: plain data, seeds included.
    """

    name: str
    work: Callable[..., Outcome]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class DoneUnit:
    """A unit that was done: its outcome, its processor time in seconds, and the commit and the machine that did it."""

    name: str
    outcome: Outcome
    cpu_s: float
    commit: str
    machine: str


def do_unit(unit: Unit, commit_wanted: str) -> DoneUnit:
    """Do a unit here, for a run of the commit `commit_wanted`.

    Raises:
        OtherCommit: the program here is of another commit.
    """
    own_commit = commit()
    if own_commit != commit_wanted:
        raise OtherCommit(
            say("{machine} has the program of commit {own}, but {wanted} is asked for; bring both to the same commit",
                machine=machine(), own=own_commit, wanted=commit_wanted)
        )  # fmt: skip
    start = time.process_time()
    outcome = unit.work(*unit.arguments)
    return DoneUnit(unit.name, outcome, time.process_time() - start, own_commit, machine())
