"""Findings about phones at the table: addresses, names, refusals, cookies, and the page's texts and messages."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
from PIL import ImageGrab
from playwright.sync_api import BrowserContext, Error, Page

from benchmarks.reliability.checkout import Checkout, until
from benchmarks.reliability.found.case import Case
from tests.page.browser_phone import chromium

LINK = re.compile(r"(http://\S+)/#([\w-]{22})")  # a whole token, and nothing of what the other stream says after it
OPENING_TIMEOUT_S = 180.0  # for a program to open its page, on a busy machine
EFFECT_TIMEOUT_S = 30.0
INVITATIONS_S = 1.0, 2.0, 4.0, 8.0, 16.0, 32.0  # for an invitation to reach the server, which tolerates few attempts
TOO_OLD = "This link has been used"
HTML = {"Accept": "text/html"}
INTERFACES = """
import socket, psutil, json, sys
from psutil._ntuples import snicaddr, snicstats
addresses, states = {}, {}
for name, (texts, mac, mask, flags) in json.loads(sys.argv[1]).items():
    family = lambda text: socket.AF_INET6 if ":" in text else socket.AF_INET
    addresses[name] = [snicaddr(family(text), text, mask, None, None) for text in texts]
    if mac:
        addresses[name].append(snicaddr(psutil.AF_LINK, mac, None, None, None))
    states[name] = snicstats(True, 0, 0, 1500, flags)
psutil.net_if_addrs, psutil.net_if_stats = lambda: addresses, lambda: states
"""
"""Lines of Python that give the computer the interfaces in the first argument, as psutil shows them."""
CODE_OFFERED = """
import fourth_seat.page.addresses
fourth_seat.page.addresses._outward = lambda: sys.argv[2]
print(fourth_seat.page.addresses.room_addresses()[0].address)
"""
OPEN_PHONES = """
from fourth_seat.companion import main
sys.exit(main(["play", "connect4", "--terminal", "--phones", "--seats", "human,human"]))
"""


class Terminal:
    """A game in a terminal whose page for phones is open."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.said = ""
        for stream in (process.stdout, process.stderr):
            threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: Any) -> None:
        with suppress(ValueError, OSError):
            while data := stream.read1():
                self.said += data.decode("utf-8", "replace")

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def link(self, ask: str = "") -> tuple[str, str]:
        """Return base and token of a link: the one shown, or the next one after typing `ask`."""
        if not until(lambda: LINK.search(self.said) is not None, OPENING_TIMEOUT_S):
            raise TimeoutError(f"no link: {self.said[-300:]}")
        known = len(LINK.findall(self.said))
        if ask:
            self.type(ask)
            until(lambda: len(LINK.findall(self.said)) > known, OPENING_TIMEOUT_S)
        base, token = LINK.findall(self.said)[-1]
        return base, token


@contextmanager
def terminal(checkout: Checkout, game: str, *more: str) -> Iterator[Terminal]:
    """Yield a game between Anna and Ben (or as in `more`), with its page open."""
    seats = () if "--seats" in more else ("--seats", "human:Anna,human:Ben")
    with checkout.started("play", game, "--terminal", "--phones", *seats, *more) as process:
        yield Terminal(process)


def asked(
    base: str, path: str = "/", headers: Mapping[str, str] | None = None, method: str = "GET", body: str | None = None
) -> tuple[int, Mapping[str, str], str]:
    """Return status, headers and body of an answer."""
    place = urlsplit(base)
    line = http.client.HTTPConnection(place.hostname or "", place.port, timeout=EFFECT_TIMEOUT_S)
    try:
        line.putrequest(method, path, skip_host="Host" in (headers or {}))
        for name, value in {**(headers or {}), **({"Content-Length": str(len(body))} if body else {})}.items():
            line.putheader(name, value)
        line.endheaders(body.encode() if body else None)
        answer = line.getresponse()
        return (
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            answer.read().decode("utf-8", "replace"),
        )
    finally:
        line.close()


def joined(base: str, token: str, cookie: str = "") -> tuple[int, str, str]:
    """Try to join; return the status, the new cookie as `name=value`, and the body."""
    headers = {"Content-Type": "application/json", "Origin": base, **({"Cookie": cookie} if cookie else {})}
    for _ in range(20):  # it may be quicker than the invitation
        status, answered, body = asked(base, "/join", headers, "POST", json.dumps({"token": token, "language": "en"}))
        if status != 403:
            break
        time.sleep(0.1)
    return status, answered.get("set-cookie", "").partition(";")[0], body


@contextmanager
def phone() -> Iterator[BrowserContext]:
    """Yield a phone's browser."""
    with chromium() as browser:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
        )
        yield context
        context.close()


def opened(context: BrowserContext, base: str, token: str) -> Page:
    """Return the page of a phone that has scanned a link, with its board."""
    page = context.new_page()
    for pause in INVITATIONS_S:  # it may be quicker than the invitation
        time.sleep(pause)
        page.goto("about:blank")
        page.goto(f"{base}/#{token}")
        shows(page, lambda: page.query_selector("#board .place") or TOO_OLD in page.inner_text("body"), OPENING_TIMEOUT_S)
        if page.query_selector("#board .place"):
            return page
    raise TimeoutError(page.inner_text("body")[:300])


def has_board(page: Page, seconds: float = EFFECT_TIMEOUT_S) -> bool:
    """Let a page work until it shows a board; return whether it does."""
    return shows(page, lambda: page.query_selector("#board .place") is not None, seconds)


def shows(page: Page, holds: Callable[[], Any], seconds: float = EFFECT_TIMEOUT_S) -> bool:
    """Let a page work until a condition holds; return whether it did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(Error):  # the page was being loaded
            if holds():
                return True
        page.wait_for_timeout(50)
    return False


# -- addresses and names ---------------------------------------------------------------------------------------------------


def tunnel_first(checkout: Checkout) -> bool:
    """Turn on a VPN whose interface has an unusual name: CloudflareWARP, cscotun0, gpd0, Ethernet 3."""
    wifi = [["192.168.1.20"], "3c:22:fb:01:02:03", "255.255.255.0", "up,broadcast,running,multicast"]
    tunnels = {
        "CloudflareWARP": [["172.16.0.2"], "", "255.255.255.255", "up,pointopoint,running"],
        "cscotun0": [["172.16.0.2"], "", "255.255.255.0", "up,pointopoint,running"],
        "gpd0": [["172.16.0.2"], "", "255.255.255.255", "up,running"],
        "Ethernet 3": [["172.16.0.2"], "02-50-41-00-00-01", "255.255.255.255", ""],
    }
    return all(
        checkout.python(INTERFACES + CODE_OFFERED, json.dumps({name: tunnel, "wlan0": wifi}), "172.16.0.2").out.strip()
        == "192.168.1.20"
        for name, tunnel in tunnels.items()
    )


def no_private_address(checkout: Checkout) -> bool:
    """Open the page on a campus, behind CGNAT, with IPv6 alone, without a network: say which it is."""
    said = []
    for address in ("141.30.12.7", "100.72.3.4", "2003:e1:af::5", "169.254.1.2"):
        interface = [[address], "3c:22:fb:01:02:03", "255.255.255.0", "up,broadcast,running,multicast"]
        outcome = checkout.python(INTERFACES + OPEN_PHONES, json.dumps({"wlan0": interface}))
        named = address in outcome.err + outcome.out or address.startswith("169.254.")
        said.append((outcome.err if named and outcome.sound and "hotspot" in outcome.err else "").replace(address, ""))
    return all(said) and len(set(said)) == len(said)


def own_name(checkout: Checkout) -> bool:
    """Open http://COMPUTER.local:PORT and http://COMPUTER:PORT; a stranger's name must get a sentence and no page."""
    name = socket.gethostname().partition(".")[0]
    with terminal(checkout, "connect4") as table:
        base, _ = table.link()
        port = urlsplit(base).port
        served = [asked(base, "/", {**HTML, "Host": f"{host}:{port}"}) for host in (name, f"{name}.local")]
        strange = [
            asked(base, "/", {**HTML, "Host": f"{host}:{port}"}) for host in ("evil.example", f"{name}.evil.example")
        ]
    return all(status == 200 and body for status, _, body in served) and all(
        status == 403 and body and "<script" not in body for status, _, body in strange
    )


def refusals_speak(checkout: Checkout) -> bool:
    """Make requests to be refused (400, 403, 404, 405, 413): each answer is a sentence, in German for a German browser."""
    german = {**HTML, "Accept-Language": "de-DE,de;q=0.9"}
    with terminal(checkout, "connect4") as table:
        base, _ = table.link()
        as_json = {**german, "Content-Type": "application/json", "Origin": base}
        answers = [
            asked(base, "/nowhere", german),
            asked(base, "/ws", german),
            asked(base, "/", {**german, "Host": "evil.example"}),
            asked(base, "/", german, "PUT"),
            asked(base, "/join", as_json, "POST", "{"),
            asked(base, "/join", as_json, "POST", "x" * 5000),
            asked(base, "/join", german, "POST", "{}"),
        ]
    return [status for status, *_ in answers] == [404, 403, 403, 405, 400, 413, 403] and all(
        'lang="de"' in body for *_, body in answers
    )


def encoded_link(checkout: Checkout) -> bool:
    """Open a link whose # a code reader has written as %23."""
    with terminal(checkout, "connect4") as table, phone() as context:
        base, token = table.link()
        page = context.new_page()
        time.sleep(INVITATIONS_S[2])
        with suppress(Error):  # an answer without a body
            page.goto(f"{base}/%23{token}")
        return has_board(page)


def too_many_tries(checkout: Checkout) -> bool:
    """Open a new link after 25 old ones within a minute: it is not reported as used or too old."""
    with terminal(checkout, "connect4") as table, phone() as context:
        base, token = table.link()
        waiting = [threading.Thread(target=joined, args=(base, f"guess{n}")) for n in range(25)]
        for thread in waiting:
            thread.start()
        for thread in waiting:
            thread.join()
        page = context.new_page()
        page.goto(f"{base}/#{token}")
        refused = shows(page, lambda: "minute" in page.inner_text("body"), 5.0)
        return refused and "used or is too old" not in page.inner_text("body")


def certified(checkout: Checkout) -> bool:
    """Open the page over HTTPS at the address that is offered: its certificate is valid for that address."""
    with terminal(checkout, "connect4", "--https") as table, phone() as context:
        base, token = table.link()
        port = opened(context, base, token).evaluate("fourthSeat.hello.secure_port")
        name = urlsplit(base).hostname or ""
        trust = ssl.create_default_context(cafile=str(checkout.home / "trust" / "authority.crt"))
        try:
            with socket.create_connection((name, port), 10) as link, trust.wrap_socket(link, server_hostname=name):
                return True
        except ssl.SSLCertVerificationError:
            return False


# -- cookies and guests ----------------------------------------------------------------------------------------------------


def two_tables(checkout: Checkout) -> bool:
    """Let a phone join two tables of one computer, and load the page of the first again."""
    other = Checkout(checkout.root, checkout.folder / "other")
    with terminal(checkout, "connect4") as first, terminal(other, "kalah") as second, phone() as context:
        page = opened(context, *first.link())
        opened(context, *second.link())
        page.reload()
        return has_board(page)


def other_place(checkout: Checkout) -> bool:
    """Let a phone take another place: its page shows that one, and nobody else can use the place it had before."""
    with terminal(checkout, "connect4") as table:
        base, token = table.link("phones 1")
        _, before, _ = joined(base, token)
        base, token = table.link("phones 2")
        status, after, _ = joined(base, token, before)
        old, new = (asked(base, "/", {"Cookie": cookie}) for cookie in (before, after))
    return status == 204 and "/page.css" in new[2] and "/page.css" not in old[2]


def quick_reload(checkout: Checkout) -> bool:
    """Load the page again: none of its 20 files is requested."""
    with terminal(checkout, "connect4") as table, phone() as context:
        page = opened(context, *table.link())
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        asked_for: list[str] = []
        session.on("Network.responseReceivedExtraInfo", lambda event: asked_for.append(str(event["statusCode"])))
        page.reload()
        return has_board(page) and len(asked_for) <= 3


def closed_table(checkout: Checkout) -> bool:
    """Quit the program: phones say that the page was closed, and offer nothing that cannot help."""
    with terminal(checkout, "connect4") as table, phone() as context:
        page = opened(context, *table.link())
        table.type("quit")
        return shows(page, lambda: "closed" in page.inner_text("#stage")) and page.query_selector("#stage button") is None


# -- what the page says and sends ------------------------------------------------------------------------------------------


def stale_undo(checkout: Checkout) -> bool:
    """Open the menu, let somebody else move, and tap Undo in it: their move stays."""
    with terminal(checkout, "connect4") as table, phone() as context:
        page = opened(context, *table.link("phones 1"))
        page.click("[data-place='4']")
        shows(page, lambda: "Ben" in page.inner_text("#turn"))
        page.click("#menu")
        table.type("3")
        until(lambda: checkout.records().count('"event": "move"') == 2, EFFECT_TIMEOUT_S)
        page.wait_for_timeout(500)
        page.click("dialog button:text-is('Undo')")
        shows(page, lambda: re.search("(gone|moved) on", page.inner_text("#said")) is not None, 5.0)
        return '"event": "rewind"' not in checkout.records()


def back_from_a_sheet(checkout: Checkout) -> bool:
    """Open the menu and go back in the browser: the menu closes, the table stays."""
    with terminal(checkout, "connect4") as table, phone() as context:
        page = opened(context, *table.link())
        page.click("#menu")
        with suppress(Error):  # the page was left
            page.evaluate("history.back()")
        page.wait_for_timeout(1000)
        return page.url.startswith("http") and not page.query_selector("dialog[open]") and page.is_visible("#board")


def clean_console(checkout: Checkout) -> bool:
    """Load the page over HTTP: the browser has no complaints."""
    with terminal(checkout, "connect4") as table, phone() as context:
        base, token = table.link()
        page = opened(context, base, token)
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.reload()
        return has_board(page) and not complaints


def double_on_a_phone(checkout: Checkout) -> bool:
    """Double against somebody with a phone: it says who doubled, to what, what dropping costs, and has one main button."""
    with terminal(checkout, "backgammon", "--options", "cube=yes,match=3") as table, phone() as context:
        page = opened(context, *table.link("phones 2"))
        for line in ("31", "8/5 6/5", "roll", "21", "13/10", "double"):
            table.type(line)
        if not shows(page, lambda: page.query_selector("button:text-is('drop'), button:text-is('Drop')") is not None):
            raise TimeoutError(table.said[-500:])
        said = page.inner_text("body")
        main = [button for button in page.query_selector_all("button.main") if button.is_visible()]
        return all(word in said for word in ("Anna", "doubles to 2", "lose one point")) and len(main) == 1


def absent_buttons(checkout: Checkout) -> bool:
    """Read on a phone how to enter a piece of Blokus: the text mentions no button that this phone lacks."""
    with terminal(checkout, "blokus", "--seats", "human,human,human,human") as table, phone() as context:
        page = opened(context, *table.link())
        named = re.findall(r"“([^”]+)”", page.inner_text("body"))
        return all(page.query_selector(f"button:text-is('{name}')") for name in named)


def code_in_the_window(checkout: Checkout) -> bool:
    """Start the window with --phones and a game: the code that phones scan is on the screen."""
    with (
        subprocess.Popen(("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"), stdout=subprocess.PIPE) as screen,
        checkout.started(
            *("play", "connect4", "--phones", "--seats", "human:Anna,human:Ben"), DISPLAY=f":{number_of(screen)}"
        ),
    ):
        try:
            return until(lambda: "http://" in code_on(f":{number_of(screen)}"), OPENING_TIMEOUT_S)
        finally:
            screen.terminate()


@cache
def number_of(screen: subprocess.Popen[bytes]) -> str:
    """Return the number of a screen that has just been started."""
    assert screen.stdout
    return screen.stdout.readline().decode().strip()


def code_on(display: str) -> str:
    """Return the text of a code on a screen; empty if there is none."""
    try:
        picture = ImageGrab.grab(xdisplay=display)
    except OSError:
        return ""
    return cv2.QRCodeDetector().detectAndDecode(np.asarray(picture.convert("L")))[0]


CASES: Mapping[str, Case] = {
    "tunnel-first": Case("outside H", tunnel_first),
    "no-private-address": Case("outside I", no_private_address),
    "own-name": Case("outside N", own_name),
    "refusals-speak": Case("outside 67", refusals_speak),
    "encoded-link": Case("outside 68", encoded_link),
    "stale-undo": Case("phones M2", stale_undo),
    "absent-buttons": Case("phones M5", absent_buttons),
    "code-in-the-window": Case("phones M11", code_in_the_window),
    "double-on-a-phone": Case("phones M13", double_on_a_phone),
    "two-tables-one-computer": Case("phones M3", two_tables),
    "too-many-tries": Case("phones LOW", too_many_tries),
    "certified-address": Case("phones LOW", certified),
    "quick-reload": Case("phones LOW", quick_reload),
    "closed-table": Case("phones LOW", closed_table),
    "back-from-a-sheet": Case("phones LOW", back_from_a_sheet),
    "clean-console": Case("phones LOW", clean_console),
    "other-place": Case("phones LOW", other_place),
}
