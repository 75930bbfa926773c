"""The phases of a hand before its first lead: who may say what, and what it settles. A game of tricks is a list of them.

Each phase is a module of its own and knows no game; `scoring.games.phases.talk` holds what they settle together.
"""
