"""Frames in, sightings out.

Knows faces and places, not games or seats; imports nothing of the other rooms. `picture` reads one picture, `scene` follows the
table from frame to frame, `setup` learns the camera's place and decks of one's own, `camera` tells whether it sees anything,
`training` draws what the networks in `models` have learnt from. The way of a frame: `scene.watcher` asks `scene.motion` whether
anything moved, `picture.reader` runs `finder` and `identifier`, `scene.scene` weighs what is new and tells it.
"""

import os

# ONNX Runtime's wheels would tell its maker of every session, and keep a number for the machine; it asks this when first
# imported. Pictures of a card table, and that there is one, are nobody else's business.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
