"""How colours look without colour, and to eyes that lack one kind of cones."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QImage

Matrix = Sequence[Sequence[float]]

# On linear sRGB. Protan and deutan: Viénot, Brettel and Mollon (1999). Tritan: Machado, Oliveira and
# Fernandes (2009), at full severity. Grey: the luminance of the standard.
EYES: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str | QColor) -> list[float]:
    parts = QColor(colour).getRgbF()[:3]  # type: ignore[index]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(rgb: Sequence[float], eye: str) -> list[float]:
    """What is left of linear *rgb* to *eye*."""
    return [min(1.0, max(0.0, sum(part * rgb[place] for place, part in enumerate(row)))) for row in EYES[eye]]


def _shown(part: float) -> int:
    return round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


def image_to(image: QImage, eye: str) -> QImage:
    """*image* as *eye* sees it; each colour is computed once, on a grid that no person can tell."""
    made = image.convertToFormat(QImage.Format.Format_RGB32)
    data, known = bytearray(made.constBits()), {}  # type: ignore[call-overload, var-annotated]
    for at in range(0, len(data), 4):
        colour = bytes(part & 0xFC for part in data[at : at + 3])
        if colour not in known:
            rgb = seen(linear(QColor(colour[2], colour[1], colour[0])), eye)
            known[colour] = bytes(_shown(part) for part in reversed(rgb))
        data[at : at + 3] = known[colour]
    return QImage(bytes(data), made.width(), made.height(), QImage.Format.Format_RGB32).copy()


def lab(rgb: Sequence[float]) -> tuple[float, float, float]:
    """CIE L*a*b* of linear sRGB."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(part * rgb[place] for place, part in enumerate(row)) for row in rows]
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (max(0.0, value) / white for value, white in zip(xyz, (0.9505, 1, 1.089), strict=True))
    )
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def distance(one: str, other: str, eye: str) -> float:
    """How far apart two colours are to *eye*: 2.3 can just be told, black and white are 100."""
    ours, theirs = (lab(seen(linear(colour), eye)) for colour in (one, other))
    return sum((a - b) ** 2 for a, b in zip(ours, theirs, strict=True)) ** 0.5
