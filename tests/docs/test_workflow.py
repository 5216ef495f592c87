"""The workflow of a hosting site runs the commands of `.ci`, and marks the others as untried."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")


def test_every_step_is_a_command_of_ours_or_said_to_be_untried() -> None:
    steps = re.split(r"^      - ", WORKFLOW, flags=re.MULTILINE)[1:]
    runs = [step for step in steps if "run:" in step]
    assert runs
    for step in runs:
        command = re.search(r"run: (\.ci/[a-z-]+)", step)
        assert command is not None or "untried" in step, step
        assert command is None or (ROOT / command[1]).stat().st_mode & 0o100, step


def test_every_command_of_ours_runs_there() -> None:
    assert {path.name for path in (ROOT / ".ci").iterdir()} == set(re.findall(r"\.ci/([a-z-]+)", WORKFLOW))
