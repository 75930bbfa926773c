"""The table seen from above: who sits where, whose card lies where, and what is true of each seat in the trick that is played.

Works on the view of the table (`scoring.projections.table_view`), so that phone, TV and whoever reads the API see the same.
"""

from dataclasses import dataclass
from typing import Any

from web.cards import bid_in_short, call_words
from web.languages import gettext, ngettext

Json = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """A seat at the felt. `at` counts round from the one who looks, clockwise as seen from above.

    `figure` is what matters of it now: the total, or how much of a bid has been taken; `note` says more in a few words.
    """

    at: int
    seat: int
    name: str
    figure: str
    note: str
    play: Json | None
    deals: bool
    leads: bool
    is_turn: bool
    wins: bool


@dataclass(frozen=True)
class Hero:
    """Whose moment it is, and what they have done; `is_final` where no hand comes any more."""

    names: str
    words: str
    is_final: bool = False


@dataclass(frozen=True)
class Felt:
    """Everybody at the table; the trick that is played, whether all have laid their cards, and who has won where one is won."""

    places: tuple[Place, ...]
    number: int
    trick: Json | None
    is_full: bool
    hero: Hero | None

    @property
    def is_won(self) -> bool:
        """Whether a hand or the game has been won, and the next one has not begun."""
        return self.hero is not None

    @property
    def pile(self) -> list[Json]:
        """Cards that lie before nobody: more than there are seats, or nobody's."""
        before = [place.play for place in self.places]
        return [play for play in self.trick["plays"] if play not in before] if self.trick else []


def felt(view: Json, name: str = "") -> Felt:
    """The table as who is called that sees it from the own chair; strangers sit where the first seat is."""
    hand = view.get("hand")
    running = hand if hand and not hand["is_over"] else None
    trick = _trick(hand)
    plays = trick["plays"] if trick else []
    players = view.get("players", [])
    is_full = bool(hand and len(plays) >= len(hand["seats"]))
    turn = running["turn"] if running and not is_full else None
    leader = plays[0]["seat"] if plays else turn
    own = next((place for place, player in enumerate(players) if player["name"] == name), 0)
    dealer = running["dealer"] if running else view.get("next_dealer")
    places = []
    for place, player in enumerate(players):
        seat = player["seat"]
        figure, note = _said_of(hand, player)
        places.append(
            Place(
                at=(place - own) % len(players),
                seat=seat,
                name=player["name"],
                figure=figure,
                note=note,
                play=next((play for play in plays if play["seat"] == seat), None),
                deals=seat == dealer,
                leads=running is not None and seat == leader,
                is_turn=turn is not None and seat == turn,
                wins=trick is not None and trick["winner"] == seat,
            )
        )
    number = trick["number"] if trick else hand["to_confirm"] if hand else 0
    return Felt(tuple(places), number, trick, is_full, hero_of(view))


def hero_of(view: Json) -> Hero | None:
    """Who has won: the game, what was played when people ended it, or the hand; partners together."""
    last, hand = view.get("last_hand"), view.get("hand")
    if not last or not hand or not (view["is_ended"] or (hand["is_over"] and last["number"] == hand["number"])):
        return None
    names = [side["name"] for side in view["sides"]]
    members = len(view["sides"][0]["seats"])
    if view["winner"] is not None:
        return Hero(names[view["winner"]], ngettext("has won the game", "have won the game", members), view["is_ended"])
    if view["is_ended"]:
        best = _best([side["total"] for side in view["sides"]])
        if best is None:
            return Hero(gettext("Level"), gettext("nobody wins"), True)
        return Hero(names[best], ngettext("wins", "win", members), True)
    best = _best(last["points"])
    if len(names) == len(view["players"]) and last["winner"] is not None:
        words = gettext("takes the last trick") if last["last_card"] else ngettext("wins the hand", "win the hand", 1)
        return Hero(last["winner_name"], words)
    if best is None:
        return Hero("", gettext("Hand %(number)d") % {"number": last["number"]})
    return Hero(last["sides"][best], ngettext("wins the hand", "win the hand", members))


def _spoken(hand: Json, seat: int) -> str:
    contract, taken = hand["contract"], hand["taken"][seat] or 0
    tricks = ngettext("%(num)d trick", "%(num)d tricks", taken) % {"num": taken} if taken else ""
    if contract and contract["seat"] == seat:
        times = {1: "", 2: " ×2", 4: " ×4"}[contract["doubled"]]
        alone = gettext("alone") if contract["is_alone"] else ""
        return ", ".join(filter(None, (bid_in_short(contract) + times, alone, tricks)))
    if contract and contract["partner"] == seat:
        return ", ".join(filter(None, (gettext("partner"), tricks)))
    said = [call for call in hand["calls"] if call["seat"] == seat and call["kind"] in ("bid", "pass", "double", "redouble")]
    if contract or not said:
        return tricks
    return bid_in_short(said[-1]) if said[-1]["kind"] == "bid" else call_words(said[-1]["kind"])


def _best(values: list[int]) -> int | None:
    """The place of the highest, None where it is not alone."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None


def _trick(hand: Json | None) -> Json | None:
    """The open trick; once a hand is over its last one, and none where the next card begins another."""
    if not hand or not hand["tricks"]:
        return None
    last: Json = hand["tricks"][-1]
    return last if hand["is_over"] or not last["is_confirmed"] else None


def _said_of(hand: Json | None, player: Json) -> tuple[str, str]:
    """The figure and the note of a seat: `2 of 4`, or `nil` and `has 1`, where it bid; else its total and the tricks it took.

    In an auction the note says what the seat said last, and then what it plays.
    """
    seat = player["seat"]
    if hand and (
        hand["contract"] or any(call["kind"] in ("pass", "double") or call["suit"] or call["word"] for call in hand["calls"])
    ):
        return player["shown"], _spoken(hand, seat)
    bids = [call for call in hand["calls"] if call["seat"] == seat and call["kind"] == "bid"] if hand else []
    taken = (hand["taken"][seat] if hand else 0) or 0
    if not hand or not bids:
        return player["shown"], ngettext("%(num)d trick", "%(num)d tricks", taken) % {"num": taken} if taken else ""
    number = bids[-1]["number"]
    if number == 0:
        return gettext("blind nil") if bids[-1]["is_blind"] else gettext("nil"), gettext("has %(number)s") % {"number": taken}
    if number > hand["hand_size"]:  # a bid of points: nobody can take so many tricks
        return player["shown"], gettext("bid %(number)s") % {"number": number}
    return gettext("%(taken)s of %(bid)s") % {"taken": taken, "bid": number}, ""
