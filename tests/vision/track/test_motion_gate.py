"""Motion, rest and light: drawn scenes with everything that cameras and lamps do to pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.motion_gate import STILL_FRAMES, STILL_S, FrameStatus, LightLevel, MotionGate
from tests.vision.scenes import CORNERS, SIZE, Weather, board, drawn, with_hand

RATE = 10.0  # pictures a second, unless told


def sights(
    images: Iterable[Image], rate: float = RATE, gate: MotionGate | None = None, start: float = 0.0
) -> list[FrameStatus]:
    gate = gate or MotionGate(CORNERS, SIZE)
    return [gate.check(image, start + number / rate) for number, image in enumerate(images)]


@pytest.fixture(scope="module")
def scene() -> Image:
    return drawn(board(60))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "weather",
    [Weather(), Weather(noise=12), Weather(bands=0.05), Weather(tremble=1.0), Weather(noise=8, bands=0.03, tremble=1.0)],
    ids=["fair", "noisy", "flickering", "trembling", "all"],
)
def test_a_still_board_is_still_whatever_the_weather(scene: Image, weather: Weather) -> None:
    seen = sights(weather.on(scene) for _ in range(20))
    assert not any(sight.moving or sight.reaching for sight in seen)
    assert [sight.settled for sight in seen] == [False] * 3 + [True] * 17
    assert all(sight.light is LightLevel.FAIR and sight.reason is None for sight in seen)


@pytest.mark.parametrize("rate", [2.0, 5.0, 10.0, 30.0])
def test_settled_means_three_pictures_and_a_third_of_a_second(scene: Image, rate: float) -> None:
    seen = sights([scene] * 12, rate)
    first = next(number for number, sight in enumerate(seen) if sight.settled)
    assert first + 1 >= STILL_FRAMES and first / rate >= STILL_S - 1e-6
    assert first == STILL_FRAMES - 1 or (first - 1) / rate < STILL_S


@pytest.mark.slow
def test_exposure_may_drift(scene: Image) -> None:
    weather = Weather(bands=0.02)
    seen = sights(weather.on(scene, gain) for gain in np.linspace(0.6, 1.1, 40))
    assert not any(sight.moving for sight in seen) and seen[-1].settled


def test_exposure_that_jumps_begins_anew(scene: Image) -> None:
    weather = Weather()
    seen = sights(weather.on(scene, gain) for gain in [0.4] * 5 + [1.0] * 5)
    assert seen[4].settled and seen[5].moving
    assert [sight.settled for sight in seen[5:]] == [False] * 3 + [True] * 2


@pytest.mark.slow
@pytest.mark.parametrize("weather", [Weather(noise=8, bands=0.03), Weather(tremble=1.0)], ids=["flickering", "trembling"])
@pytest.mark.parametrize("tall", [0.0, 0.19], ids=["flat", "tall"])
def test_no_picture_with_a_hand_is_settled(scene: Image, weather: Weather, tall: float) -> None:
    after = drawn(board(61))
    ways = [(660.0, y) for y in np.linspace(590, 350, 8)]  # in, a rest over the board, and out again
    hand = [with_hand(scene, *way) for way in ways] + [with_hand(after, *ways[-1])] * 20
    hand += [with_hand(after, *way) for way in reversed(ways)]
    images = [scene] * 6 + hand + [after] * 8
    seen = sights(map(replace(weather).on, images), gate=MotionGate(CORNERS, SIZE, tall))
    assert all(sight.settled for sight in seen[3:6])
    assert not any(sight.settled for sight in seen[6 : 6 + len(hand)])
    assert any(sight.reaching for sight in seen[18 : 6 + len(hand) - 8]), "a hand that rests is a hand"
    assert seen[6 + len(hand) + 4].settled, "half a second after it left"


def test_an_arm_that_was_not_noticed_leaves_no_arm_behind() -> None:
    """It rested, and was mistaken for part of the scene: on a striped cloth nobody saw it come in."""

    def on_a_cloth(pieces: int) -> Image:
        image = drawn(board(pieces))
        image[625:] = np.where(np.arange(SIZE[0]) // 8 % 2, 230, 30)[None, :, None]
        return image

    before, after = on_a_cloth(60), on_a_cloth(61)
    rests = [with_hand(before, 660, 430)] * 6
    seen = sights([before] * 12 + rests + [after] * 8)
    assert any(sight.settled for sight in seen[12:18]), "else this shows nothing"
    assert seen[18].moving
    assert [sight.settled for sight in seen[18:]] == [False] * 3 + [True] * 5


def test_one_square_that_changes_is_motion(scene: Image) -> None:
    weather = Weather(noise=6)
    seen = sights(weather.on(image) for image in [scene] * 5 + [drawn(board(61))] * 5)
    assert seen[4].settled and seen[5].moving and seen[9].settled
    assert 0 < seen[5].changed < 0.01


def test_what_stays_long_over_the_border_belongs_to_the_scene(scene: Image) -> None:
    forgotten = with_hand(scene, 660, 560)  # a cloth, say
    seen = sights([scene] * 5 + [forgotten] * 60)
    assert seen[20].reaching and not seen[20].settled
    assert seen[-1].settled and not seen[-1].reaching


def test_a_hand_that_rested_for_long_leaves_nothing_behind(scene: Image) -> None:
    after = drawn(board(61))
    rests = [with_hand(scene, 660, 430)] * 60
    seen = sights([scene] * 12 + rests + [after] * 8)
    assert seen[20].reaching and seen[71].settled, "it belongs to the scene by now"
    assert seen[72].moving
    assert [sight.settled for sight in seen[72:]] == [False] * 3 + [True] * 5
    hand = [with_hand(after, 660, 430)] * 20
    again = sights([scene] * 12 + rests + [after] * 20 + hand)
    assert again[-1].reaching, "the next hand is one again"


@pytest.mark.parametrize("reach", [(640.0, 668.0), (650.0, 65.0)], ids=["before", "behind"])
def test_a_tall_piece_at_the_edge_is_no_arm(scene: Image, reach: tuple[float, float]) -> None:
    """It is seen beyond the border, and so is its shadow; an arm comes from further away."""
    x, y = reach
    after = scene.copy()
    inside = 580 if y > 360 else 160
    cv2.fillPoly(after, [np.array([(x - 45, inside), (x, y), (x + 45, inside)]).astype(np.int32)], (230, 190, 90))
    flat, tall = (sights([scene] * 5 + [after] * 8, gate=MotionGate(CORNERS, SIZE, high)) for high in (0.0, 0.19))
    assert flat[-1].reaching and not flat[-1].settled
    assert tall[-1].settled and not any(sight.reaching for sight in tall)
    seen = sights([scene] * 5 + [with_hand(scene, 660, 560)] * 8, gate=MotionGate(CORNERS, SIZE, 0.19))
    assert seen[-1].reaching and not seen[-1].settled


def test_a_board_that_is_emptied_is_no_arm(scene: Image) -> None:
    """Then most of some picture rows has changed, and what lies next to the board has not."""
    full = scene.copy()
    cv2.fillPoly(full, [np.array([(335, 400), (965, 400), (990, 560), (310, 560)])], (70, 60, 160))
    seen = sights([full] * 5 + [scene] * 8)
    assert seen[-1].settled and not any(sight.reaching for sight in seen)


def test_a_gap_begins_anew(scene: Image) -> None:
    gate = MotionGate(CORNERS, SIZE)
    assert sights([scene] * 5, gate=gate)[-1].settled
    seen = sights([drawn(board(80))] * 4, gate=gate, start=60.0)
    assert [sight.settled for sight in seen] == [False] * 3 + [True]
    assert not sights([scene], gate=gate, start=0.0)[0].settled, "a film that begins again"


@pytest.mark.parametrize(
    ("gain", "light", "reason"),
    [(0.1, LightLevel.DARK, "too dark: switch on"), (5.0, LightLevel.GLARING, "too bright: turn the lamp")],
)
def test_bad_light_is_told(scene: Image, gain: float, light: LightLevel, reason: str) -> None:
    weather = Weather()
    seen = sights(weather.on(scene, gain) for _ in range(8))
    assert all(sight.light is light and not sight.settled for sight in seen)
    assert reason in str(seen[-1].reason)


def test_a_board_that_fills_the_picture(scene: Image) -> None:
    corners = np.array([(-20.0, -10), (1300, 0), (1280, 730), (0, 720)])
    seen = sights([scene] * 5, gate=MotionGate(corners, SIZE))
    assert seen[-1].settled


def test_a_piece_at_the_edge_where_the_picture_ends_is_no_arm(scene: Image) -> None:
    """It stands a little higher than the board, and so reaches the last rows of the picture."""
    top = 108  # the corners lie a few pixels below it
    corners, size = CORNERS - (0, top), (SIZE[0], SIZE[1] - top)
    before = scene[top:]
    after = before.copy()
    cv2.rectangle(after, (600, 0), (680, 60), (40, 190, 230), -1)
    seen = sights([before] * 5 + [after] * 8, gate=MotionGate(corners, size))
    assert seen[-1].settled and not any(sight.reaching for sight in seen)


def test_what_moves_beside_the_board_does_not_matter(scene: Image) -> None:
    other = scene.copy()
    other[:, 1120:] = 255 - other[:, 1120:]
    seen = sights([scene, other] * 5)
    assert seen[-1].settled and not any(sight.moving for sight in seen)
