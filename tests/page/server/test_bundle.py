"""The scripts of the page in one: in the order in which they need each other, with nothing lost."""

from __future__ import annotations

import re

import pytest

from fourth_seat.page.server.bundle import bundle
from fourth_seat.page.server.files import page_files


def test_modules_come_after_those_that_they_import_each_once() -> None:
    modules = {
        "app": 'import { two } from "./b.js";\nimport { one as first } from "./a.js";\nstart(two, first);\n',
        "b": 'import { one } from "./a.js";\nexport const two = one + 1;\n',
        "a": "export const one = 1;\nconst own = 5;\nexport async function wait() {}\nexport class Thing {}\n",
        "unused": "export const none = 0;\n",
    }
    assert bundle(modules, "app") == (
        "const a_js = (() => {\nconst one = 1;\nconst own = 5;\nasync function wait() {}\nclass Thing {}\n"
        "return { one, wait, Thing };\n})();\n"
        "const b_js = (() => {\nconst { one } = a_js;\nconst two = one + 1;\nreturn { two };\n})();\n"
        "const app_js = (() => {\nconst { two } = b_js;\nconst { one: first } = a_js;\n"
        "start(two, first);\nreturn {  };\n})();"
    )


@pytest.mark.parametrize(
    "source",
    [
        'import all from "./a.js";\n',
        'export { one } from "./a.js";\n',
        "export default 1;\n",
        'const later = await import("./a.js");\n',
        'import { app } from "./app.js";\n',
    ],
)
def test_what_would_be_lost_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="app"):
        bundle({"app": source, "a": "export const one = 1;\n"}, "app")


def test_the_page_finds_all_that_it_loads_and_its_scripts_among_it() -> None:
    files = page_files()
    named = {path.decode() for path in re.findall(rb'(?:src|href)="(/[0-9a-f]{20}/[^"]+)"', files.page.body)}
    assert named <= files.parts.keys() and any(path.endswith(".js") for path in named), named
