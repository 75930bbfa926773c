"""What pages, lamps and interfaces show of a table: plain JSON values, computed each time. Nothing here knows a game."""

from scoring.projections.scores import balance
from scoring.projections.views import hand_view, session_view, table_view
from scoring.projections.waiting import Attention, attention, questions

__all__ = ["Attention", "attention", "balance", "hand_view", "questions", "session_view", "table_view"]
