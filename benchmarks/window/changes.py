"""Changes between two looks at the screen, before and after an action: controls under a finger with another meaning, and
controls that have moved although they mean the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.window.controls import Control, Presses, reaches_at
from benchmarks.window.inside import KEYBOARD, REACH_MM, Box

SLACK_PX = 2  # by which areas may overlap, and controls be elsewhere
LATER_MS = 200  # after the action: when a second press would come, between 0 and 400

TAKEN, ELSEWHERE, MOVED = "taken", "elsewhere", "moved"
NEW_PAGE, FOLLOWED, KEYS = "new page", "followed", "keys"
KINDS = {
    TAKEN: "within a finger's reach of the press, lie where something else lay, and can be pressed within 400 ms",
    ELSEWHERE: "lie where something else lay on the same page or sheet, and can be pressed within 400 ms",
    MOVED: "moved while meaning the same",
    NEW_PAGE: "lie where something else lay on another page, sheet or list, out of a finger's reach from the press (apart)",
    FOLLOWED: "rows of a list that moved because it goes on with the game (apart)",
    KEYS: "keys of the keyboard on the screen that mean or lie otherwise after Shift or another page of it (apart)",
}
ALIKE = {
    "row": "a row of a list",
    "entry": "an entry of a list",
    "Card": "a card",
    "tray": "a piece in a tray",
    "dice": "a die",
    "buttons": "a button on the board",
    "board": "the board",
}
COUNTED = TAKEN, ELSEWHERE, MOVED


@dataclass(frozen=True, slots=True)
class Screen:
    """The controls at one moment."""

    controls: Sequence[Control]

    @property
    def layers(self) -> set[tuple[str, ...]]:
        """The pages and sheets on which something can be pressed: a page that is shown again counts as another one."""
        return {(each.layer, *each.path.split(".")[1:-1][:1]) for each in self.controls}


@dataclass(frozen=True, slots=True)
class Offender:
    """A control that takes another one's place, or moves."""

    kind: str
    layer: str
    before: str
    after: str
    action: str
    offset: tuple[int, int]
    size: tuple[int, int]

    def __str__(self) -> str:
        x, y = self.offset
        if self.kind in (MOVED, FOLLOWED):
            return f"{self.before} moved by {x:+}, {y:+} px (it is {self.size[0]}x{self.size[1]})"
        return f"{self.after} lies over {self.before} by {self.size[0]}x{self.size[1]} px"


@dataclass(slots=True)
class Report:
    """Offenders by kind: their number, and the first example of each.

    Attributes:
        errors: those that ended a game or a walk.
    """

    counts: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str, str, str], tuple[str, Offender]] = field(default_factory=dict)
    actions: int = 0
    errors: list[str] = field(default_factory=list)

    def add(self, offender: Offender, state: str) -> None:
        """Count an offender, seen in a state."""
        key = offender.kind, offender.layer, offender.before, offender.after
        self.counts[key] += 1
        self.examples.setdefault(key, (state, offender))

    def join(self, other: Report) -> None:
        """Add another report's."""
        self.counts += other.counts
        self.actions += other.actions
        self.errors += other.errors
        for key, example in other.examples.items():
            self.examples.setdefault(key, example)

    def total(self, *kinds: str) -> int:
        """Return the number of offenders of some kinds."""
        return sum(number for key, number in self.counts.items() if key[0] in kinds)

    def lines(self, most_apart: int = 12) -> Iterator[str]:
        """Yield each kind of offender once, with its first example, the most frequent first; of those that do not
        count, at most `most_apart` of each.
        """
        for kind, meaning in KINDS.items():
            keys = [key for key, _ in self.counts.most_common() if key[0] == kind]
            yield f"-- {self.total(kind)} {meaning}: {len(keys)} kinds"
            for key in keys if kind in COUNTED else keys[:most_apart]:
                state, offender = self.examples[key]
                yield f"  {self.counts[key]:4}x {offender}; {offender.action}; {state}"


def changes(
    presses: Presses, before: Screen, after: Screen, action: str, press: tuple[int, int] | None, ms: int
) -> Iterator[Offender]:
    """Yield what an action changed: the present screen, `after`, against the one before it.

    `presses` try the controls. `press` is the finger's place; None if the screen has changed by itself.
    `ms` is the time of the action on the clock of events.
    """
    yield from _moved(before, after, action)
    yield from _taken(presses, before, after, action, press, ms)


def _moved(before: Screen, after: Screen, action: str) -> Iterator[Offender]:
    paths = {each.path: each for each in after.controls}
    there = {each.path for each in before.controls}  # which are not other ones that were created again
    homes = {each.identity: each for each in after.controls if each.path not in there}
    for one in before.controls:
        other = paths.get(one.path) or homes.get(one.identity)
        if other is None or other.layer != one.layer or not one.means(other) or one.kind == "TScrollbar":
            continue
        x, y = other.box[0] - one.box[0], other.box[1] - one.box[1]
        if max(abs(x), abs(y)) <= SLACK_PX or _within(one.box, other.box) or _within(other.box, one.box):
            continue
        kind = FOLLOWED if one.kind == "row" else KEYS if one.layer == other.layer == KEYBOARD else MOVED
        yield Offender(
            kind, one.layer, _named(one), "", action, (x, y), (one.box[2] - one.box[0], one.box[3] - one.box[1])
        )  # fmt: skip


def _taken(
    presses: Presses, before: Screen, after: Screen, action: str, press: tuple[int, int] | None, ms: int
) -> Iterator[Offender]:
    there = {(each.path, each.box, each.text, each.enabled) for each in before.controls}
    new = [
        each for each in after.controls
        if each.enabled and each.kind != "TScrollbar" and (each.path, each.box, each.text, each.enabled) not in there
    ]  # fmt: skip
    if not new:
        return
    root = presses.window.root
    reach = root.winfo_fpixels(f"{REACH_MM}m")
    same_layer = before.layers == after.layers
    pairs: list[tuple[bool, Control, Control, Box, int, int]] = []
    for one in before.controls:
        if not one.enabled or one.kind == "TScrollbar":
            continue
        for other in new:
            box = _overlap(one.box, other.box)
            if min(box[2] - box[0], box[3] - box[1]) <= SLACK_PX or one.means(other) or _inside(one, other):
                continue
            if _rows_of_one_list(one, other):
                continue
            x, y = _nearest(box, press)
            near = press is not None and max(abs(x - press[0]), abs(y - press[1])) <= reach
            if not near:
                x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
            if reaches_at(root, other.path.split(":")[0], x, y) and not _other_lay_there(before, one, x, y):
                pairs.append((near, one, other, box, x, y))
    # Near ones first: otherwise a press elsewhere would be the last one, and what follows would not be the second press of
    # the action.
    for near, one, other, box, x, y in sorted(pairs, key=lambda pair: not pair[0]):
        if presses.reaches(x, y, ms + LATER_MS):
            keys = one.layer == other.layer == KEYBOARD
            kind = KEYS if keys else TAKEN if near else ELSEWHERE if same_layer else NEW_PAGE
            size = box[2] - box[0], box[3] - box[1]
            yield Offender(kind, other.layer, _named(one), _named(other), action, (0, 0), size)


def _named(control: Control) -> str:
    """Return a name for a kind of offender: rows of a list, cards and cells are one kind each."""
    return ALIKE.get(control.kind) or str(control)


def _rows_of_one_list(one: Control, other: Control) -> bool:
    """Return whether two are rows of a list that has scrolled."""
    return one.kind == other.kind == "row" and one.path.split(":")[0] == other.path.split(":")[0]


def _inside(one: Control, other: Control) -> bool:
    """Return whether one belongs to the other, as a button does to its card."""
    return one.path.startswith(f"{other.path}.") or other.path.startswith(f"{one.path}.")


def _other_lay_there(before: Screen, one: Control, x: int, y: int) -> bool:
    """Return whether a press there would have reached something smaller inside a control."""
    return any(
        each is not one and each.path.startswith(f"{one.path}.") and _contains(each.box, x, y) for each in before.controls
    )


def _overlap(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _nearest(box: Box, press: tuple[int, int] | None) -> tuple[int, int]:
    """Return the pixel of an area that is nearest to a press."""
    if press is None:
        return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    return min(max(press[0], box[0] + 1), box[2] - 2), min(max(press[1], box[1] + 1), box[3] - 2)


def _within(inner: Box, outer: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _contains(box: Box, x: int, y: int) -> bool:
    return box[0] <= x < box[2] and box[1] <= y < box[3]
