"""Reports in the background, for use inside an agent."""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
import time
import weakref
from collections import deque
from types import TracebackType
from typing import Any, Deque, Mapping, NamedTuple, Optional, Type

from ._answer import Answer
from ._connection import SyncDelivery
from ._delivery import Result, event_message, jitter
from ._errors import PlinthDownError, PlinthError
from ._events import encode_event
from ._helpers import EventHelpers

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 30.0
_IDLE_THREAD_SECONDS = 5.0
_KEPT_FOR_LATER = ("down", "timeout", "rate_limited", "unavailable")


class ReporterStats(NamedTuple):
    """What became of the events given to a reporter.

    ``queued`` wait or are under way; ``sent`` were taken by Plinth; ``dropped`` were lost to a full queue or a
    closed reporter; ``failed`` were refused by Plinth or the SDK; ``last_error`` is the code of the error met last.
    """

    queued: int
    sent: int
    dropped: int
    failed: int
    last_error: Optional[str]


class PlinthReporter(EventHelpers[bool]):
    """Reports in the background. No method raises, and none waits but ``flush`` and ``close``.

    A helper returns whether the event was queued. The queue is in memory and bounded; beyond its bounds the oldest is
    dropped and counted. Events are sent one at a time, in the order they were reported. At the end of the process
    what is left is flushed, for ``flush_timeout`` seconds at most. Use it with ``with`` or ``async with``.
    """

    def __init__(
        self,
        delivery: SyncDelivery,
        integration: str,
        max_queue: int = 1_000,
        max_queue_bytes: int = 8_388_608,
        flush_timeout: float = 0.5,
    ) -> None:
        self._delivery = delivery
        self._integration = integration
        self._max_queue = max_queue
        self._max_queue_bytes = max_queue_bytes
        self._flush_timeout = flush_timeout
        self._start_empty()
        self._sent = self._dropped = self._failed = 0
        self._last_error: Optional[str] = None
        self._closed = False
        _live.add(self)

    def _start_empty(self) -> None:
        self._changed = threading.Condition()
        # While one is under way it stays the first.
        self._queue: Deque[bytes] = deque()
        self._queued_bytes = 0
        self._under_way = False
        self._thread: Optional[threading.Thread] = None
        self._failures = 0
        self._resume_at = 0.0
        self._times_down = 0

    def __repr__(self) -> str:
        return f"<PlinthReporter {self.stats}>"

    @property
    def stats(self) -> ReporterStats:
        """The counts so far."""
        return ReporterStats(len(self._queue), self._sent, self._dropped, self._failed, self._last_error)

    def submit(self, event: Mapping[str, Any]) -> bool:
        """Queues any event; whether it was queued."""
        try:
            body = encode_event(self._integration, event)
        except Exception as error:
            # A mapping of the caller's may raise anything; to an agent that is one more event that cannot be sent.
            with self._changed:
                self._failed += 1
                self._last_error = error.code if isinstance(error, PlinthError) else "invalid"
            return False
        with self._changed:
            if self._closed or len(body) > self._max_queue_bytes or not self._ensure_thread():
                self._dropped += 1
                return False
            self._queue.append(body)
            self._queued_bytes += len(body)
            while self._queue and (
                len(self._queue) > self._max_queue or self._queued_bytes > self._max_queue_bytes
            ):
                self._remove(1 if self._under_way and len(self._queue) > 1 else 0)
                self._dropped += 1
            self._changed.notify_all()
        return True

    def flush(self, timeout: Optional[float] = None) -> bool:
        """Waits until everything is sent, Plinth is found down, or the time is over; whether everything was sent.

        Args:
            timeout: Seconds; ``flush_timeout`` if left out.
        """
        deadline = time.monotonic() + (self._flush_timeout if timeout is None else timeout)
        with self._changed:
            times_down = self._times_down
            self._resume_at = 0.0
            self._changed.notify_all()
            while self._queue and self._times_down == times_down:
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
            return not self._queue

    def close(self, timeout: Optional[float] = None) -> ReporterStats:
        """Flushes, then stops: what is left is dropped and counted. Returns the final counts."""
        self.flush(timeout)
        with self._changed:
            self._closed = True
            self._dropped += len(self._queue)
            self._queue.clear()
            self._queued_bytes = 0
            self._changed.notify_all()
            self._delivery.close()
            return self.stats

    def __enter__(self) -> PlinthReporter:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    async def __aenter__(self) -> PlinthReporter:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.close)

    def _remove(self, index: int) -> None:
        self._queued_bytes -= len(self._queue[index])
        del self._queue[index]

    def _ensure_thread(self) -> bool:
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="plinth-reporter", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                # The interpreter is ending, or the system has no thread left.
                return False
            self._thread = thread
        return True

    def _run(self) -> None:
        while True:
            body = self._next()
            if body is None:
                self._delivery.rest()
                return
            result = self._delivery.deliver(event_message(body), 0)
            with self._changed:
                self._under_way = False
                if not self._closed:
                    self._account(result)
                self._changed.notify_all()

    def _next(self) -> Optional[bytes]:
        """Waits for the next event to send; None when the thread should end."""
        idle_until = time.monotonic() + _IDLE_THREAD_SECONDS
        with self._changed:
            while True:
                now = time.monotonic()
                until = self._resume_at if self._queue else idle_until
                if self._closed or (not self._queue and now >= until):
                    self._thread = None
                    return None
                if self._queue and now >= until:
                    self._under_way = True
                    return self._queue[0]
                self._changed.wait(until - now)

    def _account(self, result: Result) -> None:
        if isinstance(result, Answer):
            self._sent += 1
        else:
            self._last_error = result.code
            if result.code in _KEPT_FOR_LATER:
                asked = min(result.retry_after or 0.0, _LONGEST_PAUSE)
                pause = max(jitter(_FIRST_PAUSE, self._failures, _LONGEST_PAUSE), asked)
                self._failures += 1
                self._resume_at = time.monotonic() + pause
                # At exit nobody should wait for a Plinth that is not running.
                self._times_down += isinstance(result, PlinthDownError)
                return
            self._failed += 1
        self._failures = 0
        self._remove(0)


_live: weakref.WeakSet[PlinthReporter] = weakref.WeakSet()


def _flush_at_exit() -> None:
    began = time.monotonic()
    for reporter in list(_live):
        reporter.flush(max(0.0, reporter._flush_timeout - (time.monotonic() - began)))


def _forget_in_child() -> None:
    # The parent has the thread, and sends what is queued: the child begins with nothing.
    for reporter in list(_live):
        reporter._start_empty()


atexit.register(_flush_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
