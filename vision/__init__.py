"""Frames in, sightings out: motion gate, finder, identifier, pile tracker, and the renderer that trained them.

Knows faces and places, not games or seats; imports nothing of the other rooms. The way of a frame: `watcher` asks
`motion` whether anything moved, `reader` runs `finder` and `identifier`, `pile` decides what is new.
"""

import os

# ONNX Runtime's wheels would tell its maker of every session, and keep a number for the machine; it asks this when first
# imported. Pictures of a card table, and that there is one, are nobody else's business.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
