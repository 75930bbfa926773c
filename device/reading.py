"""What `read`, `watch` and `simulate` print and write."""

import json
import time
from pathlib import Path
from typing import Any

import cv2

from device.cameras import read_picture
from device.errors import BadInput
from device.evening import Evening
from device.simulation import RATE
from device.whose import sides
from vision.faces import UNKNOWN, is_card
from vision.picture.reader import Reader
from vision.picture.reading import CardReading
from vision.sighting import Sighting, SightingKind


def read_file(reader: Reader, path: Path) -> dict[str, Any]:
    """The public record of one picture; raises `BadInput`."""
    picture = read_picture(path)
    reader.identifier.begin_again()
    started = time.perf_counter()
    readings = reader.read(picture)
    elapsed = 1000 * (time.perf_counter() - started)
    height, width = picture.shape[:2]
    cards = [_card(reading) for reading in readings]
    return {"file": str(path), "width": width, "height": height, "ms": round(elapsed, 1), "cards": cards}


def _card(reading: CardReading) -> dict[str, Any]:
    likeliest = [[label, round(chance, 4)] for label, chance in reading.belief.best(4) if is_card(label)]
    return {
        "card": reading.label,
        "confidence": round(reading.belief.confidence, 4),
        "alternatives": likeliest,
        "corners": [[round(float(v), 1) for v in corner] for corner in reading.quad],
        "visible": reading.visible,
    }


def describe(record: dict[str, Any]) -> str:
    """One line for people: the cards from left to right, unsure ones with what they may be."""
    cards = sorted(record["cards"], key=lambda card: sum(x for x, _ in card["corners"]))
    words = [
        f"?({'/'.join(label for label, _ in card['alternatives'][:2])})" if card["card"] == UNKNOWN else card["card"]
        for card in cards
    ]
    return f"{record['file']}: {' '.join(words) or 'no cards'}"


def tell(sighting: Sighting) -> str:
    """One line for people about what happened."""
    words = {
        SightingKind.CARD_PLAYED: f"{sighting.label} played ({sighting.confidence:.0%} sure)",
        SightingKind.CARD_HIDDEN: "a card played face down",
        SightingKind.CARDS_TAKEN: f"taken back: {' '.join(sighting.cards)}",
        SightingKind.PILE_CLEARED: "the pile was gathered",
        SightingKind.CARDS_OPEN: f"lying open: {' '.join(sighting.cards)}",
        SightingKind.CARD_TURNED: f"turned up: {sighting.label}",
        SightingKind.CARD_NAMED: f"clear now: {sighting.label} ({sighting.confidence:.0%} sure)",
        SightingKind.HAND_OVER_TABLE: "a hand over the table",
        SightingKind.CAMERA_MOVED: "the camera was moved",
        SightingKind.CAMERA_LOST: f"the camera's picture is {sighting.reason}",
        SightingKind.CAMERA_BACK: "the camera sees again",
    }
    return f"{sighting.at:7.1f} s  {words[sighting.kind]}"


def report(sighting: Sighting, as_json: bool, why: list[str]) -> str:
    """What is printed of it: one object, or a line for people; and why it was told, where that was asked for."""
    if as_json:
        return json.dumps(sighting.as_json() | ({"why": why} if why else {}))
    return "\n".join([tell(sighting), *(f"        {line}" for line in why)])


def write_recording(evening: Evening, out: Path) -> int:
    """Write every frame and truth.json into the folder; the number of frames. Raises `BadInput` for a used folder."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--out {out}: {error.strerror}") from None
    if any(out.iterdir()):
        raise BadInput(f"--out {out}: the folder is not empty; name a new one")
    count = 0
    for frame in evening.frames():
        cv2.imwrite(str(out / f"{frame.number:05d}.jpg"), frame.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        count += 1
    truth = {
        "players": evening.players,
        "sides": sides(evening.players),
        "fps": RATE,
        "seed": evening.seed,
        "truth": [item.as_json() for item in evening.truth] + [{"cleared": round(at, 2)} for at in evening.cleared],
    }
    (out / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")
    return count
