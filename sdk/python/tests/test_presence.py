"""Nothing is sent unless a Plinth of this user is known to run there, or the address was given."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path
from typing import Any, Optional

from plinth_sdk import AsyncPlinthClient, PlinthClient, PlinthDownError
from plinth_sdk._socket_owner import listener_owner

from .support import CLOSE, PACKAGE, TAKEN, ScriptedServer, always, isolated, make_token

TOKEN = make_token()
LINUX = sys.platform == "linux"
ROOT = hasattr(os, "getuid") and os.getuid() == 0
STRANGER = 12_345

# A listener of another user, as whoever takes the port of a Plinth that has crashed.
SQUATTER = """
import os, socket, sys
os.setuid(int(sys.argv[1]))
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
print(listener.getsockname()[1], flush=True)
while True:
    sock, _ = listener.accept()
    data = sock.recv(65536)
    print(f"{len(data)} bytes", flush=True)
    sock.close()
"""


def publish(folder: str, base_url: str, pid: Optional[int] = None) -> None:
    path = Path(folder, "runtime.json")
    path.write_text(f'{{"baseUrl": "{base_url}", "pid": {os.getpid() if pid is None else pid}}}')
    path.chmod(0o600)


def dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", "0"])
    process.wait()
    return process.pid


class Refusing(unittest.TestCase):
    def refused(self, reason: str, **options: Any) -> None:
        """Both clients send nothing, for the reason."""

        async def main() -> None:
            async with AsyncPlinthClient(TOKEN, integration="acme", retries=0, **options) as plinth:
                with self.assertRaisesRegex(PlinthDownError, reason):
                    await plinth.session_started("s")

        plinth = PlinthClient(TOKEN, integration="acme", retries=0, **options)
        with plinth, self.assertRaisesRegex(PlinthDownError, reason):
            plinth.session_started("s")
        asyncio.run(main())


class Presence(Refusing):
    def test_without_a_runtime_file_nothing_is_sent(self) -> None:
        with isolated():
            self.refused("^Plinth is not running, so nothing was sent")
            with PlinthClient(TOKEN, integration="acme", retries=0) as plinth:
                report = plinth.test_connection()
        self.assertEqual((report.ok, report.reachable, report.error), (False, False, "down"))
        self.assertEqual((report.base_url, report.base_url_source), (None, None))
        self.assertEqual(len(report.problems), 1)

    def test_a_dead_process_is_sent_nothing(self) -> None:
        with isolated() as folder, ScriptedServer(always(TAKEN)) as squatter:
            publish(folder, squatter.base_url, dead_pid())
            self.refused("^Plinth is not running, so nothing was sent")
            self.assertEqual(squatter.connections, 0)

    def test_a_process_that_ended_after_it_was_found_is_sent_nothing(self) -> None:
        def reply_to(_index: int) -> Any:
            return CLOSE

        for end in ("dead", "gone"):
            with self.subTest(end), isolated() as folder, ScriptedServer(reply_to) as server:
                publish(folder, server.base_url)
                with PlinthClient(TOKEN, integration="acme", retries=0) as plinth:
                    self.assertEqual(plinth.base_url, server.base_url)
                    if end == "dead":
                        publish(folder, server.base_url, dead_pid())
                    else:
                        Path(folder, "runtime.json").unlink()
                    with self.assertRaisesRegex(PlinthDownError, "it has ended"):
                        plinth.session_started("s")
                self.assertEqual(server.requests, [])

    def test_an_address_that_was_given_needs_no_runtime_file(self) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            with isolated(), PlinthClient(TOKEN, integration="acme", base_url=server.base_url) as plinth:
                plinth.session_started("s")
            with isolated(PLINTH_BASE_URL=server.base_url), PlinthClient(TOKEN, integration="acme") as plinth:
                plinth.session_started("s")
            self.assertEqual(len(server.requests), 2)

    def test_a_reporter_keeps_what_it_has_until_plinth_runs(self) -> None:
        def client() -> PlinthClient:
            return PlinthClient(TOKEN, integration="acme")

        with isolated() as folder, ScriptedServer(always(TAKEN)) as server, client() as plinth:
            reporter = plinth.reporter()
            reporter.session_started("s")
            self.assertFalse(reporter.flush(60))
            self.assertEqual((reporter.stats.queued, reporter.stats.last_error), (1, "down"))
            publish(folder, server.base_url)
            self.assertTrue(reporter.flush(60))
            self.assertEqual((reporter.stats.queued, reporter.stats.sent), (0, 1))
            reporter.close()


@unittest.skipUnless(LINUX, "only Linux tells who owns a listening socket")
class Owner(Refusing):
    def test_the_owner_of_a_listener_is_told(self) -> None:
        with ScriptedServer(always(TAKEN)) as server:
            self.assertEqual(listener_owner("127.0.0.1", server.port, time.monotonic()), os.getuid())
            self.assertIsNone(listener_owner("127.0.0.2", server.port, time.monotonic()))
        for host in ("0.0.0.0", "::", "::1"):
            try:
                server = ScriptedServer(always(TAKEN), host)
            except OSError:
                self.skipTest(f"no {host} here")
            with server:
                address = "::1" if host == "::1" else "127.0.0.1"
                self.assertEqual(listener_owner(address, server.port, time.monotonic()), os.getuid(), host)

    @unittest.skipUnless(ROOT, "only root can start a listener of another user")
    def test_a_listener_of_another_user_is_sent_nothing(self) -> None:
        command = [sys.executable, "-c", SQUATTER, str(STRANGER)]
        squatter = subprocess.Popen(command, stdout=subprocess.PIPE, cwd="/")
        try:
            assert squatter.stdout is not None
            port = int(squatter.stdout.readline())
            base_url = f"http://127.0.0.1:{port}"
            self.assertEqual(listener_owner("127.0.0.1", port, time.monotonic()), STRANGER)
            with isolated() as folder:
                publish(folder, base_url)
                self.refused("another user listens there")
            with isolated():
                self.refused("another user listens there", base_url=base_url)
            for _ in range(4):
                self.assertEqual(squatter.stdout.readline(), b"0 bytes\n")
        finally:
            squatter.kill()
            squatter.wait()
            assert squatter.stdout is not None
            squatter.stdout.close()

    @unittest.skipUnless(ROOT, "only root can become another user")
    def test_a_listener_of_root_is_used_only_when_it_was_given(self) -> None:
        script = (
            "import os, sys\nsys.dont_write_bytecode = True\nimport plinth_sdk as plinth\n"
            f"os.setuid({STRANGER})\n"
            "client = plinth.PlinthClient(integration='acme', retries=0)\n"
            "try:\n    client.session_started('s')\n    print('sent')\n"
            "except plinth.PlinthDownError as error:\n    print(error)\n"
        )
        with isolated() as folder, ScriptedServer(always(TAKEN)) as server:
            os.chmod(folder, 0o755)
            # A process of that user, so that the file counts; the listener is root's.
            sleeper = subprocess.Popen([sys.executable, "-c", f"import os; os.setuid({STRANGER}); input()"], stdin=-1)
            try:
                publish(folder, server.base_url, sleeper.pid)
                os.chown(Path(folder, "runtime.json"), STRANGER, STRANGER)
                env = {**os.environ, "PLINTH_TOKEN": TOKEN, "PYTHONPATH": str(PACKAGE / "src")}
                found = subprocess.run([sys.executable, "-c", script], env=env, stdout=-1, check=True, cwd="/")
                self.assertIn(b"another user listens there", found.stdout)
                self.assertEqual(server.requests, [])
                env["PLINTH_BASE_URL"] = server.base_url
                given = subprocess.run([sys.executable, "-c", script], env=env, stdout=-1, check=True, cwd="/")
                self.assertEqual(given.stdout, b"sent\n")
            finally:
                sleeper.kill()
                sleeper.communicate()
