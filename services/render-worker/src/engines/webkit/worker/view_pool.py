"""Web views made ahead of need: half of a capture's time is the start of a web process."""

import collections

from gi.repository import GLib

from web_view import OffscreenView


class ViewPool:
    """Views with a web process that runs, each for one document."""

    def __init__(self, options):
        self.options = options
        self.ready = collections.deque()
        # A worker that is itself a spare keeps one.
        self.wanted = 1
        self.busy = 0
        self.is_filling = False
        self.is_closed = False

    def warm(self, on_ready):
        """Makes one view; `on_ready` gets it when its web process has shown something, or has ended."""
        self.is_filling = True

        def add(view):
            self.is_filling = False
            self.ready.append(view)
            on_ready(view)
            self.fill()

        OffscreenView(self.options).start(add)

    def take(self, on_view):
        """`on_view` gets a view of its own, at once or when its web process has started."""
        self.busy += 1
        self.wanted = self.options['concurrency']
        while self.ready:
            view = self.ready.popleft()
            if view.is_alive:
                on_view(view)
                return
        OffscreenView(self.options).start(on_view)

    def give_back(self, view):
        """Ends a view; a fresh one follows when nothing waits for the core that it takes."""
        self.busy -= 1
        view.close()
        GLib.idle_add(self.fill)

    def fill(self):
        is_full = self.busy >= self.wanted or len(self.ready) >= self.wanted
        if not (self.is_closed or self.is_filling or is_full):
            self.warm(lambda _view: None)
        return GLib.SOURCE_REMOVE

    def close(self):
        """No further view is made ahead."""
        self.is_closed = True
