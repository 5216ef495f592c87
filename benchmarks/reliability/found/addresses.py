"""Addresses of cameras, brokers, lights: secrets that are shown or sent, logins that fail, and untrue sentences."""

from __future__ import annotations

import base64
import hashlib
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import psutil

from benchmarks.reliability.checkout import LINE_TIMEOUT_S, ROOT, Checkout, end, until
from benchmarks.reliability.found.case import Case
from benchmarks.reliability.hostile_server import RESPONSE_HEAD, HostileServer, Send

PASSWORD = "s3cret-word"
PASSWORD_VARIABLE = "FOURTH_SEAT_MQTT_PASSWORD"
PICTURE_HEAD = RESPONSE_HEAD + b"Content-Type: image/jpeg\r\nConnection: close\r\n\r\n"
ACCEPTED = b"\x20\x02\x00\x00"  # CONNACK of MQTT 3.1.1
WATCH_S = 12.0  # that a camera is watched
QUIET_S = 8.0  # within which something that is not a broker must have been reported
MAX_PROCESS_MB = 120  # that the process of a connection may take
MB = 1_000_000


def picture() -> bytes:
    """Return a JPEG of a board."""
    return (ROOT / "tests" / "data" / "vision" / "refuse_0000.jpg").read_bytes()


def watched(checkout: Checkout, address: str, done: Callable[[], bool] = lambda: False) -> str:
    """Watch a camera until something holds, the program ends, or this much time has passed; return what was printed."""
    with checkout.started("watch", "connect4", address) as process:
        until(lambda: done() or process.poll() is not None, WATCH_S)
        end(process)
        assert process.stdout and process.stderr
        return (process.stdout.read() + process.stderr.read()).decode("utf-8", "replace")


def published(checkout: Checkout, address: str, seconds: float, asked: Callable[[], object] = lambda: True) -> str:
    """Publish a game for this long after the broker was asked, or until it ends, and quit; return what was printed."""
    seats = ("--seats", "human,human", "--mqtt", address)
    with checkout.started("play", "connect4", "--terminal", *seats, **{PASSWORD_VARIABLE: PASSWORD}) as process:
        until(lambda: bool(asked()) or process.poll() is not None, LINE_TIMEOUT_S)
        until(lambda: process.poll() is not None, seconds)
        with suppress(subprocess.TimeoutExpired):
            return b"".join(process.communicate(b"quit\n", LINE_TIMEOUT_S)).decode("utf-8", "replace")
    return ""


def told_to_brokers(checkout: Checkout, scheme: str) -> bytes:
    """Return the first bytes that arrive where a broker is said to be, under a scheme and with a port."""
    with HostileServer(lambda _: time.sleep(1)) as listener:
        published(checkout, f"{scheme}://ann@127.0.0.1:{listener.port}", 1.0, lambda: listener.requests)
        return b"".join(listener.requests)


def encrypted_scheme(checkout: Checkout) -> bool:
    """Publish to ssl://, tls://, wss:// and http:// with a port: no password in the clear."""
    return not any(PASSWORD.encode() in told_to_brokers(checkout, scheme) for scheme in ("ssl", "tls", "wss", "http"))


def paho_spelling(checkout: Checkout) -> bool:
    """Publish to ssl://, the usual spelling of an encrypted broker: it is greeted with TLS."""
    return told_to_brokers(checkout, "ssl").startswith(b"\x16\x03")


def broker_password(checkout: Checkout) -> bool:
    """Give a broker's address a password with a slash: it is not quoted."""
    return "heim" not in published(checkout, "mqtt://ann:ge/heim@127.0.0.1", 10.0)


def camera_password(checkout: Checkout) -> bool:
    """Give a camera's address a password with / # ? ] over RTSP and HTTP: it is not shown, and nothing fails."""
    for scheme in ("rtsp", "http"):
        for sign in "/#?]":
            outcome = checkout.run("watch", "connect4", f"{scheme}://admin:geh{sign}eim@127.0.0.1:9/live", seconds=20)
            if not outcome.sound or "eim" in outcome.out + outcome.err or "geh" in outcome.out + outcome.err:
                return False
    return True


def camera_login(checkout: Checkout) -> bool:
    """Log in to a camera with a password of / # ? ] and an umlaut, as it is typed."""
    for word in ("geh/eim", "geh#eim", "geh?eim", "geh]eim", "12/34", "gehüeim"):
        expected = b"Basic " + base64.b64encode(f"admin:{word}".encode())

        def ask(send: Send, expected: bytes = expected) -> None:
            if expected in server.requests[-1]:
                send(PICTURE_HEAD + picture())
            else:
                send(b'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n')

        with HostileServer(ask) as server:

            def logged_in(server: HostileServer = server, expected: bytes = expected) -> bool:
                return any(expected in each for each in server.requests)

            watched(checkout, f"http://admin:{word}@127.0.0.1:{server.port}/snap.jpg", logged_in)
            if not logged_in():
                return False
    return True


def digest_login(checkout: Checkout) -> bool:
    """Log in to a camera that wants a digest, MD5 without a quality of protection or SHA-256 with one."""
    return all(
        _digest(checkout, *way) for way in (("MD5", ""), ("MD5", 'qop="auth", '), ("SHA-256", 'qop="auth,auth-int", '))
    )


def _digest(checkout: Checkout, algorithm: str, quality: str) -> bool:
    """Return whether the program logs in by this way, and sends the password in no other."""
    digest = hashlib.md5 if algorithm == "MD5" else hashlib.sha256
    asks = f'Digest realm="Login to 5K", {quality}nonce="abc", opaque="", algorithm={algorithm}'
    greeted: list[bool] = []

    def answer(send: Send) -> None:
        request = server.requests[-1].decode("latin-1")
        given = dict(re.findall(r'(\w+)="?([^",\r]*)', request.partition("Authorization: Digest ")[2].partition("\r")[0]))
        ours = digest(b"ann:Login to 5K:geheim").hexdigest()
        theirs = digest(f"GET:{given.get('uri')}".encode()).hexdigest()
        between = f"{given.get('nc')}:{given.get('cnonce')}:auth:" if quality else ""
        if given.get("response") == digest(f"{ours}:abc:{between}{theirs}".encode()).hexdigest():
            greeted.append(True)
            send(PICTURE_HEAD + picture())
        else:
            send(f"HTTP/1.1 401 No\r\nWWW-Authenticate: {asks}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())

    with HostileServer(answer) as server:
        watched(checkout, f"http://ann:geheim@127.0.0.1:{server.port}/snap.jpg?channel=1", lambda: bool(greeted))
        basic = any(base64.b64encode(b"ann:geheim") in request for request in server.requests)
    return bool(greeted) and not basic


def camera_path(checkout: Checkout) -> bool:
    """Give a camera's address blanks and umlauts: they arrive as browsers send them."""
    wanted = quote("/schön da.jpg") + "?user=a%20b&name=" + quote("müller")
    with HostileServer(lambda send: send(PICTURE_HEAD + picture())) as server:

        def came() -> bool:
            return any(f"GET {wanted} HTTP".encode() in each for each in server.requests)

        watched(checkout, f"http://127.0.0.1:{server.port}/schön da.jpg?user=a b&name=müller", came)
        return came()


def no_status(checkout: Checkout) -> bool:
    """Ask a camera that leaves out the status line: no sentence says that the connection broke off."""
    head = b"Content-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n--frame\r\n"
    with HostileServer(lambda send: send(head)) as server:
        printed = watched(checkout, server.url)
    return server.port > 0 and "broke off" not in printed and "was lost" not in printed and "127.0.0.1" in printed


def camera_link(checkout: Checkout) -> bool:
    """Give a camera by a link such as /dev/v4l/by-id/...: a character device is not a video file, and neither is a link to
    nothing."""
    link, lost = checkout.folder / "usb-C920-video-index0", checkout.folder / "usb-C930-video-index0"
    link.symlink_to("/dev/null")
    lost.symlink_to("/dev/video99")
    here, gone = (checkout.run("watch", "connect4", str(each), seconds=30) for each in (link, lost))
    return all(
        each.sound and "camera " in each.err and "video: use" not in each.err and "is not a camera" not in each.err
        for each in (here, gone)
    )


def lamp_in_browser(checkout: Checkout) -> bool:
    """Give lamps by the address that a browser shows: the host is found in it, and keeps its letters."""
    sentences = ""
    for address in (
        "ddp://http://no-lamp.invalid/",
        "http://no-lamp.invalid",
        "ddp://Fe80::1%none",
        "'ddp://no-lamp.invalid'",
    ):
        outcome = checkout.run("lights", "connect4", "--device", address, "--cells", "a1", seconds=20)
        sentences += outcome.err + outcome.out
    return "Http " not in sentences and sentences.count("no-lamp.invalid cannot be found") == 3


def lights_on_file(checkout: Checkout) -> bool:
    """Send lights to a file and to a folder: one sentence without Python's words says that it is not a port."""
    path = checkout.folder / "letter.txt"
    path.write_text("Dear Anna")
    for place in (path, checkout.folder):
        outcome = checkout.run("lights", "connect4", "--device", f"adalight://{place}", "--cells", "a1", seconds=20)
        if not outcome.sound or re.search("rrno|ioctl|unplug", outcome.err + outcome.out):
            return False
    return path.read_text() == "Dear Anna"


class SilentHandler(BaseHTTPRequestHandler):
    """Answers as web servers do, and writes no log."""

    def handle(self) -> None:
        """Answer until the visitor leaves, however suddenly."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


def web_server_as_broker(checkout: Checkout) -> bool:
    """Publish to a web server, and to one that refuses at once: within eight seconds, a sentence says that this is a web
    server.
    """
    with HostileServer(lambda send: send(b"HTTP/1.1 400 Bad Request\r\n\r\n")) as server:
        refusing = published(checkout, f"mqtt://127.0.0.1:{server.port}", QUIET_S, lambda: server.requests)
    with ThreadingHTTPServer(("127.0.0.1", 0), SilentHandler) as real:
        threading.Thread(target=real.serve_forever, daemon=True).start()
        waiting = published(checkout, f"mqtt://127.0.0.1:{real.server_port}", 2 * QUIET_S)
        real.shutdown()
    return "web server" in refusing and "web server" in waiting


def waiting_web_server(checkout: Checkout) -> bool:
    """Publish to a server that never answers: that is said within eight seconds."""
    with HostileServer(lambda _: time.sleep(30)) as server:
        return "broker" in published(checkout, f"mqtt://127.0.0.1:{server.port}", QUIET_S, lambda: server.requests)


def dropping_broker(checkout: Checkout) -> bool:
    """Publish to a broker that accepts and then hangs up: that is said, and it is not asked five times a second."""
    with HostileServer(lambda send: send(ACCEPTED)) as server:
        printed = published(checkout, f"mqtt://127.0.0.1:{server.port}", QUIET_S, lambda: server.requests)
        return "broker" in printed and len(server.requests) <= 12


def huge_packet(checkout: Checkout) -> bool:
    """Publish to a broker that announces a packet of 268 MB and sends it: it is not kept in memory."""
    most = 0

    def flood(send: Send) -> None:
        send(ACCEPTED + b"\x30\xff\xff\xff\x7f")
        while True:
            send(bytes(65_536))

    seats = ("--seats", "human,human")
    with (
        HostileServer(flood) as server,
        checkout.started("play", "connect4", "--terminal", *seats, "--mqtt", f"mqtt://127.0.0.1:{server.port}") as process,
    ):
        last = time.monotonic() + 10
        while time.monotonic() < last:
            with suppress(psutil.NoSuchProcess):
                for child in psutil.Process(process.pid).children(recursive=True):
                    most = max(most, child.memory_info().rss if "fourth_seat.page.mqtt" in child.cmdline() else 0)
            time.sleep(0.05)
    return 0 < most < MAX_PROCESS_MB * MB


class Broker:
    """Debian's broker on a free port."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        settings = folder / "mosquitto.conf"
        settings.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nuser root\n")
        self._process = subprocess.Popen(
            ("/usr/sbin/mosquitto", "-c", str(settings)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def __enter__(self) -> Broker:
        def listens() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        until(listens, LINE_TIMEOUT_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def says(self, topic: str) -> str:
        """Return what is retained under a topic."""
        command = ("mosquitto_sub", "-p", str(self.port), "-t", topic, "-C", "1", "-W", "3")
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def two_tables(checkout: Checkout) -> bool:
    """Publish two tables under one prefix: the second one is warned."""
    with Broker(checkout.folder) as broker:
        address = f"mqtt://127.0.0.1:{broker.port}"
        seats = ("--seats", "human,human", "--mqtt", address)
        with checkout.started("play", "connect4", "--terminal", *seats):
            assert until(lambda: broker.says("fourth-seat/availability") == "online", LINE_TIMEOUT_S)
            return "another table" in published(checkout, address, QUIET_S).lower()


def last_full_stop(checkout: Checkout) -> bool:
    """Publish what is to be set down: its text ends with a full stop."""
    with Broker(checkout.folder) as broker:
        address = f"mqtt://127.0.0.1:{broker.port}"
        seats = ("--seats", "human,random", "--mqtt", address)
        with checkout.started("play", "connect4", "--terminal", *seats) as process:
            assert process.stdin
            process.stdin.write(b"4\n")
            process.stdin.flush()
            until(lambda: '"steps":["' in broker.says("fourth-seat/todo"), LINE_TIMEOUT_S)
            todo = broker.says("fourth-seat/todo")
    return '"steps":["' in todo and '."' in todo.partition('"text":')[2].partition('"why"')[0]


CASES: Mapping[str, Case] = {
    "mqtt-scheme": Case("outside A", encrypted_scheme),
    "mqtt-ssl": Case("outside 56", paho_spelling),
    "mqtt-password": Case("outside B", broker_password),
    "camera-password-shown": Case("outside B", camera_password),
    "camera-password-signs": Case("outside 43", camera_login),
    "camera-digest": Case("outside G", digest_login),
    "camera-path": Case("outside 41", camera_path),
    "camera-no-status": Case("outside 39", no_status),
    "camera-link": Case("outside M", camera_link),
    "lamp-in-browser": Case("outside 52", lamp_in_browser),
    "lights-on-file": Case("phones LOW", lights_on_file),
    "mqtt-web-server": Case("outside A", web_server_as_broker),
    "mqtt-silent": Case("phones LOW", waiting_web_server),
    "mqtt-drops": Case("phones LOW", dropping_broker),
    "mqtt-huge": Case("phones LOW", huge_packet),
    "mqtt-two-tables": Case("phones LOW", two_tables),
    "mqtt-full-stop": Case("phones LOW", last_full_stop),
}
