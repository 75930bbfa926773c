"""Which card it is: names the straightened face, with a probability for every label."""

from dataclasses import dataclass

import numpy as np
import onnxruntime

from vision.arrays import Floats, Image, Quad
from vision.faces import LABELS, UNKNOWN
from vision.geometry import straighten
from vision.models import model_path, session

CROP_WIDTH, CROP_HEIGHT = 80, 112
"""Pixels of the straightened card that the network looks at."""

TEMPERATURE = 1.0
"""What the log-odds are divided by; fitted on rendered decks that training never saw."""


@dataclass(frozen=True)
class Belief:
    """Log-probability of every label of `faces.LABELS`, in that order; they sum to one."""

    logs: Floats

    def best(self, count: int = 1) -> list[tuple[str, float]]:
        """The likeliest labels with their probabilities."""
        order = np.argsort(self.logs)[::-1][:count]
        return [(LABELS[i], float(np.exp(self.logs[i]))) for i in order]

    @property
    def label(self) -> str:
        """The likeliest label."""
        return self.best()[0][0]

    @property
    def confidence(self) -> float:
        """Its probability."""
        return self.best()[0][1]

    def certain(self, threshold: float) -> str:
        """The likeliest label, or `??` below the threshold."""
        return self.label if self.confidence >= threshold else UNKNOWN

    @classmethod
    def fuse(cls, beliefs: list["Belief"], weight: float = 1.0) -> "Belief":
        """Several looks at one card: the mean of the log-probabilities, sharpened by `weight` looks' worth."""
        logs = np.mean([belief.logs for belief in beliefs], axis=0) * weight
        return cls(_normalised(logs))


def _normalised(logs: Floats) -> Floats:
    shifted = logs - logs.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))


def belief_of(answer: Floats) -> Floats:
    """The network's log-odds (N × 22: 13 ranks, 4 suits, 5 kinds) as log-probabilities of the labels, N × 56."""
    scaled = answer.astype(np.float64) / TEMPERATURE
    rank, suit, kind = (_normalised(part) for part in (scaled[:, :13], scaled[:, 13:17], scaled[:, 17:]))
    faces = (suit[:, :, None] + rank[:, None, :]).reshape(len(answer), 52) + kind[:, :1]
    return np.concatenate([faces, kind[:, 1:]], axis=1)


class Identifier:
    """Names cards whose outlines are known."""

    def __init__(self, threads: int = 1) -> None:
        self._session: onnxruntime.InferenceSession = session(model_path("identifier"), threads)

    def identify(self, picture: Image, quads: list[Quad]) -> list[Belief]:
        """A belief for each outline, in one run of the network."""
        if not quads:
            return []
        crops = np.stack([straighten(picture, quad, CROP_WIDTH, CROP_HEIGHT) for quad in quads])
        answer = self._session.run(None, {"picture": crops.transpose(0, 3, 1, 2).astype(np.float32)})[0]
        return [Belief(logs) for logs in belief_of(answer)]
