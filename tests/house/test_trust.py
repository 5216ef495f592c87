"""The program listens to nobody unless its page is opened, and uses no shell, no pickle and no eval."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    "boundary", "words", "games", "processes", "farm", "engines", "table", "inference", "calibration", "hardware", "look",
    "vision", "setup", "page", "ui", "commands", "companion.py", "fourth_seat",
)  # fmt: skip
BUILTINS = {"eval", "exec", "__import__"}
MODULES = {
    "pickle",
    "marshal",
    "shelve",
    "socketserver",
    "http.server",
    "xmlrpc.server",
    "wsgiref",
    "multiprocessing",
    "distributed",
}
ALLOWED = {
    "page/server/__main__.py": ["create_server"] * 4,
    "farm/local.py": ["multiprocessing"],
    "farm/dask_cluster.py": ["distributed"] * 2,
    "hardware/boards/simulated.py": ["create_server"],
}
"""The page for phones is opened by somebody at the table. A farm pickles messages between its processes: the program's own
children, and machines listed by somebody who has added the extra `farm`. The simulated board is a separate program for
makers, started by hand; it answers only this computer.
"""
CALLS = {"system", "popen", "listen", "start_server", "create_server", "getstatusoutput", "getoutput"}


def offences(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            yield str(node.module)
        elif isinstance(node, ast.Call):
            name = node.func
            if isinstance(name, ast.Name) and name.id in BUILTINS:
                yield name.id
            if isinstance(name, ast.Attribute) and name.attr in CALLS:
                yield name.attr
            for keyword in node.keywords:
                if keyword.arg in ("shell", "allow_pickle") and getattr(keyword.value, "value", True):
                    yield str(keyword.arg)


def test_sources() -> None:
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py") if (ROOT / package).is_dir() else [ROOT / package]:
            if names := list(offences(ast.parse(path.read_text("utf-8")))):
                found[path.relative_to(ROOT).as_posix()] = names
    assert found == ALLOWED


AUDITED = """
import json, os, runpy, sys
log, home = sys.argv.pop(1), os.environ["FOURTH_SEAT_HOME"]
out = os.open(log, os.O_WRONLY | os.O_CREAT)
EVENTS = ("socket.bind", "pickle.find_class", "marshal.load", "os.system", "os.exec", "subprocess.Popen",
          "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink",
          "os.chmod", "os.truncate", "shutil.rmtree", "ctypes.dlopen")
def hook(event, arguments):
    if event == "open" and not isinstance(arguments[0], int):
        if arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC):
            os.write(out, json.dumps([event, os.fsdecode(arguments[0])]).encode() + b"\\n")
    elif event in EVENTS:
        os.write(out, json.dumps([event, str(arguments[0]), str(arguments[1:])]).encode() + b"\\n")
sys.addaudithook(hook)
sys.argv[0] = "companion.py"
runpy.run_path("companion.py", run_name="__main__")
"""


def test_a_running_game(tmp_path: Path) -> None:
    """It starts only its own engine, and writes only to its data folder."""
    log, home = tmp_path / "log", tmp_path / "home"
    done = subprocess.run(
        (sys.executable, "-B", "-c", AUDITED, str(log), "play", "connect4", "--terminal", "--seats", "human,computer:3"),
        cwd=ROOT,
        env={"FOURTH_SEAT_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        input="4\nhint\nundo\n3\nsave\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in log.read_text().splitlines()]
    written = [path for kind, path, *_ in events if kind in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir")]
    assert written and not [path for path in written if not path.startswith((str(home), "/dev/null"))]
    started = [event for event in events if event[0] == "subprocess.Popen"]
    assert started and all(event[1] == sys.executable for event in started)
    others = {kind for kind, *_ in events} - {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "subprocess.Popen"}
    assert others <= {"ctypes.dlopen"}
