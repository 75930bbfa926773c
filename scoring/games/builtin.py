"""The Spar family as data, in the form in which house games are written (docs/house-games.md)."""

SPAR = """
name = "spar"
title = "Spar"
home = "Ghana"
about = "The last trick decides; won with a six or a seven it counts more."
source = "docs/rules.md#1-spar-ghana"
pack = "spar35"
hand_size = [5, 7]
direction = "cw"
notation = "threes"

[options.ace_of_spades]
default = false
pack = "spar36"
about = "play with all 36 cards"
[options.double_six]
default = false
about = "the last two tricks won with sixes or sevens count together"
[options.under_ten]
default = false
about = "who holds no card above nine may swap all before the first lead"
[options.show_bottom]
default = false
about = "the bottom card of the undealt part may be asked for in the last trick but one"

[[score]]
won_with = ["6", "6"]
points = 6
option = "double_six"
[[score]]
won_with = ["6", "7"]
points = 5
option = "double_six"
[[score]]
won_with = ["7", "6"]
points = 5
option = "double_six"
[[score]]
won_with = ["7", "7"]
points = 4
option = "double_six"
[[score]]
won_with = ["6"]
points = 3
[[score]]
won_with = ["7"]
points = 2
[[score]]
points = 1
"""

JEU_DE_CARTE = """
name = "jeu_de_carte"
title = "Jeu de Carte"
home = "Benin"
about = "Spar with 31 cards: who cannot follow lays the card face down."
source = "docs/rules.md#2-jeu-de-carte-benin"
in_front = true
pack = "benin31"
hand_size = [5, 7]
direction = "cw"
target = 24

[duties]
face_down = "void"

[options.under_ten]
default = false
about = "who holds no card above nine may swap all before the first lead"
[options.show_bottom]
default = false
about = "the bottom card of the undealt part may be asked for in the last trick but one"

[[score]]
won_with = ["7"]
points = 2
[[score]]
points = 1
"""

SIPA = """
name = "sipa"
title = "Sipa"
home = "Togo"
about = "What does not beat goes face down; only the last tricks count."
source = "docs/rules.md#3-sipa-togo"
pack = "benin31"
direction = "ccw"
target = 10

[duties]
face_down = "losing"

[options.losing_face_down]
default = "optional"
choices = ["optional"]
about = "a card that does not beat may lie face down"

[[score]]
won_with = ["7", "7", "7"]
points = 6
[[score]]
won_with = ["7", "7"]
points = 4
[[score]]
won_with = ["7"]
points = 2
[[score]]
points = 1
"""

AGRAM = """
name = "agram"
title = "Agram"
home = "Niger"
about = "Six cards each, and whoever takes the last trick has won."
source = "docs/rules.md#4-agram-and-sink-sink-niger-agram-of-mali"
pack = "agram35"
players = [2, 5]
direction = "ccw"
hand_size = 6

[[score]]
points = 1
"""

SINK_SINK = """
name = "sink_sink"
title = "Sink-Sink"
home = "Niger"
about = "Agram with five cards, for up to seven players."
source = "docs/rules.md#4-agram-and-sink-sink-niger-agram-of-mali"
pack = "agram35"
players = [2, 7]
direction = "ccw"

[[score]]
points = 1
"""

AGRAM_MALI = """
name = "agram_mali"
title = "Agram of Mali"
home = "Mali"
about = "Agram with five cards, ace to seven."
source = "docs/rules.md#4-agram-and-sink-sink-niger-agram-of-mali"
pack = "benin31"
players = [2, 6]
direction = "ccw"

[[score]]
points = 1
"""

FAPFAP = """
name = "fapfap"
title = "Fapfap"
home = "Cameroon"
about = "The last trick wins, with a three it pays double."
source = "docs/rules.md#5-fapfap-cameroon"
pack = "fap31"
players = [2, 6]
direction = "ccw"

[options.pack]
default = "fap31"
choices = ["fap31", "fap32", "agram35", "std52"]
about = "which cards are played with"
[options.kora]
default = [1, 2, 3, 4]
about = "points where none, one, two or three of the last tricks are won with Threes"
[options.instant_wins]
default = []
choices = ["total", "three_sevens", "four_of_a_kind", "flush"]
about = "five dealt cards that win at once when shown"
[options.total_limit]
default = 21
about = "the total that wins at once"
[options.flush_with_three]
default = false
about = "a flush with a Three in it, shown at once, counts double"

[[score]]
won_with = ["3", "3", "3"]
points = "kora[3]"
[[score]]
won_with = ["3", "3"]
points = "kora[2]"
[[score]]
won_with = ["3"]
points = "kora[1]"
[[score]]
points = "kora[0]"
"""

FAMILY = (SPAR, JEU_DE_CARTE, SIPA, AGRAM, SINK_SINK, AGRAM_MALI, FAPFAP)
"""The texts of the seven games."""
