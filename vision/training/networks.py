"""The two networks: where cards are (`FinderNet`) and which card it is (`IdentifierNet`). Training only; needs torch."""

import torch
from torch import Tensor, nn
from torch.nn import functional

FINDER_STRIDE = 4
FINDER_CHANNELS = 11
"""Per cell: two corner kinds, offset x y, short edge direction x y and log length, long edge the same, face up."""

IDENTIFIER_OUTPUTS = 30
"""13 ranks, 4 suits, 5 kinds (a plain face, big joker, little joker, back, none of these); and for each corner, from the
crop's own top left clockwise, how far right and down the card's real corner lies, in parts of the crop."""

_NAMES = 13 + 4 + 5
"""How many of those say what the card is."""

_WHOLE, _END = 64 * 7 * 5, 16 * 8 * 6


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """3 × 3 convolution, normalised, rectified."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions around a short cut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Same shape in and out."""
        return functional.relu(x + self.second(self.first(x)))


class FinderNet(nn.Module):
    """Dense card corners: picture N × 3 × H × W, 0..255 (multiples of 32), to N × FINDER_CHANNELS × H/4 × W/4."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 24, 48, 72, 96)) -> None:
        super().__init__()
        w2, w4, w8, w16, w32 = widths
        self.stem = conv(3, w2, 2)
        self.at4 = nn.Sequential(conv(w2, w4, 2), Residual(w4))
        self.at8 = nn.Sequential(conv(w4, w8, 2), Residual(w8), Residual(w8))
        self.at16 = nn.Sequential(conv(w8, w16, 2), Residual(w16), Residual(w16))
        self.at32 = nn.Sequential(conv(w16, w32, 2), Residual(w32))
        self.from32 = nn.Conv2d(w32, w16, 1)
        self.mix16 = Residual(w16)
        self.from16 = nn.Conv2d(w16, w8, 1)
        self.mix8 = Residual(w8)
        self.side4 = nn.Conv2d(w4, 40, 1)
        self.from8 = nn.Conv2d(w8, 40, 1)
        self.mix4 = conv(40, 48)
        self.head = nn.Conv2d(48, FINDER_CHANNELS, 1)
        nn.init.constant_(self.head.bias[:2], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Raw values; the first two and the last are log-odds."""
        x4 = self.at4(self.stem(x / 255 - 0.5))
        x8 = self.at8(x4)
        x16 = self.at16(x8)
        x16 = self.mix16(functional.relu(x16 + _twice(self.from32(self.at32(x16)))))
        x8 = self.mix8(functional.relu(x8 + _twice(self.from16(x16))))
        x4 = self.mix4(functional.relu(self.side4(x4) + _twice(self.from8(x8))))
        out: Tensor = self.head(x4)
        return out


def _twice(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class IdentifierNet(nn.Module):
    """The straightened card with its two index corners to N × IDENTIFIER_OUTPUTS log-odds, and what it saw as features.

    Pictures are 0..255: the cards N × 3 × 112 × 80; index corners M × 3 × 64 × 48, and which two of them are each card's
    (N × 2), for most cards of a pile show but one, and one black one stands for all that are covered. Each corner reads its
    index by itself and says how much it is to be heard, for in a fan the other corner shows another card; what it says is
    added to the whole card's answer. Features are N × 3776: 64 for each of 7 × 5 places of the card and 16 for each of 8 × 6
    places of either corner, channels first.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 24, 2), conv(24, 32), conv(32, 48, 2), Residual(48), conv(48, 80, 2), Residual(80)),
            *(conv(80, 112, 2), Residual(112), nn.Conv2d(112, 64, 1), nn.ReLU(inplace=True), nn.Flatten()),
        )
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(_WHOLE, IDENTIFIER_OUTPUTS))
        # Normalised and not rectified: rectified, these few channels once died early in training and nobody noticed.
        self.corner = nn.Sequential(
            *(conv(3, 24, 2), conv(24, 32), conv(32, 48, 2), Residual(48), conv(48, 64, 2), Residual(64)),
            *(nn.Conv2d(64, 16, 1, bias=False), nn.BatchNorm2d(16), nn.Flatten()),
        )
        self.index = nn.Sequential(
            nn.Linear(_END, 160), nn.LayerNorm(160), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(160, _NAMES + 1)
        )
        self.listen = nn.Linear(_WHOLE, 2)

    def forward(self, card: Tensor, corners: Tensor, which: Tensor) -> tuple[Tensor, Tensor]:
        """Raw log-odds, and features."""
        answer, _, features = self.parts(card, corners, which)
        return answer, features

    def parts(self, card: Tensor, corners: Tensor, which: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Raw log-odds, those that each corner gives by itself (N × 2 × 22: ranks, suits, kinds), and features."""
        whole = self.body(_even(card))
        ends = self.corner(_even(corners))[which.long()]
        said = self.index(ends)
        names = said[..., :_NAMES]
        heard = torch.sigmoid(said[..., _NAMES] + self.listen(whole))
        together = (heard[..., None] * names).sum(1)
        answer: Tensor = self.head(whole) + functional.pad(together, (0, IDENTIFIER_OUTPUTS - _NAMES))
        return answer, names, torch.cat([whole, ends.flatten(1)], 1)


def _even(x: Tensor) -> Tensor:
    """Pictures of any light and contrast made alike."""
    x = x / 255
    return (x - x.mean((1, 2, 3), keepdim=True)) / (x.std((1, 2, 3), keepdim=True) + 0.05)
