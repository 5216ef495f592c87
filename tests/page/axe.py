"""axe-core, which finds obstacles on a page for people with a screen reader or poor sight; from npm, for tests only."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

VERSION = "4.14.1"
KEPT = Path(__file__).resolve().parents[2] / "build" / f"axe-{VERSION}.min.js"
FETCH_TIMEOUT_S = 60


@cache
def _script() -> str:
    if not KEPT.is_file():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("needs npm, to fetch axe-core")
        with tempfile.TemporaryDirectory() as folder:
            command = [npm, "pack", "--silent", f"axe-core@{VERSION}"]
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=FETCH_TIMEOUT_S, check=False)
            packed = next(Path(folder).glob("*.tgz"), None)
            if done.returncode or packed is None:
                pytest.skip("axe-core could not be fetched from npm")
            with tarfile.open(packed) as archive:
                member = archive.extractfile("package/axe.min.js")
                assert member
                script = member.read()
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        fresh = KEPT.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(script)
        fresh.replace(KEPT)
    return KEPT.read_text("utf-8")


def violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong with a page in its present state."""
    page.evaluate(_script())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for each in found["violations"]
        for node in each["nodes"][:3]
    ]
