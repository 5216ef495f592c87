"""Random logins and garbage in the address of every device: where does a password turn up that should not?

    python -m uv run --group dev --all-extras python -m benchmarks.reliability.addresses [--logins N] [--commands N]

Each password contains two words that occur nowhere else, between characters that end a host, a path or a word; one in ten
addresses is spoiled. All of them are given to the functions that read the addresses of cameras, brokers, lights, text
displays, other tables and farms; cameras are opened, and everything that is kept is written; some are given to the
program's commands. Neither word may appear in anything that is printed, or written anywhere but in its place; nor, if a
camera wants a digest or an address says TLS, in anything that arrives at a real listener. An address without its last `@`
is not tried: nobody could tell a password from a path in it.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.reliability.checkout import LINE_TIMEOUT_S, ROOT, Checkout, until
from benchmarks.reliability.hostile_server import HostileServer, Send

SIGNS = "/#?@%[]:;&=+$!'\"\\ ,.äß€ש0123456789"
CAMERAS = ("http", "https", "rtsp", "rtsps", "HTTP", "ftp", "wss")
BROKERS = ("mqtt", "mqtts", "ssl", "tls", "tcp", "ws", "wss", "http", "https")
LIGHTS = (
    "ddp",
    "adalight",
    "wled-serial",
    "adalight://socket",
    "wled-serial://rfc2217",
    "ddp://http",
    "http",
    "auto",
    "usb",
)
TEXTS = ("lcd", "sparkfun", "matrixorbital", "sparkfun://socket")
LINKS, FARMS = ("table:http", "table:https", "table:ws"), ("tcp", "tls", "http")
ENCRYPTED = ("mqtts", "ssl", "tls", "ws", "wss", "http", "https")  # brokers that must not see a password in the clear
ASK_DIGEST = b'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="1", qop="auth"\r\nContent-Length: 0\r\n\r\n'
SPOILED_SHARE = 0.1
COMMAND_TIMEOUT_S = 15.0


@dataclass(frozen=True)
class Secret:
    """A login, with two words of its password by which it can be found again."""

    user: str
    password: str
    words: tuple[str, str]

    def is_in(self, text: str | bytes) -> bool:
        """Return whether a word of the password is in a text, as it is or in Base64."""
        data = text.encode("utf-8", "replace") if isinstance(text, str) else text
        decoded = b"".join(_decoded(found) for found in re.findall(rb"Basic ([A-Za-z0-9+/=]+)", data))
        return any(word.encode() in data + decoded for word in self.words)


def _decoded(data: bytes) -> bytes:
    try:
        return base64.b64decode(data)
    except ValueError:
        return b""


def secrets_of(rng: Random) -> Iterator[Secret]:
    """Yield logins endlessly."""
    while True:
        words = (f"q{rng.getrandbits(40):010x}z", f"k{rng.getrandbits(40):010x}y")
        begin, between, last = ("".join(rng.choices(SIGNS, k=rng.randrange(4))) for _ in range(3))
        user = rng.choice(("ann", "admin", "first.last", "ann@home.example", "a b", "אן"))
        yield Secret(user, begin + words[0] + between + words[1] + last, words)


def spoiled(address: str, rng: Random) -> str:
    """Return an address that is no longer valid, with its last `@`."""
    at = address.rindex("@")
    ways: tuple[Callable[[], str], ...] = (
        lambda: address.replace("://", ":/", 1),
        lambda: address.replace("://", "//", 1),
        lambda: address.partition("://")[2],
        lambda: address[: at + 1],
        lambda: f"{address[: at + 1]}[{address[at + 1 :]}",
        lambda: f"{address[: at + 1]}:{address[at + 1 :]}",
        lambda: f"{address[:at]} @ {address[at + 1 :]}",
        lambda: f'"{address}"',
        lambda: f"“{address} ",
        lambda: re.sub(r"(@[^@]*?):(\d+)", r"\1:\g<2>x", address),
        lambda: f"x{address}",
    )
    return rng.choice(ways)()


def address_of(scheme: str, secret: Secret, place: str, rng: Random, after: str = "/video") -> str:
    """Return an address with a login at a place, as people write it, sometimes spoiled."""
    address = f"{scheme}://{secret.user}:{secret.password}@{place}{after}"
    return spoiled(address, rng) if rng.random() < SPOILED_SHARE else address


@dataclass
class Found:
    """What was tried, by device and scheme, and where a password turned up."""

    tried: Counter[str]
    leaks: list[str]

    def check(self, what: str, secret: Secret, *texts: str | bytes) -> None:
        """Count one trial with these outputs."""
        self.tried[what] += 1
        self.leaks += [f"{what}: {text[:200]!r}" for text in texts if secret.is_in(text)]


def said(call: Callable[[str], object], address: str) -> str:
    """Return the sentence with which a function refuses an address, or the complete message of any other error, or
    nothing."""
    from fourth_seat.words import FourthSeatError

    try:
        call(address)
    except FourthSeatError as error:
        return str(error.text)
    except Exception as error:
        return f"{error!r} {address}"
    return ""


def read_all(found: Found, rng: Random, count: int) -> None:
    """Give this many logins to each function that reads addresses, and collect what is shown of them."""
    from fourth_seat.boundary.addresses import masked, shown
    from fourth_seat.hardware.lights.factory import make_strip
    from fourth_seat.hardware.text.drivers import make_panel
    from fourth_seat.page.linked.client import parse_link
    from fourth_seat.page.mqtt.broker import read_broker
    from fourth_seat.table.seats import Seat
    from fourth_seat.vision.camera.open_source import open_source

    def read_link(text: str) -> object:
        return parse_link(Seat(computer=text))

    readers: tuple[tuple[str, tuple[str, ...], Callable[[str], object], str], ...] = (
        ("camera", CAMERAS, open_source, "/video"),
        ("broker", BROKERS, read_broker, "/club/table"),
        ("lights", LIGHTS, lambda text: make_strip(text, 1).close(), "?baud=fast"),
        ("text", TEXTS, make_panel, "?size=0"),
        ("link", LINKS, read_link, "/#"),
    )
    makes = secrets_of(rng)
    for _ in range(count):
        secret = next(makes)
        for device, schemes, read, after in readers:
            scheme = rng.choice(schemes)
            place = rng.choice(("127.0.0.1:9", "[::1]:9", "host.invalid:9"))
            address = address_of(scheme, secret, place, rng, after)
            usage = f"unrecognized arguments: {address}"
            found.check(f"{device} {scheme}", secret, said(read, address), shown(address), masked(usage))


def saved(found: Found, rng: Random, count: int) -> None:
    """Keep cameras with logins: the password is in only one place of the calibration file."""
    import numpy as np

    from fourth_seat.calibration.camera import CameraCalibration, save_camera
    from fourth_seat.calibration.camera_settings import CameraSettings, save_camera_settings
    from fourth_seat.calibration.lens import Lens, save_lens

    file = Path(os.environ["FOURTH_SEAT_HOME"]) / "calibration.toml"
    makes = secrets_of(rng)
    for _ in range(count):
        secret = next(makes)
        address = address_of("http", secret, "192.168.1.20:8080", rng)
        save_camera_settings("connect4", CameraSettings(address, True))
        save_camera("connect4", CameraCalibration(address, (1280, 720), np.zeros((4, 2))))
        save_lens(address, (1280, 720), Lens(1000.0, (640.0, 360.0)))
        kept = tomllib.loads(file.read_text("utf-8"))
        watched = kept["connect4"].pop("watched")
        found.check("settings", secret, repr(kept), repr({**watched, "source": ""}), oct(file.stat().st_mode)[-2:])
        file.unlink()


def asked(found: Found, rng: Random, count: int) -> None:
    """Open cameras that want a digest, and TLS cameras where nobody encrypts."""
    from fourth_seat.vision.camera.open_source import open_source

    makes = secrets_of(rng)
    with HostileServer(lambda send: send(ASK_DIGEST)) as server:
        for _ in range(count):
            secret, scheme = next(makes), rng.choice(("http", "https"))
            server.requests.clear()
            sentence = said(open_source, address_of(scheme, secret, f"127.0.0.1:{server.port}", rng))
            found.check(f"wire {scheme}", secret, sentence, b"".join(server.requests))


def commanded(found: Found, rng: Random, count: int) -> None:
    """Give addresses to commands; print each."""
    makes = secrets_of(rng)
    for number in range(count):
        secret = next(makes)
        with tempfile.TemporaryDirectory() as folder, HostileServer(lambda send: send(ASK_DIGEST)) as server:
            checkout = Checkout(ROOT, Path(folder))
            place = f"127.0.0.1:{server.port}"
            ways: tuple[tuple[str, tuple[str, ...]], ...] = (
                ("watch", ("watch", "connect4", address_of(rng.choice(CAMERAS), secret, place, rng))),
                ("calibrate", ("calibrate", "camera", "connect4", "--source", address_of("http", secret, place, rng))),
                (
                    "lights",
                    ("lights", "connect4", "--cells", "a1", "--device", address_of(rng.choice(LIGHTS), secret, place, rng)),
                ),
                ("play --mqtt", _play("--mqtt", address_of(rng.choice(BROKERS), secret, place, rng))),
                ("play --text", _play("--text", address_of(rng.choice(TEXTS), secret, place, rng))),
                ("play link", _play("--seats", f"human,{address_of('table:http', secret, place, rng).replace(',', '')}")),
                ("usage", ("watch", "connect4", "0", address_of("http", secret, place, rng))),
                ("position", ("position", "connect4", address_of("http", secret, place, rng))),
            )
            name, arguments = ways[number % len(ways)]
            outcome = checkout.run(*arguments, typed=b"4\nquit\n", seconds=COMMAND_TIMEOUT_S)
            files = [path.read_bytes() for path in checkout.home.rglob("*") if path.is_file()]
            found.check(f"command {name}", secret, outcome.out, outcome.err, *files, b"".join(server.requests))
            print(f"  {name:12} {arguments[-1][:70]!r}: {(outcome.err or outcome.out).strip()[-100:]}", flush=True)


def _play(*arguments: str) -> tuple[str, ...]:
    seats = () if "--seats" in arguments else ("--seats", "human,human")
    return ("play", "connect4", "--terminal", *seats, *arguments)


def published(found: Found, rng: Random) -> None:
    """Publish a game under each scheme, with the password where it belongs: it is sent over TLS or not at all."""
    makes = secrets_of(rng)
    for scheme in ENCRYPTED:
        secret = next(makes)

        def answer(_: Send) -> None:
            return

        with tempfile.TemporaryDirectory() as folder, HostileServer(answer) as server:
            checkout = Checkout(ROOT, Path(folder))
            password = {"FOURTH_SEAT_MQTT_PASSWORD": secret.password}
            arguments = _play("--mqtt", f"{scheme}://ann@127.0.0.1:{server.port}")
            with checkout.started(*arguments, **password) as process:
                until(lambda server=server, process=process: bool(server.requests) or process.poll() is not None, 10.0)  # type: ignore[misc]
                out, err = process.communicate(b"quit\n", LINE_TIMEOUT_S)
            files = [path.read_bytes() for path in checkout.home.rglob("*") if path.is_file()]
            found.check(f"wire {scheme}", secret, out, err, *files, b"".join(server.requests))


def main() -> int:
    """Print how many addresses were tried, and every leak; the exit status is 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logins", type=int, default=2000)
    parser.add_argument("--commands", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, found = Random(args.seed), Found(Counter(), [])
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"FOURTH_SEAT_HOME": home, "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
        read_all(found, rng, args.logins)
        saved(found, rng, args.logins // 10)
        asked(found, rng, args.logins // 4)
    published(found, rng)
    commanded(found, rng, args.commands)
    for what, count in sorted(found.tried.items()):
        print(f"{what:32} {count:6}")
    for leak in found.leaks:
        print(f"LEAK {leak}")
    print(f"{sum(found.tried.values())} addresses tried, passwords found elsewhere than in their place: {len(found.leaks)}")
    return 1 if found.leaks else 0


if __name__ == "__main__":
    raise SystemExit(main())
