"""The folder for tables built by engines, and its disk space limit."""

from __future__ import annotations

from contextlib import suppress

from fourth_seat.engines.table_cache import DEFAULT_LIMIT_MB, TableCache
from fourth_seat.table.errors import BadConfig
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home


def table_cache() -> TableCache:
    """Return the table cache in the data folder, with the size limit from the settings."""
    return TableCache(home() / "tables", _limit_mb())


def _limit_mb() -> int:
    with suppress(BadConfig):  # a window reports that
        limit = config_file.table_at(config_file.load(home() / "settings.toml"), "window").get("tables_mb")
        if type(limit) is int and limit >= 0:
            return limit
    return DEFAULT_LIMIT_MB
