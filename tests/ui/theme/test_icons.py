"""Icons on buttons: in the colour and height of the words."""

from __future__ import annotations

from tkinter import ttk

import numpy as np
import pytest

from fourth_seat.look.icons import DIRECTED, ICONS
from fourth_seat.ui.theme.icons import icon_picture, icon_size, with_icon
from tests.ui.conftest import MakeWindow, begin_game
from tests.ui.patience import settle


@pytest.mark.parametrize("name", sorted(ICONS))
def test_an_icon_is_painted_in_its_colour_alone(name: str) -> None:
    picture = np.asarray(icon_picture(name, 24, "#005fb8"))
    ink = picture[picture[..., 3] > 0]
    assert (ink[:, :3] == (0x00, 0x5F, 0xB8)).all()
    assert 0.02 < (picture[..., 3] / 255).mean() < 0.45


@pytest.mark.parametrize("name", ["back", "undo", "help"])
def test_what_runs_with_the_writing_is_mirrored(name: str) -> None:
    plain, mirrored = (np.asarray(icon_picture(name, 24, "#000000", mirrored=on)) for on in (False, True))
    assert np.array_equal(plain[:, ::-1] if name in DIRECTED else plain, mirrored)


def test_an_icon_follows_the_theme(make_window: MakeWindow) -> None:
    window = make_window()
    button = with_icon(window.theme, ttk.Button(window.root, text="Undo"), "undo")
    button.pack()
    before = str(button.cget("image"))
    assert str(button.cget("compound")) == "left" and icon_size(window.theme, "TButton") <= button.winfo_reqheight()
    window.theme.set("dark", "huge")
    after = str(button.cget("image"))
    assert after != before
    window.theme.set("light", "medium")
    assert str(button.cget("image")) == before, "painted once"


def test_an_icon_alone_is_explained_by_its_word(make_window: MakeWindow) -> None:
    window = make_window()
    begin_game(window, "connect4", "", ["human", "human"])
    settle(window)
    bar = window.page.actions.toolbar  # type: ignore[union-attr]
    for name, button in bar.buttons.items():
        if str(button.cget("compound")) == "image":
            assert button.explanation.startswith(str(button.cget("text"))), name
