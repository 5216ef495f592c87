"""Scenes for the lights: frames rendered from the steps of a move and the game state.

All functions are pure and take the time in seconds.

- Squares to be covered blink in the colour of the piece to be placed there.
- Cells from which a piece is taken glow dim white, to distinguish "from" and "to".
- Sowing is shown pit by pit, in the order in which the seeds are dropped.
- Multiple steps are shown in a loop; cells yet to be covered glow faintly.
- Wrong cells flash red; where a piece is missing, red alternates with its colour.
- The rim shines in the colour of the player whose turn it is; while the computer thinks, a light runs around the rim, and a
    growing lit section shows the progress.

Nothing flashes more than three times per second, because faster flashing could trigger seizures (WCAG 2, 2.3.1).
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
"""The violet of a black light, used for black pieces."""
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
"""The LED colour of each piece colour, indexed by number; 0 is for pieces without an owner."""


@dataclass(frozen=True, slots=True)
class LightsScene:
    """Everything to be shown on one board.

    Wrong cells take precedence over the move to be made.

    Attributes:
        steps: the steps of the computer's move, to be made on the board by a person.
        before: the board before these steps.
        colour: the colour of the side making the move.
        wrong: the cells with wrong contents.
        mover: the colour to move, shown on the rim; 0 for none.
        thinking: whether the computer is thinking.
        progress: the progress of its search, 0..1; None if unknown.
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
    """A step to show: the cells to take from, the colours to put down, and the cells to sow in order."""

    takes: tuple[str, ...]
    puts: Mapping[str, Colour]
    run: tuple[str, ...]

    @property
    def seconds(self) -> float:
        return len(self.run) * SOWING_STEP_S + REST_S if self.run else STEP_S


def render_move(scene: LightsScene, geometry: Geometry, tints: LedColours, t: float) -> Frame:
    """Return the frame of a move, `t` seconds after it began. Its steps are shown in a loop."""
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
    """Return the brightness (0..1) of a blinking cell, a smooth wave that starts at full brightness."""
    return MIN_BLINK_LEVEL + (1 - MIN_BLINK_LEVEL) * (0.5 + 0.5 * math.cos(math.tau * t / BLINK_PERIOD_S))


def render_differences(wrong: Sequence[CellDifference], tints: LedColours, t: float) -> Frame:
    """Return the frame of the wrong cells, which alternates between red and the colour of the missing piece."""
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
    """Return the brightest LED colour for pieces of a hue.

    Screen colours are gamma-encoded (sRGB), while an LED's brightness is proportional to the value sent. Without
    conversion, all colours would look pale.
    """
    colour = hue_colour(hue)
    if luminance(colour) < MIN_LUMINANCE:
        return BLACK_LIGHT
    red, green, blue = ((value / 255) ** 2.2 for value in rgb(colour))
    full = 255 / max(red, green, blue)
    return round(red * full), round(green * full), round(blue * full)


def dimmed(colour: Colour, part: float) -> Colour:
    """Scale a colour to a fraction (0..1) of its brightness."""
    red, green, blue = colour
    return round(red * part), round(green * part), round(blue * part)


def tints_of(sides: Sequence[Side]) -> LedColours:
    """Return the LED colour of each piece colour; the first, for pieces without an owner, is white."""
    return WHITE, *(led_colour(side.hue) for side in sides)
