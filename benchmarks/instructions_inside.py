"""What `benchmarks.instructions` lets the emulated processor run: python -m benchmarks.instructions_inside SCENE PEER.

Every work runs once before it is counted, for what a network does in its first run is done once. What is counted lies between two
calls of getppid, which the plugin hears and which nothing else here makes.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.models import session
from vision.picture.finder import Finder
from vision.picture.identifier import Identifier, Outline
from vision.picture.region import Region


def main(scene_file: str, peer_file: str) -> None:
    """Print the name of each work that was counted."""
    cv2.setNumThreads(1)
    scene = np.load(scene_file)
    frame, region, width = scene["frame"], Region(*scene["region"].tolist()), float(scene["width"])
    outlines = [Outline(quad, bool(both)) for quad, both in zip(scene["quads"], scene["other_ends"], strict=True)]
    finder, identifier = Finder(), Identifier()
    works: dict[str, Callable[[], object]] = {
        "finder, what has changed": lambda: finder.find(frame, width, region),
        # All first: they tell which suits lie there, and the network of the others rests from then on.
        f"identifier, {len(outlines)} cards": lambda: identifier.identify(frame, outlines),
        "identifier, one card": lambda: identifier.identify(frame, outlines[:1]),
    }
    if peer_file:
        peer = session(Path(peer_file), 1)
        picture = np.random.default_rng(0).random((1, 3, 640, 640), np.float32)
        works["peer"] = lambda: peer.run(None, {"picture": picture})
    for name, work in works.items():
        work()
        os.getppid()
        work()
        os.getppid()
        print(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
