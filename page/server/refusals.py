"""Answers to browsers that have not joined or whose requests are refused, as one sentence in the browser's language."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from string import Template

from aiohttp import web

from fourth_seat.page.server.files import INLINE, PageFile, inline_hashes

ENGLISH = "en"
MAX_LANGUAGES = 20  # of a browser's languages that are looked at
POLICY = (
    "default-src 'none'; script-src {scripts}; style-src {styles}; connect-src 'self'; img-src data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
SENTENCES = {
    404: "door_elsewhere",
    413: "door_too_large",
    415: "door_no_picture",
    429: "door_too_often",
    500: "door_broken",
}
"""The keys of the sentences for statuses with a single meaning here; any other status means that a request was not
understood.
"""
RefusalWords = Mapping[str, tuple[Mapping[str, str], bool]]


class Refused(Exception):
    """A refused request; `sentence` is the key of the reason."""

    def __init__(self, status: int, sentence: str = "") -> None:
        super().__init__(status)
        self.status, self.sentence = status, sentence


class Door:
    """Answers browsers that have not been admitted, either with the page for joining or with a refusal."""

    def __init__(self, page: PageFile, words: RefusalWords) -> None:
        """`page` is the template of the page for joining; `words` maps each language to its sentences and whether it is
        written from right to left.
        """
        self._joining = page.body
        self._refusal = INLINE.sub(lambda found: b"" if found[1] == b"script" else found[0], page.body)
        self._words = words

    def joining_page(self, request: web.Request) -> web.Response:
        """Return the page that exchanges a token for a cookie."""
        language, words = self._language(request)
        return self._page(200, self._joining, language, words.get("door_bare", ""))

    def refuse(self, request: web.BaseRequest | None, status: int, sentence: str = "", here: str = "") -> web.Response:
        """Return a refusal; `here` is the address of the page."""
        language, words = self._language(request)
        key = sentence or SENTENCES.get(status, "door_misunderstood")
        text = words.get(key, HTTPStatus(status).phrase).replace("{address}", here)
        if request is None or "text/html" not in request.headers.get("Accept", ""):
            return web.Response(status=status, text=text, headers={"Cache-Control": "no-store"})
        return self._page(status, self._refusal, language, text)

    def _page(self, status: int, page: bytes, language: str, text: str) -> web.Response:
        words, right_to_left = self._words.get(language, ({}, False))
        values = {"said": text, **{key: words.get(f"door_{key}", "") for key in ("wait", "silent", "type", "enter")}}
        policy = POLICY.format(scripts=inline_hashes(page, "script"), styles=inline_hashes(page, "style"))
        body = Template(page.decode()).substitute(
            {key: escape(value) for key, value in values.items()},
            language=language,
            direction="rtl" if right_to_left else "ltr",
        )
        headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language", "Content-Security-Policy": policy}
        return web.Response(status=status, text=body, content_type="text/html", headers=headers)

    def _language(self, request: web.BaseRequest | None) -> tuple[str, Mapping[str, str]]:
        """Return the available language that the browser prefers, and the sentences in that language."""
        wanted = preferred(request.headers.get("Accept-Language", "")) if request is not None else []
        language = next((each for each in wanted if each in self._words), ENGLISH)
        return language, self._words.get(language, ({}, False))[0]


def preferred(header: str) -> list[str]:
    """Return the first two letters of each language in an `Accept-Language` header, in order of preference."""
    liked: list[tuple[float, str]] = []
    for part in header.split(",")[:MAX_LANGUAGES]:
        tag, _, quality = part.partition(";q=")
        try:
            liked.append((float(quality or 1), tag.strip()[:2].lower()))
        except ValueError:
            continue
    return [tag for _, tag in sorted(liked, key=lambda each: -each[0])]
