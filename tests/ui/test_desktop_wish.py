"""Light or dark like the desktop: asked for without waiting, again when people come back, and never against their
choice."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from fourth_seat.hardware.hues import PIECE_HUES
from fourth_seat.ui import settings
from fourth_seat.ui.services.desktop_wish import DesktopWish
from fourth_seat.ui.settings import AS_SYSTEM, Settings
from fourth_seat.ui.settings_cards import HUE_NAMES, MODE_NAMES
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.theme.palette import MODES
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow
from tests.ui.patience import settle, wait_for


def test_the_window_does_not_wait_and_follows_the_answer(window: Window) -> None:
    free = threading.Event()
    answers: list[bool] = []

    def slow() -> bool:
        assert free.wait(20)
        return True

    wish = DesktopWish(window.root, slow, answers.append)
    wish.follow(True)
    settle(window, 0.2)
    assert answers == []
    free.set()
    wait_for(window, lambda: answers == [True])
    wish.look()
    settle(window, 0.2)
    assert answers == [True], "not again within a moment"


def test_a_choice_of_ones_own_is_asked_nothing(window: Window) -> None:
    wish = DesktopWish(window.root, lambda: pytest.fail("asked"), lambda _: None)
    wish.look()
    settle(window, 0.1)


def test_light_or_dark_by_the_system_or_by_choice(make_window: MakeWindow) -> None:
    window = make_window(mode=AS_SYSTEM, dark_system=True)
    assert window.theme.mode == "dark", "as it was the last time, before the answer comes"
    window.change(replace(window.settings, mode="light"))
    assert window.theme.mode == "light" and not window.dark_wish.on
    window._follow_dark(True)
    assert window.theme.mode == "light"
    window.change(replace(window.settings, mode=AS_SYSTEM))
    assert window.theme.mode == "dark" and window.dark_wish.on
    window._follow_dark(False)
    assert window.theme.mode == "light" and not settings.load().dark_system


def test_each_choice_has_a_name() -> None:
    assert set(MODE_NAMES) == {*MODES, AS_SYSTEM} and set(HUE_NAMES) == set(PIECE_HUES)


@pytest.mark.slow
def test_contrast_and_colours_of_pieces_are_shown_and_kept_at_once(make_window: MakeWindow) -> None:
    window = make_window(mode="light")
    window.show(SettingsPage)
    card = window.page.appearance  # type: ignore[union-attr]
    card.contrast.invoke()
    card.hues.value = "red-green"
    card.hues.event_generate("<<ComboboxSelected>>")
    settle(window)
    palette = window.theme.palette
    assert palette.contrast and palette.ink == "#000000" and palette.hue("red") == PIECE_HUES["red-green"]["red"]
    assert settings.load() == replace(Settings(), contrast=True, hues="red-green")


def test_edges_come_and_go_with_high_contrast(make_window: MakeWindow) -> None:
    window = make_window(mode="light")

    def edge() -> tuple[int, ...]:
        return tuple(window.root.tk.call("wide-light-button-rest", "get", 160, 0))

    before = edge()
    window.change(replace(window.settings, contrast=True))
    assert edge() == (0, 0, 0)
    window.change(replace(window.settings, contrast=False))
    assert edge() == before
