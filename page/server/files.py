"""The page's files, compressed in memory, at paths that change with their contents so that browsers can cache them."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.page.server.bundle import bundle

FOLDER = Path(__file__).resolve().parents[1] / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/manifest+json",
    ".webmanifest": "application/manifest+json",
}
MODULES, FIRST, BUNDLE = "modules", "app", "page.js"  # the folder of scripts, the first script, and all of them in one
ROOTED = re.compile(rb'\b(href|src)="/')  # a link in the page to one of its files
INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PageFile:
    """One of the page's files, in the form in which it is sent.

    Attributes:
        tag: a string that changes whenever the content does.
    """

    body: bytes
    packed: bytes
    type: str
    tag: str


@dataclass(frozen=True, slots=True)
class PageFiles:
    """All of the page's files.

    Attributes:
        page: the page for guests.
        joining: the template of the page for everybody else.
        parts: the files that the page loads, keyed by path; all paths change whenever the content of any file does.
    """

    page: PageFile
    joining: PageFile
    parts: Mapping[str, PageFile]


def page_files(folder: Path = FOLDER) -> PageFiles:
    """Read the page's files."""
    bodies = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
    page, joining = bodies.pop("index.html"), bodies.pop("join.html")
    scripts = {Path(name).stem: bodies.pop(name).decode() for name in list(bodies) if name.startswith(f"{MODULES}/")}
    bodies[BUNDLE] = bundle(scripts, FIRST).encode()
    version = hashlib.sha256(b"".join(_tag(body) for body in bodies.values())).hexdigest()[:20]
    parts = {f"/{version}/{name}": _file(body, Path(name).suffix) for name, body in bodies.items()}
    return PageFiles(_file(ROOTED.sub(rb'\1="/' + version.encode() + b"/", page), ".html"), _file(joining, ".html"), parts)


def _file(body: bytes, suffix: str) -> PageFile:
    return PageFile(body, gzip.compress(body, 9, mtime=0), TYPES[suffix], f'"{_tag(body).decode()}"')


def _tag(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:20].encode()


def inline_hashes(body: bytes, kind: str) -> str:
    """Return the Content-Security-Policy sources that allow a file's inline scripts or styles, and no others."""
    inside = [text for tag, text in INLINE.findall(body) if tag.decode() == kind]
    return " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in inside) or "'none'"
