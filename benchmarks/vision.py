"""How well, how surely, how fast and in how much memory cards are read: `cardtable bench vision`, or `make bench`.

One table, from fixed seeds. Plays are those of simulated evenings with decks and tables that training never saw, with every
trouble on; the peer runs in the same process as our networks, so that the ratio holds on a machine that others use as well.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import onnx
import onnxruntime

from benchmarks.doubles import follow_doubles
from benchmarks.empty_tables import empty_table
from benchmarks.enrolled import enrol, plays_of, plays_of_many
from benchmarks.evenings import Tally, follow_many
from benchmarks.peer import macs, yolov8n
from device.cameras import read_picture
from device.evening import TROUBLES, Evening
from device.reading import write_recording
from device.simulation import CARD_WIDTH
from vision.arrays import Image
from vision.camera.health import CameraHealth
from vision.faces import PLAIN_FACES, is_card
from vision.models import model_path
from vision.picture.finder import WANTED_WIDTH, Finder
from vision.picture.identifier import Crops, Identifier, inputs_of
from vision.picture.reader import Reader, outline_of
from vision.picture.region import Region
from vision.scene.motion import Motion
from vision.scene.watcher import AROUND, Watcher
from vision.training.art import load_german
from vision.training.decks import Deck, random_design
from vision.training.reliability import print_reliability, reliability
from vision.training.scenes import Recipe, render
from vision.training.suits import Nation

FRAME = (1600, 900)

BUSY = 6
"""Evenings whose frames are timed: one costs a third more than another, by how much is new in a frame."""


def milliseconds(works: dict[str, Callable[[], object]], rounds: int = 25) -> dict[str, list[float]]:
    """Times of so many calls of each, from least to most; they take turns, so that whatever else runs here delays all of them."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            started = time.perf_counter()
            work()
            times[name].append(1000 * (time.perf_counter() - started))
    return {name: sorted(some) for name, some in times.items()}


def peer_session() -> onnxruntime.InferenceSession:
    """The peer, ready to run on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(yolov8n().SerializeToString(), options, providers=["CPUExecutionProvider"])


def show_plays(title: str, tally: Tally) -> None:
    """Counts of a tally with their shares, and its calibration error."""
    print(title)
    for name in ("plays", "right", "wrong", "asked", "smudged", "needless", "missed", "accused"):
        print(f"  {name:40s} {tally.counts[name]:7d}  {tally.counts[name] / max(1, tally.counts['plays']):.4f}")
    print_reliability(reliability([sure for sure, _ in tally.readings], [is_right for _, is_right in tally.readings]))


def show_evenings(plays: int, seed: int, workers: int, nation: Nation | None = None) -> None:
    """Plays with every trouble, with French suits or with those of a nation."""
    started, suits = time.monotonic(), nation.value if nation else "french"

    def progress(tally: Tally, of: int, evening: Tally) -> None:
        spent = time.monotonic() - started
        sys.stderr.write(f"\r{tally.counts['plays']} of {plays} plays, {tally.counts['wrong']} wrong, {spent:.0f} s")
        for what in ("wrong", "missed"):
            if evening.counts[what]:
                print(f"{suits} suits, seed {of}: {evening.counts[what]} {what}", flush=True)

    tally, last = follow_many(plays, seed, workers, progress, nation)
    sys.stderr.write("\n")
    show_plays(f"simulated evenings, {suits} suits, seeds {seed} to {last}, {', '.join(TROUBLES)}", tally)


def show_doubles(tables: int, seed: int) -> None:
    """Cards that were laid two at once."""
    reader, counts = Reader(), Counter[str]()
    for number in range(tables):
        counts.update(follow_doubles(seed + number, reader))
    print(f"two cards laid in one movement, seeds {seed} to {seed + tables - 1}")
    for name in ("pairs", "named", "ordered", "asked", "wrong", "missed"):
        print(f"  {name:40s} {counts[name]:7d}")


def show_empty_tables(frames: int, seed: int) -> None:
    """Certain cards on tables without cards."""
    reader, certain = Reader(), 0
    for number in range(frames):
        rng = np.random.default_rng([seed, number])
        picture = empty_table(rng)
        width = float(rng.uniform(40, 110)) if number % 2 else None
        certain += any(is_card(reading.label) for reading in reader.read(picture, width))
    print(f"tables without cards\n  {'frames with a card reported as certain':40s} {certain:7d}  of {frames}")


def show_enrolled(plays: int, seed: int, lessons: int) -> None:
    """Plays with enrolled decks: somebody's, and drawn ones of every nation."""
    deck = load_german()
    if deck is None:
        print("enrolled German-suited deck: not measured: apt install kdegames-card-data-kf5")
    else:
        tally = plays_of(deck, enrol(deck.faces, seed, lessons), "german32", (), plays, seed)
        show_plays("enrolled German-suited deck, never trained on", tally)
    for nation in Nation:
        title = f"enrolled drawn decks, {nation.value} suits, from seed {seed}, {', '.join(TROUBLES)}"
        show_plays(title, plays_of_many(nation, plays, seed, lessons))


def show_speed() -> None:
    """Milliseconds for a frame of 1600 × 900 with a pile, one thread, against the peer in the same run.

    The pile has come onto a bare table: as in a game, what has not changed since is not searched.
    """
    cv2.setNumThreads(1)
    pictures = [frame.picture for frame in Evening(3, 1, (), hands=1).frames()]
    bare, frame = (cv2.resize(pictures[place], FRAME).astype(np.uint8) for place in (0, len(pictures) * 3 // 4))
    width = CARD_WIDTH * FRAME[0] / pictures[0].shape[1]
    finder, identifier, motion, health = Finder(1), Identifier(1), Motion(), CameraHealth()
    motion.look(bare)
    motion.look(frame)
    changed = motion.changed_box()
    region = None if changed is None else Region.around([changed], AROUND * width, frame)
    outlines = [outline_of(card) for card in finder.find(frame, width, region)]
    peer, picture = peer_session(), np.random.default_rng(0).random((1, 3, 640, 640), np.float32)
    works: dict[str, Callable[[], object]] = {
        "peer: YOLOv8n at 640 × 640": lambda: peer.run(None, {"picture": picture}),
        f"pile frame: finder and {len(outlines)} cards named": lambda: (
            finder.find(frame, width, region),
            identifier.identify(frame, outlines),
        ),
        "finder alone": lambda: finder.find(frame, width, region),
        "finder, the whole frame searched": lambda: finder.find(frame, width),
        f"identifier alone, {len(outlines)} cards": lambda: identifier.identify(frame, outlines),
        "frame in which nothing moved": lambda: (health.look(frame), motion.look(frame)),
    }
    times = milliseconds(works)
    print("speed, one thread, a frame of 1600 × 900: median and least of 25 calls in turn, each as a share of the peer's")
    peers = times["peer: YOLOv8n at 640 × 640"]
    middle = len(peers) // 2
    for name, some in times.items():
        shares = f"{some[middle] / peers[middle]:.3f}   {some[0]:7.1f} ms   {some[0] / peers[0]:.3f}"
        print(f"  {name:40s} {some[middle]:7.1f} ms   {shares}")
    inputs = inputs_of(Crops.of(frame, [each.quad for each in outlines], [each.other_end for each in outlines]))
    show_arithmetic(region or Region(0, 0, *FRAME), width, len(inputs["picture"]), len(inputs["corners"]))


def scenes(count: int, seed: int) -> Iterator[Image]:
    """Rendered pictures of tables with cards of decks that training never saw."""
    for number in range(count):
        rng = np.random.default_rng([seed, number, 4712])
        deck, recipe = Deck(random_design(rng)), Recipe(size=480, smallest=60.0, largest=110.0)
        yield render(rng, deck, list(rng.permutation(PLAIN_FACES)[:12]), recipe).picture


def show_cost(pictures: Iterable[Image], evenings: Sequence[Evening]) -> None:
    """What a picture costs in `read`, and an average frame of busy evenings in `watch`, each as a share of the peer's time.

    Decoding and rendering are left out. The peer takes its turn after every picture, and after every tenth frame; the time is
    the processor's, for on a machine that others use too a long turn is interrupted more often than a short one. Means go by the
    peer's mean, medians by its median: what slows one down for a while slows down the other.
    """
    cv2.setNumThreads(1)
    peer, reader = peer_session(), Reader()
    picture = np.random.default_rng(0).random((1, 3, 640, 640), np.float32)

    def processor_s(work: Callable[[], object]) -> float:
        started = time.thread_time()
        work()
        return time.thread_time() - started

    def beside_the_peer(every: int, works: Iterable[Callable[[], object]]) -> tuple[list[float], list[float]]:
        seen, peers = [], []
        for number, work in enumerate(works):
            seen.append(processor_s(work))
            if number % every == 0:
                peers.append(processor_s(lambda: peer.run(None, {"picture": picture})))
        return seen, peers

    def read(shown: Image) -> None:
        reader.identifier.begin_again()
        reader.read(shown)

    def watch(evening: Evening) -> tuple[list[float], list[float]]:
        watcher = Watcher(Reader(), CARD_WIDTH)
        return beside_the_peer(10, (partial(watcher.see, frame) for frame in evening.frames()))

    watched = [watch(evening) for evening in evenings]
    seen, peers = zip(*watched, strict=True)
    costs = {
        "a picture in read": beside_the_peer(1, (partial(read, shown) for shown in pictures)),
        "a frame of a busy evening in watch": (list(chain(*seen)), list(chain(*peers))),
    }
    print("cost, one thread, decoding left out, as a share of the peer's: mean and median")
    for name, (ours, its) in costs.items():
        print(f"  {f'{name}, {len(ours)}':40s} {np.mean(ours) / np.mean(its):7.3f}   {np.median(ours) / np.median(its):.3f}")
    each = ", ".join(f"{np.mean(ours) / np.mean(its):.3f}" for ours, its in watched)
    print(f"  {'the mean of each of these evenings':40s} {each}")


def show_arithmetic(region: Region, width: float, cards: int, corners: int) -> None:
    """The arithmetic of that frame on paper; what a Pi's processor makes of it is counted by `benchmarks.instructions`."""
    scale = WANTED_WIDTH / width
    sides = [-(-round(side * scale) // 32) * 32 for side in (region.right - region.left, region.bottom - region.top)]
    finding = macs(onnx.load(str(model_path("finder"))), height=sides[1], width=sides[0])
    identifier = onnx.load(str(model_path("identifier")))
    naming, naming_all = macs(identifier, cards=1, corners=2), macs(identifier, cards=cards, corners=corners)
    print("arithmetic, millions of multiply-accumulates")
    print(f"  {'peer':40s} {macs(yolov8n()) / 1e6:7.0f}")
    print(f"  {f'finder, {sides[0]} × {sides[1]}':40s} {finding / 1e6:7.0f}")
    print(f"  {'identifier, one card':40s} {naming / 1e6:7.0f}")
    print(f"  {f'identifier, {cards} cards, {corners} corners':40s} {naming_all / 1e6:7.0f}")


def show_memory() -> None:
    """Peak memory of `cardtable watch` over a recording, and the size of the networks."""
    with TemporaryDirectory() as folder:
        write_recording(Evening(3, 1, (), hands=1), Path(folder) / "frames")
        subprocess.run([sys.executable, "-m", "device", "watch", f"{folder}/frames"], check=True, capture_output=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    size = sum(model_path(name).stat().st_size for name in ("finder", "identifier", "nations")) / 1e6
    print(f"memory\n  {'peak of cardtable watch':40s} {peak:7.0f} MB\n  {'networks on disk':40s} {size:7.1f} MB")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="cardtable bench vision", description=__doc__)
    parser.add_argument("--plays", type=int, default=300, help="plays of evenings with every trouble; 10000 takes hours")
    parser.add_argument("--nations", type=int, default=100, help="plays with the suits of each other nation, never enrolled")
    parser.add_argument("--doubles", type=int, default=10, help="tables on which two cards are laid at once")
    parser.add_argument("--frames", type=int, default=200, help="tables without cards")
    parser.add_argument(
        "--enrolled", type=int, default=100, help="plays with an enrolled deck, and with drawn ones of each nation"
    )
    parser.add_argument("--lessons", type=int, default=6000, help="cut-outs that the enrolled deck is learnt from")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--pictures", type=Path, help="folder of photographs (.jpg) to read for their cost; else rendered ones")
    options = parser.parse_args(arguments)
    show_memory()
    show_speed()
    photographs = sorted(options.pictures.glob("*.jpg")) if options.pictures else []
    pictures = (read_picture(path) for path in photographs) if photographs else scenes(40, options.seed)
    show_cost(pictures, [Evening(3, options.seed + number, TROUBLES, hands=1) for number in range(BUSY)])
    if options.plays:
        show_evenings(options.plays, options.seed, options.workers)
    if options.nations:
        for nation in Nation:
            show_evenings(options.nations, options.seed, options.workers, nation)
    if options.doubles:
        show_doubles(options.doubles, options.seed)
    if options.frames:
        show_empty_tables(options.frames, options.seed)
    if options.enrolled:
        show_enrolled(options.enrolled, options.seed, options.lessons)


if __name__ == "__main__":
    main()
