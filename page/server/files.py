"""The files of the page, in memory: small, compressed once, named by their content for the browser's cache."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

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
INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent.

    Attributes:
        tag: changes with its content.
    """

    body: bytes
    packed: bytes
    type: str
    tag: str


def page_files(folder: Path = FOLDER) -> dict[str, PageFile]:
    """Read all files of the page, by their path in the address."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in TYPES:
            body = path.read_bytes()
            tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
            name = "/" + path.relative_to(folder).as_posix()
            found[name] = PageFile(body, gzip.compress(body, 9, mtime=0), TYPES[path.suffix], tag)
    return found


def inline_hashes(body: bytes, kind: str) -> str:
    """Return the sources by which a Content-Security-Policy allows a file's inline scripts or styles, and no others."""
    inside = [text for tag, text in INLINE.findall(body) if tag.decode() == kind]
    return " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'" for text in inside) or "'none'"
