"""A page for every game, made from the game itself: rules, options, a hand worked out, and what the cards prove."""

import re
from collections.abc import Iterator
from pathlib import Path

from flask import g

from manual.words import _, plain, said_in
from scoring import fold
from scoring.deal import Deal
from scoring.duties import FaceDown, FirstTrick
from scoring.games import GAMES, as_played, numbers_for
from scoring.games.game import Game, Setup
from scoring.games.phases.partner import Partner
from scoring.games.trick_game import TrickGame
from scoring.ledger.text_reader import read_text
from scoring.offences import OffenceKind
from scoring.seats import Seat
from scoring.table import Table
from web.cards import told
from web.languages import gettext, translated, written
from web.option_words import OFFENCES
from web.options import Asked, asked_for
from web.rules import FOR_ALL, in_words, sections, text_of

WORDS = {
    "players": _("Played by"),
    "cards": _("Cards"),
    "dealt": _("Each is dealt"),
    "home": _("At home in"),
    "camera": _("The camera"),
    "rules": _("The rules"),
    "for_all": _("What holds for all games stands on a page of its own:"),
    "all": _("For all games"),
    "proved": _("What the cards prove"),
    "dispute": _("How a proof is looked at, and what the table can do then:"),
    "disputes": _("Disputes"),
    "games": _("The games"),
    "options": _("What a table can choose"),
    "option": _("Option"),
    "choices": _("Choices, the usual one first"),
    "worked": _("A hand, worked out"),
    "trick": _("Trick"),
    "open": _("This hand is not over: it is worth nothing yet."),
}
"""Headings and small words of the pages."""

RECORDS = Path(__file__).parents[1] / "docs" / "records"

ALWAYS = (OffenceKind.OUT_OF_TURN, OffenceKind.DUPLICATE_CARD, OffenceKind.CARD_NOT_IN_PACK, OffenceKind.TOO_MANY_CARDS)
"""What every game of tricks finds out."""

TURNS = (
    OffenceKind.ILLEGAL_CAPTURE,
    OffenceKind.ILLEGAL_BUILD,
    OffenceKind.TRAIL_WITH_OWN_BUILD,
    OffenceKind.NOT_ON_TABLE,
    OffenceKind.CARD_NOT_IN_HAND,
    OffenceKind.OUT_OF_TURN,
)
"""What a game of turns finds out."""


def page(game: Game, code: str) -> Iterator[str]:
    """The game's page in the language of the visit, as Markdown."""
    _ = said_in(code)
    fewest, *more = numbers_for(game)
    setup, table = _usual(game), _example(game)
    pack = as_played(game, setup).start_hand(setup, game.begin(setup), 1, Seat.A, setup.seats)
    yield f"# {plain(written(game.about.title))}\n"
    yield f"{plain(written(game.about.words))}\n" if game.about.words else ""
    rows = {"players": f"{fewest}–{more[-1]}" if more else fewest, "cards": pack.order.pack.size}
    rows |= {"dealt": pack.hand_size} if game.has_tricks else {}
    rows |= {"home": plain(written(game.about.home))} if game.about.home else {}
    rows |= {"camera": _(TYPED)} if pack.order.pack.is_typed else {}
    yield "| | |\n|---|---|"
    yield from (f"| {_(WORDS[name])} | {value} |" for name, value in rows.items())
    yield f"\n## {_(WORDS['rules'])}\n\n{_unnumbered(in_words(text_of(game)))}\n"
    yield f"{_(WORDS['for_all'])} [{_(WORDS['all'])}](all.md).\n"
    yield from _options(game, code)
    yield from _worked_out(table, code)
    yield f"\n## {_(WORDS['proved'])}\n\n{_(PROVED)}\n"
    yield from (f"- {plain(gettext(OFFENCES[kind.value]))}" for kind in proved_in(game))
    yield f"\n{_(WORDS['dispute'])} [{_(WORDS['disputes'])}](../disputes.md)."


TYPED = _("does not know these cards: they are typed")
PROVED = _("From the cards alone, and without asking anybody:")


def _unnumbered(rules: str) -> str:
    """Headings of the rules without their numbers, which count through a text that this page is a part of."""
    return re.sub(r"^(#+) [\d.]+ ", r"\1 ", rules, flags=re.MULTILINE)


def of_all(code: str) -> Iterator[str]:
    """What holds for all games."""
    _ = said_in(code)
    yield f"# {_(WORDS['all'])}\n\n{_(OF_ALL)}\n\n{in_words(sections(code)[FOR_ALL])}"


OF_ALL = _(
    "What every game has in common: who wins a trick, what the cards prove, what that costs, and what is done about a misdeal."
)


def contents(code: str) -> Iterator[str]:
    """All games, by their names."""
    _ = said_in(code)
    yield f"# {_(WORDS['games'])}\n\n{_(CONTENTS)}\n"
    by_title = sorted(GAMES.values(), key=lambda game: written(game.about.title).casefold())
    yield ":::{container} games"
    for game in by_title:
        home = f" ({plain(written(game.about.home))})" if game.about.home else ""
        yield f"- [{plain(written(game.about.title))}]({game.name}.md){home}\\\n  {plain(written(game.about.words))}"
    yield ":::\n"
    yield "```{toctree}\n:hidden:\n\nall"
    yield from (game.name for game in by_title)
    yield "```"


CONTENTS = _(
    "Forty-four games, with their rules as the box keeps them. Tables differ: where they do, the difference is an option on the "
    "form of a new game. A game that is not here can be [written down](../house-games.md)."
)


def _options(game: Game, code: str) -> Iterator[str]:
    _ = said_in(code)
    yield f"## {_(WORDS['options'])}\n\n| {_(WORDS['option'])} | {_(WORDS['choices'])} |\n|---|---|"
    for asked in asked_for(game):
        yield f"| {plain(asked.label)} | {plain(', '.join(_choices(asked)))} |"


def _choices(asked: Asked) -> list[str]:
    usual = asked.default.split() if asked.many else [asked.default]
    if asked.choices:
        first = [words for value, words in asked.choices if value in usual]
        return first + [words for value, words in asked.choices if value not in usual]
    return [asked.default or "–"]


def _worked_out(table: Table, code: str) -> Iterator[str]:
    """The hand of `docs/records/`: trick by trick, what it was worth and why, and as a record."""
    _ = said_in(code)
    deal = table.deals[0]
    g.pack = deal.hand.order.pack
    yield f"\n## {_(WORDS['worked'])}\n"
    yield from _tricks(deal, code)
    yield from _lines(deal, code)
    text = (RECORDS / f"{table.agreed.game}.txt").read_text().partition("\nHand 1")[2].splitlines()[1:]
    yield f"\n{_(WORKED)}\n\n```text"
    yield from (f"{seat}: {name}" for seat, name in zip("ABCDEFGH", deal.setup.players, strict=False))
    yield from (line for line in text if not line.startswith("#"))
    yield "```\n"


def _tricks(deal: Deal, code: str) -> Iterator[str]:
    """Who laid what: a row a trick, a column a player; the lead is bold."""
    seen = [trick for trick in deal.hand.tricks if trick.plays]
    if not seen:
        return
    names = [deal.setup.name_of(seat) for seat in deal.hand.seats]
    head = said_in(code)(WORDS["trick"])
    yield ":::{container} tricks\n"
    yield f"| {head} | {' | '.join(map(plain, names))} | {gettext('takes it')} |\n|---|{'---|' * len(names)}---|"
    for trick in seen:
        laid = {play.seat: told(str(play.shows or "??")) for play in trick.plays}
        laid |= {play.seat: f"**{laid[play.seat]}**" for play in trick.plays[:1]}
        cells = " | ".join(laid.get(seat, "") for seat in deal.hand.seats)
        yield f"| {trick.number} | {cells} | {plain(deal.setup.name_of(trick.winner)) if trick.winner is not None else ''} |"
    yield "\n:::\n"


WORKED = _("The same as a record, which can be typed, kept and read in again. Behind “=” is who took the trick.")


def _lines(deal: Deal, code: str) -> Iterator[str]:
    _ = said_in(code)
    lines = deal.result.lines if deal.result else ()
    if not lines:
        yield f"{_(WORDS['open'])}"
        return
    yield f"| {gettext('Player')} | {gettext('Points')} | {gettext('Reason')} |\n|---|---|---|"
    for line in lines:
        names = translated(deal.setup.names_of(deal.game.sides(deal.setup)[line.side]))
        yield f"| {plain(names)} | {line.points:+d} | {plain(told(line.reason))} |"


def proved_in(game: Game) -> tuple[OffenceKind, ...]:
    """What the cards can prove where the game is played as it usually is."""
    if not game.has_tricks:
        return TURNS
    setup = _usual(game)
    hand = as_played(game, setup).start_hand(setup, game.begin(setup), 1, Seat.A, setup.seats)
    owed, rules = game.duties(setup, hand), game.definition if isinstance(game, TrickGame) else None
    partner = rules.phase(Partner) if rules else None
    assert owed is not None
    asked = {
        OffenceKind.REVOKE: owed.follow,
        OffenceKind.FOLLOWED_FACE_DOWN: owed.face_down is FaceDown.VOID,
        OffenceKind.FAILED_TO_BEAT: owed.beat or owed.beat_trumps,
        OffenceKind.FAILED_TO_TRUMP: owed.trump,
        OffenceKind.FAILED_TO_OVERTRUMP: owed.overtrump,
        OffenceKind.LED_SPADE_UNBROKEN: owed.breaking is not None,
        OffenceKind.SPADE_ON_FIRST_TRICK: owed.first_trick is not FirstTrick.FREE,
        OffenceKind.WRONG_FIRST_LEAD: owed.first_lead is not None,
        OffenceKind.KEPT_CALLED_CARD: partner is not None and partner.must_play,
        OffenceKind.FALSE_CALL: partner is not None and partner.holds_suit,
        OffenceKind.FALSE_MELD: rules is not None and bool(rules.shapes),
        OffenceKind.FALSE_DECLARATION: game.name == "stovkahra",
        OffenceKind.FALSE_DOST: game.name == "stovkahra",
    }
    return (*(kind for kind, is_asked in asked.items() if is_asked), *ALWAYS)


def _usual(game: Game) -> Setup:
    return Setup(game.name, tuple(map(str, range(numbers_for(game)[0]))), game.read_options({}))


def _example(game: Game) -> Table:
    return fold(item.event for item in read_text((RECORDS / f"{game.name}.txt").read_text().splitlines(), "example"))
