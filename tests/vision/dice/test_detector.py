"""Six-sided dice are found and read however they are turned, whatever their colours."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fourth_seat.vision.dice import read_dice, read_die
from tests.vision.dice.drawings import DrawnDice, put, table

LOOKS = {
    "white": DrawnDice(),
    "black": DrawnDice(body=(30, 30, 30), pip=(230, 230, 230)),
    "red": DrawnDice(body=(30, 25, 190), pip=(235, 235, 235)),
    "small": DrawnDice(edge=26, body=(160, 60, 25), pip=(235, 235, 235)),
    "slanted": DrawnDice(edge=44, squeeze=0.8),
    "large": DrawnDice(edge=64),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", LOOKS)
def test_all_six_values_are_read_where_they_lie(name: str) -> None:
    rng = np.random.default_rng(3)
    image = table(rng, (640, 480))
    look = LOOKS[name]
    boxes = {
        value: put(image, value, (130 + 190 * ((value - 1) % 3), 130 + 210 * ((value - 1) // 3)), rng.uniform(0, 3), look)
        for value in range(1, 7)
    }
    found = read_dice(image)
    for value, box in boxes.items():
        die = read_die(image, box)
        assert die is not None and die.value == value
        near = [die for die in found if math.dist(die.box[:2], box[:2]) < look.edge / 2]
        assert [die.value for die in near] == [value]
    assert len(found) == len(boxes)


def test_two_ones_alone_are_found() -> None:
    image = table(np.random.default_rng(5), (400, 300))
    put(image, 1, (120, 150), 0.4, DrawnDice())
    put(image, 1, (260, 140), 1.1, DrawnDice())
    assert [die.value for die in read_dice(image)] == [1, 1]


def test_likelihoods_are_of_the_six_values() -> None:
    image = table(np.random.default_rng(7), (300, 300))
    die = read_die(image, put(image, 4, (150, 150), 0.3, DrawnDice()))
    assert die is not None
    assert len(die.likelihoods) == 6 and max(die.likelihoods) == 0 == die.likelihoods[3]
    assert 0.5 < die.confidence <= 1


@pytest.mark.parametrize("seed", range(5))
def test_an_empty_table_has_no_dice(seed: int) -> None:
    assert read_dice(table(np.random.default_rng(seed), (640, 480))) == []


def test_a_plain_box_has_no_die() -> None:
    assert read_die(np.full((100, 100, 3), 128, np.uint8), (50, 50, 40, 40)) is None
