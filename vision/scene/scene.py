"""The scene: which cards lie on the table, in which order, and what has happened to them from one frame to the next.

What known cards explain of a frame is taken off first: a card is seen where it lay, or was pushed, or the camera was. Each
outline that is left is a hypothesis: a new card lies there. It is weighed (`evidence`), and told once what speaks for it leads; a
card that leads and stays without a name is asked about.
Physics is all that is known beforehand: a pack holds each card as often as it does. Which play would be legal is never asked.
"""

from collections.abc import Callable, Sequence

import numpy as np

from vision.arrays import Floats, Quad
from vision.faces import BACK, NONE, UNKNOWN, is_card
from vision.geometry import apart, distance, holds, lies_in, overlap, size_of
from vision.picture.identifier import Belief
from vision.picture.outlines import FoundCard
from vision.picture.reading import CERTAIN, CardReading, is_named
from vision.scene.cards import (
    FRAMES,
    MOSTLY,
    PLACE,
    REMEMBERED,
    SOME,
    TOUCHES,
    WHOLE,
    Hand,
    LyingCard,
    count_missing,
    is_covered,
    is_in_place,
    is_little_aside,
    may_have_left,
    touches,
    was_pushed,
)
from vision.scene.evidence import ASK, LEAD, Evidence, Weighing, terms
from vision.scene.in_play import InPlay
from vision.scene.motion import Motion
from vision.scene.naming import name_late
from vision.scene.tracks import PATIENCE, Track, follow
from vision.scene.view import camera_shift
from vision.sighting import Frame, Sighting, SightingKind

WORTH_SAYING = 0.001
"""Least chance of a card to be named among those that an unsure one may be."""

Explain = Callable[[Weighing, Track, Evidence, dict[str, float]], None]
"""Is told of every hypothesis of every frame: what was seen of it, and what each term of that says."""


class Scene:
    """Follows one table; `update` is called with every frame in which something moved or is still undecided.

    Before that `motion` has seen it. What lies in none of the `play_zones`, where there are any, is no play; in which of the
    `zones` it lies is told. `shift` is how the camera was moved (2 × 3) when it last was.
    """

    def __init__(self, motion: Motion, explain: Explain | None = None) -> None:
        self.motion, self.explain = motion, explain
        self.card_width: float | None = None
        self.in_play = InPlay()
        self.zones: tuple[Quad, ...] = ()
        self.play_zones: tuple[Quad, ...] = ()
        self.shift: Floats = np.eye(2, 3)
        self._count = 0
        self.begin_again()

    def begin_again(self) -> None:
        """Nothing is known to lie there, and nothing waits to be decided."""
        self.lying: list[LyingCard] = []
        self.tracks: list[Track] = []

    @property
    def is_undecided(self) -> bool:
        """Whether something waits to be decided, so that even a quiet frame must be looked at."""
        is_to_be_named = any(card.looks and not is_covered(card, self.lying) for card in self.lying if card.label == UNKNOWN)
        return is_to_be_named or self.is_missing or any(track.still < REMEMBERED for track in self.tracks)

    @property
    def is_missing(self) -> bool:
        """Whether a card that lies there was not found where it should have shown."""
        return any(card.missed for card in self.lying)

    def unexplained(self, found: Sequence[FoundCard]) -> list[tuple[FoundCard, LyingCard | None]]:
        """Outlines that are worth a look, each with the card with a name by whose corners it was found, all of them."""
        if not found or not self.lying:
            return [(each, None) for each in found]
        gaps = apart(np.stack([each.quad for each in found]), [card.quad for card in self.lying])
        worst = (gaps * (np.array([each.seen for each in found]) > 0)[:, :, None]).max(axis=1)
        left: list[tuple[FoundCard, LyingCard | None]] = []
        for each, nearest, far in zip(found, worst.argmin(axis=1).tolist(), worst.min(axis=1).tolist(), strict=True):
            if not self._explains(each, far):
                card = self.lying[nearest]
                is_its = card.label != UNKNOWN and far < PLACE / 2 * size_of(card.quad)
                left.append((each, card if is_its else None))
        return left

    def _explains(self, found: FoundCard, far: float) -> bool:
        """Whether it was found by one corner, so far (pixels) from one of a known card, which lies otherwise."""
        is_its = found.visible == 1 / 4 and far < PLACE * (self.card_width or size_of(found.quad))
        return is_its and not any(is_little_aside(card, found.quad) for card in self.lying)

    def adopt(self, readings: list[CardReading]) -> None:
        """Take in what lies about before anything was played: the starting state."""
        for reading in readings:
            if is_card(reading.label) or (reading.belief.label != NONE and reading.visible >= WHOLE):
                self.lying.append(LyingCard(None, reading.quad, reading.label, reading.belief))

    def update(self, frame: Frame, readings: list[CardReading], is_moving: bool, hand: Hand) -> list[Sighting]:
        """What this frame decides."""
        sightings = self._follow_camera(frame, readings, hand)
        others = [reading for reading in readings if not self._is_in_place(frame, reading)]
        fresh = [reading for reading in others if not self._is_elsewhere(frame, reading)]
        self.tracks = follow(self.tracks, frame.number, fresh, hand.side, is_moving, self.in_play.pack)
        named = name_late(self.lying, self.in_play.pack, self._is_spent)
        sightings += [self._sighting(SightingKind.CARD_NAMED, frame, card) for card in named]
        sightings += self._decide(frame, hand)
        if is_moving or hand.is_here:
            return sightings
        self._settle_seen(frame)
        count_missing(self.lying, readings, fresh, self.motion)
        return sightings + self._find_gone(frame)

    def drop_unseen(self, frame: Frame, readings: list[CardReading]) -> list[Sighting]:
        """After the camera was away: what no longer lies in its place, nor under anything that shows, was taken meanwhile."""
        seen = [reading.quad for reading in readings]
        gone = [card for card in self.lying if not any(is_little_aside(card, quad) for quad in seen)]
        covers = [*seen, *(card.quad for card in self.lying if card not in gone)]
        uncovered = [card for card in gone if all(overlap(card.quad, quad) < MOSTLY for quad in covers)]
        return self._take_away(frame, uncovered, seen)

    def _is_in_place(self, frame: Frame, reading: CardReading) -> bool:
        """Whether what was read is a card that lies there already, where it lay."""
        here = (card for card in reversed(self.lying) if is_in_place(card, reading.quad, reading.belief.label))
        card = next((card for card in here if self._may_be(card, reading)), None)
        if card is not None:
            card.see(reading, frame.number)
        return card is not None

    def _may_be(self, card: LyingCard, reading: CardReading) -> bool:
        """Whether a reading in a card's place may be that card: what reads otherwise, or is new there, may lie on it.

        What nobody can name and is plain to see does so where others cover the card, and where it lies askew and is new.
        """
        is_askew = distance(card.quad, reading.quad) >= PLACE and self.motion.changed_share(reading.quad) > SOME
        if not is_card(reading.label) and reading.visible >= WHOLE and (is_askew or is_covered(card, self.lying)):
            return False
        if reading.belief.label == card.label or (card.label == UNKNOWN and reading.label in (UNKNOWN, NONE, *card.likely)):
            return True
        is_another = is_card(reading.label) and reading.visible >= MOSTLY
        # What shows whole is no chance find, so that a smaller change tells it from the card: two of one colour look much alike.
        unchanged = SOME if reading.visible >= WHOLE else MOSTLY
        return not is_another and self.motion.changed_share(card.quad) <= unchanged

    def _is_elsewhere(self, frame: Frame, reading: CardReading) -> bool:
        """Whether it is a piece of a card that lies there, or one that was pushed: then it is not seen where it lay.

        Where the pack has another card of that name its place shows something else; where not, that looks otherwise at least.
        """
        for card in reversed(self.lying):
            if card.label != reading.belief.label or not is_card(card.label):
                continue
            is_piece = reading.visible < WHOLE and touches(card.quad, reading.quad)
            may_be_pushed = reading.visible >= WHOLE and card.seen < frame.number
            is_the_last = reading.label == card.label and self._is_spent(card.label)
            if is_piece or (may_be_pushed and self._has_moved(card, reading.quad, is_the_last)):
                card.see(reading, frame.number)
                return True
        return False

    def _has_moved(self, card: LyingCard, quad: Quad, is_the_last: bool) -> bool:
        """Whether the card is what lies here now; of the last of its name less is asked."""
        has_left = is_the_last and may_have_left(card, quad, self.motion)
        return has_left or was_pushed(card, quad, self.lying, self.motion)

    def _is_spent(self, label: str) -> bool:
        """Whether every card of that name that the pack has lies there."""
        return is_card(label) and sum(card.label == label for card in self.lying) >= self.in_play.copies

    def _follow_camera(self, frame: Frame, readings: list[CardReading], hand: Hand) -> list[Sighting]:
        """Where cards and the picture have moved as one it was the camera: everything else moves with them."""
        shift = camera_shift(self.lying, readings, hand, self.motion)
        if shift is None:
            return []
        for card in self.lying:
            card.follow_camera(shift)
        for track in self.tracks:
            track.follow_camera(shift)
        self.motion.follow(shift)
        self.shift = shift
        return [Sighting(SightingKind.CAMERA_MOVED, frame.at, frame.number)]

    def _decide(self, frame: Frame, hand: Hand) -> list[Sighting]:
        """Plays in the order in which the cards came to rest; of two that came together the lower one first."""
        sightings = []
        weighing = Weighing(frame, self.lying, self.motion, hand, self.card_width, self._is_spent)
        for track in sorted(self.tracks, key=lambda t: (t.rested_since, t.visible)):
            if track not in self.tracks or track.still < 1 or not self._is_where_play_is(track.quad):
                continue
            track.take_note(frame.number, self.tracks, hand)
            evidence = weighing.evidence(track)
            said = terms(evidence)
            nats = sum(said.values())
            track.note_nats(nats, frame.number)
            if self.explain:
                self.explain(weighing, track, evidence, said)
            if self._is_told(track, nats, weighing):
                for one in [*self._covered_by(track, frame.number), track]:
                    sightings += self._tell(one, weighing) if one in self.tracks else []
        self.tracks = [track for track in self.tracks if frame.number - track.last < self._memory(track)]
        return sightings

    def _is_told(self, track: Track, nats: float, weighing: Weighing) -> bool:
        """Whether it leads and its name is certain, or it leads, and led of late, and its name will hardly become so."""
        unseen, label = weighing.frame.number - track.last, weighing.name(track)
        if label not in (UNKNOWN, NONE):
            is_half_a_back = label == BACK and track.visible < 1
            waits = is_half_a_back or track.waits_for_lower(self.tracks)
            return nats >= LEAD and not unseen and not waits
        shows_still = unseen >= FRAMES and weighing.motion.changed_in(weighing.undecided_part(track)) >= SOME
        has_waited = shows_still if unseen else track.still >= PATIENCE
        may_be_a_hand = weighing.hand.is_here and not track.let_go
        leads = min(nats, track.nats) >= ASK
        return leads and has_waited and not may_be_a_hand and track.belief.label != BACK

    def _covered_by(self, upper: Track, frame: int) -> list[Track]:
        """Cards that lay there, were not told yet, and are seen no more, or have waited for long: this one was laid on them."""
        names = {upper.belief.label, *(card.label for card in self.lying)}
        under = [
            track
            for track in self.tracks
            if track.nats >= ASK and track.rested_since < upper.rested_since and touches(track.quad, upper.quad)
        ]
        gone = [track for track in under if track.last < frame or track.still >= PATIENCE]
        return [track for track in gone if names.isdisjoint(track.likely[:1])]

    def _memory(self, track: Track) -> int:
        """For how many frames it is remembered when it is found no more."""
        return REMEMBERED if track.nats >= LEAD and track.let_go else FRAMES

    def _is_where_play_is(self, quad: Quad) -> bool:
        """Whether the middle of the outline is where cards are played, as far as that is known."""
        return not self.play_zones or lies_in(self.play_zones, quad)

    def _tell(self, track: Track, weighing: Weighing) -> list[Sighting]:
        """It lies there from now on: a new card, one that was asked about, a hidden one turned up, or one that was typed."""
        self.tracks.remove(track)
        frame = weighing.frame
        belief, quad = track.belief, track.place
        label = UNKNOWN if belief.label == NONE else weighing.name(track)
        # A card that lay there for a while before it was recognised: the hand seen now need not be the one that brought it.
        is_late = self.motion.changed_lately(quad) < SOME
        over = [other for other in self.tracks if other.lies_on(track, frame.number)]
        # Of two outlines that read as nothing the one is the other, found anew.
        above = [other.quad for other in over if belief.label != NONE or other.belief.label != NONE]
        known = self._asked_about(track, label) or self._hidden_under(quad, label)
        self.motion.settle(quad, above)
        if known is not None:
            kind = SightingKind.CARD_TURNED if known.label == BACK else SightingKind.CARD_NAMED
            known.quad = quad
            if not is_card(label):
                return []
            known.label, known.belief = label, belief
            return [] if known.number is None else [self._sighting(kind, frame, known)]
        self._count += 1
        card = LyingCard(self._count, quad, label, belief, frame.number, track.visible, weighing.hand.is_here or bool(above))
        lies_on = tuple(other.label for other in self.lying if touches(other.quad, quad))
        was_typed = label in self.in_play.typed or (label == UNKNOWN and self._may_be_typed(belief))
        # Other outlines that were found of it were never anything else.
        alike = [other for other in self.tracks if other.belief.label in (belief.label, NONE)]
        of_it = [other for other in alike if is_in_place(card, other.quad, other.belief.label)]
        self.tracks = [other for other in self.tracks if other not in of_it]
        self.lying.append(card)
        kind = SightingKind.CARD_HIDDEN if label == BACK else SightingKind.CARD_PLAYED
        return [] if was_typed else [self._sighting(kind, frame, card, None if is_late else track.entered_from, lies_on)]

    def _may_be_typed(self, belief: Belief) -> bool:
        """Whether an unsure card is most likely one that somebody typed in and that lacks still."""
        return belief.label in self.in_play.typed and belief.confidence > MOSTLY and not self._is_spent(belief.label)

    def _asked_about(self, track: Track, label: str) -> LyingCard | None:
        """The card without a name that was pushed here: what reads otherwise, or was seen coming from afar, is another.

        So is what lies farther than a little aside of a card that is seen where it lies.
        """
        ways = [track.quad] if track.came is None else [track.quad, track.came]
        names = (label,) if is_card(label) else track.likely
        unsure = (c for c in self.lying if c.label == UNKNOWN and (not names or any(name in c.likely for name in names)))
        may_be = (card for card in unsure if card.seen < track.last or is_little_aside(card, track.quad))
        near = (card for card in may_be if all(touches(card.quad, quad) for quad in ways))
        in_view = (card for card in near if not is_covered(card, self.lying))
        return next((card for card in in_view if was_pushed(card, track.quad, self.lying, self.motion)), None)

    def _hidden_under(self, quad: Quad, label: str) -> LyingCard | None:
        """The face-down card in whose place this face now shows; one that others lie on is not turned up there."""
        hidden = (card for card in self.lying if card.label == BACK and card.number is not None and is_card(label))
        here = (card for card in hidden if distance(card.quad, quad) < 1.5 * PLACE)
        return next((card for card in here if not is_covered(card, self.lying)), None)

    def _settle_seen(self, frame: Frame) -> None:
        """Where a card is seen whole in this quiet picture, and where it lay before it was pushed, is the quiet table.

        What waits there to be decided comes first; nothing else is unsettled after a frame without movement and hand.
        """
        waiting = [track.quad for track in self.tracks if track.visible >= WHOLE or is_named(track.belief)]
        for card in self.lying:
            is_plain = card.whole == frame.number or (card.unsettled and card.plain == frame.number)
            places = [card.quad] if card.left is None else [card.left, card.quad]
            if is_plain and any(touches(quad, place) for quad in waiting for place in places):
                continue
            if is_plain and (card.left is not None or self.motion.changed_share(card.quad) > TOUCHES):
                for place in places:
                    self.motion.settle(place)
                card.left = None
            card.unsettled = False

    def _find_gone(self, frame: Frame) -> list[Sighting]:
        """Cards that have been missed for long enough, none of them only just: taken one by one, several at once, or all."""
        missing = [card for card in self.lying if card.missed]
        needed = FRAMES if self._is_all(missing) else 2 * FRAMES
        if any(card.missed < needed for card in missing):
            return []
        return self._take_away(frame, missing, [track.quad for track in self.tracks if track.read == frame.number])

    def _is_all(self, cards: list[LyingCard]) -> bool:
        """Whether these are all cards that were played, or all that lie there where none was."""
        played = [card for card in self.lying if card.number is not None]
        return all(card in cards for card in played or self.lying)

    def _take_away(self, frame: Frame, cards: list[LyingCard], new: list[Quad]) -> list[Sighting]:
        """These cards are gone: where they lay is the quiet table, and everywhere but at what is `new` if the pile is gone."""
        if not cards:
            return []
        is_all = self._is_all(cards)
        self.lying = [card for card in self.lying if card not in cards]
        for card in cards:
            self.motion.settle(card.quad)
        if is_all:
            self.tracks = [track for track in self.tracks if track.read == frame.number]
            self.motion.settle(but=new)
        kind = SightingKind.PILE_CLEARED if is_all else SightingKind.CARDS_TAKEN
        return [Sighting(kind, frame.at, frame.number, cards=tuple(card.label for card in cards))]

    def _sighting(
        self, kind: SightingKind, frame: Frame, card: LyingCard, entered_from: float | None = None, lies_on: tuple[str, ...] = ()
    ) -> Sighting:
        belief = card.belief
        likely = tuple((other, chance) for other, chance in belief.best(6) if is_card(other) and chance >= WORTH_SAYING)[:4]
        return Sighting(
            kind,
            frame.at,
            frame.number,
            card.label,
            belief.confidence if card.label != UNKNOWN else min(likely[0][1] if likely else 0.0, CERTAIN),
            likely,
            card.quad,
            next((i for i, zone in enumerate(self.zones) if holds(zone, card.quad)), None),
            entered_from,
            picture=frame.picture,
            number=card.number,
            lies_on=lies_on,
        )
