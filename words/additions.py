"""Messages about missing items that an add-on should have provided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fourth_seat.boundary.additions import Addition, AdditionFailed, additions, unused
from fourth_seat.words.text import Text, say


def why_missing(group: str, name: str, load: Callable[[Addition], Any]) -> Text | None:
    """Return the reason why an addition with this name is missing, or None if it is available or no add-on has it.

    Args:
        load: loads the addition; raises `AdditionFailed` on failure.
    """
    if added := additions(group).get(name):
        try:
            load(added)
        except AdditionFailed as error:
            return say("the add-on {addon} does not work: {reason}", addon=added.addon, reason=error.reason)
        return None
    waiting = unused(group, name)
    if waiting is None:
        return None
    if waiting.usable:
        return say(
            "{name} is in the add-on {addon}, which is not allowed: allow it with addons --allow {addon}",
            name=name,
            addon=waiting.addon,
        )
    return say(
        "{name} is in the add-on {addon}, which cannot be used: run the command addons to see why",
        name=name,
        addon=waiting.addon,
    )
