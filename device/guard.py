"""Explains at the start why the program's libraries do not fit together, and how to mend it."""

_SIGNS = ("dtype size changed", "multiarray", "_ARRAY_API", "compiled using NumPy")
_OURS = ("device", "vision", "scoring", "web")


def explained(error: Exception) -> str | None:
    """What went wrong with numpy or a library that is missing, in a sentence; None for any other error.

    numpy of one origin under OpenCV or picamera2 of another fails while they are imported (docs/adr/0003).
    """
    if any(sign in str(error) for sign in _SIGNS):
        return (
            "numpy does not fit the libraries that were built with it (OpenCV, or the camera's): one of them came from pip into"
            " an environment that uses the system's; install again with: sudo ./install.sh"
        )
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    if name and name.partition(".")[0] not in _OURS:
        return f"{name} is not installed: install again with: sudo ./install.sh (or in a checkout: make demo)"
    return None
