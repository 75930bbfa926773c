"""Train a network: `python -m vision.training.train identifier --minutes 80 --work build/training`.

A training that was cut short goes on from its checkpoint. The scenes come from `supply`. Where a graphics processor learns faster
than all workers draw, `--times 6` shows it every example some six times.
"""

import argparse
from pathlib import Path

import torch

from vision.training.course import Course
from vision.training.export import export
from vision.training.finder_course import FINDER
from vision.training.identifier_course import IDENTIFIER, NATIONS
from vision.training.loop import Plan, steps_done, train
from vision.training.memory import remembered
from vision.training.supply import NATIONAL, draw_banks

ROOM = 60_000
"""Examples that are remembered where each is shown several times: 26 GB of the finder's, 3 GB of the others'."""

COURSES = {course.name: course for course in (FINDER, IDENTIFIER, NATIONS)}


def teach(course: Course, minutes: float, rate: float, seed: int, workers: int, times: float, work: Path) -> None:
    """Train until the minutes are used up and put the network where it ships from."""
    torch.manual_seed(seed)
    network = course.network()
    print(course.name, sum(p.numel() for p in network.parameters()), "parameters")
    checkpoint = course.checkpoint(work)
    draw_banks(seed, work, NATIONAL[course.name])
    batches = course.batches([seed, steps_done(checkpoint)], work, workers)
    shown = remembered(batches, ROOM, times, course.pictures) if times > 1 else batches
    trained = train(network, shown, course.losses, Plan(minutes, rate, course.decay), checkpoint)
    recipe = {"minutes": minutes, "rate": rate, "seed": seed, "times": times, "recipe": course.recipe}
    export(trained, course.file, course.inputs, course.outputs, recipe)


def main() -> None:
    """The network that is named, or one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", nargs="*", default=list(COURSES), metavar="network", help=" or ".join(COURSES))
    parser.add_argument("--minutes", type=float, default=80, help="of each, those before an interruption counted")
    parser.add_argument("--rate", type=float, default=2e-3, help="at which it learns at first; less where it learns on")
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--times", type=float, default=1, help="how often each example is shown")
    options = parser.parse_args()
    unknown = [name for name in options.networks if name not in COURSES]
    if unknown:
        parser.error(f"There is no network {unknown[0]}: name {' or '.join(COURSES)}.")
    for name in options.networks:
        teach(COURSES[name], options.minutes, options.rate, options.seed, options.workers, options.times, options.work)


if __name__ == "__main__":
    main()
