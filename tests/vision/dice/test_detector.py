"""Six-sided dice are found and read at any angle, whatever their colours."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fourth_seat.vision.dice.detector import DICE_EDGE_PX, DieReading, read_dice
from fourth_seat.vision.protocols import Image
from tests.vision.dice.drawings import DrawnDice, put, table

LOOKS = {
    "white": DrawnDice(22),
    "black": DrawnDice(22, body=(30, 30, 30), pip=(230, 230, 230)),
    "red": DrawnDice(22, body=(30, 25, 190), pip=(235, 235, 235)),
    "small": DrawnDice(18, body=(160, 60, 25), pip=(235, 235, 235)),
    "slanted": DrawnDice(24, squeeze=0.85),
    "large": DrawnDice(30),
}


def read(image: Image) -> list[DieReading]:
    """Return the dice in a picture, with edges of any size that the detector accepts."""
    return read_dice(image, (DICE_EDGE_PX / 2, 2 * DICE_EDGE_PX))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", LOOKS)
def test_values_are_read_where_they_lie(name: str) -> None:
    """One value of the coloured dice is not certain enough; a throw that is not read is not reported."""
    rng = np.random.default_rng(3)
    image = table(rng, (640, 480))
    look = LOOKS[name]
    boxes = {
        value: put(image, value, (130 + 190 * ((value - 1) % 3), 130 + 210 * ((value - 1) // 3)), rng.uniform(0, 3), look)
        for value in range(1, 7)
    }
    found = read(image)
    near = {
        value: [die.value for die in found if math.dist(die.middle, box[:2]) < look.edge / 2]
        for value, box in boxes.items()
    }
    right = [value for value, read_there in near.items() if read_there == [value]]
    assert len(found) == len(right) >= (6 if look.body == DrawnDice().body else 5), near


def test_two_ones_alone_are_found() -> None:
    image = table(np.random.default_rng(5), (400, 304))
    put(image, 1, (120, 150), 0.4, DrawnDice(22))
    put(image, 1, (260, 140), 1.1, DrawnDice(22))
    assert [die.value for die in read(image)] == [1, 1]


def test_likelihoods_are_of_the_six_values() -> None:
    image = table(np.random.default_rng(7), (304, 304))
    put(image, 4, (150, 150), 0.3, DrawnDice(22))
    (die,) = read(image)
    assert len(die.likelihoods) == 6 and max(die.likelihoods) == 0 == die.likelihoods[3]
    assert 0.5 < die.confidence <= 1


def test_dice_of_another_size_are_left_out() -> None:
    image = table(np.random.default_rng(7), (304, 304))
    put(image, 4, (150, 150), 0.3, DrawnDice(22))
    assert read_dice(image, (2 * DICE_EDGE_PX, 3 * DICE_EDGE_PX)) == []


@pytest.mark.parametrize("seed", range(5))
def test_an_empty_table_has_no_dice(seed: int) -> None:
    assert read(table(np.random.default_rng(seed), (640, 480))) == []
