"""Units of work: a unit, its outcome, a record of where it was done, and the errors that can occur."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any

from fourth_seat.processes.installation import CHECKOUT, ROOT, version
from fourth_seat.processes.output import output_of
from fourth_seat.words import FourthSeatError, say

COMMIT_CHARS = 12  # of a commit's name
GIT_TIMEOUT_S = 60.0


class BadFarm(FourthSeatError, ValueError):
    """An address that no farm can have, or an impossible number of processes."""


class FarmFailed(FourthSeatError, RuntimeError):
    """A farm cannot be reached, or a unit of work fails there."""


class OtherCommit(FourthSeatError, RuntimeError):
    """A machine has a different commit of the program, which might give different results."""


class OtherRun(FourthSeatError, ValueError):
    """A folder contains the units of a different run, or is damaged."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a unit.

    Attributes:
        data: bytes that are the same on every machine.
        measured: measurements that may differ, such as seconds; numbers, texts, lists and mappings of them.
    """

    data: bytes
    measured: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work that should take at least a few seconds, because submitting it takes a hundredth of a second.

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
    """A finished unit: its outcome, its processor time in seconds, its commit, and the machine that did it."""

    name: str
    outcome: Outcome
    cpu_s: float
    commit: str
    machine: str


def do_unit(unit: Unit, commit_wanted: str) -> DoneUnit:
    """Do a unit on this machine, for a run that requires the program to be at the commit `commit_wanted`.

    Raises:
        OtherCommit: the program here is at another commit.
    """
    own_commit = commit()
    if own_commit != commit_wanted:
        raise OtherCommit(
            say("{machine} runs commit {own}, but {wanted} is needed; bring both to the same commit",
                machine=machine(), own=own_commit, wanted=commit_wanted)
        )  # fmt: skip
    start = time.process_time()
    outcome = unit.work(*unit.arguments)
    return DoneUnit(unit.name, outcome, time.process_time() - start, own_commit, machine())


@cache
def commit() -> str:
    """Return this program's commit as of the first call, with a digest of any uncommitted changes; if it was installed
    without git, return its version.
    """
    try:
        head = _git("rev-parse", f"--short={COMMIT_CHARS}", "HEAD")
        changes = _git("diff", "HEAD", "--binary").encode()
    except OSError:
        return version()
    return f"{head}+{sha256(changes).hexdigest()[:COMMIT_CHARS]}" if changes else head


@cache
def machine() -> str:
    """Return the name of this machine."""
    return platform.node() or "unknown"


def _git(*arguments: str) -> str:
    if not CHECKOUT:
        raise FileNotFoundError(ROOT)
    return "\n".join(output_of(("git", "-C", str(ROOT), *arguments), GIT_TIMEOUT_S))
