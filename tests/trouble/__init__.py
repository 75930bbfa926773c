"""Evenings on which things go wrong, by seed: `python -m tests.trouble [EVENINGS]` plays them and prints one table.

What is seen, pressed and typed goes through the real box, loop, log and page; the eye says what it would see (its own evenings
are `benchmarks.evenings`). After each evening the score is that of the same evening without trouble, or a person was asked;
nothing that was acknowledged is lost, and nothing is in the log that nobody did.
"""
