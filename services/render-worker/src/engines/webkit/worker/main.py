"""The WebKitGTK worker: draws documents in one pixel density and one colour scheme until its command pipe closes.

Commands come as lines of JSON on file descriptor 4, answers leave as lines of JSON on standard output. The first answer
is {"ready": {"version", "displayNumber"}}, {"missing": what is not installed} or {"noDisplay": why Xvfb ended}. Then
every command {"id", …} is answered once, in any order, by {"id", …} or {"id", "error"}. A drawing is a file of raw
pixels, in `scratchFolder`; Node makes the PNG.
"""

import json
import os
import sys

COMMANDS_FD = 4


def main():
    options = json.loads(sys.argv[1])
    # Answers go to a copy of standard output, and standard output to standard error: libraries may print.
    answers = os.fdopen(os.dup(1), 'w')
    os.dup2(2, 1)

    def answer(message):
        answers.write(json.dumps(message) + '\n')
        answers.flush()

    set_environment(options)
    from display import Display, DisplayError

    try:
        with Display(options['scratchFolder']) as display:
            os.environ['DISPLAY'] = display.name
            serve(options, display, answer)
    except (ImportError, ValueError, FileNotFoundError) as error:
        # The Python binding, the typelib, the cairo foreign type or Xvfb is not installed.
        answer({'missing': str(error)})
    except DisplayError as error:
        answer({'noDisplay': str(error)})


def set_environment(options):
    """Turns off bus, portal, accessibility bridge and network mounts; puts all files into the scratch folder."""
    scratch = options['scratchFolder']
    os.environ.update(
        HOME=scratch,
        XDG_RUNTIME_DIR=scratch,
        XDG_CACHE_HOME=os.path.join(scratch, 'cache'),
        XDG_CONFIG_HOME=os.path.join(scratch, 'config'),
        XDG_DATA_HOME=os.path.join(scratch, 'share'),
        GDK_BACKEND='x11',
        GDK_SCALE=str(options['deviceScaleFactor']),
        GIO_USE_VFS='local',
        GIO_USE_VOLUME_MONITOR='unix',
        GSETTINGS_BACKEND='memory',
        GTK_A11Y='none',
        GTK_USE_PORTAL='0',
        NO_AT_BRIDGE='1',
    )


def serve(options, display, answer):
    import gi

    gi.require_version('Gtk', '3.0')
    gi.require_version('WebKit2', '4.1')
    gi.require_foreign('cairo')
    from gi.repository import GLib, Gtk, WebKit2

    from drawing import draw
    from view_pool import ViewPool

    settings = Gtk.Settings.get_default()
    settings.set_property('gtk-application-prefer-dark-theme', options['colorScheme'] == 'dark')
    # For `prefers-reduced-motion: no-preference`, as nearly all readers have; prepare-page.js stops animations instead.
    settings.set_property('gtk-enable-animations', True)
    # As on Apple's systems: no hinting, so letters keep their shapes and stand at fractions of a pixel.
    settings.set_property('gtk-xft-antialias', 1)
    settings.set_property('gtk-xft-hinting', 0)
    settings.set_property('gtk-xft-hintstyle', 'hintnone')
    settings.set_property('gtk-xft-rgba', 'none')
    pool = ViewPool(options)

    def obey(command):
        if 'draw' in command:
            draw(pool, command['draw'], lambda result: answer({'id': command['id'], **result}))
            return
        if 'retire' in command:
            pool.close()
        answer({'id': command['id']})

    def say_ready(view):
        if not view.is_alive:
            Gtk.main_quit()
            return
        version = (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
        answer({'ready': {'version': '%d.%d.%d' % version, 'displayNumber': display.number}})

    unread = bytearray()

    def read_commands(_fd, _condition):
        chunk = os.read(COMMANDS_FD, 65_536)
        if not chunk:
            Gtk.main_quit()
            return False
        unread.extend(chunk)
        *lines, rest = unread.split(b'\n')
        unread[:] = rest
        for line in lines:
            obey(json.loads(line))
        return True

    GLib.io_add_watch(COMMANDS_FD, GLib.IO_IN | GLib.IO_HUP, read_commands)
    # Make one view before the first document: it proves that a web process starts on this machine.
    pool.warm(say_ready)
    Gtk.main()


main()
