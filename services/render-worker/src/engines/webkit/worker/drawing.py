"""Draws one document into a file of raw pixels."""

import json
import os

from gi.repository import GLib, WebKit2

with open(os.path.join(os.path.dirname(__file__), 'prepare-page.js'), encoding='utf-8') as file:
    PREPARE_PAGE = file.read()


def draw(pool, job, answer):
    """Draws `job` and calls `answer` once with {"width", "height", "stride", "page"} or {"error"}.

    `job` is a `DrawOrder` of worker-connection.ts: lengths in CSS pixels, `page` and `measure` for prepare-page.js. The
    file gets 32-bit pixels, blue first. The answer's `width` and `height` are in device pixels, `stride` is bytes per
    row, `page` is the result of prepare-page.js.
    """
    pool.take(lambda view: Drawing(pool, view, job, answer).begin())


def kind_of(error):
    """The kind of an error, without its message, which may quote the document."""
    if isinstance(error, GLib.Error):
        return '%s %d' % (error.domain, error.code)
    return type(error).__name__


class Drawing:
    """One document being drawn, from taking its view to its answer."""

    def __init__(self, pool, view, job, answer):
        self.pool = pool
        self.view = view
        self.job = job
        self.answer = answer
        self.is_done = False

    def begin(self):
        job = self.job
        self.view.load(job['url'], job['width'], job['height'], self.prepare, self.fail)

    def prepare(self):
        """Runs prepare-page.js in the loaded document."""
        script = 'const order = %s\n%s\n%s\nreturn untilDrawable()' % (json.dumps(self.job['page']), self.job['measure'], PREPARE_PAGE)
        self.view.call(script, self.guarded(self.handle_measured))

    def handle_measured(self, web_view, result):
        self.page = json.loads(web_view.call_async_javascript_function_finish(result).to_string())
        web_view.get_snapshot(
            WebKit2.SnapshotRegion.FULL_DOCUMENT,
            WebKit2.SnapshotOptions.NONE,
            None,
            self.guarded(self.handle_painted),
        )

    def handle_painted(self, web_view, result):
        surface = web_view.get_snapshot_finish(result)
        surface.flush()
        # A hostile document may still have another size than prepare-page.js gave it.
        if surface.get_width() * surface.get_height() > self.job['maxPixels']:
            self.fail('the page is larger than any picture')
            return
        with open(self.job['file'], 'wb') as file:
            file.write(surface.get_data())
        self.end(
            {
                'width': surface.get_width(),
                'height': surface.get_height(),
                'stride': surface.get_stride(),
                'page': self.page,
            }
        )

    def guarded(self, step):
        """Wraps a callback: GLib would only print its exception, and the command would stay without an answer."""

        def run(web_view, result):
            try:
                step(web_view, result)
            except Exception as error:
                self.fail(kind_of(error))

        return run

    def fail(self, reason):
        self.end({'error': reason})

    def end(self, result):
        if self.is_done:
            return
        self.is_done = True
        self.pool.give_back(self.view)
        self.answer(result)
