"""Every command, option, path, name and link of the documentation is right: the program has it, or it exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.claims import PAGES, ROOT, Claim, claims, fault, kind_of


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_says_is_so(page: Path) -> None:
    wrong = {str(claim): reason for claim in claims(page) if (reason := fault(claim))}
    assert wrong == {}


@pytest.mark.quick
@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("command", "companion.py plai connect4"),
        ("command", "python -m uv run companion.py play connect4 --loud"),
        ("command", "python -m uv run --group nobody run_tests.py"),
        ("command", "fourth-seat arena connect4 5 seed --games many"),
        ("command", "python -m benchmarks.nothing"),
        ("command", "benchmarks.start_up --slowly"),
        ("command", "python -m pytest tests/nothing"),
        ("command", "frobnicate --all"),
        ("other program", "make -C hardware/nothing flash"),
        ("option", "--no-such-thing"),
        ("path", "engines/GAME/nothing.py"),
        ("path", "nothing.py"),
        ("name", "games.steps.nothing"),
        ("name", "Theme.nothing"),
        ("label", "More → Nothing at all ..."),
        ("link", "docs/nothing.md"),
        ("link", "README.md#nothing"),
        ("link", "https://nowhere"),
    ],
)
def test_what_is_wrong_is_noticed(kind: str, text: str) -> None:
    assert fault(Claim(ROOT / "README.md", kind, text)) != ""


@pytest.mark.quick
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("play GAME --voice", "command"),
        ("benchmarks.start_up", "command"),
        ("sudo apt install lcdproc", "other program"),
        ("--seed 31", "option"),
        ("engines/GAME/kernels/", "path"),
        ("games.steps.is_for_hands", "name"),
        ("play 4/1", ""),
        ("24/18(2)", ""),
        ("concurrent.futures", ""),
    ],
)
def test_code_in_a_sentence_is_told_apart(code: str, kind: str) -> None:
    assert kind_of(code) == kind
