"""A phone with a browser in which somebody plays along."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from docs.film.reel import FRAME_S, PICTURE, Point, Reel, between, typeface_folder, with_finger
from fourth_seat.table.table import Table
from tests.page.browser_phone import BrowserPhone, chromium
from tests.page.tables import hosted

PHONE, PHONE_DENSITY = (584, 368), 1.03  # the page of a phone held sideways, in its pixels; the film's for one of those
PHONE_PX = round(PHONE[0] * PHONE_DENSITY), round(PHONE[1] * PHONE_DENSITY)
RIM_PX, CORNER_PX, SCREEN_CORNER_PX = 13, 34, 18
FINE = 3  # its case is drawn this many times as large as shown
CASE, CASE_EDGE, TABLE = "#16181b", "#3b3f45", "#e9e4da"  # colours, including that of the ground
LOCALES = {"en": "en-GB", "de": "de-DE", "he": "he-IL"}
SETTINGS = '{"letters": false, "motion": false, "text": "large"}'  # of the page, on this phone
ON_PHONES = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">fonts.conf</include>
  <dir>{folder}</dir>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>Open Sans</string></edit>
  </match>
</fontconfig>
"""
# All text on the page within its window: the height in pixels, and the words.
TEXTS_SCRIPT = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement, box = parent.getBoundingClientRect();
    if (!node.data.trim() || !box.width || parent.closest(".unseen, [hidden], script, style")) continue;
    const frame = (parent.closest("svg") || document.documentElement).getBoundingClientRect();
    if (box.bottom <= frame.top || box.top >= frame.bottom || box.right <= frame.left || box.left >= frame.right) continue;
    if (box.bottom <= 0 || box.top >= innerHeight || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const scale = parent instanceof SVGElement && parent.getScreenCTM ? parent.getScreenCTM().d : 1;
    found.push([parseFloat(getComputedStyle(parent).fontSize) * scale, node.data.trim()]);
  }
  return found;
}"""


def film_page(reel: Reel, hand: BrowserPhone, seconds: float) -> None:
    """Film the phone in its present state."""
    reel.show(phone_picture(_screen(hand)), seconds)
    reel.texts += [(size * PHONE_DENSITY, text) for size, text in hand.page.evaluate(TEXTS_SCRIPT)]


def film_tap(reel: Reel, hand: BrowserPhone, selector: str) -> None:
    """Film a finger that comes and taps on a part of the page."""
    part = hand.page.query_selector(selector)
    box = part and part.bounding_box()
    assert box, f"there is no {selector} on the page"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page, where = _screen(hand), (PHONE_DENSITY * x, PHONE_DENSITY * y)
    start = where[0] + 60, PHONE_PX[1] + 120.0
    reel.glide(lambda part: phone_picture(page, between(start, where, part)), 0.48)
    reel.show(phone_picture(page, where, pressed=True), 3 * FRAME_S)
    hand.page.touchscreen.tap(x, y)


@contextmanager
def on_phone(table: Table, language: str, place: str) -> Iterator[BrowserPhone]:
    """Yield a phone held sideways, with which the player to move has joined, and has enlarged the board around a place; its
    typeface is the program's.
    """
    with tempfile.TemporaryDirectory() as folder:
        fonts = Path(folder, "fonts.conf")
        fonts.write_text(ON_PHONES.format(folder=escape(str(typeface_folder()))), "utf-8")
        os.environ["FONTCONFIG_FILE"] = str(fonts)
        try:
            with chromium() as browser, hosted(table) as host:
                context = browser.new_context(
                    viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True,
                    locale=LOCALES.get(language, language), color_scheme="light", reduced_motion="reduce",
                    device_scale_factor=PHONE_DENSITY,
                )  # fmt: skip
                context.add_init_script(f"localStorage.setItem('fourth-seat', '{SETTINGS}')")
                hand = BrowserPhone(context, host)
                hand.join([table.state.seat])
                hand.page.focus(f"[data-place='{place}']")
                hand.page.keyboard.press("+")
                hand.page.evaluate("document.activeElement.blur()")
                hand.pass_time(0.6)
                yield hand
                context.close()
        finally:
            del os.environ["FONTCONFIG_FILE"]


def _screen(hand: BrowserPhone) -> Image.Image:
    """Return a picture of the page, without pop-up menus or a blinking cursor."""
    return Image.open(BytesIO(hand.page.screenshot(animations="disabled", caret="hide"))).convert("RGB")


def phone_picture(page: Image.Image, finger: Point | None = None, pressed: bool = False) -> Image.Image:
    """Return the picture of a phone with a page, and a finger on it."""
    picture = Image.new("RGB", PICTURE, TABLE)
    left, top = (PICTURE[0] - PHONE_PX[0]) // 2, (PICTURE[1] - PHONE_PX[1]) // 2
    case, screen_mask = _phone_case()
    shadow = case.getchannel("A").point(lambda value: value * 80 // 255).filter(ImageFilter.GaussianBlur(9))
    picture.paste("black", (0, 7), shadow)
    picture.paste(case, (0, 0), case)
    picture.paste(page.crop((0, 0, *PHONE_PX)), (left, top), screen_mask)
    return with_finger(picture, (left + finger[0], top + finger[1]), pressed) if finger else picture


@lru_cache
def _phone_case() -> tuple[Image.Image, Image.Image]:
    """Return the case of a phone in the middle of the picture, and the mask of its screen."""
    wide, high = PHONE_PX
    case = Image.new("RGBA", (PICTURE[0] * FINE, PICTURE[1] * FINE))
    middle = PICTURE[0] * FINE / 2, PICTURE[1] * FINE / 2
    reach = (wide / 2 + RIM_PX) * FINE, (high / 2 + RIM_PX) * FINE
    box = middle[0] - reach[0], middle[1] - reach[1], middle[0] + reach[0], middle[1] + reach[1]
    ImageDraw.Draw(case).rounded_rectangle(box, CORNER_PX * FINE, CASE, CASE_EDGE, 2 * FINE)
    mask = Image.new("L", (wide * FINE, high * FINE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide * FINE, high * FINE), SCREEN_CORNER_PX * FINE, 255)
    return case.resize(PICTURE, Image.Resampling.LANCZOS), mask.resize(PHONE_PX, Image.Resampling.LANCZOS)
