"""A game published to the real broker: followed to its end, through disconnections and restarts, by subscribers who come at
any time."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fourth_seat.boundary.text import printable
from fourth_seat.games import all_games, find
from fourth_seat.hardware.boards.description import Button
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.mqtt.broker import Broker
from fourth_seat.page.mqtt.discovery import discovery, node_of
from fourth_seat.page.mqtt.publisher import MqttPublisher
from fourth_seat.page.mqtt.topics import MAX_SEATS
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.record.events import Moved, Thrown
from fourth_seat.table.seats import Person, Seat
from fourth_seat.table.table import Table
from fourth_seat.words import ENGLISH, Catalogue
from tests.page.mqtt.broker import Follower, Mosquitto, needs_mosquitto, until
from tests.page.tables import play_once, table_of

ROOT = Path(__file__).resolve().parents[3]
pytestmark = needs_mosquitto
TOPICS = {
    "game",
    "turn",
    "thinking",
    "todo",
    "result",
    "last",
    "availability",
    "table",
    *(f"seat/{n}" for n in range(1, MAX_SEATS + 1)),
}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    running = Mosquitto(tmp_path)
    yield running
    running.kill()


@pytest.fixture
def follower(broker: Mosquitto) -> Iterator[Follower]:
    with closing(Follower(broker.port)) as follower:
        yield follower


def publisher_of(table: Table | None, broker: Mosquitto, catalogue: Catalogue = ENGLISH, **more: Any) -> MqttPublisher:
    publisher = MqttPublisher(Broker("127.0.0.1", broker.port, **more), catalogue)
    if table:
        publisher.attach(HostedTable(table, Review(table)))
    return publisher


def in_step(publisher: MqttPublisher, follower: Follower) -> bool:
    """Return whether the follower has everything that is retained, which a new subscriber is sent too."""
    return follower.state("availability") == "online" and publisher._kept.items() <= follower.retained.items()


@pytest.mark.parametrize("name", ["connect4", "backgammon", "blokus"])
def test_a_whole_game_is_followed(name: str, broker: Mosquitto, follower: Follower) -> None:
    seats = ("human:Anna", "computer:1") if find(name).seats(find(name).options("")) == 2 else ()
    table, rng = table_of(name, *seats), Random(3)
    with closing(publisher_of(table, broker)) as publisher:
        until(lambda: in_step(publisher, follower), publisher.step)
        assert follower.state("game")["game"] == name
        assert follower.state("turn")["text"]
        while not table.result:
            if table.pending:
                publisher.step()
                until(lambda: in_step(publisher, follower), publisher.step)
                todo = follower.state("todo")
                assert todo["text"].endswith(".") and ".." not in todo["text"]
                assert todo["steps"]
                table.set_down()
            play_once(table, rng)
            publisher.step()
        if table.pending:
            table.set_down()
        until(lambda: follower.state("result")["over"] and in_step(publisher, follower), publisher.step)
        until(lambda: bool(follower.events) and follower.events[-1]["event_type"] == "over", publisher.step)
        result = follower.state("result")
        assert result["winners"] == list(table.result.winners)
        assert follower.state("last")["text"]
        moves = [event["move"] for event in follower.events if event["event_type"] == "move"]
        assert moves == [event.move for event in table.events if isinstance(event, Moved)]
        throws = [event["dice"] for event in follower.events if event["event_type"] == "throw"]
        assert throws == [event.dice for event in table.events if isinstance(event, Thrown)]
        with closing(Follower(broker.port)) as late:
            until(lambda: in_step(publisher, late))
            assert not late.events
            assert {topic.removeprefix("fourth-seat/") for topic in late.retained if "assistant" not in topic} == TOPICS
    until(lambda: follower.state("availability") == "offline")


def test_a_piece_that_lies_on_the_board_before_it_is_played_is_followed(broker: Mosquitto, follower: Follower) -> None:
    table = table_of("blokus")
    with closing(publisher_of(table, broker)) as publisher:
        until(lambda: in_step(publisher, follower) and follower.state("turn")["laid"] == [], publisher.step)
        table.tap("blue:I2")
        table.lay("b19")
        until(lambda: follower.state("turn")["laid"] == ["a20", "b20"], publisher.step)
        table.confirm()
        until(lambda: follower.state("turn")["laid"] == [], publisher.step)


def test_whose_turn_it_is_has_a_name_and_the_light_of_a_lamp(broker: Mosquitto, follower: Follower) -> None:
    table = table_of("connect4", "human:Anna", "human:Ben")
    with closing(publisher_of(table, broker)) as publisher:
        until(lambda: in_step(publisher, follower), publisher.step)
        turn = follower.state("turn")
        assert (turn["seat"], turn["player"]) == (1, "Anna")
        assert turn["colour"] == {"name": "red", "hue": "red", "rgb": "#c9302c"}
        table.play("4")
        until(lambda: follower.state("turn")["player"] == "Ben", publisher.step)
        until(lambda: bool(follower.state("last")["text"]), publisher.step)
        assert follower.state("last") == {"seat": 1, "player": "Anna", "colour": turn["colour"], "text": "4"}
        table.undo()
        until(lambda: follower.state("turn")["text"] == "Put the board right.", publisher.step)
        table.set_down()
        until(lambda: follower.state("turn")["player"] == "Anna" and not follower.state("last")["text"], publisher.step)
        publisher.attach(None)
        until(lambda: follower.state("game")["game"] == "", publisher.step)
        assert not follower.state("seat/1")["player"]


def test_a_broker_that_ends_in_mid_game_has_everything_again(broker: Mosquitto, follower: Follower) -> None:
    table, rng = table_of("connect4"), Random(1)
    with closing(publisher_of(table, broker)) as publisher:
        until(lambda: in_step(publisher, follower), publisher.step)
        for _ in range(3):
            play_once(table, rng)
            broker.kill()
            until(lambda: not publisher.here, publisher.step)
            play_once(table, rng)
            publisher.step()
            broker.start_again()
            until(lambda: publisher.here, publisher.step)
            with closing(Follower(broker.port)) as late:
                until(lambda: in_step(publisher, late))
                assert late.state("last")["text"] == str(table.history.last and table.history.last.text)


def test_a_broker_that_hangs_holds_nobody_up(broker: Mosquitto, follower: Follower) -> None:
    table, rng = table_of("connect4"), Random(1)
    with closing(publisher_of(table, broker)) as publisher:
        until(lambda: in_step(publisher, follower), publisher.step)
        broker.hang(on=True)
        longest = 0.0
        for _ in range(200):
            start = time.monotonic()
            table.undo() if table.history.last else play_once(table, rng)
            if table.pending:
                table.set_down()
            publisher.step()
            longest = max(longest, time.monotonic() - start)
        assert longest < 1
        play_once(table, rng)
        publisher.step()
        broker.hang(on=False)
        until(lambda: in_step(publisher, follower) and follower.state("last")["text"] != "", publisher.step)
        broker.hang(on=True)
        start = time.monotonic()
    assert time.monotonic() - start < 5
    broker.hang(on=False)
    until(lambda: follower.state("availability") == "offline")


def test_a_broker_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    broker.kill()
    with closing(publisher_of(table_of("connect4"), broker)) as publisher:
        until(lambda: publisher.trouble is not None, publisher.step)
        assert str(publisher.trouble) == f"the broker at 127.0.0.1:{broker.port} cannot be reached: Connection refused"
        broker.start_again()
        until(lambda: publisher.here, publisher.step)
        assert publisher.trouble is None
    broker.kill()


def test_a_killed_table_is_offline(tmp_path: Path, broker: Mosquitto) -> None:
    with subprocess.Popen(
        (sys.executable, "companion.py", "play", "connect4", "--terminal", "--json", "--seats", "human,human",
         "--mqtt", f"mqtt://127.0.0.1:{broker.port}/club/table%202"),
        cwd=ROOT,
        env={**os.environ, "FOURTH_SEAT_HOME": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdin
        process.stdin.write("4\n")
        process.stdin.flush()
        with closing(Follower(broker.port, "club/table 2")) as follower:
            until(lambda: (follower.state("last") or {}).get("text") == "4")
            until(lambda: follower.state("availability") == "online")
            process.kill()
            until(lambda: follower.state("availability") == "offline")
            assert follower.state("last")["text"] == "4"


def test_a_killed_connection_is_offline_and_comes_back(broker: Mosquitto, follower: Follower) -> None:
    table = table_of("connect4")
    with closing(publisher_of(table, broker)) as publisher:
        until(lambda: in_step(publisher, follower), publisher.step)
        os.kill(publisher._worker.process.pid, signal.SIGKILL)
        until(lambda: follower.state("availability") == "offline")
        table.play("4")
        until(lambda: in_step(publisher, follower) and publisher.here, publisher.step)
        assert follower.state("last")["text"] == "4"


def test_names_cannot_change_a_topic(broker: Mosquitto, follower: Follower) -> None:
    names = ["#", "+/+", "/../a/b", "$SYS/x", '"}\u2028', "\x00", "fourth-seat/availability", "{{ states }}"]
    game = find("blokus")
    for four in (names[:4], names[4:]):
        seats = [Seat(people=(Person(name),)) for name in four]
        table = Table.begin(game, game.options(""), seats, None, datetime.now)
        with closing(publisher_of(table, broker)) as publisher:
            until(lambda: in_step(publisher, follower), publisher.step)
            play_once(table, Random(1))
            until(lambda: bool(follower.events), publisher.step)
            assert [follower.state(f"seat/{n}")["player"] for n in range(1, 5)] == list(map(printable, four))
        follower.events.clear()
        until(lambda: follower.state("availability") == "offline")
    own = {topic for topic in follower.retained if not topic.startswith("homeassistant/")}
    assert own == {f"fourth-seat/{name}" for name in TOPICS}
    published = {topic: json.loads(payload) for topic, payload in follower.retained.items() if topic not in own}
    assert published == discovery("fourth-seat", "fourth-seat", ENGLISH)  # which has no names


def test_only_two_topics_of_its_own_are_read_and_only_at_first(broker: Mosquitto, follower: Follower) -> None:
    with closing(publisher_of(table_of("kalah"), broker)) as publisher:
        until(lambda: in_step(publisher, follower), publisher.step)
        name = follower.state("table")
        until(lambda: "Received UNSUBSCRIBE" in broker.log.read_text(), publisher.step)
    asked = set(re.findall(rf"{name} 1 (\S+)$", broker.log.read_text(), re.MULTILINE))
    assert asked == {"fourth-seat/availability", "fourth-seat/table"}


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.quick
def test_buttons_are_obeyed_only_where_that_is_allowed(allowed: bool, broker: Mosquitto, follower: Follower) -> None:
    table, pressed = table_of("connect4"), list[Button]()
    with closing(MqttPublisher(Broker("127.0.0.1", broker.port, buttons=allowed), ENGLISH, pressed.append)) as publisher:
        publisher.attach(HostedTable(table, Review(table)))
        until(lambda: in_step(publisher, follower), publisher.step)
        wanted = [button.value for button in Button] * 25
        for payload in (*wanted, "4", "play 4", "DONE", "", "undo ", "x" * 3000):
            follower.press(payload)
        follower.press("done", "press/done")
        until(lambda: len(pressed) >= len(wanted) * allowed, publisher.step)
        table.play("4")  # anything published after it has come later than all presses
        until(lambda: in_step(publisher, follower) and follower.state("last")["text"] != "", publisher.step)
        assert [button.value for button in pressed] == wanted * allowed
    assert [entry.text for entry in table.history.standing] == ["4"]


def test_a_press_that_the_broker_has_kept_is_an_old_one(broker: Mosquitto, follower: Follower) -> None:
    follower.press("undo", retain=True)
    pressed = list[Button]()
    with closing(MqttPublisher(Broker("127.0.0.1", broker.port, buttons=True), ENGLISH, pressed.append)) as publisher:
        table = table_of("connect4")
        publisher.attach(HostedTable(table, Review(table)))
        until(lambda: in_step(publisher, follower), publisher.step)
        follower.press("hint")
        until(lambda: bool(pressed), publisher.step)
        assert pressed == [Button.HINT]


def test_a_second_table_under_the_same_prefix_is_told(broker: Mosquitto, follower: Follower) -> None:
    with closing(publisher_of(table_of("kalah"), broker)) as first:
        until(lambda: in_step(first, follower), first.step)
        with closing(publisher_of(table_of("kalah"), broker)) as second:
            until(lambda: second.trouble is not None, second.step)
            assert "also publishing to" in str(second.trouble) and second.here
        first.step()
        assert first.trouble is None
    with closing(publisher_of(table_of("kalah"), broker)) as later:  # the others are offline
        until(lambda: later.here, later.step)
        until(lambda: follower.state("availability") == "online", later.step)
        assert later.trouble is None


class OtherServer:
    """Something at a port that is not a sound broker.

    Attributes:
        accepted: the number of connections so far.
    """

    def __init__(self, answer: Callable[[socket.socket], object]) -> None:
        self.accepted = 0
        self._answer = answer
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):  # until it is closed
            while True:
                link = self._server.accept()[0]
                self.accepted += 1
                threading.Thread(target=self._speak, args=(link,), daemon=True).start()

    def _speak(self, link: socket.socket) -> None:
        with link, suppress(OSError):
            self._answer(link)

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()


def web_server(link: socket.socket) -> None:
    """Wait for a whole request, as web servers do."""
    request = b""
    while b"\r\n\r\n" not in request and (more := link.recv(4096)):
        request += more
    link.sendall(b"HTTP/1.0 200 OK\r\n\r\n<h1>My phone</h1>")


NO_BROKER = "there seems to be no broker at {}: check the address and the port"
HANGS_UP = "the broker at {} keeps closing the connection: see its log for the reason"
ACCEPTED = b"\x20\x02\0\0"
HUGE = b"\x30\xff\xff\xff\x7f" + bytes(99_999)  # the beginning of a packet of 268 MB


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (web_server, "a web server answers at {}, not a broker: brokers usually use port 1883 or 8883"),
        (lambda link: link.recv(9), NO_BROKER),
        (lambda link: [link.recv(9999), link.recv(9999)], NO_BROKER),
        (lambda link: link.recv(9999) and link.sendall(ACCEPTED), HANGS_UP),
        (lambda link: link.recv(9999) and link.sendall(ACCEPTED + HUGE), HANGS_UP),
    ],
)
def test_what_is_no_sound_broker_is_told_in_a_sentence(answer: Callable[[socket.socket], object], sentence: str) -> None:
    start = time.monotonic()
    with (
        closing(OtherServer(answer)) as server,
        closing(MqttPublisher(Broker("127.0.0.1", server.port), ENGLISH)) as publisher,
    ):
        until(lambda: publisher.trouble is not None, publisher.step)
        assert str(publisher.trouble) == sentence.format(f"127.0.0.1:{server.port}")
        before, at = server.accepted, time.monotonic()
        assert at - start < 20
        until(lambda: time.monotonic() - at > 3, publisher.step)
        assert server.accepted - before <= 4


def test_home_assistant_finds_every_topic(broker: Mosquitto) -> None:
    with closing(publisher_of(table_of("kalah"), broker, Catalogue("de"), prefix="club/table 2")) as publisher:
        club = Follower(broker.port, "club/table 2")
        until(lambda: in_step(publisher, club), publisher.step)
        club.close()
    found = {topic: json.loads(value) for topic, value in club.retained.items() if topic.startswith("homeassistant/")}
    node = node_of("club/table 2")
    assert all(topic.split("/")[2] == node and len(topic.split("/")) == 5 for topic in found)
    assert len({each["unique_id"] for each in found.values()}) == len(found)
    published = {each["state_topic"] for each in found.values()}
    assert published == {f"club/table 2/{name}" for name in TOPICS - {"availability", "table"} | {"event"}}
    assert all(each["availability"][0]["topic"] == "club/table 2/availability" for each in found.values())
    assert found[f"homeassistant/sensor/{node}/last/config"]["name"] == "Letzter Zug"


def test_no_game_has_more_seats_than_are_published() -> None:
    assert max(game.seats(game.options("")) for game in all_games()) == MAX_SEATS
