"""A phone that does everything that its page offers once, at any host."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp

COMMANDS: Mapping[str, Mapping[str, Any]] = {
    "turn_piece": {"what": "turn", "quarters": 1},
    "flip_piece": {"what": "flip"},
    "resign": {"what": "resign", "worth": None},
    "type": {"what": "type", "text": "4"},
}
"""What a page sends for an offered action if that is more than its name."""
ENDS = ("resign", "stop", "next")  # the actions done last
MAX_STEPS = 80
LONGEST_S, QUIET_S = 30.0, 0.4


async def do_all(link: str, *, types: bool) -> tuple[set[str], list[str]]:
    """Join with a phone and do everything that it is offered; return what was done, and what was refused. `types`: whether
    column 4 is a move. A game that ends is followed by another one if that is offered.
    """
    base, _, token = link.partition("/#")
    done, refused, asked = set[str](), list[str](), ""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        async with session.post(
            f"{base}/join", json={"token": token, "language": "en"}, headers={"Origin": base}
        ) as joined:
            assert joined.status == 204
        async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as socket:
            scene: dict[str, Any] = {}
            for number in range(MAX_STEPS):
                async for message in _quietly(socket, number):
                    if message["type"] == "scene":
                        scene = message
                    elif message["type"] == "refused":
                        refused.append(f"{asked}: {message['text']}")
                asked, asks = _wanted(scene, done, types=types)
                if not asked:
                    break
                await socket.send_json({"type": "do", "page": "p", "id": number + 1, "moment": scene["moment"], **asks})
                done.add(asked)
    return done, refused


def _wanted(scene: Mapping[str, Any], done: set[str], *, types: bool) -> tuple[str, Mapping[str, Any]]:
    """Return the next action and how it is requested; nothing once everything has been done."""
    new = [name for name in scene["can"] if name not in done and name != "photo" and (types or name != "type")]
    soon, marked = [name for name in new if name not in ENDS], scene["marks"]["next"]
    if scene["todo"]:
        return "set_down", {"what": "set_down"}
    if soon:
        return soon[0], COMMANDS.get(soon[0], {"what": soon[0]})
    if marked and not scene["moves"] and not (scene["entry"] or {}).get("in_hand"):
        return "tap", {"what": "tap", "cell": marked[0]}
    last = min(new, key=ENDS.index, default="")
    return last, COMMANDS.get(last, {"what": last})


async def _quietly(socket: aiohttp.ClientWebSocketResponse, asked: int) -> AsyncIterator[dict[str, Any]]:
    """Yield messages until a scene has come, the request with this number is answered (0: no request), and nothing more
    comes.
    """
    wait_s, answered = LONGEST_S, not asked
    while True:
        try:
            message: dict[str, Any] = await socket.receive_json(timeout=wait_s)
        except TimeoutError:
            return
        yield message
        answered = answered or message.get("id") == asked
        if answered and message["type"] in ("scene", "done", "refused"):
            wait_s = QUIET_S
