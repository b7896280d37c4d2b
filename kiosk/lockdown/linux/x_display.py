"""The X server as the station's display: what it says of our window, and how the window is put back."""

import struct
from collections.abc import Collection
from dataclasses import replace
from itertools import chain

from kiosk.lockdown.linux.x_server import XServer
from kiosk.lockdown.places import Box
from kiosk.lockdown.watch import Sight

_OPAQUE = 0xFFFFFFFF
_OPACITY = "_NET_WM_WINDOW_OPACITY"
_SHAPE, _SHAPE_MASK, _SHAPE_RECTANGLES, _KINDS = "SHAPE", 2, 8, (0, 1, 2)  # bounding, clip, input
_RANDR, _RESOURCES, _CRTC = "RANDR", 25, 20
_REMOVE, _ADD, _BY_PAGER = 0, 1, 2
_DEEPEST = 16  # windows around ours: a window manager's frame has two or three
_MOST_PERCENT = 95  # rounded corners are not an attack


class XDisplay:
    """One connection for as long as the station runs."""

    def __init__(self, server: XServer) -> None:
        self._x = server

    def look(self, window: int, own: Collection[int]) -> Sight | None:
        sight, line = self.glance(window, own), self._line(window)
        if sight is None or sight.place is None or not line:
            return sight
        return replace(
            sight,
            focused=window in self._line(self._x.focus() or 0),
            active=self._is_active(line[-1], window),
            veiled=any(self._is_veiled(each) for each in line[:-1]),
            dark=self._is_dark(line[-1]),
        )

    def glance(self, window: int, own: Collection[int]) -> Sight | None:
        if self._x.focus() is None:
            return None
        line = self._line(window)
        if not line:
            return Sight(None)
        root, outer = line[-1], line[-2]
        place, here = self._x.place(window, root), self._x.attributes(window)
        if place is None or here is None:
            return Sight(None)
        return Sight(place, here.viewable, over=self._over(root, outer, {window, *own}))

    def take_back(self, window: int, own: Collection[int]) -> None:
        line = self._line(window)
        if not line:
            return
        root = line[-1]
        for each in line[:-1]:
            self._unveil(each)
        for state in ("BELOW", "SHADED", "HIDDEN"):
            self._ask_state(root, window, _REMOVE, state)
        for state in ("FULLSCREEN", "ABOVE"):
            self._ask_state(root, window, _ADD, state)
        self._x.ask_manager(root, window, "_NET_ACTIVE_WINDOW", _BY_PAGER)
        for each in line[:-1]:
            self._x.raise_window(each)
        # A window manager raises us over windows of its own only; the others have to go down.
        for other in self._above(root, line[-2], {window, *own}):
            if (there := self._x.attributes(other)) and there.unmanaged:
                self._x.lower_window(other)
        self._x.give_focus(window)

    def _line(self, window: int) -> list[int]:
        """*window*, the windows around it and the root; empty where there is no such window."""
        found = [window]
        while len(found) <= _DEEPEST:
            tree = self._x.tree(found[-1])
            if tree is None:
                return []
            if not tree.parent:
                return found if len(found) > 1 else []
            found.append(tree.parent)
        return []

    def _is_active(self, root: int, window: int) -> bool:
        """Whether the window manager, if it says so at all, calls no other window on show the active one."""
        active = self._x.number(root, "_NET_ACTIVE_WINDOW")
        if not active or active == window:
            return True
        there = self._x.attributes(active)
        return there is None or not there.viewable

    def _over(self, root: int, outer: int, own: Collection[int]) -> tuple[Box, ...]:
        boxes = (self._visible_box(each, root) for each in self._above(root, outer, own))
        return tuple(box for box in boxes if box is not None)

    def _above(self, root: int, outer: int, own: Collection[int]) -> list[int]:
        """Windows of others in front of ours, seen or not."""
        tree = self._x.tree(root)
        children = tree.children if tree else ()
        above = children[children.index(outer) + 1 :] if outer in children else children
        ours = set(chain.from_iterable(self._line(each)[:-1] for each in own)) if above else set()
        return [each for each in above if not self._is_ours(each, ours)]

    def _is_ours(self, window: int, ours: Collection[int]) -> bool:
        return window in ours or any(self._x.is_of(window, mine) for mine in ours)

    def _visible_box(self, window: int, root: int) -> Box | None:
        """Where *window* is seen. One that only catches clicks draws nothing, and the pointer is ours."""
        there = self._x.attributes(window)
        if there is None or not there.viewable or there.input_only:
            return None
        return self._x.place(window, root)

    def _is_veiled(self, window: int) -> bool:
        opacity = self._x.number(window, _OPACITY)
        if opacity is not None and opacity != _OPAQUE:
            return True
        tree = self._x.tree(window)
        whole = self._x.place(window, tree.root) if tree else None
        return whole is not None and any(self._is_cut(window, kind, whole) for kind in _KINDS)

    def _is_cut(self, window: int, kind: int, whole: Box) -> bool:
        """Whether a shape leaves less of the window than round corners would."""
        said = self._x.ask_extension(_SHAPE, _SHAPE_RECTANGLES, struct.pack("=IBxxx", window, kind))
        if said is None:
            return False
        (count,) = struct.unpack_from("=I", said, 8)
        boxes = (Box(*each) for each in struct.iter_unpack("=hhHH", said[32 : 32 + 8 * count]))
        inside = Box(0, 0, whole.width, whole.height)
        left = sum(box.common(inside).width * box.common(inside).height for box in boxes)
        return 100 * left < _MOST_PERCENT * whole.width * whole.height

    def _unveil(self, window: int) -> None:
        self._x.delete(window, _OPACITY)
        for kind in _KINDS:
            body = struct.pack("=BBxxIhhI", 0, kind, window, 0, 0, 0)
            self._x.tell_extension(_SHAPE, _SHAPE_MASK, body)

    def _is_dark(self, root: int) -> bool:
        """Whether no output shows anything."""
        said = self._x.ask_extension(_RANDR, _RESOURCES, struct.pack("=I", root))
        if said is None:
            return False
        times, (count,) = said[12:16], struct.unpack_from("=H", said, 16)
        crtcs = struct.unpack_from(f"={count}I", said, 32)
        return count > 0 and not any(self._is_lit(crtc, times) for crtc in crtcs)

    def _is_lit(self, crtc: int, times: bytes) -> bool:
        said = self._x.ask_extension(_RANDR, _CRTC, struct.pack("=I", crtc) + times)
        return said is None or said[1] != 0 or struct.unpack_from("=I", said, 20)[0] != 0

    def _ask_state(self, root: int, window: int, how: int, state: str) -> None:
        atom = self._x.atom(f"_NET_WM_STATE_{state}")
        self._x.ask_manager(root, window, "_NET_WM_STATE", how, atom, 0, _BY_PAGER)
