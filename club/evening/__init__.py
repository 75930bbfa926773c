"""An evening of a club: what the director does, and what follows from it and from the tables' logs. Pure.

`check(evening, act)` refuses what makes no sense, `evolve(evening, act)` applies the rest; `results_of` holds the draw against
what was played, `rankings_of` says who leads, `questions_of` what waits for the director, `seats_of` where everybody sits.
"""
