"""The description for software centres: `install/share/metainfo`, with the project's address if there is one.

The address is `Homepage` in `pyproject.toml`, and is set nowhere else. Without one the file stays unchanged, and lacks
parts that software centres require: the page, the pictures, and a name within a domain.

python -m install.metainfo FILE [--address https://example.org/fourth-seat]
"""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "install" / "share" / "metainfo" / "fourth-seat.metainfo.xml"
PLAIN_ID = "<id>fourth-seat</id>"
PICTURES = {
    "blokus": "A game of Blokus, with the placement of the computer to set down",
    "backgammon": "Sheshbesh: a checker is hit",
    "kalah": "Kalah: the path of the seeds",
}
"""Pictures in `docs/pictures`, the first for an overview, each with its caption."""


def project_address() -> str:
    """Return the project's address; empty until there is one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project.get("urls", {}).get("Homepage", ""))


def identity(address: str) -> str:
    """Return the program's name within the domain of an address, the widest part first: `org.example.fourth_seat`."""
    host = urlsplit(address).hostname or ""
    if "." not in host:
        raise ValueError(f"{address or 'an empty address'} has no domain: expected https://example.org/fourth-seat")
    owner = [part for part in urlsplit(address).path.split("/")[1:-1] if part]  # at a site that hosts many projects
    parts = [*reversed(host.split(".")), *owner, "fourth_seat"]
    return ".".join(re.sub(r"[^a-z0-9_]", "_", part.lower()) for part in parts)


def metainfo(address: str) -> str:
    """Return the file's text for an address, or unchanged for an empty one."""
    text = SOURCE.read_text("utf-8")
    if not address:
        return text
    base = escape(address.rstrip("/"), {'"': "&quot;"})
    added = [f'<url type="homepage">{base}</url>', f'<url type="bugtracker">{base}/issues</url>', "<screenshots>"]
    for number, (name, caption) in enumerate(PICTURES.items()):
        added += [
            "  <screenshot>" if number else '  <screenshot type="default">',
            f"    <caption>{escape(caption)}</caption>",
            f"    <image>{base}/raw/HEAD/docs/pictures/{name}.png</image>",
            "  </screenshot>",
        ]
    added += ["</screenshots>", "<provides><id>fourth-seat.desktop</id></provides>"]
    assert text.count(PLAIN_ID) == text.count("  <launchable") == 1
    text = text.replace(PLAIN_ID, f"<id>{identity(address)}</id>")
    return text.replace("  <launchable", "".join(f"  {line}\n" for line in added) + "  <launchable")


def main() -> None:
    """Write the file for an address."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--address", default=project_address())
    args = parser.parse_args()
    args.file.write_text(metainfo(args.address), encoding="utf-8")


if __name__ == "__main__":
    main()
