"""The domain: cards, tricks, hands, offences, the score, and the two functions that the whole program stands on.

`decide(table, command, at)` turns what somebody proposes into events or refuses it with a reason; `evolve(table, event)`
applies one event. The table is a fold of its log: winners, proofs and scores are computed and never stored.

Standard library only: no clock, no files, no threads. The outermost layer, `scoring.ledger`, is the log on a disk;
no other module here imports it, and nothing here imports `vision`, `device` or `web`.
"""

from scoring.calls import Call, CallKind
from scoring.cards import Card, Rank, Suit
from scoring.decide import decide
from scoring.folding import evolve, fold
from scoring.hands import Hand
from scoring.offences import Offence
from scoring.seats import Direction, Seat
from scoring.table import Table

__all__ = ["Call", "CallKind", "Card", "Direction", "Hand", "Offence", "Rank", "Seat", "Suit", "Table"]
__all__ += ["decide", "evolve", "fold"]
