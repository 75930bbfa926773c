"""What projections are made of."""

from typing import Any

Json = dict[str, Any]
"""An object of plain JSON values."""
