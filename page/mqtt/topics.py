"""The retained topics, version 1, derived from the scene that pages draw. They are listed in docs/mqtt.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fourth_seat.boundary.text import well_formed
from fourth_seat.page.hosted import NO_GAME
from fourth_seat.page.scene import Json
from fourth_seat.words import Catalogue, sentence

VERSION = 1
MAX_SEATS = 4  # the most that a game has; those that this one lacks have no name
NO_COLOUR: Json = {"name": "", "hue": "", "rgb": ""}
NO_MOVE: Json = {"seat": 0, "player": "", "colour": NO_COLOUR, "text": ""}


def payload_of(value: Any) -> str:
    """Convert a value to a payload; strings are left unchanged."""
    return well_formed(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def on_off(on: bool) -> str:
    """Return a flag in the form that Home Assistant expects."""
    return "ON" if on else "OFF"


def states_of(scene: Json, board: Json, language: str) -> dict[str, Any]:
    """Return the contents of all retained topics for a game, keyed by topic name without the prefix."""
    players = scene["players"]
    names = [player["name"] for player in players]

    def named(seat: int) -> str:
        return names[seat - 1] if seat else ""

    def seated(of: Json) -> Json:
        seat, colour = of["seat"], colour_of(board, of["colour"])
        return {"seat": seat, "player": named(seat), "colour": colour, "text": of["text"]}

    turn, todo, over = scene["turn"], scene["todo"], scene["over"]
    laid = scene["entry"]["laid"] if scene["entry"] else None
    texts = [todo["title"], *(step["text"] for step in todo["steps"])] if todo else []
    states: dict[str, Any] = {
        "game": {"version": VERSION, "language": language, "game": board["game"], "text": board["title"]},
        "turn": seated(turn) | {"laid": laid["covers"] if laid else ()},
        "thinking": on_off(turn["thinking"]),
        "todo": {"text": " ".join(map(_ended, texts)), "why": todo["why"] if todo else "", "steps": texts[1:]},
        "result": {
            "over": over is not None,
            "text": over["text"] if over else "",
            "winners": list(over["winners"]) if over else [],
            "players": [named(seat) for seat in over["winners"]] if over else [],
        },
        "last": seated(scene["moves"][-1]) if scene["moves"] else NO_MOVE,
    }
    return states | {f"seat/{number}": _seat(board, players, number) for number in range(1, MAX_SEATS + 1)}


def states_without_game(catalogue: Catalogue) -> dict[str, Any]:
    """Return the contents of the same topics when there is no game at the table."""
    text = sentence(catalogue.render(NO_GAME))
    return {
        "game": {"version": VERSION, "language": catalogue.language, "game": "", "text": text},
        "turn": NO_MOVE | {"text": text, "laid": ()},
        "thinking": on_off(False),
        "todo": {"text": "", "why": "", "steps": []},
        "result": {"over": False, "text": "", "winners": [], "players": []},
        "last": NO_MOVE,
    } | {f"seat/{number}": _seat({}, [], number) for number in range(1, MAX_SEATS + 1)}


def colour_of(board: Mapping[str, Any], colour: int) -> Json:
    """Return a side's colour as its name, its hue, and the RGB value for a lamp."""
    if not colour:
        return NO_COLOUR
    side = board["sides"][colour - 1]
    return {"name": side["name"], "hue": side["hue"], "rgb": board["colours"]["hues"][side["hue"]]}


def _ended(text: str) -> str:
    """Return a sentence with a full stop, to be read aloud with others."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def _seat(board: Mapping[str, Any], players: list[Json], number: int) -> Json:
    if number > len(players):
        return {"seat": number, "player": "", "person": False, "colours": [], "score": "", "scores": []}
    player = players[number - 1]
    return {
        "seat": number,
        "player": player["name"],
        "person": player["person"],
        "colours": [colour_of(board, colour) for colour in player["colours"]],
        "score": str(player["scores"][0][1]) if player["scores"] else "",
        "scores": player["scores"],
    }
