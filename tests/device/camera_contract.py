"""What every source of frames keeps to; plain asserts, so that it also runs where only the source itself is installed."""

from collections.abc import Callable
from itertools import islice, pairwise

import numpy as np

from device.cameras import Camera


def keeps_the_contract(opened: Callable[[], Camera], width: int, height: int) -> None:
    """Opened, read, closed and opened again: frames of that size, in order, in blue-green-red."""
    for _ in range(2):
        with opened() as camera:
            frames = list(islice(camera.frames(), 4))
        assert [frame.number for frame in frames] == list(range(4))
        times = [frame.at for frame in frames]
        assert times == sorted(times)
        assert times[0] >= 0
        for frame in frames:
            assert frame.picture.shape == (height, width, 3)
            assert frame.picture.dtype == np.uint8
            assert frame.picture.flags.c_contiguous
        # Pictures are the reader's own: the source does not write into them later.
        assert len({id(frame.picture) for frame in frames}) == len(frames)
        assert not any(np.shares_memory(a.picture, b.picture) for a, b in pairwise(frames))
