"""Logging in at cameras over HTTP: the examples of the RFCs, and servers that ask for a login in every way."""

from __future__ import annotations

import hashlib
import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from fourth_seat.boundary.addresses import Login
from fourth_seat.vision.camera.http_login import Challenge, HttpLogin, UnknownLogin, challenges, digest_header
from fourth_seat.vision.camera.ip_camera import open_address
from fourth_seat.vision.errors import CameraError
from tests.vision.camera.phone import jpeg
from tests.vision.camera.test_hostile_camera import HEAD, HostileCamera, Send, camera

PICTURE = HEAD + b"Content-Type: image/jpeg\r\nConnection: close\r\n\r\n" + jpeg(7)
SECRET = "geh/eim ü"
RFC_7616 = (
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={}, '
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
)
RFC_2617 = (
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", '
    'opaque="5ccc069c403ebaf9f0171e9517f40e41"'
)


@pytest.mark.parametrize(
    ("asked", "password", "nonce", "response"),
    [
        (RFC_7616.format("MD5"), "Circle of Life", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
         "8ca523f5e9506fed4657c9700eebdbec"),
        (RFC_7616.format("SHA-256"), "Circle of Life", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
         "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        (RFC_2617, "Circle Of Life", "0a4f113b", "6629fae49393a05397450978507c4ef1"),
    ],
)  # fmt: skip
def test_the_examples_of_the_rfcs(asked: str, password: str, nonce: str, response: str) -> None:
    [challenge] = challenges([asked])
    header = digest_header(challenge, "Mufasa", password, "GET", "/dir/index.html", 1, nonce).decode()
    assert f'response="{response}"' in header and "nc=00000001" in header and 'username="Mufasa"' in header


def test_several_challenges_are_told_apart_and_the_best_is_answered() -> None:
    asked = [r'Basic realm="a, b=\"c\"", Digest realm=x, nonce="1"', 'Digest nonce="2", algorithm=SHA-256, Negotiate']
    found = challenges(asked)
    assert [each.scheme for each in found] == ["basic", "digest", "digest", "negotiate"]
    assert found[0].parameters == {"realm": 'a, b="c"'}
    login = HttpLogin(Login("ann", "secret"))
    assert login.header("GET", "/") is None
    login.learn(asked)
    assert b"algorithm=SHA-256" in (login.header("GET", "/") or b"")


@pytest.mark.parametrize(
    "asked",
    ["Negotiate", 'Digest realm="x", nonce="1", algorithm=MD9', 'Digest realm="x"', 'Digest nonce="1", qop="auth-int"'],
)
def test_a_kind_that_is_not_known_is_not_answered(asked: str) -> None:
    with pytest.raises(UnknownLogin):
        HttpLogin(Login("ann", "secret")).learn([asked])


def test_signs_of_names_are_escaped() -> None:
    header = digest_header(Challenge("digest", {"nonce": 'a"b'}), 'an"n\\ü', "x", "GET", "/", 1, "c")
    assert 'username="an\\"n\\\\ü"'.encode() in header and b'nonce="a\\"b"' in header


class DigestCamera:
    """Answers requests as a camera with digest login does, with a nonce that is valid for some requests.

    Attributes:
        good, wrong: how many requests were answered with a picture, and how many had an invalid authorization.
    """

    def __init__(self, uses: int = 1000, *, says_stale: bool = True, quality: str = 'qop="auth", ') -> None:
        self.good = self.wrong = 0
        self.server: HostileCamera
        self._uses, self._says_stale, self._quality = uses, says_stale, quality
        self._nonce, self._used = 0, 0

    def __call__(self, send: Send) -> None:
        request = self.server.requests[-1].decode("latin-1")
        known = request.partition("Authorization: Digest ")[2].partition("\r")[0]
        given = dict(re.findall(r'(\w+)="?([^",]*)', known))
        stale = given.get("nonce") != str(self._nonce) or self._used >= self._uses
        right = given and given["response"] == self._response(given)
        if right and not stale:
            self.good, self._used = self.good + 1, self._used + 1
            send(PICTURE)
            return
        self.wrong += bool(given)
        self._nonce, self._used = self._nonce + 1, 0
        mark = ", stale=true" if right and stale and self._says_stale else ""
        asked = f'Digest realm="Login to 5K", {self._quality}nonce="{self._nonce}"{mark}'
        send(f"HTTP/1.1 401 No\r\nWWW-Authenticate: {asked}\r\nWWW-Authenticate: Basic realm=x\r\n\r\n".encode())

    def _response(self, given: dict[str, str]) -> str:
        def md5(text: str) -> str:
            return hashlib.md5(text.encode()).hexdigest()

        between = f"{given.get('nc')}:{given.get('cnonce')}:auth:" if self._quality else ""
        return md5(f"{md5(f'ann:Login to 5K:{SECRET}')}:{given['nonce']}:{between}{md5('GET:' + given['uri'])}")


def pictures(camera_of: DigestCamera, count: int, password: str = SECRET) -> list[bytes]:
    """Log in, take this many pictures, and return the requests."""
    with camera(camera_of) as server:
        camera_of.server = server
        source = open_address(server.url.replace("//", f"//ann:{password}@").replace("video", "snap?channel=1"))
        for _ in range(count):
            source.grab()
        source.close()
        return server.requests


@pytest.mark.parametrize("quality", ['qop="auth", ', ""])
def test_a_digest_hides_the_password_and_is_answered_again_without_being_asked(quality: str) -> None:
    asked = DigestCamera(quality=quality)
    requests = pictures(asked, 4)
    assert (asked.good, asked.wrong, len(requests)) == (4, 0, 5)
    assert not any(b"Basic" in request for request in requests)


@pytest.mark.parametrize("says_stale", [True, False])
def test_a_challenge_that_has_become_too_old_is_replaced(says_stale: bool) -> None:
    asked = DigestCamera(2, says_stale=says_stale)
    requests = pictures(asked, 6)
    assert asked.good == 6 and len(requests) == 6 + 3


def test_a_wrong_password_is_tried_once() -> None:
    asked = DigestCamera()
    with pytest.raises(CameraError, match="does not accept this name and password") as refused:
        pictures(asked, 1, "wrong")
    assert asked.wrong == 1 and "wrong" not in str(refused.value)


def test_a_login_goes_to_no_other_host_whatever_is_asked_there() -> None:
    def ask(send: Send) -> None:
        send(b'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="1"\r\n\r\n')

    with camera(ask) as other:

        def redirect(send: Send) -> None:
            send(b"HTTP/1.1 302 Found\r\nLocation: " + other.url.replace("//", "//eve:word@").encode() + b"\r\n\r\n")

        with camera(redirect) as first, pytest.raises(CameraError):
            open_address(first.url.replace("//", "//ann:secret@"))
    assert not any(b"Authorization" in request for request in (*first.requests, *other.requests))


def test_a_login_of_another_kind_is_called_so() -> None:
    def ask(send: Send) -> None:
        send(b"HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\n\r\n")

    with camera(ask) as server, pytest.raises(CameraError, match="a kind of login that this program does not support"):
        open_address(server.url.replace("//", "//ann:secret@"))


def rtsp_camera(requests: list[bytes]) -> tuple[socket.socket, Callable[[], None]]:
    """Return a server that demands digest authentication for every RTSP request, and its process."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                link = listener.accept()[0]
                with link, suppress(OSError):
                    link.settimeout(5)
                    while request := link.recv(4096):
                        requests.append(request)
                        number = re.search(rb"CSeq: (\d+)", request)
                        assert number
                        send = b"RTSP/1.0 401 Unauthorized\r\nCSeq: " + number[1] + b"\r\n"
                        link.sendall(send + b'WWW-Authenticate: Digest realm="cam", nonce="abc"\r\n\r\n')

    return listener, serve


def test_rtsp_logs_in_with_any_signs() -> None:
    """FFmpeg answers the challenge by itself, if the login is written in a form that it can read."""
    requests: list[bytes] = []
    listener, serve = rtsp_camera(requests)
    threading.Thread(target=serve, daemon=True).start()
    with listener, pytest.raises(CameraError):
        open_address(f"rtsp://ann:{SECRET}@127.0.0.1:{listener.getsockname()[1]}/live")

    def md5(text: str) -> str:
        return hashlib.md5(text.encode()).hexdigest()

    given = [dict(re.findall(r'(\w+)="([^"]*)', each.decode())) for each in requests if b"Digest " in each]
    assert given and all(
        each["response"] == md5(f"{md5(f'ann:cam:{SECRET}')}:abc:{md5('DESCRIBE:' + each['uri'])}")
        or each["response"] == md5(f"{md5(f'ann:cam:{SECRET}')}:abc:{md5('OPTIONS:' + each['uri'])}")
        for each in given
    )
