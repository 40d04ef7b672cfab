"""Removes the ways from Python to JavaScript, and resets what the memory snapshot froze."""

import asyncio
import os
import random
import sys
import time


class OwnLoop(asyncio.base_events.BaseEventLoop):
    """An event loop that needs no sockets and no JavaScript: between timers it sleeps."""

    class _Sleeper:
        def select(self, timeout):
            time.sleep(timeout or 0)
            return []

    def __init__(self):
        super().__init__()
        self._selector = self._Sleeper()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass


def run(main, *, debug=None, loop_factory=None):
    with asyncio.Runner(debug=debug, loop_factory=loop_factory or OwnLoop) as runner:
        return runner.run(main)


def confine():
    asyncio.events._set_running_loop(None)
    asyncio.run = run
    own = [finder for finder in sys.meta_path if "pyodide" not in type(finder).__module__]
    sys.meta_path[:] = own
    for name in list(sys.modules):
        if name.split(".")[0] in ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"):
            sys.modules[name] = None
    os.environ.clear()
    random.seed()


confine()
