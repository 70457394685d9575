"""A terminal in memory: runs a program under a pty and shows its screen to a test.

The program's output goes through the emulator pyte; keys and clicks are sent as the terminfo
entry of $TERM says. Rows and columns are numbered from 0. Nothing sleeps: a test waits until
the screen is what it expects, and fails with a picture of the screen if that never happens.
"""

import codecs
import copy
import fcntl
import functools
import os
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

import pyte

# Sanitizers on a busy machine are slow; no test waits that long unless it fails.
PATIENCE = 120.0

# A picture is whole once the program waits and has written nothing for so many seconds, or after
# so many pieces if it never does.
PAUSE = 0.005
PIECES = 100

CAPABILITIES = {
    "up": "kcuu1", "down": "kcud1", "left": "kcub1", "right": "kcuf1",
    "home": "khome", "end": "kend", "pageup": "kpp", "pagedown": "knp",
    "insert": "kich1", "delete": "kdch1", "backspace": "kbs",
    **{f"f{number}": f"kf{number}" for number in range(1, 13)},
}
CHARACTERS = {"enter": "\r", "escape": "\x1b", "tab": "\t", "space": " "}

SUPPRESSIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "leaks.supp")

# Has no files of its own to read, nor a history to write.
SHELL = ["bash", "--norc", "--noprofile", "-i"]

LEFT, MIDDLE, RIGHT, WHEEL_UP, WHEEL_DOWN = 0, 1, 2, 64, 65
MOUSE_MODE, ALTERNATE_SCREEN = 1000, (47, 1047, 1049)


@functools.lru_cache(maxsize=None)
def capability(term, name):
    """A string of the terminfo database; empty if the terminal has none."""
    return subprocess.run(["tput", "-T", term, name], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False).stdout.decode("latin-1")


def key_bytes(term, key):
    """What a terminal sends for a key: a name, `ctrl-x`, or text as it is typed."""
    if key in CAPABILITIES:
        found = capability(term, CAPABILITIES[key])
        if not found:
            raise ValueError(f"the terminal {term} has no key {key}")
        return found.encode("latin-1")
    if key in CHARACTERS:
        return CHARACTERS[key].encode()
    if re.fullmatch("ctrl-[a-z]", key):
        return bytes([ord(key[-1]) & 0x1F])
    return key.encode()


class Screen(pyte.Screen):
    """pyte's screen, with what xterm has besides: a second screen, scrolling, repetition."""

    def __init__(self, columns, rows):
        self.first_screen = None
        self.last_drawn = " "
        self.inverted = set()  # every place that was drawn inverse, however shortly
        super().__init__(columns, rows)

    def draw(self, data):
        if self.cursor.attrs.reverse:
            self.inverted |= {(self.cursor.y, self.cursor.x + i) for i in range(len(data))}
        super().draw(data)
        self.last_drawn = data[-1]

    def repeat(self, count=1):
        """REP: draws the last character again."""
        self.draw(self.last_drawn * max(count, 1))

    def scroll(self, count, step):
        """Scrolls the region between the margins, leaving the cursor where it is."""
        top, bottom = self.margins or (0, self.lines - 1)
        x, y = self.cursor.x, self.cursor.y
        for _ in range(max(count, 1)):
            self.cursor.y = bottom if step == self.index else top
            step()
        self.cursor.x, self.cursor.y = x, y

    def scroll_up(self, count=1):
        """SU."""
        self.scroll(count, self.index)

    def scroll_down(self, count=1):
        """SD."""
        self.scroll(count, self.reverse_index)

    def set_mode(self, *modes, **kwargs):
        if kwargs.get("private") and set(modes) & set(ALTERNATE_SCREEN) and not self.first_screen:
            self.first_screen = copy.deepcopy((dict(self.buffer), self.cursor))
            self.erase_in_display(2)
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes, **kwargs):
        if kwargs.get("private") and set(modes) & set(ALTERNATE_SCREEN) and self.first_screen:
            buffer, self.cursor = self.first_screen
            self.buffer.clear()
            self.buffer.update(buffer)
            self.first_screen = None
        super().reset_mode(*modes, **kwargs)

    def has_private_mode(self, mode):
        """Whether a mode such as ?1000 is set."""
        return mode << 5 in self.mode

    def resize(self, lines=None, columns=None):
        """Crops at the bottom and at the right, as terminals do with a second screen."""
        for row in [row for row in self.buffer if row >= lines]:
            del self.buffer[row]
        for row in self.buffer.values():
            for column in [column for column in row if column >= columns]:
                del row[column]
        self.lines, self.columns = lines, columns
        self.margins = None
        self.cursor.x = min(self.cursor.x, columns - 1)
        self.cursor.y = min(self.cursor.y, lines - 1)

    def debug(self, *args, **kwargs):
        """Sequences that draw nothing, such as those that set the title."""


class Stream(pyte.Stream):
    """pyte's parser, with the sequences of Screen."""

    csi = {**pyte.Stream.csi, "b": "repeat", "S": "scroll_up", "T": "scroll_down"}


class Terminal:
    """A program in a terminal of its own.

    Its state directory and its home are new and empty, unless `directory` names one to go on
    in. Variables of `env` replace those of the environment; None removes one. A program of a
    full screen that is started as a job of a shell can be stopped and resumed. As a context
    manager the terminal kills what still runs, and fails if a sanitizer has complained.
    """

    def __init__(self, command, rows=24, columns=80, env=None, directory=None, is_job=False):
        self.own_directory = None if directory else tempfile.mkdtemp(prefix="terminal-")
        self.directory = directory or self.own_directory
        self.env = self._environment(env or {})
        self.term = self.env.get("TERM", "dumb")
        self.screen = Screen(columns, rows)
        self.stream = Stream(self.screen)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.output = bytearray()
        self.at_end = False
        self.is_closed = False
        self.master, self.process = self._start(SHELL if is_job else command, rows, columns)
        if is_job:
            self.wait_for("shell>")
            self.keys(shlex.join(command), "enter")
            self.wait_for(self.is_full_screen)

    def _environment(self, changes):
        logs = f"log_path={self.directory}/sanitizer"
        env = {
            "PATH": os.environ["PATH"],
            "HOME": self.directory,
            "XDG_STATE_HOME": os.path.join(self.directory, "state"),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "PS1": "shell> ",
            "NCURSES_GPM_TERMS": "none",
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":" + logs,
            "LSAN_OPTIONS": f"suppressions={SUPPRESSIONS}:print_suppressions=0",
            "UBSAN_OPTIONS": os.environ.get("UBSAN_OPTIONS", "print_stacktrace=1") + ":" + logs,
            **changes,
        }
        return {name: value for name, value in env.items() if value is not None}

    def _start(self, command, rows, columns):
        master, slave = os.openpty()
        self.cooked = termios.tcgetattr(slave)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))
        process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=self.env, cwd=self.directory,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        os.set_blocking(master, False)
        return master, process

    def stop(self):
        """Ctrl-Z, until the shell is back."""
        self.keys("ctrl-z")
        self.wait_for("Stopped")
        self.wait_for(re.compile(r"shell>\s*\Z"))

    def resume(self):
        """The shell's fg."""
        self.keys("fg", "enter")
        self.wait_for(self.is_full_screen)

    # Keys and mouse.

    def keys(self, *keys):
        """Sends keys at once: names such as "up", "enter", "f2", "ctrl-l", or text."""
        self.send(b"".join(key_bytes(self.term, key) for key in keys))

    def send(self, data):
        """Sends bytes to a program that has not ended."""
        if not self.try_send(data):
            raise AssertionError(self.picture("the program has ended; keys went nowhere"))

    def try_send(self, data):
        """Sends bytes, and reads what the program writes meanwhile; False if it has ended."""
        while data:
            self.read()
            if self.at_end:
                return False
            if select.select([self.master], [self.master], [], PATIENCE)[1]:
                try:
                    data = data[os.write(self.master, data):]
                except BlockingIOError:
                    pass
                except OSError:
                    self.at_end = True
        return True

    def click(self, row, column, button=LEFT):
        """Presses and releases a mouse button, once the program listens to the mouse."""
        self.wait_for(lambda: self.screen.has_private_mode(MOUSE_MODE))
        start = capability(self.term, "kmous")
        if start == "\x1b[<":
            place = f"{button};{column + 1};{row + 1}"
            data = f"{start}{place}M" + (f"{start}{place}m" if button < WHEEL_UP else "")
        elif start == "\x1b[M":
            place = chr(column + 33) + chr(row + 33)
            data = start + chr(button + 32) + place
            data += start + chr(3 + 32) + place if button < WHEEL_UP else ""
        else:
            raise ValueError(f"the terminal {self.term} has no mouse")
        self.send(data.encode("latin-1"))

    def click_on(self, text, button=LEFT):
        """Clicks on the first place that shows a text."""
        self.wait_for(text)
        self.click(*self.find(text), button)

    def is_full_screen(self):
        """Whether the program shows the terminal's second screen."""
        return self.screen.first_screen is not None

    def resize(self, rows, columns):
        """Changes the size of the window; the kernel tells the program."""
        self.read()
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))

    def signal(self, number):
        """Sends a signal to the program."""
        self.process.send_signal(number)

    # The screen.

    def read(self, timeout=0.0):
        """Draws what the program has written, waiting at most so long for something.

        What comes in pieces is read to its end, so that no half-drawn screen is looked at: as
        long as the program runs, more may come.
        """
        for _ in range(PIECES):
            if self.at_end:
                return
            if select.select([self.master], [], [], timeout)[0]:
                self._draw_output()
            elif not self.is_running():
                return
            timeout = PAUSE

    def _draw_output(self):
        """Draws what can be read at once."""
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            data = b""
        if not data:
            self.at_end = True
        self.output += data
        self.stream.feed(self.decoder.decode(data))

    def is_running(self):
        """Whether the main thread of the program in front runs, rather than waits."""
        try:
            with open(f"/proc/{os.tcgetpgrp(self.master)}/stat", encoding="utf-8") as stat:
                return stat.read().rpartition(") ")[2][0] in "RD"
        except OSError:
            return False

    def wait_for(self, wanted, timeout=PATIENCE):
        """Waits for a text, a compiled regular expression or a predicate to hold; returns it.

        A predicate is called without arguments after everything that the program draws.
        """
        deadline = time.monotonic() + timeout
        self.read()
        while not (found := self.holds(wanted)):
            left = deadline - time.monotonic()
            if left <= 0 or self.at_end:
                reason = "the program has ended" if self.at_end else f"not within {timeout} s"
                raise AssertionError(self.picture(f"{reason}: {wanted!r}"))
            self.read(left)
        return found

    def holds(self, wanted):
        """Whether a text, a compiled regular expression or a predicate holds now."""
        if isinstance(wanted, str):
            return wanted in self.text()
        if isinstance(wanted, re.Pattern):
            return wanted.search(self.text())
        return wanted()

    def wait_until_gone(self, text, timeout=PATIENCE):
        """Waits until a text is no longer on the screen."""
        self.wait_for(lambda: text not in self.text(), timeout)

    def lines(self):
        """The rows of the screen, without spaces at their ends."""
        return [line.rstrip() for line in self.screen.display]

    def text(self):
        """The whole screen."""
        return "\n".join(self.lines())

    def cell(self, row, column):
        """One character: its `data`, `fg`, `bg`, `bold`, `reverse`, `underscore`."""
        return self.screen.buffer[row][column]

    def find(self, text):
        """The row and column where a text is shown first; None if it is not."""
        for row, line in enumerate(self.screen.display):
            if text in line:
                return row, line.index(text)
        return None

    def picture(self, title):
        """The screen in a frame, for messages."""
        edge = "+" + "-" * self.screen.columns + "+"
        rows = [f"|{line}|" for line in self.screen.display]
        return "\n".join([title, edge, *rows, edge] + self.complaints())

    # The end.

    def ends_within(self, timeout):
        """Reads until the program ends, or so many seconds; returns whether it has ended."""
        deadline = time.monotonic() + timeout
        while not self.at_end and (left := deadline - time.monotonic()) > 0:
            self.read(left)
        return self.at_end

    def wait_for_end(self, timeout=PATIENCE):
        """Reads to the end of the program; returns its exit code, or minus its signal."""
        if not self.ends_within(timeout):
            raise AssertionError(self.picture(f"did not end within {timeout} s"))
        return self.process.wait(timeout)

    def is_restored(self):
        """Whether the terminal is as it was: first screen, no mouse, echo, a visible cursor."""
        return (termios.tcgetattr(self.master)[:4] == self.cooked[:4]
                and self.screen.first_screen is None
                and not self.screen.has_private_mode(MOUSE_MODE)
                and not self.screen.cursor.hidden)

    def hang_up(self):
        """Closes the terminal's window; returns the exit code."""
        os.close(self.master)
        self.master, self.at_end = None, True
        return self.process.wait(PATIENCE)

    def complaints(self):
        """What sanitizers have written."""
        found = []
        for name in sorted(os.listdir(self.directory)):
            if name.startswith("sanitizer."):
                with open(os.path.join(self.directory, name), encoding="utf-8") as log:
                    found.append(log.read())
        return found

    def close(self):
        """Kills what still runs and removes the directory; fails if a sanitizer complained.

        Does nothing the second time. Returns the exit code, or minus the signal.
        """
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        code = self.process.wait()
        if self.master is not None:
            os.close(self.master)
            self.master = None
        found = [] if self.is_closed else self.complaints()
        self.is_closed = True
        if self.own_directory:
            shutil.rmtree(self.own_directory, ignore_errors=True)
        if found:
            raise AssertionError("\n".join(found))
        return code

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()
