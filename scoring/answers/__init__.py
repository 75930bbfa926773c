"""What proposals lead to, one module a kind; `scoring.decide` asks the one that knows.

Every answer is a function of the table, the command and the time, and returns events: none where nothing is left to do. It
raises `Refused` with the reason where the proposal makes no sense.
"""
