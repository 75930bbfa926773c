"""Pictures and recordings, as `cardtable read` and `cardtable watch` are given them."""

from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from device.cameras import open_camera
from device.errors import BadInput, CameraDown
from device.reading import read_file
from tests.fuzz.door import Door
from tests.fuzz.mutator import files
from vision.arrays import Image
from vision.picture.reader import Reader


def pictures(folder: Path) -> Door:
    """One picture after the other."""
    reader, path = Reader(), folder / "picture"
    drawn = [_noise(*size) for size in ((48, 64), (1, 1), (3, 200), (110, 160))]
    kinds = (".jpg", ".png", ".bmp", ".tiff", ".webp")
    packed = [cv2.imencode(kind, picture)[1].tobytes() for kind in kinds for picture in (*drawn, drawn[0][..., 0])]
    return Door(packed, lambda data: (path.write_bytes(data), read_file(reader, path)), (BadInput,), files)


def recordings(folder: Path) -> Door:
    """The first frames of a film, and of a folder in which it is one picture of two."""
    film, frames, seeds = folder / "film", folder / "frames", (("a.avi", "MJPG"), ("b.mp4", "mp4v"), ("c.mkv", "VP80"))
    frames.mkdir()
    cv2.imwrite(str(frames / "1.png"), _noise(48, 64))
    for name, code in seeds:
        writer = cv2.VideoWriter(str(folder / name), cv2.VideoWriter.fourcc(*code), 10, (64, 48))
        for _ in range(4):
            writer.write(_noise(48, 64))
        writer.release()

    def feed(data: bytes) -> None:
        for path, source in ((film, film), (frames / "2.jpg", frames)):
            path.write_bytes(data)
            with open_camera(str(source)) as camera:
                list(islice(camera.frames(), 3))

    return Door([(folder / name).read_bytes() for name, _ in seeds], feed, (BadInput, CameraDown), files)


def _noise(height: int, width: int) -> Image:
    return np.random.default_rng(height).integers(0, 256, (height, width, 3), np.uint8)
