"""Codes are read however they are held: turned, tilted, near or far, on a screen or on paper; and nothing else is a code."""

import cv2
import numpy as np
import pytest
import segno

from club.joining import Invitation
from club.joining import read_code as read_invitation
from vision.arrays import Image
from vision.camera.codes import read_code

INVITATION = Invitation(
    "http://192.168.1.20:8080",
    "Friday bridge club of Accra",
    "table-17",
    "Jx3b8P0aYkQmZ1c5vT7nWq2L6dR9sE4u",
    "192.168.1.20",
    8883,
    "5e" * 32,
)
"""As long as they come."""

HEIGHT, WIDTH = 900, 1600


def held(text: str, across: float, turned: float, tilted: float, dark: int, light: int) -> Image:
    """A code of so many pixels across, turned by degrees, its near edge wider by `tilted`, in grey levels."""
    modules = np.array([[0 if is_dark else 255 for is_dark in row] for row in segno.make(text, error="l").matrix_iter(border=4)])
    flat = np.kron(modules, np.ones((8, 8))).astype(np.uint8)
    angle, half = np.deg2rad(turned), across / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) @ turn.T
    corners = corners * (1 + tilted * corners[:, 1:] / across) + (WIDTH / 2, HEIGHT / 2)
    side = flat.shape[0]
    lay = cv2.getPerspectiveTransform(
        np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32), corners.astype(np.float32)
    )
    shown = cv2.warpPerspective(flat, lay, (WIDTH, HEIGHT), flags=cv2.INTER_AREA) / 255 * (light - dark) + dark
    is_there = cv2.warpPerspective(np.full_like(flat, 255), lay, (WIDTH, HEIGHT)) > 127
    noise = np.random.default_rng(1).normal(0, 4, (HEIGHT, WIDTH))
    grey = cv2.GaussianBlur(np.where(is_there, shown, 90.0), (0, 0), 0.8) + noise
    return np.repeat(np.clip(grey, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("turned", [0, 17, 90, 133, 180, 250])
@pytest.mark.parametrize("across", [420, 500, 560])
def test_a_code_is_read_turned_and_tilted(across: float, turned: float) -> None:
    text = read_code(held(INVITATION.code, across, turned, 0.2, dark=30, light=225))
    assert read_invitation(text) == INVITATION


@pytest.mark.parametrize(("dark", "light"), [(70, 160), (5, 252), (60, 120)], ids=["grey paper", "a bright phone", "a dim room"])
def test_a_code_is_read_on_paper_and_on_a_screen(dark: int, light: int) -> None:
    assert read_code(held(INVITATION.code, 480, 10, 0.1, dark, light)) == INVITATION.code


def test_a_short_code_is_read_as_well() -> None:
    assert read_code(held("WIFI:T:WPA;S:Room;P:secret words;;", 300, 30, 0.1, 30, 225)) == "WIFI:T:WPA;S:Room;P:secret words;;"


def test_a_table_without_a_code_has_none() -> None:
    assert read_code(np.full((HEIGHT, WIDTH, 3), 90, np.uint8)) == ""
    half = held(INVITATION.code, 500, 0, 0, 30, 225)
    half[:, WIDTH // 2 :] = 90
    assert read_code(half) == ""
