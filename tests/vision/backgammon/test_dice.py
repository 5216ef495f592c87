"""The throw is read off the board; if there is none, or it is in doubt, nothing is reported."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.backgammon import VISION
from fourth_seat.vision.backgammon.dice import throw
from fourth_seat.vision.dice.detector import DieReading
from tests.vision.backgammon.drawings import BLUE, SETS, BackgammonSet, draw
from tests.vision.backgammon.test_classifier import MIDDLE, OPENING, OPTIONS, wrong
from tests.vision.dice.drawings import DrawnDice, put

WHITE = DrawnDice(edge=18)
GAP = ((8.4, 5.6), (10.6, 6.0), (3.1, 5.8))  # where dice lie between the rows, in board units


def faces(evidence: Evidence) -> list[int]:
    """Return the most likely values of the dice, in the order of their cells."""
    likely = [{face: value for face, value in evidence.cells[name].items() if face} for name in ("die:1", "die:2")]
    return [max(likelihoods, key=likelihoods.__getitem__).faces[0] for likelihoods in likely]


@pytest.mark.parametrize("dice", [(6, 1), (3, 3), (5, 2), (6, 4)])
def test_a_throw_is_read(dice: tuple[int, int]) -> None:
    image, view = draw(MIDDLE, BLUE)
    for n, (face, place) in enumerate(zip(reversed(dice), view.pixels(np.array(GAP[:2])), strict=True)):
        put(image, face, (float(place[0]), float(place[1])), 0.4 + n, WHITE)
    evidence = VISION.classifier.classify(image, view, {}, OPTIONS)
    assert faces(evidence) == list(dice)
    assert wrong(evidence.best(), MIDDLE) == {}


def test_each_cell_is_told_what_it_may_show(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*chances: float) -> DieReading:
        logs = tuple(float(v) for v in np.log(np.array(chances) + 1e-4) - np.log(max(chances) + 1e-4))
        return DieReading(int(np.argmax(chances)) + 1, (0, 0), logs, max(chances), 0.99, 0.99)

    seen = [die(0, 0.9, 0, 0.1, 0, 0), die(0, 0, 0, 0, 1, 0)]  # a two, perhaps a four; and a five
    monkeypatch.setattr("fourth_seat.vision.backgammon.dice.dice_on", lambda _image, _view: seen)
    image, view = draw({})
    evidence_of_throw = Evidence(throw(image, view))
    assert faces(evidence_of_throw) == [5, 2]
    assert evidence_of_throw.of("die:1", None) == evidence_of_throw.of("die:2", None) == 0  # dice are picked up at any time
    four, six = (evidence_of_throw.of("die:2", Content(faces=(n,))) for n in (4, 6))
    assert -4 < four < -1.5 and six < -3
    assert evidence_of_throw.of("die:2", Content(faces=(3,))) > -7  # nothing is ruled out
    seen.pop()
    assert throw(image, view) == {}


@pytest.mark.parametrize("look", SETS.values(), ids=SETS)
@pytest.mark.parametrize("cells", [OPENING, MIDDLE], ids=["opening", "middle"])
@pytest.mark.parametrize("tilt", [0.0, 0.12])
def test_checkers_are_no_dice(look: BackgammonSet, cells: dict[str, Content], tilt: float) -> None:
    image, view = draw(cells, look, tilt=tilt)
    assert throw(image, view) == {}


@pytest.mark.parametrize("count", [1, 3])
def test_one_die_is_no_throw_and_three_are_none(count: int) -> None:
    image, view = draw(MIDDLE)
    for n, place in enumerate(view.pixels(np.array(GAP[:count]))):
        put(image, 4, (float(place[0]), float(place[1])), 0.3 * n, WHITE)
    assert throw(image, view) == {}


def test_a_die_that_cannot_be_told_says_little() -> None:
    image, view = draw(MIDDLE)
    for face, place in zip((5, 2), view.pixels(np.array(GAP[:2])), strict=True):
        put(image, face, (float(place[0]), float(place[1])), 0.4, DrawnDice(edge=18, pip=(228, 228, 228)))
    evidence_of_throw = throw(image, view)
    assert all(sum(value > -1.5 for face, value in faces.items() if face) > 1 for faces in evidence_of_throw.values())
