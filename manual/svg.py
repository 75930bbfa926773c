"""What every drawing of the manual is made of."""


def svg(width: int, height: int, words: str, drawn: list[str], size: str = "") -> str:
    """A drawing on white, with `words` for whoever hears it."""
    shape = f'viewBox="0 0 {width} {height}"{size} font-family="sans-serif" role="img" aria-label="{words}"'
    return (
        "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" {shape}>',
                f'<rect width="{width}" height="{height}" fill="#fff"/>',
                *drawn,
                "</svg>",
            )
        )
        + "\n"
    )


def text(x: float, y: float, words: str, size: int, anchor: str = "middle") -> str:
    """Words in it."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="#12211c">{words}</text>'
