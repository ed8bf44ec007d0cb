"""Forks and signals while threads report. PLINTH_SDK_FORKS sets the number of forks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import unittest

from .support import PACKAGE, TAKEN, ScriptedServer, always, make_token

_BUSY = """
import os, signal, sys, threading, time
from plinth_sdk import PlinthClient
plinth = PlinthClient(integration="acme", timeout=60)
reporter = plinth.reporter(flush_timeout=60)
busy = True
def work():
    while busy:
        plinth.session_started("parent")
        reporter.session_started("parent")
threads = [threading.Thread(target=work, daemon=True) for _ in range(2)]
for thread in threads:
    thread.start()
"""

_FORKS = (
    _BUSY
    + """
for number in range(int(sys.argv[1])):
    child = os.fork()
    if child == 0:
        plinth.session_started("child")
        reporter.session_ended("child")
        os._exit(0 if reporter.flush(60) and reporter.stats.queued == 0 else 1)
    deadline = time.monotonic() + 120
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            sys.exit(f"fork {number} hangs")
        time.sleep(0.005)
    if status != 0:
        sys.exit(f"fork {number} did not report")
print("done")
os._exit(0)
"""
)

# The handler interrupts the main thread at any instruction of a report, so it must not wait for a lock that it holds.
_SIGNALS = """
import os, random, signal, sys, threading, time
from plinth_sdk import PlinthClient
plinth = PlinthClient(integration="acme", timeout=60)
reporter = plinth.reporter(flush_timeout=60)
handled = 0
def handler(number, frame):
    global handled
    handled += 1
    plinth.session_started("handler")
    reporter.session_started("handler")
    signal.setitimer(signal.ITIMER_REAL, random.uniform(0.0001, 0.003))
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.001)
while handled < int(sys.argv[1]):
    plinth.session_started("main")
    reporter.session_started("main")
signal.setitimer(signal.ITIMER_REAL, 0)
assert reporter.flush(60)
print("done")
"""


@unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
class Fork(unittest.TestCase):
    def run_script(self, script: str, *arguments: str) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            env = {
                **os.environ,
                "PLINTH_TOKEN": make_token(),
                "PLINTH_BASE_URL": server.base_url,
                "PYTHONPATH": str(PACKAGE / "src"),
            }
            command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", script, *arguments]
            done = subprocess.run(command, env=env, capture_output=True, timeout=1800)
        self.assertEqual((done.stdout, done.stderr, done.returncode), (b"done\n", b"", 0))

    def test_no_child_hangs_and_every_child_reports(self) -> None:
        self.run_script(_FORKS, os.environ.get("PLINTH_SDK_FORKS", "10"))

    @unittest.skipUnless(hasattr(signal, "setitimer"), "this system has no timer signals")
    def test_a_signal_handler_may_report(self) -> None:
        self.run_script(_SIGNALS, "200")
