"""What does not fit together in a definition that could be read: nobody could play it, or something in it would never count."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from scoring.calls import bid_named
from scoring.cards import Card, Suit
from scoring.formulas import CARDS, ENDS, Formula
from scoring.games.definition import OWN, TRICK, Definition, Ends, For
from scoring.games.phases.announce import Announce, By
from scoring.games.phases.auction import PASSED, AllPass, Auction
from scoring.games.phases.bids import Bids
from scoring.games.phases.contra import Contra
from scoring.games.phases.declare import Declare
from scoring.games.phases.dummy import Dummy
from scoring.games.phases.lead import HolderLeads, Leads
from scoring.games.phases.partner import Partner
from scoring.games.phases.passing import Passing
from scoring.games.phases.talk import Phase
from scoring.games.toml_phases import TOUR
from scoring.packs import trumps_of
from scoring.passed import To
from scoring.seats import Seat

Misfit = tuple[str, str]
"""The key, and what is wrong with it."""

NOBODY = "nobody becomes declarer: expected a table [auction]"


def misfits(game: Definition) -> Iterator[Misfit]:
    """Everything that does not fit, the plainest first."""
    yield from chain(_phases(game), _trumps(game), _cards(game), _ways(game), _words(game), _ends(game), _makers(game))


def _phases(game: Definition) -> Iterator[Misfit]:
    auction = game.phase(Auction)
    if auction is None:
        if game.leads in (Leads.DECLARER, Leads.AFTER_DECLARER):
            yield "leads", NOBODY
        yield from ((key, NOBODY) for phase in game.phases for key in _of_declarers(phase))
        for place, line in enumerate(game.reckoned, start=1):
            if line.whose is not For.SIDES:
                yield f"score[{place}].for", NOBODY
    else:
        yield from _auctions(game, auction)
    if game.phase(Partner):
        yield from _partners(game)
    if passing := game.phase(Passing):
        yield from _passing(game, passing)
    if game.phase(Dummy) and not game.partners and game.players != (3, 3):
        yield "dummy", "nobody sits opposite: expected partners = true, or players = [3, 3] and a fourth hand that nobody holds"
    bids = game.phase(Bids)
    if bids and bids.high is not None:
        yield from _too_high(game, "bids.high", bids.high)
        if bids.at_least > bids.high * game.players[0]:
            yield "bids.at_least", f"nobody can bid so much: {game.players[0]} players, {bids.high} each"
    if game.is_kitty_shown and not game.kitty:
        yield "kitty_shown", "there is no kitty: say how many cards, such as kitty = 3"
    if game.duties.spares_partner and not game.partners:
        yield "duties.spares_partner", "nobody has a partner opposite: expected partners = true"
    if game.reckoned and game.scores:
        yield "score[1]", "lines with trick or won_with do not stand beside formulas: write all of them as one or the other"


def _of_declarers(phase: Phase) -> Iterator[str]:
    """The key of a phase that there is for a declarer alone."""
    keys: dict[type[Any], str] = {Declare: "declare", Partner: "partner", Contra: "contra", Dummy: "dummy"}
    if type(phase) in keys:
        yield keys[type(phase)]
    if isinstance(phase, Announce) and phase.by is not By.ANYBODY:
        yield "announce.by"


def _auctions(game: Definition, auction: Auction) -> Iterator[Misfit]:
    if game.phase(Contra) and auction.may_double:
        yield "contra", "double in [auction] says that already: leave one of them out"
    if auction.is_closed and not auction.may_double:
        yield "auction.double_ends_bids", "nobody doubles: expected double = true"
    if auction.is_free and auction.is_once:
        yield "auction.any_order", "once and any_order do not go together"
    if auction.must_dealer and auction.all_pass is not AllPass.NEXT:
        yield "auction.all_pass", "the dealer must bid, so that never all pass"
    if auction.must_eldest and (auction.must_dealer or auction.is_dealer_first or auction.is_free):
        yield "auction.eldest_must", "the next after the dealer cannot speak last then: leave the other keys out"
    if auction.only_last and not (auction.must_eldest or auction.must_dealer):
        yield "auction.if_all_pass", "nobody must bid once all others have passed: expected eldest_must or dealer_must"
    if auction.must_dealer and auction.is_dealer_first:
        yield "auction.dealer_must", "the dealer speaks first, and not after all others have passed"
    yield from _too_high(game, "auction.high", max(bid_named(bid, Seat.A).number or 0 for bid in auction.bids))


def _too_high(game: Definition, path: str, bid: int) -> Iterator[Misfit]:
    """A bid of more tricks than there are, where nothing else counts: neither what is in them, nor what was melded."""
    tricks = max((*game.hand_sizes, *game.deals))
    formulas = [*(formula for _path, formula in _formulas(game)), *game.carried.values()]
    asked = frozenset[str]().union(*(formula.names for formula in formulas))
    is_of_tricks = not asked & {"points", "cards", "melds"} and not any(formula.cards for formula in formulas)
    if bid > tricks and is_of_tricks and ("bid" in asked or not formulas):
        yield path, f"nobody can make {bid}: there are {tricks} tricks, and no formula asks for points, cards or melds"


def _partners(game: Definition) -> Iterator[Misfit]:
    if game.partners or game.players[0] < 3:
        yield "partner", "a card makes partners among three or more who play alone: expected players = [4, 4] and no partners"
    if game.pack.copies > 1:
        yield "partner", "every card is in the pack twice, so that none names one partner"


def _passing(game: Definition, phase: Passing) -> Iterator[Misfit]:
    if phase.cards > min(game.hand_sizes):
        yield "passing.cards", f"nobody has {phase.cards} cards to pass on"
    if To.ACROSS in phase.to and game.players not in [(2, 2), (4, 4)]:
        yield "passing.to", "nobody sits across but where two or four play"


def _has_suits(game: Definition) -> bool:
    """Whether trumps are in the bids."""
    auction = game.phase(Auction)
    return auction is not None and any(bid[-1] in TOUR for bid in auction.bids)


def _makers(game: Definition) -> Iterator[Misfit]:
    """Trumps that there never are."""
    declares = game.phase(Declare) is not None or bool(game.ways) or _has_suits(game)
    are_made = declares or game.trump is not None or game.trump_by is not None
    if not are_made and (game.trumps or game.trump_points):
        path = "trumps" if game.trumps else "trump_points"
        yield path, 'nothing makes trumps: expected such as trump = "turned", bids with suits, or a table [declare]'


def _trumps(game: Definition) -> Iterator[Misfit]:
    has_suits = _has_suits(game)
    declare = game.phase(Declare)
    chooses = declare is not None and bool(declare.ways)
    if has_suits and game.trump is not None:
        yield "trump", "trumps are in the bids: leave trump out"
    if has_suits and chooses:
        yield "declare.trump", "trumps are in the bids: leave trump out of [declare]"
    if game.trump_by is not None and (game.trump is not None or has_suits or chooses):
        yield "trump_by", "trumps are made in another way: leave trump_by out"
    if game.trump is not None and declare is not None and set(declare.ways) & set(TOUR):
        yield "declare.trump", "trumps are made in another way: leave trump out above, or in [declare]"
    if game.trump == "led" and (game.trumps or any(way.suits for way in game.ways.values())):
        yield "trump", "the first lead makes trumps, in the order of its suit: leave other trumps out"
    if game.trump == OWN and not 0 < len(game.trumps) == len(trumps_of(game.trumps, None)):
        yield "trump", "trumps of their own are cards: expected all of them in trumps"
    for suit in Suit if game.trumps and game.trump != OWN else ():
        missing = _missing(game, game.trumps, suit)
        if missing is not None:
            yield "trumps", f"with {suit.name.lower()} trumps, {missing} is not among them"
    yield from _foreign_trumps(game, game.trumps, "trumps")


def _missing(game: Definition, tokens: tuple[str, ...], suit: Suit) -> Card | None:
    """A card that should be among the trumps of the suit, and is not."""
    found = trumps_of(tokens, suit)
    wanted = (card for card in game.pack.cards if card.suit is suit or (card.suit is None and card in game.pack.high))
    return next((card for card in wanted if card not in found), None)


def _foreign_trumps(game: Definition, tokens: tuple[str, ...], path: str) -> Iterator[Misfit]:
    if foreign := next((card for card in trumps_of(tokens, Suit.HEARTS) if not _is_known(game, card)), None):
        yield path, f"the pack has no {foreign if foreign.suit is None else foreign.rank.value}"


def _is_known(game: Definition, card: Card) -> bool:
    """Whether the pack has the card, or at least its rank: tokens name ranks."""
    return card in game.pack or (card.suit is not None and card.rank in game.pack.ranks)


def _cards(game: Definition) -> Iterator[Misfit]:
    """Cards that are named and that the pack does not have."""
    holder, partner = game.phase(HolderLeads), game.phase(Partner)
    if holder and holder.card not in game.pack:
        yield "leads", f"the pack has no {holder.card}"
    named = (*partner.calls, *filter(None, (partner.card,))) if partner else ()
    yield from (("partner", f"the pack has no {card}") for card in named if card not in game.pack)
    for key in game.card_points:
        if key != TRICK and not any(
            key in (str(card), card.rank.value, card.suit and card.suit.value) for card in game.pack.cards
        ):
            yield f"points.{key}", f"the pack has no {key}"
    for key in game.trump_points:
        yield from _foreign_trumps(game, (key,), f"trump_points.{key}")
    for name, shape in game.shapes.items():
        path = f"melds.{name}" if name in game.melds else f"announce.cards.{name}"
        yield from _foreign_trumps(game, shape.cards, path)
        if foreign_rank := next((rank for rank in shape.plain if rank not in [known.value for known in game.pack.ranks]), None):
            yield path, f"the pack has no {foreign_rank}"
        if shape.row > len(game.pack.ranks):
            yield path, f"no suit has {shape.row} cards"
    if foreign := next((card for card in game.upset if card not in game.pack), None):
        yield "upset", f"the pack has no {foreign}"
    for name, cards in (("free", game.duties.free), ("not_first", game.duties.kept_out)):
        if foreign := next((card for card in cards if isinstance(card, Card) and card not in game.pack), None):
            yield f"duties.{name}", f"the pack has no {foreign}"
    for path, formula in _formulas(game):
        for function, token in formula.cards:
            if token not in ENDS and function in CARDS[:-1]:
                yield from _foreign_trumps(game, (token,), path)


def _ways(game: Definition) -> Iterator[Misfit]:
    declares = game.phase(Declare)
    declares_anybody = game.phase(Auction) is not None
    has_partner = game.phase(Partner)
    for name, way in game.ways.items():
        path = f"ways.{name}"
        if way.ranks is not None and set(way.ranks) != set(game.pack.ranks):
            yield f"{path}.ranks", "expected every rank of the pack once"
        if way.trumps is not None:
            yield from _foreign_trumps(game, way.trumps, f"{path}.trumps")
        for suit in filter(None, way.suits if way.trumps is not None else ()):
            if missing := _missing(game, way.trumps or (), suit):
                yield f"{path}.trumps", f"with {suit.name.lower()} trumps, {missing} is not among them"
        if unknown := next((other for other in way.then if other not in game.ways or game.ways[other].then), None):
            yield f"{path}.then", f"then names {unknown!r}: expected a table [ways.{unknown}] without then"
        if way.then and (way.suits or not declares):
            yield f"{path}.then", "the declarer chooses: expected a table [declare], and no trump here"
        if way.leaves > game.kitty or ((way.leaves or way.gives) and not declares_anybody):
            yield f"{path}.leaves", f"there are {game.kitty} cards in the kitty, and a declarer takes the others"
        if way.is_partners_choice and not (has_partner and declares):
            yield f"{path}.by_partner", "the partner chooses: expected tables [partner] and [declare]"


def _formulas(game: Definition) -> Iterator[tuple[str, Formula]]:
    for place, line in enumerate(game.reckoned, start=1):
        yield f"score[{place}].points", line.points
        if line.when is not None:
            yield f"score[{place}].when", line.when
    yield from ((f"define.{name}", formula) for name, formula in game.defined.items())
    if game.ending.when is not None:
        yield "end.when", game.ending.when


def _words(game: Definition) -> Iterator[Misfit]:
    """Words that a formula waits for and that nobody can say."""
    auction = game.phase(Auction)
    bids = auction.bids if auction else ()
    named = {bid_named(bid, Seat.A).word or "" for bid in bids} | set(game.ways)
    said = {"trump": {*TOUR}, "call": {*bids, ""}, "word": {*named, PASSED, ""}}
    for path, formula in _formulas(game):
        for name, word in formula.compared:
            if name in said and word not in said[name]:
                known = ", ".join(sorted(filter(None, said[name])))
                yield path, f"{path.rpartition('.')[2]}: {name} is never {word!r}: expected one of {known}"
    for word in game.trump_by.results if game.trump_by is not None else ():
        if word not in TOUR or len(word) != 1:
            yield "trump_by", f"trump_by comes to {word!r}: expected one letter of {TOUR} (N: no trump)"


def _ends(game: Definition) -> Iterator[Misfit]:
    if game.ending.wins is Ends.WHOM and game.ending.when is None:
        yield "end.wins", "of whom? expected a formula in when"
    if game.ending.wins in (Ends.DECLARER, Ends.DECLARER_ONLY) and game.phase(Auction) is None:
        yield "end.wins", NOBODY
    if game.ending.floor is not None and game.ending.floor >= 0:
        yield "end.floor", f"floor is {game.ending.floor}: expected a number below 0"
