# For each line on standard input: opens a new WebKitGTK view, loads the page, draws all of it, writes a PNG, and
# answers with a line on standard output.
import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

page = open(sys.argv[1]).read()
settings = json.loads(sys.argv[2])
settle_ms = 30


def capture():
    view = WebKit2.WebView(is_ephemeral=True)
    view.get_website_data_manager().set_network_proxy_settings(
        WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(settings["proxy"], None)
    )
    view.get_settings().set_enable_javascript_markup(False)
    window = Gtk.OffscreenWindow()
    window.set_default_size(settings["width"], settings["height"])
    view.set_size_request(settings["width"], settings["height"])
    window.add(view)
    window.show_all()

    def drawn(view, result):
        view.get_snapshot_finish(result).write_to_png(settings["picture"])
        window.destroy()
        print("drawn", flush=True)

    def draw():
        view.get_snapshot(WebKit2.SnapshotRegion.FULL_DOCUMENT, WebKit2.SnapshotOptions.NONE, None, drawn)
        return False

    def changed(view, event):
        if event == WebKit2.LoadEvent.FINISHED:
            GLib.timeout_add(settle_ms, draw)

    view.connect("load-changed", changed)
    view.load_html(page, "about:blank")


def on_line(_channel, _condition):
    if not sys.stdin.readline():
        Gtk.main_quit()
        return False
    capture()
    return True


GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, on_line)
print("ready", flush=True)
Gtk.main()
