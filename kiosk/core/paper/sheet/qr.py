"""A text as the modules of a QR code."""


def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code of *text*, row by row, without the quiet zone; a quarter of it may be spoilt."""
    from segno import make_qr  # takes longer than all else a sheet needs

    return tuple(tuple(bool(dark) for dark in row) for row in make_qr(text, error="m").matrix)
