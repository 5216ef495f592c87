"""Play whole games by keys alone, knowing about a page only what its accessibility tree contains: roles, names, the
focus."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.page.browser_phone import BrowserPhone

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MAX_TABS = 60
CHANGE_S = 2.0  # by which a key must have had an effect
PREVIEW_S = 0.15  # by which the page must say whether a piece fits
TURNS = ("r", "r", "r", "r f", "r", "r", "r")  # keys that turn a piece through all its forms
MAX_PIECES = 6  # tries before concluding that there are no more


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the page as a screen reader finds it; `on_board` for places that lie on the board."""

    role: str
    name: str
    on_board: bool


class KeyboardPlayer:
    """Somebody with a keyboard and a screen reader, who plays possible moves at random.

    Attributes:
        keys: how many were pressed.
    """

    def __init__(self, phone: BrowserPhone, rng: Random) -> None:
        self._phone, self._rng = phone, rng
        self.keys = 0
        self._session = phone.context.new_cdp_session(phone.page)
        self._session.send("Accessibility.enable")
        self._ways: dict[tuple[str, ...], dict[tuple[str, str], str]] = {}  # for the present names of places

    # -- hearing -----------------------------------------------------------------------------------------------------

    def tree(self) -> list[Node]:
        """Return everything with a name."""
        nodes = self._session.send("Accessibility.getFullAXTree")["nodes"]
        parents = {node["nodeId"]: node.get("parentId", "") for node in nodes}
        boards = {node["nodeId"] for node in nodes if _value(node, "role") == "application"}

        def on_board(node: str) -> bool:
            while node:
                if node in boards:
                    return True
                node = parents.get(node, "")
            return False

        return [
            Node(_value(node, "role"), _value(node, "name"), on_board(node["nodeId"]))
            for node in nodes
            if not node.get("ignored") and _value(node, "name")
        ]

    def focused(self) -> tuple[str, str]:
        """Return the role and name of what has the focus."""
        target = self._session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        query = {"objectId": target, "fetchRelatives": False}
        node = self._session.send("Accessibility.getPartialAXTree", query)["nodes"][0]
        return _value(node, "role"), _value(node, "name")

    # -- keys --------------------------------------------------------------------------------------------------------------

    def press(self, keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys.split():
            self.keys += 1
            self._phone.page.keyboard.press(key)

    def tab_to(self, name: str) -> bool:
        """Press Tab until a button has the focus; return whether it was found."""
        for _ in range(MAX_TABS):
            if self.focused() == ("button", name):
                return True
            self.press("Tab")
        return False

    def act(self, name: str) -> None:
        """Go to a button and press it."""
        if self.tab_to(name):
            self.change("Enter")

    def change(self, keys: str) -> None:
        """Press keys, and wait until something changes."""
        before, end = self.tree(), time.monotonic() + CHANGE_S
        self.press(keys)
        while self.tree() == before and time.monotonic() < end:
            self._phone.pass_time(0.02)

    def go(self, target: str) -> None:
        """Walk over the board by arrows to a place, on paths that are known or are discovered now."""
        places = tuple(_place(node.name) for node in self.tree() if node.on_board and node.role == "button")
        ways = self._ways.setdefault(places, {})
        for _ in range(MAX_TABS):
            if _place(self.focused()[1]) in places and ":" in self.focused()[1]:
                break
            self.press("Tab")
        here = _place(self.focused()[1])
        while here != target:
            for arrow in _way(ways, here, target):
                self.press(arrow)
                found = _place(self.focused()[1])
                ways[here, arrow] = found
                here = found

    # -- play --------------------------------------------------------------------------------------------------------------

    def play(self, limit_s: float) -> None:
        """Play until nothing can be done any more."""
        end, idle = time.monotonic() + limit_s, 0
        while time.monotonic() < end and idle < 3:
            self._phone.pass_time(0.02)
            idle = 0 if self._turn() else idle + 1
            if idle:
                self._phone.pass_time(0.3)

    def _turn(self) -> bool:
        """Do one thing; return whether there was one."""
        nodes = self.tree()
        buttons = [node.name for node in nodes if node.role == "button" and not node.on_board]
        places = [node.name for node in nodes if node.role == "button" and node.on_board]
        offered = [_place(name) for name in places if "can be tapped" in name]
        pieces = [name for name in buttons if name.startswith("piece ")]
        if "Done" in buttons:
            self.act("Done")
        elif "Roll for me" in buttons:
            dice = [name for name in buttons if name.isdigit()]
            self.act(self._rng.choice([*dice, "Roll for me"]))
        elif pieces:
            self._put_a_piece(pieces, offered)
        elif offered and not ("Place" in buttons and self._rng.random() < 0.5):
            self.go(self._rng.choice(offered))
            self.change("Enter")
        elif "Place" in buttons:
            self.act("Place")
        else:
            return False
        return True

    def _put_a_piece(self, pieces: list[str], offered: list[str]) -> None:
        """Take a piece in hand, hold it over the places that are offered and turn it until it fits somewhere."""
        chosen = self._rng.sample(pieces, min(MAX_PIECES, len(pieces)))
        for piece in chosen:
            self.act(piece)
            for keys in ("", *TURNS):
                self.press(keys)
                for place in self._rng.sample(offered, min(3, len(offered))):
                    self.go(place)
                    self._phone.pass_time(PREVIEW_S)
                    if "the piece fits here" in self.focused()[1]:
                        self.change("Enter")  # it is there
                        self.change("Enter")
                        return
            self.change("Escape")
        self.act("More")
        self.act("No more pieces")


def _value(node: dict[str, Any], part: str) -> str:
    return str(node.get(part, {}).get("value", ""))


def _place(name: str) -> str:
    return name.partition(":")[0]


def _way(ways: dict[tuple[str, str], str], here: str, target: str) -> list[str]:
    """Return the arrows to the target, or to the nearest place from which one arrow was never pressed, and that arrow."""
    waiting: deque[tuple[str, list[str]]] = deque([(here, [])])
    seen, unknown = {here}, None
    while waiting:
        place, arrows = waiting.popleft()
        if place == target:
            return arrows
        for arrow in ARROWS:
            beyond = ways.get((place, arrow))
            if beyond is None:
                unknown = unknown or [*arrows, arrow]
            elif beyond not in seen:
                seen.add(beyond)
                waiting.append((beyond, [*arrows, arrow]))
    assert unknown, f"no way leads to {target}"
    return unknown
