"""The training loop that all networks share: minutes in, weights out, with a checkpoint to restart from.

Nothing in this file knows about cards.
"""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

Batch = tuple[Tensor, ...]
Losses = dict[str, Tensor]


@dataclass(frozen=True)
class Plan:
    """How long and how fast to learn; the rate rises for 200 steps and falls along a cosine to a fiftieth."""

    minutes: float
    rate: float = 2e-3
    decay: float = 1e-2
    report_every: int = 100


def train(
    network: nn.Module, batches: Iterable[Batch], losses: Callable[[nn.Module, Batch], Losses], plan: Plan, checkpoint: Path
) -> nn.Module:
    """Train until the plan's minutes are used up (those of earlier runs count) and return the averaged network.

    `losses` gives named values; "total" is the one that is made small. Half precision (bf16) serves where the processor has
    it; elsewhere it is emulated, many times slower than full precision.
    """
    device = learner()
    in_halves = device == "cuda" or torch.backends.cpu.get_cpu_capability() not in ("DEFAULT", "AVX2")
    network.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stub lacks the pair
    optimiser, average = start(network, plan)
    step, used = 0, 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=device, weights_only=True)
        network.load_state_dict(saved["network"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        step, used = saved["step"], saved["minutes"]
    started, sums = time.monotonic(), dict[str, float]()
    network.train()
    for batch in batches:
        minutes = used + (time.monotonic() - started) / 60
        done = minutes / plan.minutes
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * min(1.0, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        with torch.autocast(device, torch.bfloat16, enabled=in_halves):
            values = losses(network, tuple(part.to(device) for part in batch))
        optimiser.zero_grad()
        values["total"].backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(network)
        step += 1
        for name, value in values.items():
            sums[name] = sums.get(name, 0.0) + float(value.detach())
        if step % plan.report_every == 0:
            print(step, f"{minutes:.1f} min", {k: round(v / plan.report_every, 4) for k, v in sums.items()}, flush=True)
            sums = {}
            save(checkpoint, network, average, optimiser, step, minutes)
    save(checkpoint, network, average, optimiser, step, plan.minutes)
    final: nn.Module = average.module
    return final.to("cpu").eval()


def learner() -> str:
    """What a network learns on here."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def steps_done(checkpoint: Path) -> int:
    """Steps that earlier runs made; part of the data's seed, so that a restart does not see the same again."""
    return int(torch.load(checkpoint, map_location="cpu", weights_only=True)["step"]) if checkpoint.exists() else 0


def start(network: nn.Module, plan: Plan) -> tuple[torch.optim.Optimizer, nn.Module]:
    """The optimiser, and the moving average of the weights that will ship."""
    optimiser = torch.optim.AdamW(network.parameters(), plan.rate, weight_decay=plan.decay)
    moving = torch.optim.swa_utils.get_ema_multi_avg_fn(0.999)
    return optimiser, torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=moving, use_buffers=True)


def save(path: Path, network: nn.Module, average: nn.Module, optimiser: torch.optim.Optimizer, step: int, minutes: float) -> None:
    """Write the checkpoint; an older one is replaced only when the new one is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
    torch.save({**parts, "step": step, "minutes": minutes}, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)
