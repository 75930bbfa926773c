"""A deck that was shown in an order that somebody names: whether names and faces fit each other, and where they slipped.

A card that was not noticed, or was noticed twice, moves every later name onto the wrong face. How many there are of each says
that it happened; what the eye takes each face for says where.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.faces import LABELS, UNKNOWN
from vision.picture.identifier import Belief
from vision.picture.reading import CERTAIN

UNLIKELY = float(np.log(1e-4))
"""Log-probability below which a name does not count for less: the eye may be wrong about a deck that it never saw."""

SKIPPED = float(np.log(1e-3))
"""The same of a name without a face, or of a face without a name."""


@dataclass(frozen=True)
class Slip:
    """Where names and faces went apart, counted from 0: the name whose card was not noticed, or the face that has no name."""

    name: int | None
    face: int | None


def slips(beliefs: Sequence[Belief], order: Sequence[str]) -> list[Slip]:
    """The likeliest places, where there are more names than faces or fewer; an alignment as of Needleman and Wunsch (1970)."""
    logs = np.array([[max(UNLIKELY, float(belief.logs[LABELS.index(name)])) for name in order] for belief in beliefs])
    best = np.zeros((len(beliefs) + 1, len(order) + 1))
    best[0], best[:, 0] = SKIPPED * np.arange(len(order) + 1), SKIPPED * np.arange(len(beliefs) + 1)
    for face in range(len(beliefs)):
        for name in range(len(order)):
            skipped = max(best[face, name + 1], best[face + 1, name]) + SKIPPED
            best[face + 1, name + 1] = max(best[face, name] + logs[face, name], skipped)
    found, face, name = list[Slip](), len(beliefs), len(order)
    while face or name:
        if face and name and best[face, name] == best[face - 1, name - 1] + logs[face - 1, name - 1]:
            face, name = face - 1, name - 1
        elif name and (not face or best[face, name] == best[face, name - 1] + SKIPPED):
            name -= 1
            found.append(Slip(name, None))
        else:
            face -= 1
            found.append(Slip(None, face))
    return found[::-1]


def contradicted(beliefs: Sequence[Belief], names: Sequence[str]) -> list[int]:
    """The places of faces that the eye surely reads as something else than their names."""
    read = [belief.certain(CERTAIN) for belief in beliefs]
    return [place for place, (label, name) in enumerate(zip(read, names, strict=True)) if label not in (UNKNOWN, name)]
