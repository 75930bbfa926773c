"""Whether the camera shows anything: said when it has not for a while, and when it does again."""

from vision.arrays import Image
from vision.camera.health import CameraHealth, CameraTrouble
from vision.sighting import Frame, Sighting, SightingKind

LOST_AFTER = 5
"""Frames without anything to see before the camera counts as lost."""

UPRIGHT_EVERY = 50
"""Frames between two looks at whether the camera hangs upside down."""


class Sight:
    """Looks at every frame first.

    `is_clear` says that the newest shows something; `was_away` that nobody knows what happened on the table before it: nothing
    was to be seen for a while, or so many frames are missing.
    """

    def __init__(self, reference: Image | None = None) -> None:
        self.is_clear, self.was_away = True, False
        self._blind = 0
        self._told: CameraTrouble | None = None
        self._last = -1
        self.expect(reference)

    def expect(self, reference: Image | None) -> None:
        """Go by this grey picture of the calibrated table, where there is one, and by pictures from now on."""
        self._health = CameraHealth(reference)

    @property
    def is_lost(self) -> bool:
        """Whether nothing was to be seen for a while."""
        return self._blind >= LOST_AFTER

    def look(self, frame: Frame) -> list[Sighting]:
        """That the camera is lost, and why, or that it is back."""
        trouble, was_lost = self._trouble(frame), self.is_lost
        self.is_clear = trouble is None
        self.was_away = frame.number - self._last > LOST_AFTER or (self.is_clear and was_lost)
        self._last = frame.number
        if trouble is None:
            self._blind, self._told = 0, None
            return [Sighting(SightingKind.CAMERA_BACK, frame.at, frame.number)] if was_lost else []
        self._blind += 1
        if not self.is_lost or trouble is self._told:
            return []
        self._told = trouble
        return [Sighting(SightingKind.CAMERA_LOST, frame.at, frame.number, reason=trouble.value)]

    def _trouble(self, frame: Frame) -> CameraTrouble | None:
        trouble = self._health.look(frame.picture)
        if trouble is None and (frame.number % UPRIGHT_EVERY == 0 or self._blind) and self._health.is_upside_down(frame.picture):
            return CameraTrouble.UPSIDE_DOWN
        return trouble
