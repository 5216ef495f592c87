"""Lines of GTP: what a line asks for, and how an answer is written."""

from __future__ import annotations

from dataclasses import dataclass

from boundary.numbers import parse_integer

MAX_NUMBER = 1 << 62  # of a command
# GTP 2, section 3.1: control characters other than tab and line feed are dropped, a tab is a space.
_CONTROLS = dict.fromkeys((*range(32), 127)) | {ord("\t"): " ", ord("\n"): "\n"}


@dataclass(frozen=True, slots=True)
class GtpCommand:
    """A command: its number, where it has one, its name and the rest of the line."""

    number: str
    name: str
    rest: str

    @property
    def arguments(self) -> list[str]:
        """The rest, word by word."""
        return self.rest.split()


def read_request(raw: bytes) -> GtpCommand | None:
    """The command in a line; None where there is nothing but space and comment."""
    text = raw.decode("utf-8", "replace").translate(_CONTROLS).partition("#")[0].strip()
    number, _, rest = text.partition(" ")
    if parse_integer(number, 0, MAX_NUMBER) is not None:
        text = rest.strip()
    else:
        number = ""
    name, _, rest = text.partition(" ")
    return GtpCommand(number, name, rest.strip()) if text or number else None


def write_answer(number: str, text: str) -> str:
    """An answer that went well. An empty line would end it, so there are none inside."""
    first, *others = text.rstrip().split("\n")
    return "\n".join([f"={number} {first}".rstrip(), *(line or " " for line in others)]) + "\n\n"


def write_failure(number: str, reason: str) -> str:
    """An answer that says in one line what was wrong."""
    return f"?{number} {' '.join(reason.split())}\n\n"
