"""Compares the manual's translations with what there is to translate."""


def compare(is_writing: bool) -> int:
    return 0
