"""An X server without a screen, for GTK."""

import ctypes
import os
import secrets
import signal
import struct
import subprocess

PR_SET_PDEATHSIG = 1
FAMILY_WILD = 0xFFFF


class DisplayError(Exception):
    """Xvfb ended before it had a display. The message is its exit status and the end of its output."""


class Display:
    """Our own X server. It ends when this process does, in whatever way, and removes its lock and socket from /tmp."""

    def __init__(self, scratch_folder):
        cookie_file = os.path.join(scratch_folder, 'xauthority')
        write_cookie(cookie_file)
        number_pipe, server_end = os.pipe()
        libc = ctypes.CDLL(None)
        with open(os.path.join(scratch_folder, 'xvfb.log'), 'w+b') as log:
            self.server = subprocess.Popen(
                ['Xvfb', '-displayfd', str(server_end), '-auth', cookie_file]
                + ['-screen', '0', '64x64x24', '-nolisten', 'tcp', '-noreset'],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                pass_fds=[server_end],
                # Its own session: SIGKILL to our process group would leave its lock and socket behind.
                start_new_session=True,
                preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM),
            )
            os.close(server_end)
            with os.fdopen(number_pipe) as numbers:
                number = numbers.readline()
            if not number:
                status = self.server.wait()
                log.seek(0)
                said = ' '.join(log.read().decode(errors='replace').split())
                raise DisplayError('Xvfb ended with status %d: %s' % (status, said[-500:] or 'it said nothing'))
        self.number = int(number)
        self.name = ':%d' % self.number
        os.environ['XAUTHORITY'] = cookie_file

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.server.terminate()
        self.server.wait()


def write_cookie(path):
    """Writes the Xauthority file: only a process that can read it may connect to the display.

    Format (Xau(3)): family; then address, display number, name and value, each with its length.
    """
    fields = (b'', b'', b'MIT-MAGIC-COOKIE-1', secrets.token_bytes(16))
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), 'wb') as file:
        file.write(struct.pack('>H', FAMILY_WILD))
        for field in fields:
            file.write(struct.pack('>H', len(field)) + field)
