"""Which card it is: names the straightened face, with a probability for every label."""

from pathlib import Path

import numpy as np
import onnxruntime

from vision.arrays import Floats, Image
from vision.faces import LABELS

CROP_WIDTH, CROP_HEIGHT = 80, 112
"""Pixels of the straightened card that the network looks at."""


