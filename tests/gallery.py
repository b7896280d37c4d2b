"""A picture of every state at several sizes: `python tests/gallery.py FOLDER [WIDTHxHEIGHT …]`."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from dataclasses import replace

from kiosk.core.challenge.wording import page
from kiosk.ui.kit.off_screen import artist, picture
from tests.support import stage

SIZES = ("1024x600", "1366x768", "1920x1080")


def main(folder: Path, sizes: tuple[str, ...]) -> None:
    app = artist()
    folder.mkdir(parents=True, exist_ok=True)
    one, two = stage.procedure(), stage.procedure("naspa-2016", "naspa-2016")
    banners = replace(stage.AROUND, banners=("DEMONSTRATION: old free list, lacks QI, ZA, OK",))
    shots = {name: page(state, 0, one, stage.AROUND) for name, state in stage.states(one).items()}
    shots |= {
        f"eight_{name}": page(state, 0, one, stage.AROUND)
        for name, state in stage.states(one, stage.EIGHT_LONG).items()
        if name.startswith(("entering", "checking", "showing", "referred"))
    }
    shots |= {
        f"divisions_{name}": page(state, 0, two, stage.AROUND)
        for name, state in stage.states(two).items()
        if name in ("division", "counting", "entering", "checking_armed", "showing_acceptable")
    }
    shots["demonstration"] = page(stage.states(one)["counting"], 0, one, banners)
    shots["large_checking"] = page(
        stage.states(one)["checking_armed"], 0, one, replace(stage.AROUND, large=True)
    )
    for size in sizes:
        width, height = map(int, size.split("x"))
        for name, shown in shots.items():
            picture(shown, width, height, stage.FONTS).save(str(folder / f"{name}_{size}.png"))
    del app


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or SIZES)
