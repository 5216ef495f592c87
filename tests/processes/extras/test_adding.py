"""Extras are added by the installers that are there, whole or not at all, and removed again."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from boundary.marks import OWN
from processes.extras import adding, catalogue, folder
from processes.extras.adding import Adding, NotAdded
from processes.extras.catalogue import EXTRAS
from processes.extras.folder import ExtrasFolder, NotRemoved, active_paths
from processes.extras.installers import Installer, Pip, Uv, find_installer
from processes.installation import ROOT
from tests.processes.extras.wheels import MODULE, MadeExtra, made_extra, only_from

WAIT_S = 120.0
NOWHERE = "http://127.0.0.1:9/simple"  # the port "discard", where nobody listens


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Yield what this process imports from stays what it was."""
    kept = list(sys.path)
    yield
    sys.path[:] = kept
    folder._active.clear()
    sys.modules.pop(MODULE, None)
    importlib.invalidate_caches()


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MadeExtra:
    """Return an extra in a wheel, which is known as one."""
    extra = made_extra(tmp_path)
    only_from(tmp_path, monkeypatch)
    monkeypatch.setitem(EXTRAS, extra.name, extra)
    return extra


def installers() -> list[Installer]:
    uv = find_installer()
    return [*([uv] if isinstance(uv, Uv) else []), *([Pip()] if find_spec("pip") else [])]


@pytest.mark.parametrize("installer", installers(), ids=lambda each: type(each).__name__)
def test_it_is_added_used_and_removed(
    installer: Installer, tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "find_installer", lambda: installer)
    place = ExtrasFolder(tmp_path / "home")
    assert not tried.there and place.added() == []
    way = Adding(tried, place)
    assert way.wait(WAIT_S) and way.check()
    assert tried.there and importlib.import_module(MODULE).ANSWER == 42
    assert place.added() == [tried] and place.size(tried) > 100_000
    assert active_paths() == [str(place.of(tried))]
    assert sorted(path.name for path in place.path.iterdir()) == [OWN.name, "tried"], "nothing else is left"
    assert place.remove(tried) > 100_000
    assert not tried.there and place.added() == [] and active_paths() == []


def test_what_is_not_of_an_extra_stays(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    assert Adding(tried, place).wait(WAIT_S)
    own = place.of(tried) / MODULE / "letter.txt"
    own.parent.mkdir(exist_ok=True)
    own.write_text("Dear Anna", "utf-8")
    for _ in range(2):
        with pytest.raises(NotRemoved, match="they stay"):
            place.remove(tried)
        assert own.read_text("utf-8") == "Dear Anna" and place.added() in ([], [tried])
    files = [path.name for path in place.of(tried).rglob("*") if path.is_file()]
    assert sorted(files) == [OWN.name, "letter.txt"]
    way = Adding(tried, place)
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="they stay"):
        way.check()
    assert own.read_text("utf-8") == "Dear Anna"


@pytest.mark.skipif(os.name != "posix", reason="Windows rarely has links")
def test_an_extra_that_is_a_link_is_somebodys(tried: MadeExtra, tmp_path: Path) -> None:
    elsewhere = ExtrasFolder(tmp_path / "elsewhere")
    assert Adding(tried, elsewhere).wait(WAIT_S)
    place = ExtrasFolder(tmp_path / "home")
    OWN.make(place.path)
    place.of(tried).symlink_to(elsewhere.of(tried))
    before = sorted(elsewhere.path.rglob("*"))
    assert place.added() == []
    with pytest.raises(NotRemoved, match="is a link"):
        place.remove(tried)
    assert sorted(elsewhere.path.rglob("*")) == before and place.of(tried).is_symlink()


def test_a_worker_finds_it_too(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    assert Adding(tried, place).wait(WAIT_S)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(active_paths())}
    done = subprocess.run([sys.executable, "-P", "-c", f"import {MODULE}"], env=environment, check=False)
    assert done.returncode == 0


def test_given_up_nothing_is_left(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    way = Adding(tried, place)
    way.cancel()
    assert way.wait(WAIT_S) and not way.check()
    assert [path.name for path in place.path.iterdir()] == [OWN.name] and not tried.there


def test_what_was_broken_off_is_removed_by_the_next(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    dead = place.path / f"{folder.UNFINISHED}999999999-x"
    OWN.make(dead)
    (dead / "half").write_bytes(b"x")
    way = Adding(tried, place)
    assert not dead.exists()
    assert way.wait(WAIT_S) and way.check()


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_room_is_looked_at_first(tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - 5_000_000, 5_000_000))
    with pytest.raises(NotAdded, match="100 MB must be free on the disk, but only 5 MB are"):
        Adding(tried, ExtrasFolder(tmp_path / "home"))


def test_a_folder_that_cannot_be_written_is_named(tried: MadeExtra, tmp_path: Path) -> None:
    (tmp_path / "home").write_bytes(b"a file")
    with pytest.raises(NotAdded, match=r"home.* cannot be written"):
        Adding(tried, ExtrasFolder(tmp_path / "home"))


def test_without_an_installer_it_is_said(tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding, "find_installer", lambda: None)
    with pytest.raises(NotAdded, match="neither uv nor pip"):
        Adding(tried, ExtrasFolder(tmp_path / "home"))


def test_offline_it_is_said_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("UV_", "PIP_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("UV_DEFAULT_INDEX", NOWHERE)
    monkeypatch.setenv("PIP_INDEX_URL", NOWHERE)
    monkeypatch.setenv("UV_NO_CONFIG", "1")
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_RETRIES", "0")
    place = ExtrasFolder(tmp_path / "home")
    way = Adding(made_extra(tmp_path, "fourth-seat-nothing"), place)
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="cannot be downloaded; is this computer online") as raised:
        way.check()
    assert "\n" not in str(raised.value) and [path.name for path in place.path.iterdir()] == [OWN.name]


def test_packages_that_do_not_fit_are_not_kept(tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    extra = replace(tried, modules=("nobody",))
    monkeypatch.setitem(EXTRAS, extra.name, extra)
    place = ExtrasFolder(tmp_path / "home")
    way = Adding(extra, place)
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="do not fit this Python"):
        way.check()
    assert place.added() == []


def test_every_extra_names_packages_and_a_size() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert sorted(catalogue.EXTRAS) == sorted(project["optional-dependencies"])
    for extra in catalogue.EXTRAS.values():
        assert extra.requirements == project["optional-dependencies"][extra.name]
        assert 0 < extra.download < extra.disk
