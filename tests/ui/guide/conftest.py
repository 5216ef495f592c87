from tests.ui.table.conftest import sit

__all__ = ["sit"]
