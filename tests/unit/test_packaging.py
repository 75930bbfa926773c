"""What is installed is what is in the rooms: a file that the wheel leaves out is missed on a box alone."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = [ROOT / name for name in ("club", "device", "scoring", "vision", "web")]


def test_every_file_beside_the_modules_goes_into_the_wheel() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    named = {
        path
        for package, globs in tools["package-data"].items()
        for glob in globs
        for path in ROOT.joinpath(*package.split(".")).glob(glob)
    }
    there = {path for room in ROOMS for path in room.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert len(there) > 100
    assert there - named == set()


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for room in ROOMS for path in room.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
