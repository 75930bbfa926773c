"""The kinds of arrays that travel through this room, under one name each, and what all do with log-odds."""

from typing import Any

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""Height × width × 3, blue-green-red as OpenCV has it, or × 4 with a mask of what is there."""

Floats = npt.NDArray[np.floating[Any]]
"""Any array of real numbers; the docstring that uses it gives the shape."""

Flags = npt.NDArray[np.bool_]
"""Any array of yes and no."""

Quad = npt.NDArray[np.float32]
"""4 × 2 corners in pixels, clockwise in the picture, from the card's own top left."""

Part = npt.NDArray[np.bool_]
"""Which pixels of a picture: height × width."""


def normalised(logs: Floats) -> Floats:
    """Log-odds along the last axis as log-probabilities: their exponentials sum to one."""
    shifted = logs - logs.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))
