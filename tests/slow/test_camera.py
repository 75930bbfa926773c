"""The Pi's camera source on real libcamera and picamera2: libcamera's virtual camera shows rendered tables."""

import subprocess

import cv2
import numpy as np
import pytest

from device.simulation import indexed_design
from tests.device.test_setup import GROUND
from tests.slow.machines import ROOT, debian, needs, shell, throw_away
from vision.arrays import Image
from vision.faces import UNKNOWN
from vision.geometry import card_outline
from vision.picture.reader import Reader
from vision.training.decks import Deck
from vision.training.scenes import paste

PACKAGES = (
    "mount,python3,python3-libcamera,libcamera-tools,python3-venv,python3-numpy,python3-opencv,gcc,libc6-dev,python3-dev,"
    "libcap-dev,python3-prctl,ca-certificates"
)
CARDS = (("AS", "7H", "TD"), ("KC", "2D", "9S"))

PROGRAM = """
import sys
import types
sys.path[:0] = ["/opt/cardtable"]
class Formats(type):
    def __getattr__(cls, name):
        return name
# The preview's library, which is not used here and is not in Debian.
sys.modules["pykms"] = types.SimpleNamespace(PixelFormat=Formats("PixelFormat", (), {}))
import numpy as np
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator
from device.errors import CameraDown
from device.pi_camera import PiCamera
from contract import keeps_the_contract
# The virtual camera has no raw mode, and gives two planes, which picamera2's own allocator cannot make.
Picamera2._get_raw_modes = lambda self: [{"format": "NV12", "size": (640, 480)}]
configure, opened = Picamera2.configure, Picamera2.create_video_configuration
def with_allocator(self, *args, **more):
    self.allocator = LibcameraAllocator(self.camera)
    return configure(self, *args, **more)
Picamera2.configure = with_allocator
Picamera2.create_video_configuration = lambda self, **more: opened(self, raw=None, **more)
keeps_the_contract(lambda: PiCamera(0, (640, 480)), 640, 480)
with PiCamera(0, (640, 480)) as camera:
    pictures = {}
    for frame in camera.frames():
        pictures.setdefault(int(frame.picture[::4, ::4].astype(int).sum()), frame.picture)
        if frame.number == 100:
            break
np.savez("/root/seen.npz", *pictures.values(), format=camera._format)
try:
    PiCamera(3)
except CameraDown as error:
    print("REFUSED", error)
"""


SCRIPT = """
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs dev /dev
mknod -m 666 /dev/null c 1 3
mknod -m 666 /dev/urandom c 1 9
mkdir /dev/shm
mount -t tmpfs shm /dev/shm
gcc -shared -fPIC -o /root/dmabuf.so /root/dmabuf.c
python3 -m venv --system-site-packages /opt/v
/opt/v/bin/pip install -q picamera2
LD_PRELOAD=/root/dmabuf.so /opt/v/bin/python /root/program.py
"""


def scene(labels: tuple[str, ...]) -> Image:
    """A rendered table with cards beside each other, darker towards its lower edge and bluish."""
    face = Deck(indexed_design(3)).face
    canvas = np.full((480, 640, 3), GROUND, np.float32) + np.linspace(0, -25, 480)[:, None, None]
    canvas[:, 600:] = (200, 60, 20)
    for place, label in enumerate(labels):
        outline = card_outline((120 + 180 * place, 230), 110, 0.15 * place)
        paste(canvas, face(label), outline, np.full(3, 0.92, np.float32), (2.0, 3.0, 3.0, 0.3))
    return np.clip(canvas, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def shown() -> list[Image]:
    """The pictures that the camera is given."""
    return [scene(labels) for labels in CARDS]


@pytest.fixture(scope="module")
def seen(shown: list[Image], tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Image], str]:
    """What our source makes of them, and what the program said."""
    needs("chroot")
    work = tmp_path_factory.mktemp("camera")
    with throw_away(debian("forky", "camera", *PACKAGES.split(",")), work) as root:
        for folder in ("device", "vision"):
            shell("cp", "-r", ROOT / folder, f"{root}/opt/")
        (root / "opt" / "cardtable").mkdir()
        shell("mv", root / "opt" / "device", root / "opt" / "vision", root / "opt" / "cardtable")
        shell("cp", ROOT / "tests" / "device" / "camera_contract.py", root / "opt" / "cardtable" / "contract.py")
        (root / "opt" / "frames").mkdir()
        for number, picture in enumerate(shown):
            cv2.imwrite(str(root / "opt" / "frames" / f"{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 98])
        shown_by = root / "usr" / "share" / "libcamera" / "pipeline" / "virtual"
        shown_by.mkdir(parents=True, exist_ok=True)
        shell("cp", ROOT / "tests" / "slow" / "virtual.yaml", shown_by)
        shell("cp", ROOT / "tests" / "slow" / "dmabuf.c", root / "root")
        (root / "root" / "program.py").write_text(PROGRAM)
        # This machine's way to the network, and whom it trusts there.
        shell("cp", "--dereference", "/etc/resolv.conf", root / "etc")
        shell("cp", "--dereference", "/etc/ssl/certs/ca-certificates.crt", root / "etc" / "ssl" / "certs")
        inside = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", str(root), "/bin/sh", "-ec", SCRIPT]
        run = subprocess.run(inside, capture_output=True, text=True, timeout=900)
        assert run.returncode == 0, run.stderr[-3000:]
        with np.load(root / "root" / "seen.npz") as stored:
            assert str(stored["format"]) == "NV12"
            pictures = [stored[name] for name in stored.files if name != "format"]
    return pictures, run.stdout


def unstretched(picture: Image) -> Image:
    """The virtual camera says that its values are of the narrow range and fills in the full one: its contrast is too great."""
    return np.asarray(picture * (219 / 255) + 16, np.uint8)


def test_frames_are_right_side_up_and_in_the_right_colours(shown: list[Image], seen: tuple[list[Image], str]) -> None:
    given = [unstretched(picture).astype(int) for picture in seen[0]]
    assert len(given) == len(shown)

    def distance(picture: Image) -> float:
        return min(float(np.abs(picture.astype(int) - other).mean()) for other in given)

    for picture in shown:
        assert distance(picture) < 6
        for wrong in (picture[::-1, ::-1], picture[:, ::-1], picture[..., ::-1]):
            assert distance(wrong) > 3 * distance(picture)


def test_the_cards_come_out(seen: tuple[list[Image], str]) -> None:
    reader = Reader()
    read = {frozenset(r.label for r in reader.read_outlines(picture) if r.label != UNKNOWN) for picture in seen[0]}
    assert read == {frozenset(labels) for labels in CARDS}


def test_a_camera_that_is_not_there_is_named(seen: tuple[list[Image], str]) -> None:
    assert "REFUSED camera 3 does not answer: " in seen[1]
