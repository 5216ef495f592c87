"""The parsers of what engines, lights and text displays send."""

from __future__ import annotations

import io
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

from benchmarks.reliability.fuzz.inputs import Parse, as_text, game_of


def gtp_requests(_: Path) -> Parse:
    import engines.gtp.session as sessions
    from engines.gtp.commands import COMMANDS, CommandContext
    from engines.gtp.requests import read_request, write_answer
    from engines.levels import NUMBERED, level
    from engines.move_selector import MoveSelector
    from games import find
    from processes.standard_input import lines_of
    from words import FourthSeatError

    class Unprepared(MoveSelector):
        """Chooses by named players alone: how requests are read is looked at, not how well is played."""

        def _solving(self) -> None:
            return None

        def _searching(self) -> None:
            return None

        def values(self, *_: Any) -> list[Any]:
            return []

    vars(sessions)["MoveSelector"] = Unprepared
    game = find("connect4")

    def answer(data: bytes) -> None:
        session = sessions.GtpSession(game, game.options(), level("random", game.name))
        for raw in lines_of(io.BytesIO(data)):
            request = read_request(raw)
            command = COMMANDS.get(request.name) if request else None
            if not request or not command or (request.name == "level" and request.rest.strip() in NUMBERED):
                continue
            with suppress(FourthSeatError):
                said = command(CommandContext(session, request, lambda: True, lambda *_: None))
                assert "\n\n" not in write_answer(request.number, said).removesuffix("\n\n")

    return answer


def gtp_answers(_: Path) -> Parse:
    from engines.errors import EngineFailed
    from engines.process.engine_process import EngineProcess

    process = EngineProcess((sys.executable, "-c", "import sys; sys.stdin.read()"))

    def hear(data: bytes) -> None:
        process._response, process._response_chars, process._greeted, process.progress = [], 0, False, None
        while not process._answers.empty():
            process._answers.get_nowait()
        for line in data.split(b"\n"):
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            process._read_line(text)
            process._read_progress(text)
        assert process.progress is None or 0 <= process.progress <= 1
        process._number, process._deadline = 1, time.monotonic() + (0.0 if process._answers.empty() else 1.0)
        process._ended.set()
        with suppress(EngineFailed):
            process.receive()

    return hear


def engine_values(_: Path) -> Parse:
    """The first byte selects the game; then a move, values, or a judgement."""
    from engines import dialect_of
    from engines.players.engine_player import EnginePlayer
    from engines.players.value_answers import read_judgement, read_values
    from games import all_games, find
    from games.protocol import Line
    from words import FourthSeatError, say

    players = {game.name: EnginePlayer(game, game.options(), ("none",), say("it")) for game in all_games()}
    foreign = {game.name: EnginePlayer(game, game.options(), ("none",), say("it")) for game in all_games()}
    foreign["blokus"]._dialect = dialect_of(find("blokus"), "Pentobi")

    def hear(data: bytes) -> None:
        game, text = game_of(data)
        line = Line.begin(game, game.parse_position(game.sample_position, game.options()))
        own = players[game.name]._read
        for read in (
            lambda: own(line, text),
            lambda: foreign[game.name]._read(line, text),
            lambda: read_judgement(line, text, own),
            lambda: [(str(value.why), value.forecast and value.forecast.method) for value in read_values(line, text, own)],
        ):
            with suppress(FourthSeatError):
                read()

    return hear


class _Wire:
    """A serial line on which a device has sent these bytes and then was pulled out."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    @property
    def in_waiting(self) -> int:
        return 64

    def read(self, size: int) -> bytes:
        if not (data := self._data.read(size)) and size == 1:
            raise OSError("gone")
        return data

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...

    reset_input_buffer = reset_output_buffer = close


class _Lookup:
    """A device that is where people said."""

    def port(self) -> str:
        return "wire"

    def worked(self, name: str) -> None: ...


def lights(_: Path) -> Parse:
    """What a device on a serial port says: greetings, and acknowledgements of frames."""
    from hardware.lights.drivers.adalight import AdalightDriver, open_adalight
    from hardware.lights.drivers.wled import open_wled
    from hardware.lights.serial_port import SerialPort
    from hardware.lights.strip import LightsUnavailable

    def hear(data: bytes) -> None:
        def port(name: str, baud: int) -> SerialPort:
            return SerialPort(name, baud, lambda *_, **__: _Wire(data))

        for open_device in (open_adalight, open_wled):
            with suppress(LightsUnavailable):
                found = open_device(_Lookup(), 10_000_000, Event(), port)  # type: ignore[arg-type]
                if isinstance(found, AdalightDriver) and found._answers:
                    for _ in range(9):
                        found.confirm(b"\x01\x02\x03")

    return hear


def lcdd(_: Path) -> Parse:
    from hardware.text.lcdd import Lcdd

    def hear(data: bytes) -> None:
        panel = Lcdd("host", 1)
        link, server = socket.socketpair()
        server.sendall(data)
        server.shutdown(socket.SHUT_WR)
        link.settimeout(1.0)

        def connect(*_: object) -> socket.socket:
            return link

        kept = socket.create_connection
        socket.create_connection = connect  # type: ignore[assignment]
        try:
            size = panel.open()
            panel.write(["x" * size.columns] * size.rows)
            panel.check()
        except OSError as error:
            str(panel.remedy(error))
        finally:
            socket.create_connection = kept
            panel.close()
            server.close()

    return hear


def text_display(_: Path) -> Parse:
    """Names and sentences of others, as a display receives them."""
    from hardware.text.ascii_text import to_ascii
    from hardware.text.backpack import FAMILIES, _safe
    from hardware.text.lcdd import quoted
    from hardware.text.pages import pages
    from hardware.text.panel import PanelSize

    def show(data: bytes) -> None:
        text = as_text(data)
        for size in (PanelSize(), PanelSize(1, 1), PanelSize(40, 2)):
            for page in pages([to_ascii(text)], size):
                assert [len(line) for line in page] == [size.columns] * size.rows
                for line in page:
                    assert b"\xfe" not in _safe(line) and len(FAMILIES) and not set(quoted(line)) & set('{}"\\')

    return show
