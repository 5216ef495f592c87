"""Publishes one table after another, by sending retained states and events to the connection process.

Its owner calls `step` regularly; nothing here blocks. It does not depend on the rules, since states are taken from the
scene that pages draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from fourth_seat.boundary.json_forms import parse_message
from fourth_seat.hardware.boards.description import Button
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.mqtt.broker import VARIABLE, Broker
from fourth_seat.page.mqtt.discovery import discovery, node_of
from fourth_seat.page.mqtt.topics import payload_of, states_of, states_without_game
from fourth_seat.page.scene import Json, SceneWriter, board_message
from fourth_seat.processes.supervised import SupervisedWorker
from fourth_seat.processes.worker import WorkerProcess
from fourth_seat.table.outcome import outcome
from fourth_seat.table.record.events import Ended, Event, Moved, Thrown
from fourth_seat.words import Catalogue, Text, say, sentence

PRESS = "press"  # the end of the topic of buttons
NICENESS = 2  # on Unix: after the window
EVENTS: Mapping[str, Any] = {
    "alive": {},
    "here": {"here": bool},
    "another": {},
    "trouble": {"kind": str, "text": str},
    "pressed": {"button": str},
}


class MqttPublisher:
    """Publishes tables to a broker.

    Attributes:
        here: whether the broker can currently be reached.
        trouble: the reason why it cannot be reached; None if there is no problem.
    """

    def __init__(
        self,
        broker: Broker,
        catalogue: Catalogue,
        on_button: Callable[[Button], None] = lambda _: None,
        *,
        process: Callable[..., WorkerProcess] = WorkerProcess,
    ) -> None:
        """Start connecting; sentences are published in the catalogue's language.

        Args:
            on_button: called with each button pressed while there is a table, if the broker's settings allow buttons.

        Raises:
            OSError: the process cannot be started.
        """
        self.here = False
        self.trouble: Text | None = None
        self._broker, self._catalogue, self._make_process = broker, catalogue, process
        self._on_button = on_button
        self._hosted: HostedTable | None = None
        self._writer: SceneWriter | None = None
        self._board: Json = {}
        self._events: list[Json] = []  # that have happened and have not been published
        self._dirty = True
        self._thinking = False  # as published
        self._kept: dict[str, str] = {}  # payloads as they were sent, by topic
        self._worker = SupervisedWorker(self._start)

    @property
    def where(self) -> str:
        """The broker's host and port."""
        return f"{self._broker.host}:{self._broker.port}"

    def attach(self, hosted: HostedTable | None) -> None:
        """Publish another table, or none if it is None."""
        if self._hosted:
            self._hosted.table.watchers.remove(self._happened)
        self._hosted, self._writer, self._dirty = hosted, None, True
        if hosted:
            hosted.table.watchers.append(self._happened)

    def step(self) -> None:
        """Publish any changes."""
        for line in self._worker.lines():
            self._handle(line)
        hosted = self._hosted
        thinking = hosted is not None and hosted.thinking()
        if self._dirty or thinking != self._thinking:
            self._dirty, self._thinking = False, thinking
            prefix = self._broker.prefix
            if not self._kept:
                for topic, value in discovery(prefix, node_of(prefix), self._catalogue).items():
                    self._keep(topic, value)
            for name, value in self._states().items():
                self._keep(f"{prefix}/{name}", value)
        for event in self._events:
            topic = f"{self._broker.prefix}/event"
            self._worker.process.send({"do": "publish", "topic": topic, "payload": payload_of(event)})
        self._events.clear()

    def close(self) -> None:
        """Publish the last state, and announce that the table is now offline."""
        self.step()
        if self._hosted:
            self._hosted.table.watchers.remove(self._happened)
            self._hosted = None
        self._worker.close()

    # -- the table ---------------------------------------------------------------------------------------------------------

    def _states(self) -> dict[str, Any]:
        hosted, catalogue = self._hosted, self._catalogue
        if hosted is None:
            return states_without_game(catalogue)
        table = hosted.table
        if self._writer is None:
            self._board = board_message(table.game, table.options, hosted.orientation(), catalogue.render)
            self._writer = SceneWriter(table, hosted.review, hosted.orientation())
        scene = self._writer.scene(0, catalogue, thinking=hosted.thinking())
        return states_of(scene, self._board, catalogue.language)

    def _keep(self, topic: str, value: Any) -> None:
        payload = payload_of(value)
        if self._kept.get(topic) != payload:
            self._kept[topic] = payload
            self._worker.process.send({"do": "retain", "topic": topic, "payload": payload})

    def _happened(self, event: Event) -> None:
        self._dirty = True
        assert self._hosted
        table, render = self._hosted.table, self._catalogue.render
        if isinstance(event, Moved):
            name = render(table.name(event.seat))
            self._events.append(
                {"event_type": "move", "seat": event.seat, "player": name, "move": event.move, "by": event.by}
            )
        elif isinstance(event, Thrown):
            self._events.append({"event_type": "throw", "dice": event.dice, "by": event.by})
        elif isinstance(event, Ended) and (result := table.result):
            winners = list(result.winners)
            names = [render(table.name(seat)) for seat in winners]
            text = sentence(render(outcome(table)))
            self._events.append({"event_type": "over", "text": text, "winners": winners, "players": names})

    # -- the process -------------------------------------------------------------------------------------------------------

    def _start(self) -> WorkerProcess:
        broker = self._broker
        topics = {name: f"{broker.prefix}/{name}" for name in ("availability", "table")}
        settings = asdict(broker) | topics | {"press": f"{broker.prefix}/{PRESS}" if broker.buttons else ""}
        return self._make_process("fourth_seat.page.mqtt", (), settings, read_event, niceness=NICENESS)

    def _handle(self, line: Mapping[str, Any]) -> None:
        if line["event"] == "here":
            self.here = line["here"]
            if self.here:
                self.trouble = None
        elif line["event"] == "trouble":
            self.trouble = trouble_text(self.where, line["kind"], line["text"])
        elif line["event"] == "pressed" and self._hosted and self._broker.buttons:
            self._on_button(Button(line["button"]))
        elif line["event"] == "another":
            self.trouble = say(
                "another table is also publishing to {where} under “{prefix}”: give each its own prefix, such as {example}",
                where=self.where,
                prefix=self._broker.prefix,
                example=f"{self._broker.prefix}/2",
            )
        elif line["event"] in ("restarted", "ended"):
            self.here, self._dirty = False, True
            self._kept.clear()
            if line["event"] == "ended":
                self.trouble = say("nothing is being published any more: {reason}", reason=line["reason"])


def trouble_text(where: str, kind: str, said: str) -> Text:
    """Return a sentence that describes a connection problem.

    Args:
        where: the broker's host and port.
        kind, said: the kind and the message of the event.
    """
    sentences = {
        "web": say("a web server answers at {where}, not a broker: brokers usually use port 1883 or 8883", where=where),
        "no broker": say("there seems to be no broker at {where}: check the address and the port", where=where),
        "no answer": say("the broker at {where} does not answer: is it switched on, and on the same network?", where=where),
        "login": say(
            "the broker at {where} does not accept this name and password: the name is in the address, "
            "the password in {variable} or in settings.toml",
            where=where,
            variable=VARIABLE,
        ),
        "refused": say("the broker at {where} refuses the connection: {reason}", where=where, reason=said),
        "cut": say("the broker at {where} keeps closing the connection: see its log for the reason", where=where),
        "certificate": say(
            (
                "this computer does not trust the certificate of the broker at {where}: give the file with "
                "its authority's certificate as ca under [mqtt] in settings.toml"
            ),
            where=where,
        ),
        "authority": say("there is no readable certificate in {file}, which is given as ca under [mqtt]", file=said),
        "plain": say(
            ("the broker at {where} does not use encryption: use mqtt:// for a broker on your own network"), where=where
        ),
        "host": say("there is no broker at {where}: check the name or address", where=where),
    }
    other = say(
        "the broker at {where} cannot be reached: {reason}", where=where, reason=said or say("for an unknown reason")
    )
    return sentences.get(kind, other)


def read_event(line: str) -> dict[str, Any] | None:
    """Parse a line from the connection process; return None if it is not an event."""
    return parse_message(line, "event", EVENTS)
