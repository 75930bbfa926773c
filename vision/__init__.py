"""Frames in, sightings out: motion gate, finder, identifier, pile tracker, and the renderer that trained them.

Knows faces and places, not games or seats; imports nothing of the other rooms. The way of a frame: `watcher` asks
`motion` whether anything moved, `reader` runs `finder` and `identifier`, `pile` decides what is new.
"""
