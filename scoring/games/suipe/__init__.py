"""Suipe, or Suipi, from Samoa: a fishing game of captures and builds (docs/rules.md §9)."""

from scoring.games.suipe.game import SUIPE

__all__ = ["SUIPE"]
