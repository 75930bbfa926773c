"""The ledger: the append-only log on SQLite, the evidence pictures beside it, and records to carry away.

The outermost layer of `scoring` and the only one that touches a disk; nothing else in `scoring` imports it.
"""

from scoring.ledger.codec import LogDamaged, Recorded, decode, encode
from scoring.ledger.evidence import EvidenceStore
from scoring.ledger.live import LiveTable
from scoring.ledger.store import Clash, Ledger

__all__ = ["Clash", "EvidenceStore", "Ledger", "LiveTable", "LogDamaged", "Recorded", "decode", "encode"]
