"""Units of work, their outcomes, and the errors that can occur."""

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
    """Raised for an invalid farm address or number of processes."""


class FarmFailed(FourthSeatError, RuntimeError):
    """Raised when a farm cannot be reached or a unit of work fails on it."""


class OtherCommit(FourthSeatError, RuntimeError):
    """Raised when a machine runs a different commit of the program, which might give different results."""


class OtherRun(FourthSeatError, ValueError):
    """Raised when a folder is damaged or contains the units of a different run."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a unit.

    Attributes:
        data: bytes that are identical on every machine.
        measured: measurements that may differ between machines, such as durations, as numbers, strings, lists and mappings.
    """

    data: bytes
    measured: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work. It should take at least a few seconds, as submitting it takes about 10 ms.

    Attributes:
        name: a name that is unique within a run and consists of letters, digits and hyphens.
        work: a module-level function that depends only on its arguments.
        arguments: plain data, including any seeds.
    """

    name: str
    work: Callable[..., Outcome]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class DoneUnit:
    """A finished unit, with its outcome, its processor time in seconds, its commit, and the machine that ran it."""

    name: str
    outcome: Outcome
    cpu_s: float
    commit: str
    machine: str


def do_unit(unit: Unit, commit_wanted: str) -> DoneUnit:
    """Run a unit on this machine, which must be running the program's commit `commit_wanted`.

    Raises:
        OtherCommit: this machine has a different commit.
    """
    own_commit = commit()
    if own_commit != commit_wanted:
        raise OtherCommit(
            say((
                "{machine} is running commit {own}, but {wanted} is needed; check out the same commit on "
                "both machines"
                ),
                machine=machine(), own=own_commit, wanted=commit_wanted)
        )  # fmt: skip
    start = time.process_time()
    outcome = unit.work(*unit.arguments)
    return DoneUnit(unit.name, outcome, time.process_time() - start, own_commit, machine())


@cache
def commit() -> str:
    """Return the current commit plus a digest of any uncommitted changes, or the version if there is no git. Cached."""
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
