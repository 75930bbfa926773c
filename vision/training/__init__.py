"""The renderer (decks, scenes) and the training of the networks.

The renderer needs only what the product needs, and draws the simulated table as well; the training needs the `train`
extra. Bottom up: `shapes`, `decks`, `scenes`, `supply`, `networks`, `loop`, `course` and one for each network, `train`.
"""
