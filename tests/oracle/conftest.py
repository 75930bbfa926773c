"""Other people's programs, to be compared with; none is a dependency of the product."""

import importlib
from typing import Any

from tests.conftest import skip_tier


def oracle(name: str) -> Any:
    """The module of that name, or the tier is skipped with its reason."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        skip_tier("oracle", f"{error}; make .venv/.installed-oracle brings it")
