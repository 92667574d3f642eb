"""Keeps web views ready ahead of need, because starting a web process takes half of a capture's time."""

import collections

from gi.repository import GLib

from web_view import OffscreenView


class ViewPool:
    """Views with a running web process. Each shows one document and is then closed."""

    def __init__(self, options):
        self.options = options
        self.ready = collections.deque()
        # Until the first document comes this worker is a spare itself: one ready view is enough.
        self.wanted = 1
        self.busy = 0
        self.is_filling = False
        self.is_closed = False

    def warm(self, on_ready):
        """Makes one view and calls `on_ready` with it when its web process has loaded an empty page, or has ended."""
        self.is_filling = True

        def add(view):
            self.is_filling = False
            self.ready.append(view)
            on_ready(view)
            self.fill()

        OffscreenView(self.options).start(add)

    def take(self, on_view):
        """Calls `on_view` with an unused view: at once if one is ready, else when its web process has started."""
        self.busy += 1
        self.wanted = self.options['concurrency']
        while self.ready:
            view = self.ready.popleft()
            if view.is_alive:
                on_view(view)
                return
        OffscreenView(self.options).start(on_view)

    def give_back(self, view):
        """Closes a view. A fresh one is made when the main loop is idle, so that it delays no drawing."""
        self.busy -= 1
        view.close()
        GLib.idle_add(self.fill)

    def fill(self):
        is_full = self.busy >= self.wanted or len(self.ready) >= self.wanted
        if not (self.is_closed or self.is_filling or is_full):
            self.warm(lambda _view: None)
        return GLib.SOURCE_REMOVE

    def close(self):
        """Makes no further view ahead of need."""
        self.is_closed = True
