"""A club night: many tables, one board.

Who meets whom at which table and on which boards, and how they stand (`club.movements`); what tables and the club's hub say to
each other (`club.wire`). A table's log stays the truth: what a hub shows is folded from logs. May import `scoring` and `web`.
"""
