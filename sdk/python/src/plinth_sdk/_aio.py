"""The same over asyncio: nothing here blocks the event loop but the reading of the small discovery file."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import Optional

from ._base_url import Endpoint
from ._connection import MOST_AT_ONCE, RECEIVE_BYTES, Idle, check_peer, failed_exchange, new_socket
from ._delivery import Attempt, Limits, Message, Outcome, Result, Route, timed_out
from ._http import NotHttp, ReplyParser


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
        turns = self._settle_in(asyncio.get_running_loop())
        steps = self.route.steps(message, limits, lambda: self._closed)
        outcome: Optional[Outcome] = None
        try:
            while True:
                step = steps.send(outcome)
                outcome = None
                if isinstance(step, Attempt):
                    outcome = await self._attempt(step, turns)
                else:
                    await asyncio.sleep(step.seconds)
        except StopIteration as end:
            result: Result = end.value
            return result

    def close(self) -> None:
        """Closes the idle connections; later messages fail."""
        self._closed = True
        self._idle.close()

    def _settle_in(self, loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
        # On Windows a socket belongs to the loop that first used it. A semaphore does everywhere.
        if self._loop is not loop or self._turns is None:
            self._idle.close()
            self._loop = loop
            self._turns = asyncio.Semaphore(MOST_AT_ONCE)
        return self._turns

    async def _attempt(self, attempt: Attempt, turns: asyncio.Semaphore) -> Optional[Outcome]:
        left = max(0.001, attempt.deadline - time.monotonic())
        try:
            return await asyncio.wait_for(self._in_turn(attempt, turns), left)
        except asyncio.TimeoutError:
            return timed_out(attempt.endpoint)

    async def _in_turn(self, attempt: Attempt, turns: asyncio.Semaphore) -> Optional[Outcome]:
        async with turns:
            return await self._exchange(attempt.endpoint, attempt.request)

    async def _exchange(self, endpoint: Endpoint, request: bytes) -> Optional[Outcome]:
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
