"""The pile: which cards lie on the table, what is new, covered, turned, named, taken or gone, from one frame to the next.

A card that has come to rest and changed what was seen under its outline is new; physics adds that a pack holds each
card once, so a card that was seen before is the same card, nudged. Which play would be legal is never asked.
"""

import numpy as np

from vision.arrays import Floats, Quad
from vision.faces import ASPECT, BACK, NONE, UNKNOWN, is_card
from vision.geometry import distance, holds, moved, overlap
from vision.picture.identifier import Belief
from vision.picture.reading import CERTAIN, CardReading
from vision.scene.candidates import Candidate, Candidates, Rules
from vision.scene.knocked import camera_shift
from vision.scene.lean import Lean
from vision.scene.lying import Hand, LyingCard, count_missing, is_covered
from vision.scene.motion import Motion
from vision.scene.naming import name_late
from vision.scene.plays import Moment
from vision.scene.pushed import has_left, pushed_to, settle_seen
from vision.scene.recognised import recognise
from vision.scene.undecided import covered_by, lay_under, lies_hidden, nobody_knows, shows_still
from vision.scene.unread import Unread
from vision.sighting import Frame, Sighting, SightingKind

WORTH_SAYING = 0.001
"""Least chance of a card to be named among those that an unsure one may be."""


class PileTracker:
    """Follows one table; `update` is called with every frame in which something moved or is still undecided.

    What lies in none of the `play_zones`, where there are any, is no play; in which of the `zones` it lies is told. `shift` is
    how the camera was moved (2 × 3) when it last was.
    """

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self.card_width: float | None = None
        self.aspect = ASPECT
        self.pack: frozenset[str] = frozenset()
        self.copies = 1
        self.typed: frozenset[str] = frozenset()
        self.zones: tuple[Quad, ...] = ()
        self.play_zones: tuple[Quad, ...] = ()
        self.shift: Floats = np.eye(2, 3)
        self._count = 0
        self._seen: list[Quad] = []
        self.begin_again()

    @property
    def is_undecided(self) -> bool:
        """Whether something waits to be decided, so that even a quiet frame must be looked at."""
        is_waiting = any(candidate.still < self.rules.frames_idle for candidate in self._candidates.waiting)
        may_be_renamed = (card for card in self.lying if card.renamed[1] and not is_covered(card, self.lying))
        return is_waiting or bool(self._candidates.rested) or any(may_be_renamed) or any(card.missed for card in self.lying)

    def named_at(self, quad: Quad) -> LyingCard | None:
        """The card with a name that lies in this place."""
        named = (card for card in reversed(self.lying) if card.label != UNKNOWN)
        return next((card for card in named if distance(card.quad, quad) < self.rules.same_place / 2), None)

    def begin_again(self) -> None:
        """Nothing is known to lie there, and nothing waits to be decided."""
        self.lying: list[LyingCard] = []
        self._candidates, self._unread, self._lean = Candidates(self.rules), Unread(), Lean()

    def adopt(self, readings: list[CardReading]) -> None:
        """Take in what lies about before anything was played: the starting state."""
        for reading in readings:
            if is_card(reading.label) or (reading.belief.label != NONE and reading.visible >= self.rules.whole):
                self.lying.append(LyingCard(None, reading.quad, reading.label, reading.belief))

    def drop_unseen(self, frame: Frame, readings: list[CardReading], motion: Motion) -> list[Sighting]:
        """After the camera was away: what no longer lies in its place, nor under anything that shows, was taken meanwhile."""
        seen = [reading.quad for reading in readings]
        gone = [card for card in self.lying if not card.shows_at(seen)]
        covers = [*seen, *(card.quad for card in self.lying if card not in gone)]
        uncovered = [card for card in gone if all(overlap(card.quad, quad) < 0.5 for quad in covers)]
        return self._take_away(frame, uncovered, motion, seen)

    def update(self, frame: Frame, readings: list[CardReading], motion: Motion, is_moving: bool, hand: Hand) -> list[Sighting]:
        """What this frame decides."""
        sightings = self._follow_camera(frame, readings, motion, hand)
        self._seen = [reading.quad for reading in readings]
        waiting = self._candidates.waiting
        moment = Moment(
            self.rules, frame.number, self.lying, waiting, motion, hand.is_here, self.pack, self._width_at, self.copies
        )
        fresh = [reading for reading in readings if not recognise(moment, reading)]
        sightings += [self._sighting(SightingKind.CARD_NAMED, frame, card, card.belief) for card in name_late(moment)]
        self._candidates.follow(frame, fresh, hand.side, is_moving)
        self._unread.remember(self.lying, self.rules.same_place)
        if self.card_width is not None and not is_moving and not hand.is_here:
            self._lean.learn((card for card in self.lying if card.whole == frame.number), self.card_width)
        sightings += self._decide(frame, moment)
        if hand.is_here:
            return sightings
        hidden = lies_hidden(moment)
        if hidden is not None:
            return sightings + self._play(hidden, frame, moment)
        if is_moving:
            return sightings
        settle_seen(self.lying, waiting, motion, frame.number, self.rules)
        missed = self._find_missed(moment)
        return sightings + (self._play(missed, frame, moment) if missed else self._find_gone(frame, readings, fresh, motion))

    def _is_where_play_is(self, quad: Quad) -> bool:
        """Whether the middle of the outline is where cards are played, as far as that is known."""
        return not self.play_zones or any(holds(zone, quad) for zone in self.play_zones)

    def _width_at(self, quad: Quad) -> float | None:
        """How wide a card is that lies there, in pixels; None where nobody knows how large cards are."""
        return None if self.card_width is None else self._lean.at(quad, self.card_width)

    def _follow_camera(self, frame: Frame, readings: list[CardReading], motion: Motion, hand: Hand) -> list[Sighting]:
        """Where all named cards, and the table, have moved as one, it was the camera: everything else moves with them."""
        shift = camera_shift(self.lying, readings, hand, self.rules)
        if shift is None:
            return []
        fit = motion.gain_by(shift, [*(card.quad for card in self.lying), *(reading.quad for reading in readings)])
        if fit > (0.9 if hand.is_here else 1.05):
            return []
        for card in self.lying:
            card.follow_camera(shift, self.rules.same_place)
        for candidate in (*self._candidates.waiting, *self._candidates.rested):
            candidate.quad = moved(candidate.quad, shift)
            candidate.plain = None if candidate.plain is None else moved(candidate.plain, shift)
        motion.follow(shift)
        self._lean, self.shift = Lean(), shift
        return [Sighting(SightingKind.CAMERA_MOVED, frame.at, frame.number)]

    def _decide(self, frame: Frame, moment: Moment) -> list[Sighting]:
        """Plays in the order in which the cards came to rest; of two that came together the lower one first."""
        sightings = []
        waiting = self._candidates.waiting
        for candidate in sorted(waiting, key=lambda c: (c.rested_since, c.corners)):
            if candidate not in waiting:
                continue
            moment.take_note(candidate)
            if not self._is_where_play_is(candidate.quad) or not moment.is_play(candidate) or moment.waits_for_lower(candidate):
                continue
            # An unsure card under the arm is not gone: where it has become clear, and where not, shows when the hand has left.
            if moment.hand_is_here and self._asked_about(candidate, moment):
                continue
            for played in [*covered_by(moment, candidate), candidate]:
                # While it waits it would pass for a card above the one that is asked about before it.
                self._candidates.forget(played)
                under = lay_under(moment, played, self._candidates.rested)
                sightings += [] if under is None else self._play(under, frame, moment)
                sightings += self._play(played, frame, moment)
        self._candidates.forget_lost(frame)
        return sightings

    def _find_missed(self, moment: Moment) -> Candidate | None:
        """A card that nothing was decided about, though it must lie where play is: found no more, or never found at all."""
        rested = shows_still(moment, [other for other in self._candidates.rested if self._is_where_play_is(other.place)])
        if rested is not None:
            return rested
        quad = self._unread.find(moment.motion, self._width_at, self.lying, self.aspect)
        if quad is None or not self._is_where_play_is(quad):
            return None
        # What may still be read in its place is waited for.
        readable = (candidate for candidate in moment.waiting if candidate.belief(self.pack).label != NONE)
        return None if any(overlap(candidate.quad, quad) > 0.5 for candidate in readable) else nobody_knows(quad, moment.frame)

    def _play(self, candidate: Candidate, frame: Frame, moment: Moment) -> list[Sighting]:
        """The candidate lies there from now on; what that is: a new card, a hidden one turned up, or one that was typed in."""
        self._candidates.forget(candidate)
        belief, quad = candidate.belief(self.pack), candidate.place
        # A card that lay there for a while before it was recognised: the hand seen now need not be the one that brought it.
        is_late = moment.motion.changed_before(quad) > self.rules.changed_much
        is_nameless = belief.label == NONE
        label = UNKNOWN if is_nameless else belief.certain(CERTAIN)
        pushed = pushed_to(quad, self.lying, moment.motion, self.rules) if is_nameless else None
        asked = self._asked_about(candidate, moment)
        above = moment.above(candidate)
        moment.motion.settle(quad, above)
        if pushed is not None:
            pushed.quad = quad
            return []
        if asked is not None:
            asked.label, asked.belief, asked.quad = label, belief, quad
            return [] if asked.number is None else [self._sighting(SightingKind.CARD_NAMED, frame, asked, belief)]
        hidden = self._hidden_under(candidate) if is_card(label) else None
        if hidden is not None:
            hidden.label, hidden.belief, hidden.quad = label, belief, quad
            return [self._sighting(SightingKind.CARD_TURNED, frame, hidden, belief)]
        self._count += 1
        card = LyingCard(self._count, quad, label, belief, since=frame.number, named=frame.number, shown=candidate.corners)
        card.unsettled = moment.hand_is_here or bool(above)
        lies_on = tuple(other.label for other in self.lying if overlap(other.quad, card.quad) > 0.1)
        self.lying.append(card)
        if self._was_typed(label, belief, moment):
            return []
        kind = SightingKind.CARD_HIDDEN if label == BACK else SightingKind.CARD_PLAYED
        return [self._sighting(kind, frame, card, belief, None if is_late else candidate.entered_from, lies_on)]

    def _was_typed(self, label: str, belief: Belief, moment: Moment) -> bool:
        """Whether this is a card that somebody typed in; an unsure one is, where most likely one of those that still lack."""
        if label != UNKNOWN:
            return label in self.typed
        return belief.label in self.typed and belief.confidence > 0.5 and not moment.is_spent(belief.label)

    def _asked_about(self, candidate: Candidate, moment: Moment) -> LyingCard | None:
        """The unsure card that was pushed here and is clear now: it may be this one, and its own place is empty.

        One that was seen coming from farther away is another card.
        """
        label = candidate.belief(self.pack).certain(CERTAIN)
        ways = [candidate.quad] if candidate.came is None else [candidate.quad, candidate.came]
        unsure = [card for card in self.lying if card.label == UNKNOWN and is_card(label) and label in card.likely]
        near = [card for card in unsure if all(distance(card.quad, quad) < self.rules.pushed for quad in ways)]
        others = [quad for quad in self._seen if distance(quad, candidate.quad) > self.rules.rest]
        gone = [card for card in near if not is_covered(card, self.lying) and not card.shows_at(others)]
        return next((card for card in gone if has_left(card, candidate.quad, moment.motion, self.rules)), None)

    def _hidden_under(self, candidate: Candidate) -> LyingCard | None:
        """The face-down card in whose place this face now shows."""
        near = [card for card in self.lying if card.label == BACK and card.number is not None]
        return next((card for card in near if distance(card.quad, candidate.quad) < self.rules.turned_place), None)

    def _sighting(
        self,
        kind: SightingKind,
        frame: Frame,
        card: LyingCard,
        belief: Belief,
        entered_from: float | None = None,
        lies_on: tuple[str, ...] = (),
    ) -> Sighting:
        likely = tuple((other, chance) for other, chance in belief.best(6) if is_card(other) and chance >= WORTH_SAYING)[:4]
        confidence = belief.confidence if card.label != UNKNOWN else min(likely[0][1] if likely else 0.0, CERTAIN)
        inside = (i for i, zone in enumerate(self.zones) if holds(zone, card.quad))
        return Sighting(
            kind,
            frame.at,
            frame.number,
            card.label,
            confidence,
            likely,
            card.quad,
            next(inside, None),
            entered_from,
            picture=frame.picture,
            number=card.number,
            lies_on=lies_on,
        )

    def _find_gone(self, frame: Frame, readings: list[CardReading], fresh: list[CardReading], motion: Motion) -> list[Sighting]:
        """Cards that should show in this quiet picture and do not: taken one by one, several at once, or all of them."""
        count_missing(self.lying, readings, fresh, motion, frame.number, self.rules)
        missing = [card for card in self.lying if card.missed]
        needed = self.rules.frames_gone * (1 if self._is_all(missing) else 2)
        # One that has only just begun to be missed may have been taken in the same movement: wait for it.
        if any(card.missed < needed for card in missing):
            return []
        # A card that was laid while the pile was gathered is still to be read.
        laid = [candidate.quad for candidate in self._candidates.waiting if candidate.last == frame.number]
        return self._take_away(frame, missing, motion, laid)

    def _is_all(self, cards: list[LyingCard]) -> bool:
        """Whether these are all cards that were played, or all that lie there where none was."""
        played = [card for card in self.lying if card.number is not None]
        return all(card in cards for card in played or self.lying)

    def _take_away(self, frame: Frame, cards: list[LyingCard], motion: Motion, new: list[Quad]) -> list[Sighting]:
        """These cards are gone: where they lay is the quiet table, and everywhere but at what is `new` if the pile is gone."""
        if not cards:
            return []
        is_all = self._is_all(cards)
        self.lying = [card for card in self.lying if card not in cards]
        for card in cards:
            motion.settle(card.quad)
        if is_all:
            self._candidates.waiting = [c for c in self._candidates.waiting if c.last == frame.number]
            motion.settle(but=new)
        kind = SightingKind.PILE_CLEARED if is_all else SightingKind.CARDS_TAKEN
        return [Sighting(kind, frame.at, frame.number, cards=tuple(card.label for card in cards))]
