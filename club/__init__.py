"""A club night: many tables, one board.

A box sends its log (`club.outbox`) in messages that both ends know (`club.wire`), and the club's hub keeps the logs of all boxes
(`club.archive`); the line between them and the hub itself are not built yet. Who meets whom at which table and on which boards,
and how they stand, is `club.movements`. May import `scoring` and `web`.
"""
