"""What each way to end keeps of a queue: the table in docs/sdk.md."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, Tuple

from .support import HANG, PACKAGE, TAKEN, ScriptedServer, always, make_token

EVENTS = 31
HEAD = """
import atexit, multiprocessing, os, signal, sys, time
from concurrent.futures import ProcessPoolExecutor
from plinth_sdk import PlinthClient
FLUSH_ON = FLUSH_ON_VALUE
def report(name="s"):
    plinth = PlinthClient(integration="acme", timeout=60)
    global reporter
    reporter = plinth.reporter(flush_timeout=60, flush_on=FLUSH_ON)
    for n in range(31):
        reporter.session_started(f"{name}{n}")
def until_killed(number):
    report()
    print(number, flush=True)
    while True:
        time.sleep(60)
"""
MAIN = "\nif __name__ == '__main__':\n"
# The program, the events that arrive without and with flush_on, and the status.
ENDINGS: Dict[str, Tuple[str, int, int, int]] = {
    "the end": (MAIN + "    report()", EVENTS, EVENTS, 0),
    "sys.exit": (MAIN + "    report(); sys.exit(3)", EVENTS, EVENTS, 3),
    "an exception": (MAIN + "    report(); raise SystemError", EVENTS, EVENTS, 1),
    "os._exit": (MAIN + "    report(); os._exit(4)", 0, 0, 4),
    "SIGINT": (MAIN + "    until_killed(signal.SIGINT.value)", EVENTS, EVENTS, -signal.SIGINT),
    "SIGTERM": (MAIN + "    until_killed(signal.SIGTERM.value)", 0, EVENTS, -signal.SIGTERM),
    "SIGKILL": (MAIN + "    until_killed(9)", 0, 0, -9),
    "an atexit function that reports": (
        # Registered before the SDK is imported, so it runs after the SDK's own.
        "import atexit\natexit.register(lambda: report())\n" + HEAD,
        EVENTS,
        EVENTS,
        0,
    ),
    "a process of multiprocessing": (
        MAIN + "    child = multiprocessing.Process(target=report); child.start(); child.join()",
        EVENTS,
        EVENTS,
        0,
    ),
    "a process that multiprocessing spawned": (
        MAIN
        + "    child = multiprocessing.get_context('spawn').Process(target=report); child.start(); child.join()",
        EVENTS,
        EVENTS,
        0,
    ),
    "a process pool": (
        MAIN + "    with ProcessPoolExecutor(2) as pool: list(pool.map(report, 'ab'))",
        2 * EVENTS,
        2 * EVENTS,
        0,
    ),
}


@unittest.skipIf(os.name == "nt", "signals as on POSIX")
class Exit(unittest.TestCase):
    def end(self, program: str, flush_on: str, base_url: str) -> Tuple[int, str]:
        head = HEAD if HEAD not in program else ""
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "agent.py")
            script.write_text((head + program).replace("FLUSH_ON_VALUE", flush_on))
            env = {
                **os.environ,
                "PLINTH_TOKEN": make_token(),
                "PLINTH_BASE_URL": base_url,
                "PYTHONPATH": str(PACKAGE / "src"),
            }
            command = [sys.executable, "-W", "ignore::DeprecationWarning", str(script)]
            agent = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            assert agent.stdout is not None
            line = agent.stdout.readline()
            if line:
                agent.send_signal(int(line))
            _, errors = agent.communicate(timeout=300)
        return agent.returncode, errors

    def check(self, name: str, program: str, flush_on: str, arrive: int, status: int) -> None:
        # Without a flush the number that arrives is chance, so a server that answers nothing makes it none.
        with self.subTest(name, flush_on=flush_on), ScriptedServer(always(TAKEN if arrive else HANG)) as server:
            ended, errors = self.end(program, flush_on, server.base_url)
            if status != -signal.SIGINT or ended != 130:
                self.assertEqual(ended, status, errors)
            if arrive:
                self.assertEqual(len(server.requests), arrive, errors)

    def test_without_flush_on(self) -> None:
        for name, (program, without, _, status) in ENDINGS.items():
            self.check(name, program, "()", without, status)

    def test_with_flush_on(self) -> None:
        for name in ("SIGTERM", "SIGINT", "the end"):
            program, _, arrive, status = ENDINGS[name]
            self.check(name, program, "(signal.SIGTERM, signal.SIGINT)", arrive, status)
