"""Kalah turns, positions and boards as text.

A turn is written as the pits of its chain, such as `c` or `c f a` (for north, `C F A`). A position is written as south's
and north's counts, each from that side's left with its store last, followed by the side to move, as in
`4,4,4,4,4,4,0/4,4,4,4,4,4,0/s`.
"""

from __future__ import annotations

import re

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.games.errors import BadPosition, unreadable
from fourth_seat.games.kalah.rules import MAX_PITS_AND_SEEDS, KalahMove, KalahState, pit_name, place_names
from fourth_seat.games.options import Options
from fourth_seat.words import say

PIT = f"[a-{pit_name(MAX_PITS_AND_SEEDS - 1, north=False)}]"
CHAIN = re.compile(rf"{PIT}(?:[\s,-]*{PIT})*", re.IGNORECASE | re.ASCII)
COUNT = re.compile(r"\d{1,4}", re.ASCII)


def read_moves(state: KalahState, text: str) -> tuple[KalahMove, ...]:
    """Parse a turn, such as `c f a`, `cfa` or `c-f-a`. Lowercase and uppercase letters both refer to the mover's pits.

    Raises:
        BadNotation: the text does not consist of pit letters.
    """
    if not CHAIN.fullmatch(text.strip()):
        raise unreadable(text, "C F A" if state.north else "c f a")
    letters = (letter for letter in text.lower() if letter.isalpha())
    return (KalahMove(tuple(ord(letter) - ord("a") for letter in letters), state.north),)


def write_position(state: KalahState) -> str:
    """Serialise a position as both sides' counts, south first, and the side to move."""
    half = len(state.ring) // 2
    halves = [state.ring[:half], state.ring[half:]]
    south, north = reversed(halves) if state.north else halves
    return "/".join([",".join(map(str, south)), ",".join(map(str, north)), "n" if state.north else "s"])


def read_position(text: str, options: Options) -> KalahState:
    """Parse a position. Any total number of seeds is accepted, because all counts are given.

    Raises:
        BadPosition: the text does not have two sides with the number of pits set in the options, the side to move is
            missing, or a count is invalid.
    """
    parts = text.strip().split("/")
    if len(parts) != 3 or parts[2].lower() not in ("s", "n"):
        raise BadPosition(
            say(
                "{text} is not a position; enter one such as {example}",
                text=text,
                example="4,4,4,4,4,4,0/4,4,4,4,4,4,0/s",
            )
        )
    south, north = (_side(part, int(options["pits"])) for part in parts[:2])
    to_north = parts[2].lower() == "n"
    ring = north + south if to_north else south + north
    return KalahState(options, ring, 1 if to_north == (options["first"] == "north") else 2)


def _side(text: str, pits: int) -> tuple[int, ...]:
    counts = text.split(",")
    if len(counts) != pits + 1:
        raise BadPosition(
            say("{text} contains {n} counts; a side has {pits} pits and a store", text=text, n=len(counts), pits=pits)
        )
    for count in counts:
        if not COUNT.fullmatch(count.strip()):
            raise BadPosition(say("{count} in {text} is not a number of seeds", count=count or "''", text=text))
    return tuple(matched_integer(count.strip()) for count in counts)


def diagram(state: KalahState) -> str:
    """Return a text diagram of the board from south's point of view, with each pit's letter next to its count."""
    seeds = {name: str(count) for name, count in zip(state.names, state.ring, strict=True)}
    *south, store = place_names(state.pits, north=False)[: state.pits + 1]
    other, *north = reversed(place_names(state.pits, north=True)[: state.pits + 1])
    rows = (
        ["", *north],
        ["", *(seeds[pit] for pit in north)],
        [seeds[other], *[""] * state.pits, seeds[store]],
        ["", *(seeds[pit] for pit in south)],
        ["", *south],
    )
    return "\n".join("".join(text.rjust(4) for text in row) for row in rows)
