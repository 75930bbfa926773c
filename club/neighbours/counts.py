"""What the hub counts as it takes in, for Prometheus. Counters only grow, from nothing at each start of the hub."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain

from prometheus_client import Counter, Histogram, Metric

from club.wire import Answer, Entry, Excerpt

DELAYS_S = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 3600.0)
"""Bounds of the delays that are told apart: half a second is what a board may lag, an hour is a box that was offline."""


class Counts:
    """The hub's counters; threads may share them."""

    def __init__(self) -> None:
        self.events = Counter("cardtable_hub_events", "Events committed, those that came again included.", registry=None)
        self.batches = Counter("cardtable_hub_batches", "Commits to the archive.", registry=None)
        self.answers = Counter("cardtable_hub_answers", "Answers to boxes by what they said.", ["kind"], registry=None)
        self.delay = Histogram(
            "cardtable_hub_delay_seconds",
            "Seconds from the newest event of an excerpt, by the clock of its box put right, to its commit at the hub.",
            buckets=DELAYS_S,
            registry=None,
        )
        for kind in ("taken", "unknown", "refused"):
            self.answers.labels(kind)

    def answered(
        self, batch: Sequence[tuple[str, Excerpt]], answers: Sequence[Answer], skews: Mapping[str, float | None], now: datetime
    ) -> None:
        """Boxes were told these answers to their excerpts now; `skews` are the seconds by which their clocks are ahead."""
        for (box, excerpt), answer in zip(batch, answers, strict=True):
            kind = "refused" if answer.refusal else "taken" if answer.is_known else "unknown"
            self.answers.labels(kind).inc()
            if kind == "taken" and excerpt.entries:
                self.events.inc(len(excerpt.entries))
                at, skew = _when(excerpt.entries[-1]), skews.get(box)
                if at is not None and skew is not None:
                    self.delay.observe(max(0.0, (now - at).total_seconds() + skew))
        if not all(answer.refusal for answer in answers):
            self.batches.inc()

    def refused(self) -> None:
        """A message of a box could not be read."""
        self.answers.labels("refused").inc()

    def collect(self) -> Iterable[Metric]:
        """All of them as they stand."""
        return chain(*(found.collect() for found in (self.events, self.batches, self.answers, self.delay)))


def _when(entry: Entry) -> datetime | None:
    """When the event happened, by its box; None where that cannot be read."""
    try:
        at = datetime.fromisoformat(json.loads(entry.line)["data"]["at"])
    except (ValueError, TypeError, KeyError):
        return None
    return at if at.tzinfo else None
