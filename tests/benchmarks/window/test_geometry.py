"""Everything fits: some views at the limits of what the window must manage; the benchmark walks all of them."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import fourth_seat.ui as ui
from benchmarks.window.geometry.checks import contrast
from benchmarks.window.geometry.views import views
from benchmarks.window.geometry.walk import Walk, walk
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page

ABSTRACT = {"TableContext"}
FEW = ("start", "placement blokus", "table backgammon", "more backgammon")


@pytest.mark.parametrize(
    ("size", "language", "text", "mode", "names"),
    [
        ((1024, 600), "en", "medium", "light", FEW),
        ((1024, 600), "en", "medium", "light", ("camera and card",)),
        pytest.param((600, 1024), "de", "huge", "light", ("camera", "camera and card"), marks=pytest.mark.slow),
        ((1920, 1080), "en", "huge", "light", ("phones",)),
        pytest.param((1366, 768), "he", "large", "dark", FEW, marks=pytest.mark.slow),
        pytest.param((2560, 1440), "de", "huge", "light", FEW, marks=pytest.mark.slow),
        pytest.param((1080, 1920), "en", "medium", "dark", FEW, marks=pytest.mark.slow),
    ],
)
def test_no_offenders(
    size: tuple[int, int],
    language: str,
    text: str,
    mode: str,
    names: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    assert walk(Walk(size, language, (text,), (mode,), names)).offences == []


def kinds(base: type[object]) -> set[str]:
    """Return the names of all classes below one."""
    return {each.__name__ for each in base.__subclasses__()}.union(*map(kinds, base.__subclasses__()))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_page_and_no_sheet_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    sources = [Path(module.module_finder.path) for module in pkgutil.walk_packages(ui.__path__, "ui.")]  # type: ignore[union-attr]
    for module in pkgutil.walk_packages(ui.__path__, "ui."):
        importlib.import_module(module.name)
    found = walk(Walk((1024, 600), "en", ("medium",), ("light",), tuple(views())))
    assert found.offences == []
    ours = {name for name in kinds(Page) | kinds(Sheet) if name not in ABSTRACT}
    assert ours <= found.seen
    written = {path for source in set(sources) for path in source.glob("*.py")}
    titles = {title for path in written for title in re.findall(r'\bSheet\(.*say\("(.+?)"', path.read_text())}
    assert len(titles) > 4
    for title in titles:
        pattern = re.sub(r"{\w+}", ".+", title.replace("?", r"\?"))
        assert any(re.fullmatch(pattern, seen) for seen in found.seen), title


def test_contrast() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert contrast((1, 0, 0), (1, 0, 0)) == pytest.approx(1)
