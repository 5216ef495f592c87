"""Standard streams, whatever they are: closed, or in an encoding that lacks some characters."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.house.structure import ROOT

PREPARED = "import sys; from fourth_seat.boundary.streams import prepare_standard_streams as prepare; prepare(); "


@pytest.mark.skipif(os.name != "posix", reason="shells of Windows close no streams")
@pytest.mark.parametrize(
    ("closed", "said"),
    [
        ("<&-", ("'' there", "aside")),
        (">&-", ("", "aside")),
        ("2>&-", ("'typed' there", "")),
        ("", ("'typed' there", "aside")),
    ],
)
def test_a_stream_that_is_closed_swallows_what_is_said(closed: str, said: tuple[str, str]) -> None:
    code = PREPARED + "text = sys.stdin.read(); print(repr(text), 'there'); print('aside', file=sys.stderr)"
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, code],
        input="typed", capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr.strip()) == said


def test_what_an_encoding_does_not_hold_is_escaped_and_what_is_no_text_is_marked() -> None:
    code = PREPARED + "text = sys.stdin.read(); print(ascii(text)); print('Zoë'); print('נועה', file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"a\xff",
        capture_output=True,
        cwd=ROOT,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
    )
    assert done.stdout.split() == [rb"'a\ufffd'", rb"Zo\xeb"]
    assert done.stderr.strip() == rb"\u05e0\u05d5\u05e2\u05d4"


@pytest.mark.skipif(os.name != "posix", reason="libraries write to another stream there")
def test_what_libraries_say_is_dropped_and_what_python_says_is_not() -> None:
    code = (
        "import os, sys; from fourth_seat.boundary.streams import silenced_libraries\n"
        "with silenced_libraries():\n"
        "    os.write(2, b'a library'); print('a notice', file=sys.stderr)\n"
        "os.write(2, b'a library later')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr == "a notice\na library later"
