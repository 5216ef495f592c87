"""The parsers of the data of cameras, pictures, recordings and the camera's worker."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.reliability.fuzz.inputs import Parse, as_text, clock, game_of
from benchmarks.reliability.fuzz.seeds import ANSWER_END, DATA_FOLDER, PICTURED_GAMES, picture, recorded


def camera_http(_: Path) -> Parse:
    """Serve answers in order, for a camera that redirects; each connection receives the next."""
    import http.client

    from fourth_seat.vision.camera import ip_camera
    from fourth_seat.vision.errors import CameraError
    from fourth_seat.words import say

    answers: list[bytes] = []

    def connect(connection: http.client.HTTPConnection) -> None:
        if not answers:
            raise ConnectionRefusedError
        connection.sock, camera = socket.socketpair()
        camera.setblocking(False)
        with suppress(BlockingIOError):
            camera.sendall(answers.pop(0))
        camera.shutdown(socket.SHUT_WR)
        connection.sock.settimeout(1.0)
        held.append(camera)  # otherwise requests to it would be refused

    def no_stream(_: object, address: str) -> None:
        raise CameraError(say("the video from {address} cannot be read", address=address))

    held: list[socket.socket] = []
    for kind in (http.client.HTTPConnection, http.client.HTTPSConnection):
        kind.connect = connect  # type: ignore[assignment, method-assign]
    vars(ip_camera)["_open_stream"] = no_stream

    def watch(data: bytes) -> None:
        answers[:] = data.split(ANSWER_END)
        camera = None
        try:
            camera = ip_camera.open_address("http://ann:secret@camera:8080/video")
            for _ in range(4):
                camera.grab()
        finally:
            if camera:
                camera.close()
            for link in held:
                link.close()
            held.clear()

    return watch


def challenges(_: Path) -> Parse:
    """Read a camera's request for a login, and answer it."""
    from fourth_seat.boundary.addresses import Login
    from fourth_seat.vision.camera.http_login import HttpLogin, UnknownLogin

    def answer(data: bytes) -> None:
        login = HttpLogin(Login("ann", "geh/eim ü"))
        for line in data.decode("latin-1").splitlines():
            with suppress(UnknownLogin):
                login.learn([line])
            header = login.header("GET", "/video")
            assert header is None or not {10, 13} & set(header)

    return answer


def pictures(_: Path) -> Parse:
    from fourth_seat.vision.camera.files import decode
    from fourth_seat.vision.camera.formats import MAX_PIXELS

    def read(data: bytes) -> None:
        image = decode(data)
        assert image is None or (image.ndim == 3 and image.shape[2] == 3 and image.size <= 3 * MAX_PIXELS)

    return read


def video(home: Path) -> Parse:
    from fourth_seat.vision.camera.open_source import open_source

    path = home / "film.avi"

    def play(data: bytes) -> None:
        path.write_bytes(data)
        source = open_source(str(path))
        for _ in range(4):
            source.read()
        source.close()

    return play


def recording(home: Path) -> Parse:
    """Parse a recording, or the index of one: because of checksums, changes to a file never reach the reader of the
    index."""
    from fourth_seat.vision.camera.open_source import open_source
    from fourth_seat.vision.errors import CameraError
    from fourth_seat.vision.worker.session import follow

    path = home / "problem.zip"

    def play(data: bytes) -> None:
        path.write_bytes(recorded(data) if data.startswith(b"{") else data)
        source = open_source(str(path))
        try:
            follow({"game": "connect4", "source": str(path)}, source)
            for _ in range(3):
                with suppress(CameraError):
                    frame = source.read()
                    if frame:
                        json.dumps({"t": round(frame.t, 3), "frame": frame.number}, allow_nan=False)
                        f"{frame.t:8.2f}"
        finally:
            source.close()

    return play


def known(_: Path) -> Parse:
    """Parse the settings of a recording or a calibration, as JSON: the set's appearance, the corners, the position."""
    from fourth_seat.boundary.json_forms import parse_json
    from fourth_seat.games import find
    from fourth_seat.vision.camera.files import read_picture
    from fourth_seat.vision.camera.recording import checked_known
    from fourth_seat.vision.camera.source import CameraFrame
    from fourth_seat.vision.worker.session import VisionSession

    pictures = {name: read_picture(DATA_FOLDER / "vision" / f"{name}_0001.jpg") for name in PICTURED_GAMES}

    def see(data: bytes) -> None:
        try:
            settings = checked_known(parse_json(data))
        except ValueError:
            return
        if settings.get("game") not in PICTURED_GAMES:
            return
        game = find(str(settings.get("game")))
        session = VisionSession(settings)
        for number in range(4):
            for line in session.see(CameraFrame(pictures[game.name], number / 2, number)):
                json.dumps(line, allow_nan=False)

    return see


def vision_messages(_: Path) -> Parse:
    """Parse lines of the camera's worker, from its pipe to the table."""
    from fourth_seat.games import find
    from fourth_seat.table.seats import Person, Seat
    from fourth_seat.table.table import Table
    from fourth_seat.vision.camera_session import CameraSession
    from fourth_seat.vision.worker.message_forms import read_message
    from fourth_seat.words import FourthSeatError, Text

    class Scripted:
        """Lines that the worker has sent so far."""

        def __init__(self) -> None:
            self.sent: list[dict[str, Any]] = []

        def lines(self) -> list[dict[str, Any]]:
            sent, self.sent = self.sent, []
            return sent

        def send(self, command: str) -> int:
            return len(command)

    game = find("connect4")

    def say(text: Text, _: bool) -> None:
        str(text)

    def parse(data: bytes) -> None:
        table = Table.begin(game, game.options(), [Seat((Person(),))] * 2, None, clock)
        process = Scripted()
        session = CameraSession(table, "0", say, lambda *_: process)  # type: ignore[arg-type]
        for line in data.split(b"\n"):
            message = read_message(as_text(line))
            process.sent = [message] if message else []
            session.step()
            str(session.status[0])
            if session.bridge.question:
                session.bridge.answer(session.bridge.question[0])
            if session.bridge.offers:
                with suppress(FourthSeatError):
                    session.bridge.take_over()

    return parse


def watch_lines(_: Path) -> Parse:
    """Run lines typed to `watch`, with a board in front of its camera."""
    import numpy as np

    from fourth_seat.games import all_games
    from fourth_seat.vision.board_reading import view_of_board
    from fourth_seat.vision.picture_tracker import PictureTracker
    from fourth_seat.vision.worker.loop import WorkerCommand
    from fourth_seat.vision.worker.session import VisionSession
    from fourth_seat.words import FourthSeatError

    image = np.zeros((480, 640, 3), np.uint8)
    corners = np.array([(100, 60), (540, 60), (540, 420), (100, 420)], np.float64)
    views = {game.name: view_of_board(corners, game, game.options(), image) for game in all_games()}

    def read(data: bytes) -> None:
        game, text = game_of(data)
        session = VisionSession({"game": game.name})
        session.move_trackers = [PictureTracker(game, game.options(), session.vision.classifier, views[game.name])]
        for line in text.splitlines()[:9]:
            command = WorkerCommand.parse(line)
            with suppress(FourthSeatError):
                session.handle_command(command.name, command.rest)
        json.dumps(session.known)

    return read


def camera_script(home: Path) -> Parse:
    from fourth_seat.vision.camera.open_source import open_source

    path = home / "script.txt"
    (home / "a.png").write_bytes(picture("png"))

    def play(data: bytes) -> None:
        path.write_bytes(data)
        source = open_source(f"fake:{path}")
        for _ in range(20):
            source.read()
            str(source.trouble)

    return play
