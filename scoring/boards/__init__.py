"""Boards of bridge as the world writes them down: PBN in and out, LIN in, and what is wrong with a board.

A board is what a file says and nothing more (`board`). `replay` plays it with the game that the table plays, `checks` holds
the two against each other, `writer` turns a session of ours into PBN. No file is opened here.
"""

from scoring.boards.board import Board, Remark
from scoring.boards.checks import Checked, checked
from scoring.boards.comparison import Compared, compared
from scoring.boards.lin import is_lin, read_lin
from scoring.boards.reader import is_pbn, read_pbn
from scoring.boards.writer import is_bridge, write_pbn

__all__ = [
    "Board",
    "Checked",
    "Compared",
    "Remark",
    "checked",
    "compared",
    "is_bridge",
    "is_lin",
    "is_pbn",
    "read_lin",
    "read_pbn",
    "write_pbn",
]
