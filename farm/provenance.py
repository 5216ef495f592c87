"""Provenance of a result: the machine, and the commit of the program on it."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import sha256

from fourth_seat.processes.installation import CHECKOUT, ROOT, version
from fourth_seat.processes.output import output_of

COMMIT_CHARS = 12  # of a commit's name
GIT_TIMEOUT_S = 60.0


@cache
def commit() -> str:
    """Return the commit of this program at the first call, with a digest of uncommitted changes if there are any; its
    version where it was installed without git.
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
