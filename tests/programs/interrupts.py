"""Interrupting the programs under test."""

import signal


def heed_interrupts():
    """Lets programs that are started from here heed SIGINT, even if this one was started to ignore
    it, as in the background of a shell."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
