"""Arguments that act only beside another one, or never beside it: given so that they would do nothing, they are refused."""

from __future__ import annotations

import argparse

from fourth_seat.words import FourthSeatError, say


class IdleArgument(FourthSeatError, ValueError):
    """An argument would do nothing."""


def refuse_without(args: argparse.Namespace, **others: str) -> None:
    """Refuse arguments without the one beside which they act: `refuse_without(args, json="terminal")`.

    Raises:
        IdleArgument: with the first.
    """
    for name, other in others.items():
        if _given(args, name) and not _given(args, other):
            raise IdleArgument(
                say("{argument} does nothing without {other}: add that, or leave {argument} out",
                    argument=f"--{name}", other=f"--{other}")
            )  # fmt: skip


def refuse_beside(args: argparse.Namespace, **others: str) -> None:
    """Refuse arguments beside the one with which they do nothing; raise as `refuse_without`."""
    for name, other in others.items():
        if _given(args, name) and _given(args, other):
            raise IdleArgument(
                say("{argument} does nothing beside {other}: leave one of them out",
                    argument=f"--{name}", other=f"--{other}")
            )  # fmt: skip


def _given(args: argparse.Namespace, name: str) -> bool:
    return getattr(args, name) not in (None, False, "")
