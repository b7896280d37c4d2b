"""A network between a station and its hub that a test can cut and mend."""

import selectors
import socket
import threading
from contextlib import suppress


class Relay:
    """Passes on what comes to its port to *port*, while *up*."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._up, self._over = threading.Event(), threading.Event()
        self._up.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(0.1)
        self.port = int(self._listening.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """Nothing passes any more, and whoever is connected is cut off."""
        self._up.clear()

    def mend(self) -> None:
        self._up.set()

    def close(self) -> None:
        self._over.set()
        for one in self._threads:
            one.join()
        self._listening.close()

    def _accept(self) -> None:
        while not self._over.is_set():
            with suppress(OSError):
                near, _ = self._listening.accept()
                self._threads.append(threading.Thread(target=self._serve, args=(near,), daemon=True))
                self._threads[-1].start()

    def _serve(self, near: socket.socket) -> None:
        with near, suppress(OSError):
            if not self._up.is_set():
                return
            with (
                socket.create_connection(("127.0.0.1", self._target), 5) as far,
                selectors.DefaultSelector() as ready,
            ):
                other = {near: far, far: near}
                for end in other:
                    ready.register(end, selectors.EVENT_READ)
                while self._up.is_set() and not self._over.is_set():
                    for key, _ in ready.select(0.1):
                        piece = key.fileobj.recv(65_536)  # type: ignore[union-attr]
                        if not piece:
                            return
                        other[key.fileobj].sendall(piece)  # type: ignore[index]
