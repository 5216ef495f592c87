"""The parsers of the output of engines, lights and text displays."""

from __future__ import annotations

import io
import socket
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

from benchmarks.reliability.fuzz.inputs import Parse, as_text, game_of


def gtp_requests(_: Path) -> Parse:
    import fourth_seat.engines.gtp.session as sessions
    from fourth_seat.engines.gtp.commands import COMMANDS, CommandContext
    from fourth_seat.engines.gtp.server import read_request, write_answer
    from fourth_seat.engines.levels import NUMBERED_LEVELS, level
    from fourth_seat.engines.move_selector import MoveSelector
    from fourth_seat.games import find
    from fourth_seat.processes.standard_input import lines_of
    from fourth_seat.words import FourthSeatError

    class Unprepared(MoveSelector):
        """Chooses by named players alone: the target is the reading of requests, not the strength of play."""

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
        for line in lines_of(io.BytesIO(data)):
            request = read_request(line)
            command = COMMANDS.get(request.name) if request else None
            if not request or not command or (request.name == "level" and request.rest.strip() in NUMBERED_LEVELS):
                continue
            with suppress(FourthSeatError):
                said = command(CommandContext(session, request, lambda: True, lambda *_: None))
                assert "\n\n" not in write_answer(request.number, said).removesuffix("\n\n")

    return answer


def gtp_answers(_: Path) -> Parse:
    from fourth_seat.engines.process.responses import GtpResponse, ResponseReader, is_progress, parse_progress

    def parse(data: bytes) -> None:
        reader = ResponseReader()
        for line in as_text(data).split("\n"):
            answer = reader.take(line)
            assert not isinstance(answer, GtpResponse) or answer.number == "" or answer.number.isdigit()
            if is_progress(line):
                assert 0 <= (parse_progress(line) or 0) <= 1

    return parse


def engine_answers(_: Path) -> Parse:
    """Parse a move, values or an analysis, from an engine of the game that the first byte selects."""
    from fourth_seat.engines import dialect_of
    from fourth_seat.engines.players.answers import read_judgement, read_move, read_values
    from fourth_seat.engines.process.dialects import Dialect
    from fourth_seat.games import find
    from fourth_seat.games.protocol import Line
    from fourth_seat.words import FourthSeatError

    own, foreign = Dialect(), {"blokus": dialect_of(find("blokus"), "Pentobi")}

    def parse(data: bytes) -> None:
        game, text = game_of(data)
        line = Line.begin(game, game.parse_position(game.sample_position, game.options()))
        with suppress(FourthSeatError):
            read_move(line, text, own)
        with suppress(FourthSeatError):
            read_move(line, text, foreign.get(game.name, own))
        with suppress(FourthSeatError):
            read_judgement(line, text, own)
        with suppress(FourthSeatError):
            for value in read_values(line, text, own):
                str(value.why)
                if value.forecast:
                    str(value.forecast.method)

    return parse


class _Wire:
    """A serial line on which a device has sent these bytes before it was unplugged."""

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
    """Stand-in for the search of a port: the device is at the configured one."""

    def port(self) -> str:
        return "wire"

    def worked(self, name: str) -> None: ...


def lights(_: Path) -> Parse:
    """Parse the output of a device on a serial port: greetings, and acknowledgements of frames."""
    from fourth_seat.hardware.lights.drivers.adalight import UNACKNOWLEDGED_REPEAT_S, AdalightDriver
    from fourth_seat.hardware.lights.drivers.wled import WledDriver
    from fourth_seat.hardware.lights.errors import LightsUnavailable
    from fourth_seat.hardware.lights.serial_port import SerialPort

    def parse(data: bytes) -> None:
        def port(name: str, baud: int) -> SerialPort:
            return SerialPort(name, baud, lambda *_, **__: _Wire(data))

        for driver in (AdalightDriver, WledDriver):
            with suppress(LightsUnavailable):
                found = driver.open(_Lookup(), 10_000_000, Event(), port)  # type: ignore[arg-type]
                if isinstance(found, AdalightDriver) and found.repeat < UNACKNOWLEDGED_REPEAT_S:
                    for _ in range(9):
                        found.confirm(b"\x01\x02\x03")

    return parse


def lcdd(_: Path) -> Parse:
    from fourth_seat.hardware.text.drivers import lcdd as panels

    vars(panels)["_notice_silence"] = lambda _: None  # a socket option that socket pairs do not support

    def parse(data: bytes) -> None:
        panel = panels.Lcdd("host", 1)
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

    return parse


def text_display(_: Path) -> Parse:
    """Show names and sentences of others, as a display receives them."""
    from fourth_seat.hardware.text.ascii_text import to_ascii
    from fourth_seat.hardware.text.drivers import PanelSize
    from fourth_seat.hardware.text.drivers.lcdd import quoted
    from fourth_seat.hardware.text.pages import pages

    def show(data: bytes) -> None:
        text = as_text(data)
        for size in (PanelSize(), PanelSize(1, 1), PanelSize(40, 2)):
            for page in pages([to_ascii(text)], size):
                assert [len(line) for line in page] == [size.columns] * size.rows
                for line in page:
                    assert line.isascii() and line.isprintable() and not set(quoted(line)) & set('{}"\\')

    return show


def piped_text(_: Path) -> Parse:
    """Read piped input, with a mark or without: the same text however the bytes arrive."""
    from fourth_seat.boundary.marked_text import MarkedDecoder

    def read(data: bytes) -> None:
        whole = MarkedDecoder()
        text = whole.decode(data) + whole.decode(b"", final=True)
        single = MarkedDecoder()
        assert "".join(single.decode(bytes([byte])) for byte in data) + single.decode(b"", final=True) == text

    return read


def given_paths(_: Path) -> Parse:
    """Read paths as people drop and copy them; only a shell's quoting is lost."""
    from fourth_seat.boundary.given_path import given_path

    def read(data: bytes) -> None:
        text = as_text(data)
        assert len(str(given_path(text))) <= len(text) + 200  # a home folder in place of ~

    return read


def gamepads(_: Path) -> Parse:
    """Read what a gamepad reports, whole and byte by byte."""
    from fourth_seat.hardware.machine.gamepads import ButtonEvents

    def read(data: bytes) -> None:
        whole, single = ButtonEvents(), ButtonEvents()
        presses = whole.read(data)
        assert [press for byte in data for press in single.read(bytes([byte]))] == presses
        assert all(1 <= number <= 256 for number, _ in presses)

    return read


def boards(_: Path) -> Parse:
    """Parse what a board sends, in the game that the first byte selects: what it is, and what its sensors report."""
    from fourth_seat.hardware.boards.session import BoardSession

    def parse(data: bytes) -> None:
        game, _ = game_of(data)
        options = game.options()
        session = BoardSession({"game": game.name, "position": game.position(game.start(options)), "proved": ""})
        for number, line in enumerate(data[1:].split(b"\n")[:200]):
            t = number / 10
            for message in session.hear(checked_anew(line), t):
                str(message.get("reason"))
            session.listener.due(t)
            if number % 8 == 0:
                for message in session.step(t + 1):
                    assert "move" not in message or message["moves"]

    return parse


def checked_anew(line: bytes) -> bytes:
    """Return a board's line with the right check, so that not only the check is tried but also what comes after it."""
    from fourth_seat.hardware.boards.protocol import checked

    body, star, _ = line.rpartition(b"*")
    return checked(body.decode("ascii"))[:-1] if star and body.isascii() else line
