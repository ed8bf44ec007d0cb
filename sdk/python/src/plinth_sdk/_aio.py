"""The same over asyncio: nothing here blocks the event loop but the reading of the small discovery file."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Optional

from ._base_url import Endpoint
from ._connection import RECEIVE_BYTES, Idle, check_peer, failed_exchange, new_socket
from ._delivery import CLOSED, Limits, Message, Outcome, Result, Route, check_limits, not_running, timed_out
from ._errors import PlinthConfigurationError, PlinthError
from ._http import NotHttp, ReplyParser


# Thousands of calls at once must not open thousands of sockets.
_MOST_AT_ONCE = 32


async def _connect(endpoint: Endpoint) -> socket.socket:
    loop = asyncio.get_running_loop()
    failed: OSError = ConnectionRefusedError()
    for host in endpoint.hosts:
        sock = None
        try:
            sock = new_socket(host)
            sock.setblocking(False)
            await loop.sock_connect(sock, (host, endpoint.port))
            since = time.monotonic()
            # After it, the others that were made at the same time are connected too.
            await asyncio.sleep(0)
            check_peer(sock, endpoint, since)
            return sock
        except OSError as error:
            if sock is not None:
                sock.close()
            failed = error
        except BaseException:
            # Cancelled, by the deadline or by the caller.
            if sock is not None:
                sock.close()
            raise
    raise failed


async def _converse(sock: socket.socket, request: bytes, parser: ReplyParser) -> None:
    """Sends, then reads until the parser has its reply. Raises OSError or NotHttp."""
    loop = asyncio.get_running_loop()
    refused: Optional[OSError] = None
    try:
        await loop.sock_sendall(sock, request)
    except OSError as error:
        # A server may refuse a request before it has read all of it: the answer may have come already.
        refused = error
    while True:
        data = await loop.sock_recv(sock, RECEIVE_BYTES)
        if data:
            if parser.feed(data):
                return
        elif parser.end():
            return
        else:
            raise refused or ConnectionResetError("closed")


class AsyncDelivery:
    """Sends messages from one event loop at a time."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self._idle = Idle()
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._turns: Optional[asyncio.Semaphore] = None
        self._closed = False

    async def deliver(self, message: Message, limits: Limits = Limits()) -> Result:  # noqa: B008
        """The answer, or the error of the last try; within the total time, whatever happens."""
        timeout = self.route.timeout if limits.timeout is None else limits.timeout
        retries = self.route.retries if limits.retries is None else limits.retries
        try:
            check_limits(timeout, retries)
        except PlinthConfigurationError as error:
            return error
        turns = self._settle_in(asyncio.get_running_loop())
        deadline = time.monotonic() + timeout
        failures = 0
        while True:
            if self._closed:
                return PlinthConfigurationError(CLOSED)
            endpoint = self.route.endpoint()
            outcome: Optional[Outcome]
            if endpoint is None:
                outcome = not_running()
            else:
                request = self.route.encode(message, endpoint)
                if isinstance(request, PlinthError):
                    return request
                left = max(0.001, deadline - time.monotonic())
                try:
                    outcome = await asyncio.wait_for(self._exchange(endpoint, request, turns), left)
                except asyncio.TimeoutError:
                    outcome = timed_out(endpoint)
            if outcome is None:
                # A stale connection left the pool, so this ends at a fresh one.
                continue
            result, pause = self.route.judge(outcome, endpoint, failures, retries, deadline)
            if pause is None:
                return result
            failures += 1
            await asyncio.sleep(pause)

    def close(self) -> None:
        """Closes the idle connections; later messages fail."""
        self._closed = True
        self._idle.close()

    def _settle_in(self, loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
        # On Windows a socket belongs to the loop that first used it. A semaphore does everywhere.
        if self._loop is not loop or self._turns is None:
            self._idle.close()
            self._loop = loop
            self._turns = asyncio.Semaphore(_MOST_AT_ONCE)
        return self._turns

    async def _exchange(
        self, endpoint: Endpoint, request: bytes, turns: asyncio.Semaphore
    ) -> Optional[Outcome]:
        async with turns:
            return await self._exchange_now(endpoint, request)

    async def _exchange_now(self, endpoint: Endpoint, request: bytes) -> Optional[Outcome]:
        sock = self._idle.take()
        reused = sock is not None
        parser = ReplyParser()
        try:
            if sock is None:
                sock = await _connect(endpoint)
            await _converse(sock, request, parser)
            if parser.reusable:
                self._idle.keep(sock)
                sock = None
            if self._closed:
                self._idle.close()
            return parser.reply
        except (OSError, NotHttp) as error:
            failure = error
        finally:
            if sock is not None:
                sock.close()
        return failed_exchange(endpoint, failure, reused and not parser.started)
