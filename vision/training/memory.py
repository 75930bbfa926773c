"""Examples shown more than once: drawing a scene takes many times longer than learning from it.

All examples that came so far lie in the learner's memory; batches are drawn from them by chance, while others still come.
"""

import queue
import threading
from collections.abc import Iterable, Iterator

import torch
from torch import Tensor

from vision.training.loop import Batch, learner


def remembered(batches: Iterable[Batch], room: int, times: float, pictures: int) -> Iterator[Batch]:
    """Batches for ever out of the newest examples that there is `room` for; each is shown some `times`, in other light.

    The first so many parts of a batch are `pictures`.
    """
    device = learner()
    coming: queue.Queue[Batch] = queue.Queue(64)
    threading.Thread(target=_fetch, args=(batches, coming), daemon=True).start()
    store: list[Tensor] = []
    came, shown = 0, 0
    while True:
        while shown >= times * came or not coming.empty():
            batch = coming.get()
            if not store:
                store = [torch.empty(room, *part.shape[1:], dtype=part.dtype, device=device) for part in batch]
            places = (torch.arange(len(batch[0])) + came) % room
            for kept, part in zip(store, batch, strict=True):
                kept[places.to(device)] = part.to(device)
            came += len(batch[0])
        picked = torch.randint(min(came, room), (len(batch[0]),), device=device)
        shown += len(picked)
        yield relit(tuple(kept[picked] for kept in store), pictures)


def _fetch(batches: Iterable[Batch], coming: "queue.Queue[Batch]") -> None:
    for batch in batches:
        coming.put(batch)


def relit(batch: Batch, pictures: int) -> Batch:
    """The batch with other light and grain on its first parts, pictures N × … × 3 × H × W of 0..255; alike on each example's."""
    count, device = len(batch[0]), batch[0].device
    gain, lift = torch.rand(2, count, 3, device=device) - 0.5
    grain = 5 * torch.rand(count, device=device)
    changed = []
    for part in batch[:pictures]:
        between = [1] * (part.dim() - 4)
        lit = part * (1 + 0.25 * gain).reshape(count, *between, 3, 1, 1) + 20 * lift.reshape(count, *between, 3, 1, 1)
        lit += grain.reshape(count, *between, 1, 1, 1) * torch.randn(part.shape, device=device)
        changed.append(lit.clamp(0, 255))
    return (*changed, *batch[pictures:])
