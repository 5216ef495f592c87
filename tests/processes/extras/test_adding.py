"""Extras are added by the available installers, completely or not at all, and removed again."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from fourth_seat.boundary.marks import OWN
from fourth_seat.processes.child import own_module
from fourth_seat.processes.extras import adding, catalogue, contents, folder
from fourth_seat.processes.extras.adding import Adding, NotAdded
from fourth_seat.processes.extras.catalogue import EXTRAS, MissingExtra, need, unsafe, used
from fourth_seat.processes.extras.contents import installed_files, is_damaged, write_contents
from fourth_seat.processes.extras.folder import ExtrasFolder, NotRemoved
from fourth_seat.processes.extras.installers import Installer, find_installer, pip
from fourth_seat.processes.extras.pins import name_of
from fourth_seat.processes.installation import ROOT
from fourth_seat.processes.installation.installer import INDEX
from tests.processes.extras.wheels import MODULE, MadeExtra, made_extra, only_from, pin, wheel

WAIT_S = 120.0
NOWHERE = "http://127.0.0.1:9/simple"  # the port "discard", where nobody listens


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Keep the places from which this process imports as they were."""
    kept = list(sys.path)
    yield
    sys.path[:] = kept
    used.clear()
    unsafe.clear()
    sys.modules.pop(MODULE, None)
    importlib.invalidate_caches()


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MadeExtra:
    """Return an extra in a wheel, which is registered as one."""
    extra = made_extra(tmp_path)
    only_from(tmp_path, monkeypatch)
    monkeypatch.setitem(EXTRAS, extra.name, extra)
    return extra


def installers() -> list[Installer]:
    return [each for each in (find_installer(), pip()) if each]


@pytest.mark.parametrize("installer", installers(), ids=lambda each: "uv" if each.unpacks else "pip")
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
    assert used == {tried.name: place.of(tried)}
    assert sorted(path.name for path in place.path.iterdir()) == [OWN.name, "tried"], "nothing else is left"
    assert place.remove(tried) > 100_000
    assert not tried.there and place.added() == [] and not used and str(place.of(tried)) not in sys.path


def test_progress_and_all_files_are_known(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    way = Adding(tried, place)
    shares = [way.progress]
    while not way.done:
        shares.append(way.progress)
        time.sleep(0.01)
    assert way.check() and all(0 <= share < 1 for share in shares) and max(shares) > 0
    unfinished = place.path / f"{folder.UNFINISHED}999999999-x"
    OWN.make(unfinished)
    (unfinished / "half").write_bytes(b"x")
    files = place.files()
    assert unfinished / "half" in files and set(installed_files(place.of(tried))) <= set(files)
    assert any(path.parent.name == MODULE or path.stem == MODULE for path in files)


@pytest.mark.parametrize("name", ["", ".", "a\0b", "../../letter.txt", "/letter.txt"])
def test_names_that_no_installer_lists_are_passed_over(name: str, tmp_path: Path) -> None:
    inside = tmp_path / "a" / "extra"
    record = inside / "tried-1.dist-info" / "RECORD"
    record.parent.mkdir(parents=True)
    (inside / "tried.py").write_text("")
    record.write_text(f"tried.py,,\n{name},,\n")
    assert installed_files(inside) == [inside / "tried.py"]
    record.unlink()
    (inside / contents.NAME).write_text(f"{contents.FIRST_LINE}\n0 x tried.py\n0 x {name}\n")
    assert installed_files(inside) == sorted([inside / contents.NAME, inside / "tried.py"])


def test_an_extra_whose_packages_are_all_installed_is_removed_too(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    OWN.make(place.of(tried), above=3)
    write_contents(place.of(tried))
    assert place.added() == [tried]
    place.remove(tried)
    assert place.added() == [] and not place.of(tried).exists()


def test_what_is_not_of_an_extra_stays(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    assert Adding(tried, place).wait(WAIT_S)
    own = place.of(tried) / MODULE / "letter.txt"
    own.parent.mkdir(exist_ok=True)
    own.write_text("Dear Anna", "utf-8")
    for _ in range(2):
        with pytest.raises(NotRemoved, match="they were kept"):
            place.remove(tried)
        assert own.read_text("utf-8") == "Dear Anna" and place.added() in ([], [tried])
    files = [path.name for path in place.of(tried).rglob("*") if path.is_file()]
    assert sorted(files) == [OWN.name, "letter.txt"]
    way = Adding(tried, place)
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="they were kept"):
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
    assert place.added() == [] and installed_files(elsewhere.of(tried)) and not installed_files(place.of(tried))
    with pytest.raises(NotRemoved, match="is a link"):
        place.remove(tried)
    assert sorted(elsewhere.path.rglob("*")) == before and place.of(tried).is_symlink()


def test_a_worker_finds_it_too(tried: MadeExtra, tmp_path: Path) -> None:
    place = ExtrasFolder(tmp_path / "home")
    assert Adding(tried, place).wait(WAIT_S)
    assert subprocess.run(own_module(MODULE), check=False).returncode == 0


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
    with pytest.raises(NotAdded, match=r"[^-]100 MB must be free on the disk, but only 5 MB are"):
        Adding(tried, ExtrasFolder(tmp_path / "home"))


def test_a_folder_that_cannot_be_written_is_named(tried: MadeExtra, tmp_path: Path) -> None:
    (tmp_path / "home").write_bytes(b"a file")
    with pytest.raises(NotAdded, match=r"home.* cannot be written"):
        Adding(tried, ExtrasFolder(tmp_path / "home"))


def test_without_an_installer_it_is_said(tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding, "find_installer", lambda: None)
    with pytest.raises(NotAdded, match="needs uv or pip"):
        Adding(tried, ExtrasFolder(tmp_path / "home"))


def test_offline_it_is_said_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(INDEX, NOWHERE)
    place = ExtrasFolder(tmp_path / "home")
    way = Adding(made_extra(tmp_path), place)
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
    with pytest.raises(NotAdded, match="do not work with this Python"):
        way.check()
    assert place.added() == []


def test_every_extra_names_packages_and_a_size() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert sorted(catalogue.EXTRAS) == sorted(project["optional-dependencies"])
    for extra in catalogue.EXTRAS.values():
        assert extra.pins and all("--hash=sha256:" in each and "==" in each for each in extra.pins)
        asked = {name_of(each) for each in project["optional-dependencies"][extra.name]}
        assert asked <= {name_of(each) for each in extra.pins}
        assert 0 < extra.download < extra.disk


def added(extra: MadeExtra, home: Path) -> Path:
    """Add an extra; return its folder."""
    place = ExtrasFolder(home)
    way = Adding(extra, place)
    assert way.wait(WAIT_S) and way.check()
    return place.of(extra)


def test_only_the_file_whose_hash_is_known_is_added(tried: MadeExtra, tmp_path: Path) -> None:
    wheel(tmp_path, size=50_000)  # of the same name and version
    way = Adding(tried, ExtrasFolder(tmp_path / "home"))
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="not the package for this version"):
        way.check()
    assert not tried.there


def test_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of the code of a package that comes only as sources is run."""
    only_from(tmp_path, monkeypatch)
    mark = tmp_path / "built"
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "setup.py").write_text(f"open({str(mark)!r}, 'w')\n")
    (tmp_path / "sources" / "PKG-INFO").write_text(f"Metadata-Version: 2.1\nName: {MODULE}\nVersion: 1.0\n")
    archive = tmp_path / f"{MODULE}-1.0.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(tmp_path / "sources", f"{MODULE}-1.0")
    extra = made_extra(tmp_path, pin(archive).replace(".tar.gz", ""))
    (tmp_path / f"{MODULE}-1.0-py3-none-any.whl").unlink(missing_ok=True)
    way = Adding(extra, ExtrasFolder(tmp_path / "home"))
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="there is no package for this Python"):
        way.check()
    assert not mark.exists()


def test_one_that_has_lost_its_contents_is_damaged_and_added_again(tried: MadeExtra, tmp_path: Path) -> None:
    folder = added(tried, tmp_path / "home")
    for emptied in (True, False):
        file = folder / f"{MODULE}.py"
        file.unlink()
        if emptied:
            file.touch()
        ExtrasFolder(tmp_path / "home").activate()
        assert tried.damaged and not tried.there and is_damaged(folder)
        with pytest.raises(MissingExtra, match=r"Something is damaged: add it again with companion\.py extras --add tried"):
            need("tried")
        added(tried, tmp_path / "home")
        assert tried.there and not is_damaged(folder)


def test_a_folder_that_others_can_change_is_not_used(tried: MadeExtra, tmp_path: Path) -> None:
    folder = added(tried, tmp_path / "home")
    sys.path.remove(str(folder))
    used.clear()
    folder.parent.chmod(0o777)
    ExtrasFolder(tmp_path / "home").activate()
    assert not tried.there and str(folder) not in sys.path
    with pytest.raises(MissingExtra, match="other users can change the contents of"):
        need("tried")
    with pytest.raises(NotAdded, match="other users can change the contents of"):
        Adding(tried, ExtrasFolder(tmp_path / "home"))


def test_one_that_others_can_change_keeps_no_other_from_being_used(
    tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = added(tried, tmp_path / "home")
    open_to_all = replace(tried, name="open")
    monkeypatch.delitem(EXTRAS, tried.name)
    monkeypatch.setitem(EXTRAS, open_to_all.name, open_to_all)
    monkeypatch.setitem(EXTRAS, tried.name, tried)
    shutil.copytree(folder, folder.with_name("open"))
    folder.with_name("open").chmod(0o777)
    sys.path.remove(str(folder))
    used.clear()
    ExtrasFolder(tmp_path / "home").activate()
    assert used == {tried.name: folder} and set(unsafe) == {"open"} and str(folder) in sys.path


def test_an_index_that_sends_next_to_nothing_is_given_up(
    tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It drips one byte a second."""
    monkeypatch.setattr(adding, "STALL_S", 4.0)
    with dripping_index() as address:
        monkeypatch.setenv(INDEX, address)
        way = Adding(tried, ExtrasFolder(tmp_path / "home"))
        assert way.wait(30.0)
    with pytest.raises(NotAdded, match="the download is too slow"):
        way.check()


def test_one_that_never_ends_to_be_tried_is_given_up_for_its_time_not_for_this_python(
    tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "IMPORT", "import time; time.sleep(1000)")
    monkeypatch.setattr(adding, "STALL_S", 4.0)
    way = Adding(tried, ExtrasFolder(tmp_path / "home"))
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="try again later"):
        way.check()


def test_one_that_takes_more_room_than_belongs_to_it_is_given_up(
    tried: MadeExtra, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "IMPORT", "import time; time.sleep(1000)")  # so that it is checked in time
    monkeypatch.setattr(adding, "STALL_S", 20.0)
    large = replace(tried, asked=(pin(wheel(tmp_path, size=4_000_000)),))
    way = Adding(large, ExtrasFolder(tmp_path / "home"))
    assert way.wait(WAIT_S)
    with pytest.raises(NotAdded, match="the download is larger than it should be"):
        way.check()


@contextmanager
def dripping_index() -> Iterator[str]:
    """Yield the address of a server that answers every request with a byte a second, forever."""
    ended = threading.Event()

    class Drip(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            with suppress(OSError):
                while not ended.wait(1.0):
                    self.wfile.write(b" ")

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Drip) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple"
        ended.set()
        server.shutdown()
