"""Many events at once. PLINTH_SDK_BURST=10000 fills the whole queue, which takes 40 seconds."""

from __future__ import annotations

import contextlib
import io
import os
import time
import unittest
from typing import Any, Dict, List, Set

from plinth_sdk import PlinthClient, PlinthError

from .support import HANG, HEADERS, TAKEN, RealHost, ScriptedServer, always, find_node, make_token

# More than the 2000 that Plinth takes at once.
_BURST = int(os.environ.get("PLINTH_SDK_BURST", "2600"))


class Burst(unittest.TestCase):
    @unittest.skipUnless(find_node(), "needs Node and this repository")
    def test_it_arrives_whole_at_a_real_host_past_its_rate_limit(self) -> None:
        host = RealHost()
        self.addCleanup(host.stop)
        errors: Set[str] = set()

        def on_error(error: PlinthError, event: Any) -> None:
            errors.add(error.code)

        with PlinthClient(host.generate("acme"), integration="acme", base_url=host.base_url) as plinth:
            reporter = plinth.reporter(on_error=on_error)
            session = reporter.session(session_id="burst")
            for number in range(2, _BURST):
                session.command(f"echo {number}")
            stats = reporter.close()
        # A slow machine stays below the limit.
        errors.discard("rate_limited")
        self.assertEqual((stats.sent, stats.dropped, stats.failed, errors), (_BURST, 0, 0, set()))

    def test_it_waits_as_long_as_the_server_asks_and_sends_several_at_a_time_in_between(self) -> None:
        arrivals: List[float] = []
        busy: Dict[str, Any] = {"status": 429, "headers": {**HEADERS, "Retry-After": "1"}, "json": {}}

        def reply_to(index: int) -> Dict[str, Any]:
            arrivals.append(time.monotonic())
            return busy if index == 3 else TAKEN

        with ScriptedServer(reply_to) as server:
            with PlinthClient(make_token(), integration="acme", base_url=server.base_url) as plinth:
                with plinth.reporter() as reporter:
                    for number in range(200):
                        reporter.command_before_run(f"s{number}")
                    # Neither a flush nor another event ends the pause.
                    self.assertTrue(reporter.flush())
                self.assertEqual(reporter.stats.sent, 200)
            self.assertGreater(server.connections, 1)
        # Those under way may still come, but not all others. A clock may be a millisecond early.
        self.assertGreaterEqual(arrivals[-1] - arrivals[3], 0.998)

    def test_the_number_of_lost_events_is_said_once(self) -> None:
        heard: List[str] = []
        said = io.StringIO()
        with ScriptedServer(always(HANG)) as server, contextlib.redirect_stderr(said):
            with PlinthClient(make_token(), integration="acme", base_url=server.base_url) as plinth:
                reporter = plinth.reporter(max_queue=30, on_error=lambda error, event: heard.append(str(error)))
                for number in range(50):
                    reporter.command_before_run(f"s{number}")
                stats = reporter.close(0.001)
        self.assertEqual((stats.dropped, stats.last_error), (50, "dropped"))
        self.assertRegex(said.getvalue(), r"^plinth: 50 events are lost.*\n$")
        self.assertEqual([each.startswith("50 events") for each in heard], [True])
