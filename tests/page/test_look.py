"""The look of the page for phones is the window's: the files written from it are current and complete."""

from __future__ import annotations

import re

import pytest

from fourth_seat.hardware.hues import PIECE_HUES
from fourth_seat.look.icons import ICONS
from fourth_seat.look.tokens import COLOURS
from fourth_seat.page import look
from fourth_seat.page.wording import WORDS

REMEDY = "run python -m fourth_seat.page.look"


def test_what_is_written_is_current() -> None:
    now = look.STYLES.read_text("utf-8")
    assert look.styles(now) == now, REMEDY
    assert look.ICONS_SCRIPT.read_text("utf-8") == look.script(), REMEDY


def test_no_other_colours_are_given_by_hand() -> None:
    """Those of the camera's view are drawn over pictures; all others have a name."""
    by_hand = look.STYLES.read_text("utf-8").partition(look.END)[2].partition("/* -- this phone as the camera -- */")[0]
    used = set(re.findall(r"var\(--([a-z-]+)", by_hand))
    given = {name.replace("_", "-") for name in next(iter(COLOURS.values())).__dataclass_fields__}
    assert used >= {"surface", "raised", "sunken", "ink", "muted", "accent", "on-accent", "warn", "line", "edge"}
    assert used & given == used - {
        "rim",
        "gap",
        "round",
        "target",
        "aspect",
        "tint",
        "you",
        *re.findall(r"--([a-z-]+):", by_hand),
    }


def test_a_style_sheet_without_its_lines_is_refused() -> None:
    with pytest.raises(ValueError, match="Written by"):
        look.styles(":root { --surface: #fff; }")


def test_icons_that_the_page_shows_are_in_the_set() -> None:
    scripts = "".join(path.read_text("utf-8") for path in look.ICONS_SCRIPT.parent.glob("*.js"))
    assert set(look.NAMES) <= ICONS.keys()
    assert set(re.findall(r'icon\("(\w+)"\)', scripts)) <= set(look.NAMES)


def test_phones_offer_the_same_colours_of_pieces() -> None:
    settings = (look.ICONS_SCRIPT.parent / "settings.js").read_text("utf-8")
    offered = re.search(r"EYES = \[(.*?)\]", settings)
    assert offered is not None
    assert re.findall(r'"([\w-]+)"', offered[1]) == list(PIECE_HUES)
    assert {f"eyes_{hues}" for hues in PIECE_HUES} <= WORDS.keys()
