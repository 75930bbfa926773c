"""QR codes that somebody holds under the camera: on paper, or on the screen of a phone."""

import cv2

from vision.arrays import Image

SHRUNK = (1.0, 0.6, 0.4)
"""Parts of the picture's size at which a code is looked for: a detector that fails at one often reads it at another."""


def read_code(picture: Image) -> str:
    """The text of the QR code in a picture; empty where none can be read."""
    detector = cv2.QRCodeDetector()
    for part in SHRUNK:
        seen = cv2.resize(picture, None, fx=part, fy=part, interpolation=cv2.INTER_AREA) if part < 1 else picture
        try:
            text = detector.detectAndDecode(seen)[0]
        except (cv2.error, UnicodeDecodeError, SystemError):  # of a code that is half there, or holds no text
            continue
        if text:
            return str(text)
    return ""
