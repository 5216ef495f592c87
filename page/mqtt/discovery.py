"""The MQTT discovery messages that announce a table to Home Assistant, as a device with one sensor per topic."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from fourth_seat.page.mqtt.topics import MAX_SEATS
from fourth_seat.page.scene import Json
from fourth_seat.words import Catalogue, Text, say

DISCOVERY = "homeassistant"  # Home Assistant's default prefix
MOST_CHARS = 255  # of a state there
TITLES: Mapping[str, Text] = {
    "game": say("Game"),
    "turn": say("Whose turn it is"),
    "todo": say("To set down"),
    "result": say("Result"),
    "last": say("Last move"),
}
ICONS = {"game": "mdi:checkerboard", "turn": "mdi:account-clock", "todo": "mdi:hand-pointing-down", "result": "mdi:trophy"}
EVENTS = ("move", "throw", "over")


def discovery(prefix: str, node: str, catalogue: Catalogue) -> dict[str, Json]:
    """Return the messages that announce the table to Home Assistant, keyed by topic.

    Args:
        prefix: the prefix of the table's own topics.
        node: the table's device name in Home Assistant.
        catalogue: the catalogue of the language for the entity names.
    """
    render = catalogue.render
    availability = {"topic": f"{prefix}/availability"}

    def part(kind: str, name: str, title: Text, **more: Any) -> tuple[str, Json]:
        return f"{DISCOVERY}/{kind}/{node}/{name.replace('/', '_')}/config", {
            "name": render(title),
            "unique_id": f"{node}_{name.replace('/', '_')}",
            "state_topic": f"{prefix}/{name}",
            "availability": [availability],
            "device": {"identifiers": [node], "name": "Fourth Seat", "model": prefix},
            "origin": {"name": "Fourth Seat"},
        } | more

    def sensor(name: str, title: Text, value: str = "text", **more: Any) -> tuple[str, Json]:
        return part(
            "sensor",
            name,
            title,
            value_template=f"{{{{ value_json.{value}[:{MOST_CHARS}] }}}}",
            json_attributes_topic=f"{prefix}/{name}",
            **more,
        )

    parts = [sensor(name, title, icon=ICONS.get(name, "mdi:history")) for name, title in TITLES.items()]
    for number in range(1, MAX_SEATS + 1):
        taken = {"topic": f"{prefix}/seat/{number}", "value_template": "{{ 'online' if value_json.player else 'offline' }}"}
        parts.append(
            sensor(
                f"seat/{number}",
                say("Score of seat {seat}", seat=number),
                "score",
                icon="mdi:scoreboard",
                availability=[availability, taken],
                availability_mode="all",
            )
        )
    parts.append(part("binary_sensor", "thinking", say("Computer is thinking"), icon="mdi:robot"))
    parts.append(part("event", "event", say("Events"), event_types=list(EVENTS)))
    return dict(parts)


def node_of(prefix: str) -> str:
    """Return a table's device name in Home Assistant, made of letters, digits, hyphens and underscores."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", prefix)
    return plain if plain == prefix else f"{plain[:40]}_{hashlib.sha256(prefix.encode()).hexdigest()[:8]}"
