"""Scenes for the lights: frames made from the steps of a move and the state of the game. All functions are pure; they are
given the time in seconds.

- Squares to cover blink in the colour of the piece that belongs there.
- A place from which something is taken glows dim white, so that "from" and "to" look different.
- Sowing runs pit by pit, in the order in which hands drop the seeds.
- Several steps are shown one after another, over and over; cells that are still to be covered glow faintly in the meantime.
- Wrong cells flash red; where a piece is missing, its colour alternates with the red.
- The rim shines in the colour of the player whose turn it is; while the computer thinks, a light runs around it, and the
    part that stays lit shows the progress.

Nothing flashes more than three times a second, since that may harm people with photosensitive epilepsy (WCAG 2, 2.3.1).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fourth_seat.games.contents import CellDifference, Cells, Content
from fourth_seat.games.geometry import Geometry, Holds
from fourth_seat.games.protocol import Side
from fourth_seat.games.steps import Step, rebuild
from fourth_seat.hardware.hues import hue_colour, luminance, rgb
from fourth_seat.hardware.lights.layout import rim_place
from fourth_seat.hardware.lights.strip import Colour, Frame

WHITE: Colour = (255, 255, 255)
RED: Colour = (255, 0, 0)  # something is wrong
BLACK_LIGHT: Colour = (70, 0, 255)
"""For black pieces: the violet light that people call black light."""
MIN_LUMINANCE = 0.05  # relative luminance below which a piece gives no light of its own

BLINK_PERIOD_S = 1.2  # from one blink to the next
MIN_BLINK_LEVEL = 0.12  # of the light, in the dark half of a blink: the square is never lost
STEP_S = 2 * BLINK_PERIOD_S  # for a step
SOWING_STEP_S = 0.4  # from pit to pit
REST_S = 0.8  # that the end of a sowing, and of the whole move, stay
# Of the light: where hands take from, pits already sown, steps yet to come.
SOURCE_LEVEL, DONE_STEP_LEVEL, COMING_STEP_LEVEL = 0.3, 0.35, 0.06
DIFFERENCE_PERIOD_S = 1.6  # seconds: red, dim, the colour of what is missing, dim
RIM_ROUND_S = 2.5  # for the thinking light to go around the rim
RIM_TAIL = 0.18  # of the rim, behind that light
TURN_LEVEL, PROGRESS_LEVEL = 0.25, 0.12  # of the light: whose turn it is, and the progress of thinking
LedColours = Sequence[Colour]
"""The light of each colour of pieces, by its number; 0 is for nobody's pieces."""


@dataclass(frozen=True, slots=True)
class LightsScene:
    """Everything that is to be shown on one board.

    Wrong cells take precedence over the move to be set down.

    Attributes:
        steps: the steps of the computer's move, which a person has to set down.
        before: the board before these steps.
        colour: the colour of the side whose move this is.
        wrong: the cells with wrong contents.
        mover: the colour to move, for the rim; 0 for none.
        thinking: whether the computer is thinking.
        progress: of its search, 0..1; None if unknown.
    """

    steps: tuple[Step, ...] = ()
    before: Cells = field(default_factory=dict)
    colour: int = 0
    wrong: tuple[CellDifference, ...] = ()
    mover: int = 0
    thinking: bool = False
    progress: float | None = None


def render(scene: LightsScene, geometry: Geometry, tints: LedColours, rim: int, t: float) -> Frame:
    """Return the frame `t` seconds after the scene began; `rim` is the number of LEDs around the board."""
    shown = render_differences(scene.wrong, tints, t) if scene.wrong else render_move(scene, geometry, tints, t)
    return {**shown, **render_rim(scene, tints, rim, t)}


# -- the board -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _LitStep:
    """A step for the lights: the cells taken from, the colours put down, the cells sown in order."""

    takes: tuple[str, ...]
    puts: Mapping[str, Colour]
    run: tuple[str, ...]

    @property
    def seconds(self) -> float:
        return len(self.run) * SOWING_STEP_S + REST_S if self.run else STEP_S


def render_move(scene: LightsScene, geometry: Geometry, tints: LedColours, t: float) -> Frame:
    """Return the frame of a move: its steps one after another; a single step repeats forever."""
    acts = list(_lit_steps(scene, geometry, tints))
    if not acts:
        return {}
    whole = sum(act.seconds for act in acts) + (REST_S if len(acts) > 1 else 0.0)
    at = t % whole
    frame: dict[str, Colour] = {}
    for act in acts:
        frame.update({cell: dimmed(colour, COMING_STEP_LEVEL) for cell, colour in act.puts.items()})
    for act in acts:
        if at < act.seconds:
            frame.update(_render_step(act, at))
            break
        frame.update({cell: dimmed(colour, DONE_STEP_LEVEL) for cell, colour in act.puts.items()})
        at -= act.seconds
    return frame


def _lit_steps(scene: LightsScene, geometry: Geometry, tints: LedColours) -> Iterator[_LitStep]:
    # A step that changes nothing explains another one, unless there is no other.
    steps = [step for step in scene.steps if step.leaves] or [step for step in scene.steps if step.cells]
    board = dict(scene.before)
    mover = tints[scene.colour]
    for step in steps:
        after = rebuild(board, (step,))
        changed = [cell for cell, _ in step.leaves]
        takes = tuple(cell for cell in changed if _count(after.get(cell)) < _count(board.get(cell)))
        if step.leaves:
            puts = {
                cell: _content_colour(after[cell], tints, mover) for cell in changed if cell in after and cell not in takes
            }
        else:
            puts = {step.cells[-1]: mover}
        piles = all(cell in geometry and geometry[cell].holds is Holds.PILE for cell in puts)
        run = step.cells[1:] if piles and takes == step.cells[:1] else ()
        yield _LitStep(takes, puts, run)
        board = after


def _count(content: Content | None) -> int:
    return content.count if content else 0


def _content_colour(content: Content, tints: LedColours, mover: Colour) -> Colour:
    return tints[content.colour] if content.colour else mover


def _render_step(act: _LitStep, t: float) -> Frame:
    """Return the frame of one step, `t` seconds after it began."""
    frame = {cell: dimmed(WHITE, SOURCE_LEVEL) for cell in act.takes}
    if not act.run:
        return frame | {cell: dimmed(colour, blink_level(t)) for cell, colour in act.puts.items()}
    sown = int(t / SOWING_STEP_S)
    for cell in act.run[:sown]:
        frame[cell] = dimmed(act.puts.get(cell, WHITE), DONE_STEP_LEVEL)
    if sown < len(act.run):
        frame[act.run[sown]] = act.puts.get(act.run[sown], WHITE)
    return frame


def blink_level(t: float) -> float:
    """Return the brightness (0..1) of a blinking cell: full at first, then a smooth wave."""
    return MIN_BLINK_LEVEL + (1 - MIN_BLINK_LEVEL) * (0.5 + 0.5 * math.cos(math.tau * t / BLINK_PERIOD_S))


def render_differences(wrong: Sequence[CellDifference], tints: LedColours, t: float) -> Frame:
    """Return the frame of wrong cells: red, then, in the second half of the period, the colour of the missing piece."""
    quarter = int(4 * (t % DIFFERENCE_PERIOD_S) / DIFFERENCE_PERIOD_S)
    frame: dict[str, Colour] = {}
    for each in wrong:
        colour = _missing(each, tints) if quarter == 2 else RED
        frame[each.cell] = dimmed(colour, MIN_BLINK_LEVEL) if quarter % 2 else colour
    return frame


def _missing(difference: CellDifference, tints: LedColours) -> Colour:
    """Return the colour of the piece missing on a cell; red if there is only something to remove."""
    found, wanted = difference.found, difference.wanted
    if wanted and (_count(wanted) > _count(found) or _colour(wanted) != _colour(found)):
        return _content_colour(wanted, tints, WHITE)
    return RED


def _colour(content: Content | None) -> int:
    return content.colour if content else 0


# -- the rim ---------------------------------------------------------------------------------------------------------------


def render_rim(scene: LightsScene, tints: LedColours, rim: int, t: float) -> Frame:
    """Return the frame of the rim."""
    if scene.wrong:
        return {rim_place(n): dimmed(RED, TURN_LEVEL) for n in range(rim)}
    if not scene.mover:
        return {}
    colour = tints[scene.mover]
    if not scene.thinking:
        return {rim_place(n): dimmed(colour, TURN_LEVEL) for n in range(rim)}
    done = 0 if scene.progress is None else round(min(1.0, max(0.0, scene.progress)) * rim)
    frame = {rim_place(n): dimmed(colour, PROGRESS_LEVEL) for n in range(done)}
    head = t / RIM_ROUND_S % 1 * rim
    tail = max(1.0, RIM_TAIL * rim)
    for n in range(rim):
        behind = (head - n) % rim
        if behind < tail:
            frame[rim_place(n)] = dimmed(colour, max(PROGRESS_LEVEL, 1 - behind / tail))
    return frame


# -- colours ---------------------------------------------------------------------------------------------------------------


def led_colour(hue: str) -> Colour:
    """Return the LED colour for pieces of a hue, as bright as possible.

    The screen's colours are encoded for the eye (sRGB), while an LED's light is proportional to the value sent; without a
    conversion, all colours would look pale.
    """
    colour = hue_colour(hue)
    if luminance(colour) < MIN_LUMINANCE:
        return BLACK_LIGHT
    red, green, blue = ((value / 255) ** 2.2 for value in rgb(colour))
    full = 255 / max(red, green, blue)
    return round(red * full), round(green * full), round(blue * full)


def dimmed(colour: Colour, part: float) -> Colour:
    """Return a colour at a fraction (0..1) of its brightness."""
    red, green, blue = colour
    return round(red * part), round(green * part), round(blue * part)


def tints_of(sides: Sequence[Side]) -> LedColours:
    """Return the LED colour for each colour of pieces; the first, for pieces without an owner, is white."""
    return WHITE, *(led_colour(side.hue) for side in sides)
