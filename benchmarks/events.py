"""What each event and sentence of the scene is worth: left out in turn (`python -m benchmarks.events`).

On evenings on which one of these once made the difference, and if asked for on others with French and German suits, on hard
tables and on double lays; two minutes for each on two cores. The tables of nats stay as they are.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.doubles import follow_doubles
from benchmarks.evenings import PLAYERS, READERS, follow_nation, seen_of, start, tally
from benchmarks.weigh import SPOILT, SpoilingReader
from device.evening import TROUBLES, Evening
from device.faces import label_of
from device.simulation import CARD_WIDTH, RenderedTable
from vision.faces import FACES
from vision.scene import scene, tracks
from vision.scene.cards import Hand
from vision.scene.evidence import Weighing
from vision.scene.motion import Motion
from vision.scene.scene import Scene
from vision.scene.tracks import Track
from vision.scene.watcher import Watcher
from vision.training.suits import Nation

Left = tuple[Any, str, Any]
"""Where something stands, its name there, and what stands for it: that it never happens, or always is so."""

NOTHING = "nothing"

LEFT_OUT: dict[str, Left] = {
    "the camera was knocked": (scene, "camera_shift", lambda *_: None),
    "a card lies elsewhere now": (Scene, "_is_elsewhere", lambda *_: False),
    "an unread card was pushed": (Scene, "_asked_about", lambda *_: None),
    "a corner that a known card explains": (Scene, "_explains", lambda *_: False),
    "what is familiar": (Motion, "familiar", lambda *_: 0.0),
    "a card was covered": (Scene, "_covered_by", lambda *_: []),
    "two cards in one movement": (Track, "waits_for_lower", lambda *_: False),
    "what shows beside a card on it": (Weighing, "undecided_part", lambda weighing, track: weighing.motion.part(track.quad)),
    "looks at a card on its way": (Track, "_take_note_of_its_way", lambda *_: None),
    "many looks tell more": (tracks, "power_of_many", lambda _: 1.0),
    "another hand does not hold it": (Hand, "may_hold", lambda hand, _: hand.is_here),
    "a card that stands alone": (Watcher, "_read_alone", lambda *_: []),
    "a name that comes late": (scene, "name_late", lambda *_: []),
    "cards were taken": (Scene, "_find_gone", lambda *_: []),
}
"""What may happen between two looks, and what holds of it."""

FRENCH = (
    400185,
    520097,
    530052,
    570167,
    640175,
    670158,
    680006,
    680009,
    680017,
    690050,
    692050,
    692057,
    695331,
    696265,
    697309,
    699302,
    699415,
    700042,
)

BROKEN = (*((None, seed) for seed in FRENCH), (Nation.SWISS, 260014), (Nation.ITALIAN, 240009))
"""Evenings of which each once showed that something was missing (decision 31), or shows what a term decides."""

BEFORE, LEAN = 1.5 * CARD_WIDTH, 35.0
"""How far from the middle, in pixels, and under a camera that leans by how many degrees hard tables are played on."""

Table = Callable[[], Counter[str]]
"""Follows what is played on one table, and counts what becomes of the plays."""


def _evening(nation: Nation | None, seed: int) -> Counter[str]:
    """One hand with every trouble."""
    return follow_nation(nation, seed, READERS[0]).counts


def _doubles(seed: int) -> Counter[str]:
    """One table on which now and then two cards are laid at once."""
    return Counter({f"doubles {what}": count for what, count in follow_doubles(seed, READERS[0]).items()})


def _hard(seed: int) -> Counter[str]:
    """Two hands with every trouble, each card laid before who plays it, some not found by the finder; the camera leans."""
    table = RenderedTable(seed, before=BEFORE, lean=LEAN)
    evening = Evening(PLAYERS[seed % len(PLAYERS)], seed, TROUBLES, hands=2, table=table)
    rng, reader = np.random.default_rng([seed, 37]), SpoilingReader()
    reader.spoilt = {label: "unfound" for label in FACES if rng.random() < SPOILT["unfound"]}
    sightings = seen_of(evening, reader)
    # A question about a card that cannot be found is as much in place as one about a smudged card.
    evening.truth = [replace(item, trouble="unsure") if label_of(item.card) in reader.spoilt else item for item in evening.truth]
    return tally(evening, sightings).counts


def _without(name: str, table: Table) -> Counter[str]:
    """What becomes of the plays on one table where that is left out."""
    with patch.object(*LEFT_OUT[name]) if name in LEFT_OUT else nullcontext():
        return table()


def main() -> None:
    """Print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--broken", action=argparse.BooleanOptionalAction, default=True)
    for kind in ("evenings", "german", "hard", "doubles"):
        parser.add_argument(f"--{kind}", type=int, default=0)
    parser.add_argument("--seed", type=int, default=590000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[NOTHING, *LEFT_OUT], choices=[NOTHING, *LEFT_OUT])
    options = parser.parse_args()
    tables: list[Table] = [partial(_evening, *evening) for evening in BROKEN if options.broken]
    tables += [partial(_evening, None, options.seed + place) for place in range(options.evenings)]
    tables += [partial(_evening, Nation.GERMAN, options.seed + place) for place in range(options.german)]
    tables += [partial(_hard, options.seed + place) for place in range(options.hard)]
    tables += [partial(_doubles, options.seed + place) for place in range(options.doubles)]
    columns = ("plays", "wrong", "missed", "needless", "accused", "doubles pairs", "doubles named", "doubles ordered")
    print(f"{'left out':40s}", *columns, sep=" | ", flush=True)
    with get_context("spawn").Pool(options.workers, start) as pool:
        for name in options.only:
            total = sum(pool.imap_unordered(partial(_without, name), tables), Counter[str]())
            print(f"{name:40s}", *(f"{total[column]:{len(column)}d}" for column in columns), sep=" | ", flush=True)


if __name__ == "__main__":
    main()
