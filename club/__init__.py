"""A club night: many tables, one board.

A box sends its log (`club.outbox`, `club.line`) in messages that both ends know (`club.wire`) over the club's broker
(`club.connection`, `club.broker`, `club.accounts`); the hub takes the logs of all boxes in (`club.intake`, `club.archive`), folds
them (`club.room`) and holds them against what the director has drawn (`club.evening`, `club.movements`). `club.hub` is all that
together, `club.pages`, `club.api` and `club.neighbours` show it, `club.hosting` runs it. May import `scoring` and `web`.
"""
