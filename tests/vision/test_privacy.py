"""Nothing of the table leaves it: the program that runs the networks tells nobody and keeps no number for the machine."""

import os
import subprocess
import sys
from pathlib import Path


def test_reading_cards_leaves_nothing_in_the_home_folder(tmp_path: Path) -> None:
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    home.pop("ORT_DISABLE_TELEMETRY", None)
    program = "from vision.picture.identifier import Identifier; Identifier()"
    subprocess.run([sys.executable, "-c", program], env=home, check=True)
    assert list(tmp_path.iterdir()) == []
