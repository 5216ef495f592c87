"""A Debian package of the bundle: its folder in /usr/lib, the command, and the entry in the menus."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from fourth_seat.processes.installation import DEBIAN_FOLDER, PACKAGE, ROOT
from fourth_seat.processes.installation.bundle_folder import PROGRAM
from fourth_seat.ui.widgets.icon import icon
from install.bundle.pack import FAST, SMALL
from install.metainfo import SOURCE, metainfo, project_address

MAINTAINER = "The Fourth Seat developers <fourth-seat@localhost>"
ICON_SIZES = (48, 128, 256)
CONTROL = """\
Package: {package}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: libc6 (>= {libc}), fontconfig-config
Suggests: espeak-ng
Section: misc
Priority: optional
Description: computer player for the board game on your table
 You play on your real board: Blokus, Connect 4, Kalah, sheshbesh (backgammon)
 or TriDice. Click or type each move, or let a camera see it. On its turn the
 computer shows its move, says it aloud and lights it up, and waits until you
 have made it on the board.
"""
MANUAL = """\
.TH FOURTH-SEAT 6 "" "{version}" "Games"
.SH NAME
fourth-seat \\- computer player for the board game on your table
.SH SYNOPSIS
.B fourth-seat
[\\fIcommand\\fR [\\fIargument\\fR ...]]
.SH DESCRIPTION
Without a command, the window opens.
.B fourth-seat \\-\\-help
lists the commands, and
.B fourth-seat
.I command
.B \\-\\-help
explains one of them.
.SH FILES
.TP
.I ~/.local/share/fourth-seat
games and settings; to use another folder, set
.B FOURTH_SEAT_HOME
"""
CHANGES = """\
fourth-seat ({version}) unstable; urgency=medium

  * See NEWS.gz for what is new.

 -- {maintainer}  {date}
"""
COPYRIGHT = """\
Fourth Seat, and the Python packages and libraries in its bundle, which have their own licences (MIT, BSD, PSF, Apache,
LGPL, HPND and the like): you find them in /usr/lib/fourth-seat/_internal/licences, the LGPL also in
/usr/share/common-licenses/LGPL-3.

{licence}"""


def package(folder: Path, to: Path, version: str, fast: bool = False) -> Path:
    """Make the package of a bundle's folder; return the file."""
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="fourth-seat-deb-") as made:
        root = Path(made)
        root.chmod(0o755)
        own = root / DEBIAN_FOLDER.relative_to("/")
        shutil.copytree(folder, own, symlinks=True)
        (own / "LICENSE").unlink()  # Debian has its own place for these
        (own / "README.txt").unlink()
        _lay_share(root / "usr" / "share", version)
        command = root / "usr" / "bin" / PACKAGE
        command.parent.mkdir()
        command.symlink_to(Path("..") / own.relative_to(root / "usr") / PROGRAM)
        (root / "DEBIAN").mkdir()
        kilobytes = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024
        (root / "DEBIAN" / "control").write_text(
            CONTROL.format(
                package=PACKAGE, version=version, architecture=architecture, maintainer=MAINTAINER, size=kilobytes,
                libc=libc_version(folder),
            )
        )  # fmt: skip
        _set_modes(root)
        file = to / f"{PACKAGE}_{version}_{architecture}.deb"
        options = ["--root-owner-group", "-Zxz", f"-z{FAST if fast else SMALL}"]
        subprocess.run(["dpkg-deb", *options, "--build", root, file], check=True, stdout=subprocess.DEVNULL)
    return file


def libc_version(folder: Path) -> str:
    """Return the oldest version of the C library that all machine code in a folder can be linked with."""
    found = {0}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink() and (data := path.read_bytes()).startswith(b"\x7fELF"):
            found.update(map(int, re.findall(rb"\0GLIBC_2\.(\d+)", data)))
    return f"2.{max(found)}"


def _lay_share(share: Path, version: str) -> None:
    """Put the entry in the menus, icons, manual, licence and changes into `/usr/share`."""
    shutil.copytree(ROOT / "install" / "share", share)
    (share / "metainfo" / SOURCE.name).write_text(metainfo(project_address()), "utf-8")
    icons = share / "icons" / "hicolor"
    drawn = icons / "scalable" / "apps" / f"{PACKAGE}.svg"
    drawn.parent.mkdir(parents=True)
    shutil.copy(ROOT / "page" / "static" / "icon.svg", drawn)
    for size in ICON_SIZES:
        file = icons / f"{size}x{size}" / "apps" / f"{PACKAGE}.png"
        file.parent.mkdir(parents=True)
        icon(size).save(file)
    _write_packed(share / "man" / "man6" / f"{PACKAGE}.6.gz", MANUAL.format(version=version))
    documents = share / "doc" / PACKAGE
    _write_packed(documents / "NEWS.gz", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    _write_packed(
        documents / "changelog.gz", CHANGES.format(version=version, maintainer=MAINTAINER, date=_released(version))
    )
    (documents / "copyright").write_text(COPYRIGHT.format(licence=(ROOT / "LICENSE").read_text("utf-8")), "utf-8")


def _released(version: str) -> str:
    """Return the day on which a version was released, in Debian's form; today if it has no date yet."""
    data = SOURCE.read_text("utf-8")
    found = re.search(rf'release version="{re.escape(version)}" date="([\d-]+)"', data)
    return format_datetime(datetime.fromisoformat(found[1]).replace(tzinfo=UTC) if found else datetime.now(UTC))


def _write_packed(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def _set_modes(root: Path) -> None:
    """Let everybody read everything, and nobody but root write; only programs are executable."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.name == PROGRAM else 0o644)
