"""No byte reaches a proxy, whatever a program has installed."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from typing import Dict

from .support import CLOSE, PACKAGE, TAKEN, ScriptedServer, always, isolated, make_token

TOKEN = make_token()
VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "ftp_proxy", "socks_proxy", "socks5_proxy")

# PySocks replaces socket.socket by a subclass whose connect() goes to its proxy, and whose getpeername() names the
# destination. This stands for every layer of the kind, and needs no package.
STAND_IN = """
import socket
genuine = socket.socket
class socksocket(genuine):
    def connect(self, address):
        self._destination = address
        genuine.connect(self, ("127.0.0.1", TRAP))
        genuine.sendall(self, b"\\x05\\x01\\x00")
    def connect_ex(self, address):
        self.connect(address)
        return 0
    def getpeername(self):
        return self._destination
"""
LAYERS: Dict[str, str] = {
    "variables alone": "",
    "a subclass of socket.socket": STAND_IN + "socket.socket = socksocket\n",
    # asyncio itself cannot be imported once socket.socket is no class.
    "a function for socket.socket": "import asyncio\n"
    + STAND_IN
    + "socket.socket = lambda *args, **kwargs: socksocket(*args, **kwargs)\n",
    "methods of socket.socket": STAND_IN
    + "socket.socket = socket.SocketType = genuine\n"
    + "original = genuine.connect\n"
    + "genuine.connect = lambda self, address: original(self, ('127.0.0.1', TRAP))\n",
    "socket.create_connection": "import socket\nconnect = socket.create_connection\n"
    + "socket.create_connection = lambda address, *rest: connect(('127.0.0.1', TRAP), *rest)\n",
    "PySocks": "import socket, socks\nsocks.set_default_proxy(socks.SOCKS5, '127.0.0.1', TRAP)\n"
    + "socket.socket = socks.socksocket\n",
    "PySocks, with wrapmodule": "import plinth_sdk._connection, socks\n"
    + "socks.set_default_proxy(socks.HTTP, '127.0.0.1', TRAP)\nsocks.wrap_module(plinth_sdk._connection)\n",
    "an opener of urllib": "import urllib.request as r\n"
    + "r.install_opener(r.build_opener(r.ProxyHandler({'http': f'http://127.0.0.1:{TRAP}'})))\n",
}
REPORT = """
import asyncio
blocking = plinth.PlinthClient(integration="acme")
blocking.session_started("s")
with blocking.reporter(flush_timeout=60) as reporter:
    reporter.session_started("s")
async def main():
    async with plinth.AsyncPlinthClient(integration="acme") as client:
        await client.session_started("s")
asyncio.run(main())
"""
REPORTS = 3


def has_pysocks() -> bool:
    return subprocess.run([sys.executable, "-c", "import socks"], stderr=subprocess.DEVNULL).returncode == 0


class ProxyTrap(unittest.TestCase):
    def report_through(self, layer: str, order: str) -> None:
        install = f"TRAP = {{trap}}\n{layer}"
        load = "import plinth_sdk as plinth\n"
        parts = [install, load] if order == "before" else [load, install]
        with ScriptedServer(always(CLOSE)) as trap, ScriptedServer(always(TAKEN)) as server, isolated():
            proxies = {}
            for name in VARIABLES:
                proxies[name] = proxies[name.upper()] = f"http://127.0.0.1:{trap.port}"
            env = {
                **os.environ,
                **proxies,
                "no_proxy": "",
                "NO_PROXY": "",
                "PLINTH_TOKEN": TOKEN,
                "PLINTH_BASE_URL": server.base_url,
                "PYTHONPATH": str(PACKAGE / "src"),
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            script = "".join(parts).replace("{trap}", str(trap.port)) + REPORT
            subprocess.run([sys.executable, "-c", script], env=env, check=True)
            self.assertEqual((trap.connections, len(server.requests)), (0, REPORTS))

    def test_no_layer_sees_a_byte(self) -> None:
        for name, layer in LAYERS.items():
            if "socks." in layer and not has_pysocks():
                print(f"skipped: {name}: PySocks is not installed", file=sys.stderr)
                continue
            for order in ("before", "after"):
                with self.subTest(name, order=order):
                    self.report_through(layer, order)
