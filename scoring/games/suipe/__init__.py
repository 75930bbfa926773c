"""Suipe, or Suipi, from Samoa: a fishing game of captures and builds (docs/rules.md §9)."""

from scoring.games.suipe.game import SUIPE, turn_at

__all__ = ["SUIPE", "turn_at"]
