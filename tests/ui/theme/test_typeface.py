"""The window's own typeface: available without being installed, and in no other program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.processes.start import find_program
from fourth_seat.ui.theme import typeface

ROOT = Path(__file__).resolve().parents[3]
SAYS = """
import os, tkinter.font as tkfont
from fourth_seat.ui.theme.typeface import VARIABLE, family, open_root
from fourth_seat.ui.theme.theme import Theme, BODY, STRONG
root = open_root()
theme = Theme(root)
widths = {theme.font(name).measure(figure) for name in (BODY,) for figure in "0123456789"}
bold = {theme.font(STRONG).measure(figure) for figure in "0123456789"}
lacks = tkfont.Font(root, family="No Such Family").actual("family")
print(family(root), theme.font(BODY).actual("family"), len(widths), len(bold), os.environ.get(VARIABLE), sep="|")
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="fontconfig")


def said(code: str, **variables: str) -> str:
    """Return what a separate process prints, in which no other window has loaded fonts before."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_letters_are_ours_and_figures_stand_below_each_other(xvfb: str) -> None:  # noqa: ARG001 - a screen
    assert said(SAYS) == "Open Sans|Open Sans|1|1|None"


def test_a_persons_own_configuration_is_kept(tmp_path: Path, xvfb: str) -> None:  # noqa: ARG001 - a screen
    own = tmp_path / "fonts & more.conf"
    own.write_text("<fontconfig><dir>/usr/share/fonts</dir><cachedir prefix='xdg'>fontconfig</cachedir></fontconfig>")
    assert said(SAYS, FONTCONFIG_FILE=str(own)) == f"Open Sans|Open Sans|1|1|{own}"


def test_the_next_best_where_the_package_is_missing(xvfb: str) -> None:  # noqa: ARG001 - a screen
    code = SAYS.replace(
        "root = open_root()", "import fourth_seat.ui.theme.typeface as t; t.PACKAGE = 'absent'; root = open_root()"
    )
    assert said(code).split("|")[0] in {*typeface.FAMILIES[1:], "DejaVu Sans"}


@pytest.mark.skipif(find_program("fc-list") is None, reason="no fc-list here")
def test_nothing_is_left_for_other_programs(xvfb: str) -> None:  # noqa: ARG001 - a screen
    code = (
        SAYS + "import subprocess; print(subprocess.run(['fc-list', 'Open Sans'], capture_output=True, text=True).stdout)"
    )
    before = subprocess.run(["fc-list", "Open Sans"], capture_output=True, text=True, check=True).stdout
    assert said(code).partition("\n")[2].strip() == before.strip()
