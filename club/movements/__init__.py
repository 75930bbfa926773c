"""Who meets whom at which table, round by round, and who leads: pure, and imports nothing of ours.

One vocabulary serves every kind of evening (`rounds`): a movement is rounds, a round is meetings, a meeting is a table, its
sides and the boards they play. `mitchell` and `howell` move pairs of duplicate bridge, `round_robin` and `swiss` matches of
two, `whist` and `seating` single players, `progressive` winners up the room. `laws` finds what is wrong in any of them;
`standings` and `victory_points` say who leads and by what.
"""
