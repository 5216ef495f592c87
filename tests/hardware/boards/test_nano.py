"""A Nano's firmware, run as machine code, on boards that behave electrically like real ones, heard by the host's own
code."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.hardware.boards.description import BadBoard, Button, SensorKind
from fourth_seat.hardware.boards.nano import NanoBoard, main, nano_board
from fourth_seat.hardware.boards.protocol import BoardListener, Pressed
from tests.hardware.emulation.nano import BUILD, ROOT, build, missing_packages
from tests.hardware.emulation.stepped_board import BOOT_S, SteppedBoard

pytestmark = pytest.mark.skipif(
    bool(missing_packages()) or not sys.platform.startswith("linux"), reason="the emulated Arduino needs its packages"
)
STACK_BYTES = 200  # that must be left for the stack, of 2048
LATEST_S = 0.1  # after which 40 contacts that have changed at once are reported


def board(game: str, *kinds: SensorKind, options: str = "", **more: int) -> NanoBoard:
    found = find(game)
    return nano_board(found, found.options(options), kinds or (SensorKind.PRESENCE,), **more)  # type: ignore[arg-type]


CONNECT4 = board("connect4", SensorKind.PASSAGE, leds=42)
BLOKUS = board("blokus", rows=20, leds=400)
TRIDICE = board("tridice", rows=4)

Heard = tuple[SteppedBoard, BoardListener, Callable[[float], list[object]]]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Callable[..., Heard]]:
    """Plug in a board and hear what it is; return the board, its listener, and a function that lets time pass and returns
    what was heard."""
    with ExitStack() as stack:

        def plugged(made: NanoBoard, name: str, *, lit_is_high: bool = False, **settings: int) -> Heard:
            board = SteppedBoard(tmp_path / name, made, lit_is_high=lit_is_high, **settings)
            stepped = stack.enter_context(board)
            listener = BoardListener()

            def go_on(seconds: float) -> list[object]:
                heard, end = [], stepped.t + seconds
                while stepped.t < end - 1e-6:
                    stepped.advance(min(0.01, end - stepped.t))
                    opened = stepped.link.opened
                    heard += stepped.hear(listener.take)
                    if stepped.link.opened != opened:
                        listener.begin()
                    if question := listener.due(stepped.t):
                        stepped.link.send(question, stepped.t)
                return heard

            go_on(BOOT_S + 0.5)
            assert listener.complete
            return stepped, listener, go_on

        yield plugged


@pytest.mark.parametrize(("made", "name"), [(CONNECT4, "connect4"), (BLOKUS, "blokus"), (TRIDICE, "tridice")])
def test_it_says_what_it_is(plug: Callable[..., Heard], made: NanoBoard, name: str) -> None:
    _, listener, _ = plug(made, name)
    assert listener.description
    assert listener.description.boot == 1
    assert (listener.description.game, listener.description.sensors) == (name, made.description.sensors)
    assert listener.description.buttons == tuple(Button)
    assert listener.values == [0] * len(made.description.sensors)
    assert listener.damaged <= 1  # the end of a line that had begun when the port was opened


@pytest.mark.parametrize(
    ("made", "name"), [(BLOKUS, "blokus"), (TRIDICE, "tridice"), (board("kalah", present_if_open=True), "kalah")]
)
def test_what_lies_there_is_told_however_contacts_bounce(plug: Callable[..., Heard], made: NanoBoard, name: str) -> None:
    stepped, listener, go_on = plug(made, name)
    places = [sensor.place for sensor in made.description.sensors]
    lying = dict.fromkeys(places, False)
    chance = random.Random(name)
    told = 0
    for _ in range(25):
        for place in chance.sample(places, chance.randint(1, min(len(places), 40))):
            lying[place] = not lying[place]
            stepped.lay(place, lying[place])
            told += 1
        go_on(LATEST_S)
        assert listener.values == [int(lying[place]) for place in places]
    damaged = listener.damaged
    heard = go_on(2.0)  # nothing is invented, and there is a sign of life
    assert heard == []
    assert listener.damaged == damaged <= 1
    assert stepped.link.trouble is None


@pytest.mark.parametrize("badly", [{"diodes": 0}, {"diodes": 0, "open_drain": 1}, {"wire": 20_000}], ids=str)
def test_the_model_has_ghosts_where_a_matrix_is_built_badly(plug: Callable[..., Heard], badly: dict[str, int]) -> None:
    stepped, listener, go_on = plug(TRIDICE, "tridice", noise=0, **badly)
    places = [sensor.place for sensor in TRIDICE.description.sensors]
    corners = [places[0], places[2], places[8]]  # and not the fourth of them, in the third row and the third column
    for place in corners:
        stepped.lay(place, True)
    go_on(LATEST_S)
    seen = []
    for _ in range(40):  # a level that is neither high nor low is read now as one, now as the other
        go_on(0.05)
        seen.append(list(listener.values))
    assert any(values != [int(place in corners) for place in places] for values in seen)


def test_a_single_look_at_a_contact_is_not_enough(
    plug: Callable[..., Heard], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, old = (ROOT / "hardware" / "firmware" / "board.c").read_text(), "other & ones[at] & twos[at]"
    assert old in source
    (tmp_path / "board.c").write_text(source.replace(old, "other"))
    (tmp_path / "tridice.h").write_text(TRIDICE.header)
    flags = ("-Os", "-mmcu=atmega328p", "-DF_CPU=16000000UL", "-include", str(tmp_path / "tridice.h"))
    subprocess.run(["avr-gcc", *flags, str(tmp_path / "board.c"), "-o", str(tmp_path / "a.elf")], check=True)
    build()
    monkeypatch.setattr("tests.hardware.emulation.stepped_board.build_board", lambda *_: tmp_path / "a.elf")
    _, _, go_on = plug(TRIDICE, "careless")
    assert len(go_on(3.0)) > 0  # though nothing is there


@pytest.mark.parametrize("lit_is_high", [False, True])
def test_each_disc_is_counted_once(plug: Callable[..., Heard], lit_is_high: bool) -> None:
    stepped, listener, go_on = plug(CONNECT4, "connect4", lit_is_high=lit_is_high)
    counts = dict.fromkeys("1234567", 0)
    chance = random.Random(4)
    for _ in range(60):
        column = chance.choice("1234567")
        counts[column] += 1
        stepped.drop(column, chance.uniform(0.03, 0.15))
        go_on(0.3)
        assert listener.values == list(counts.values())


def test_buttons_are_heard_once(plug: Callable[..., Heard]) -> None:
    stepped, _, go_on = plug(CONNECT4, "connect4")
    for button in (*Button, Button.DONE):
        stepped.press(button)
        assert [each.button for each in go_on(0.4) if isinstance(each, Pressed)] == [button]


def test_each_start_has_a_number_of_its_own(plug: Callable[..., Heard]) -> None:
    stepped, listener, go_on = plug(TRIDICE, "tridice")
    boots = [listener.description and listener.description.boot]
    stepped.lay("11", True)
    stepped.nano.reset()
    go_on(1.5)
    boots.append(listener.description and listener.description.boot)
    assert listener.complete
    assert listener.values[0] == 1
    stepped.close()
    stepped, listener, go_on = plug(TRIDICE, "tridice")
    boots.append(listener.description and listener.description.boot)
    assert boots == [1, 2, 3]


def test_400_leds_and_400_contacts_leave_room_for_the_stack(plug: Callable[..., Heard]) -> None:
    stepped, _, go_on = plug(BLOKUS, "blokus")
    for sensor in BLOKUS.description.sensors:
        stepped.lay(sensor.place, True)
    stepped.press(Button.DONE)
    go_on(1.0)
    variables, stack = stepped.nano.memory()
    assert 0 < stack < STACK_BYTES <= 2048 - variables


def test_more_than_there_is_memory_for_does_not_link() -> None:
    header = BUILD / "large.h"
    header.write_text(board("blokus", rows=20, leds=430).header)
    with pytest.raises(subprocess.CalledProcessError):
        build(header=header)


def test_boards_that_a_nano_has_no_pins_for_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blokus"]) == 1
    assert "400 contacts in 1 rows don't fit" in capsys.readouterr().err
    assert main(["kalah", "--sensors", "passage"]) == 1
    assert "has no places for these sensors" in capsys.readouterr().err
    with pytest.raises(BadBoard):
        board("blokus", rows=0)
    assert main(["connect4", "--sensors", "presence", "passage", "--rows", "7", "--leds", "42"]) == 0
    out = capsys.readouterr().out
    assert "#define CONTACTS 42" in out
    assert "#define BARRIERS 7" in out
