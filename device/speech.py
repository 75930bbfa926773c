"""What the box says aloud: sentences about what is new on the table, for a player who does not see it.

Two moments of the table are compared. What has come or changed is said; what goes away is not, and what lay there before is
not said again, whatever was corrected or undone around it.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from scoring.cards import Card, SuitSystem
from scoring.deal import Deal
from scoring.games.game import HandResult
from scoring.passed import PassedOn
from scoring.seats import Seat
from scoring.table import Table
from scoring.tricks import Trick
from scoring.words import Language, Words, card_name, rank_name

TRIAL: dict[Language, str] = {Language.ENGLISH: "The voice is ready.", Language.FRENCH: "La voix est prête."}
"""What is said to try the voice."""

MOST = 6
"""How many things are said in one breath: a trick of four with its winner, and a lead. Of more, the newest."""

_SENTENCES: dict[Language, Words] = {
    Language.ENGLISH: {
        "card": "{name}: {card}.",
        "face_down": "face down",
        "unknown": "not known yet",
        "trick": "{name} takes trick {number} with {card}.",
        "trick_alone": "{name} takes trick {number}.",
        "hand": "{name} wins hand {number}.",
        "hand_alone": "Hand {number} is over.",
        "total": "{name}: {total}.",
        "minus": "minus {number}",
        "and": " and ",
        "the": "the {card}",
        "left": "Pass on {cards}, to the left.",
        "right": "Pass on {cards}, to the right.",
        "across": "Pass on {cards}, to the player opposite.",
    },
    Language.FRENCH: {
        "card": "{name} : {card}.",
        "face_down": "face cachée",
        "unknown": "pas encore connue",
        "trick": "{name} prend le pli {number} avec {card}.",
        "trick_alone": "{name} prend le pli {number}.",
        "hand": "{name} gagne la donne {number}.",
        "hand_alone": "La donne {number} est finie.",
        "total": "{name} : {total}.",
        "minus": "moins {number}",
        "and": " et ",
        "the": "le {card}",
        "the as": "l'{card}",
        "the dame": "la {card}",
        "the bannière": "la {card}",
        "left": "Passez-en {cards}, à gauche.",
        "right": "Passez-en {cards}, à droite.",
        "across": "Passez-en {cards}, en face.",
    },
}


@dataclass(frozen=True)
class _Fact:
    """Something that can be said of a hand: what it is about, what is so, the sentence, and in which trick; 0 is in none."""

    about: tuple[str, int, int]
    so: Hashable
    sentence: str
    trick: int = 0


def news(before: Table, after: Table, language: Language) -> str:
    """What is new of the newest hand since `before`, in one breath; empty where nothing is.

    Of a trick that was confirmed before only its winner is said, where that was open: its cards are gone from the table.
    """
    deal = after.deal
    if deal is None:
        return ""
    # An undo may lead back into the hand before the newest: that was said as well.
    heard = before.deals[-2:] if before.started_at == after.started_at else ()
    known = {fact.about: fact.so for old in heard for fact in _facts(old, language)}
    confirmed = next((old.hand.confirmed for old in heard if old.hand.number == deal.hand.number), 0)
    new = [
        fact.sentence
        for fact in _facts(deal, language)
        if known.get(fact.about) != fact.so and (not 0 < fact.trick <= confirmed or _is_new_winner(fact, known))
    ]
    return " ".join(new[-MOST:])


def _is_new_winner(fact: _Fact, known: dict[tuple[str, int, int], Hashable]) -> bool:
    return fact.about[0] == "trick" and fact.about not in known


def _facts(deal: Deal, language: Language) -> Iterator[_Fact]:
    """Everything that can be said of a hand, in the order in which it came."""
    words, number = _Words(deal, language), deal.hand.number
    if passed := deal.game.passing(deal.setup, deal.before, deal.hand):
        yield _Fact(("passing", number, 0), passed, words.passed(passed))
    for trick in deal.hand.tricks:
        for play in trick.plays:
            # By its moment, which stays where a card that was missed is put before it.
            shown = "face_down" if play.is_hidden else play.card or "unknown"
            yield _Fact(("card", number, play.moment), shown, words.card(play.seat, shown), trick.number)
        if _is_decided(trick, len(deal.hand.seats)):
            yield _Fact(("trick", number, trick.number), (trick.winner, trick.winning_card), words.trick(trick), trick.number)
    for move in deal.hand.moves:
        yield _Fact(("card", number, move.moment), move.card, words.card(move.seat, move.card))
    if deal.result is not None and deal.is_over and not deal.hand.is_void:
        yield _Fact(("hand", number, 0), (deal.result.winner, deal.after.totals), words.hand(deal.result))


def _is_decided(trick: Trick, cards: int) -> bool:
    """Whether the trick is somebody's; one that stands for any of several is not told."""
    return trick.winner is not None and not trick.is_counted and (trick.is_confirmed or len(trick.laid) >= cards)


@dataclass(frozen=True)
class _Words:
    """The sentences of one hand in one language."""

    deal: Deal
    language: Language

    def card(self, seat: Seat | None, shown: Card | str) -> str:
        """Whose card, and which; the card alone where nobody knows whose."""
        said = self._name(shown) if isinstance(shown, Card) else self._say(shown)
        return f"{said}." if seat is None else self._say("card", name=self._players((seat,)), card=said)

    def trick(self, trick: Trick) -> str:
        """Who takes it, and with which card where that is known."""
        assert trick.winner is not None
        name, card = self._players((trick.winner,)), trick.winning_card
        if card is None:
            return self._say("trick_alone", name=name, number=trick.number)
        return self._say("trick", name=name, number=trick.number, card=self._the(card))

    def passed(self, passed: PassedOn) -> str:
        """What everybody passes on, and to whom."""
        return self._say(passed.to.value, cards=passed.cards)

    def hand(self, result: HandResult) -> str:
        """Who has won it, where the game says so, and the new totals."""
        number, winner, sides = self.deal.hand.number, result.winner, self.deal.game.sides(self.deal.setup)
        won = "hand_alone" if winner is None else "hand"
        lines = [self._say(won, name="" if winner is None else self._players((winner,)), number=number)]
        for members, total in zip(sides, self.deal.after.totals, strict=True):
            lines.append(self._say("total", name=self._players(members), total=self._number(total)))
        return " ".join(lines)

    def _players(self, seats: tuple[Seat, ...]) -> str:
        return _SENTENCES[self.language]["and"].join(self.deal.setup.name_of(seat) for seat in seats)

    def _number(self, number: int) -> str:
        """With its sign as a word: espeak-ng says -3 as `trois` in French."""
        return self._say("minus", number=-number) if number < 0 else str(number)

    def _the(self, card: Card) -> str:
        """The card with its article, which in French goes by the word for its rank."""
        known, rank = _SENTENCES[self.language], rank_name(card.rank, self.language, self._suits)
        return known.get(f"the {rank}", known["the"]).format(card=self._name(card))

    @property
    def _suits(self) -> SuitSystem:
        return self.deal.hand.order.pack.suits

    def _name(self, card: Card) -> str:
        return card_name(card, self.language, self._suits)

    def _say(self, sentence: str, **parts: object) -> str:
        return _SENTENCES[self.language][sentence].format(**parts)
