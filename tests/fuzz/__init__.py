"""Every door of the box, knocked at with bytes that nobody meant: `python -m tests.fuzz [--minutes M] [DOOR...]`."""
