"""A real browser for the tests of the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.browser_phone import CHROMIUM, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield one browser for all tests of a module."""
    if CHROMIUM is None:
        pytest.skip("needs chromium")
    with chromium() as found:
        yield found
