"""The clients: blocking, and for asyncio."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Any, Coroutine, Iterable, Mapping, Optional, Type, cast

from ._aio import AsyncDelivery
from ._answer import Answer
from ._connection import SyncDelivery
from ._delivery import CAPABILITIES, Limits, Message, Result, Route, check_limits, check_name, event_message
from ._errors import PlinthError, PlinthProtocolError
from ._events import Capabilities, Receipt, encode_event
from ._helpers import EventHelpers
from ._report import ConnectionReport, examine
from ._reporter import OnError, PlinthReporter, ReporterOptions
from ._token import TokenArgument, hide, token_source
from ._values import Clock

_RECEIPT_ID = re.compile(r"rcpt_\w+", re.ASCII)


def _or_raise(result: Result) -> Answer:
    if isinstance(result, PlinthError):
        raise result
    return result


def _receipt(answer: Answer) -> Receipt:
    value = answer.value
    recorded, receipt_id = value.get("recorded"), value.get("receiptId")
    if (
        value.get("accepted") is not True
        or value.get("reportOnly") is not True
        or not isinstance(recorded, bool)
        or not isinstance(receipt_id, str)
        or not _RECEIPT_ID.fullmatch(receipt_id)
    ):
        raise PlinthProtocolError("Plinth did not answer with a receipt.")
    return Receipt(True, recorded, True, receipt_id, answer.headers.get("plinth-replayed") == "true")


def _capabilities(answer: Answer) -> Capabilities:
    integration = answer.value.get("integration")
    if not isinstance(answer.value.get("permissions"), list) or not (
        isinstance(integration, dict) and integration.get("name")
    ):
        raise PlinthProtocolError("Plinth did not answer with its capabilities.")
    return cast(Capabilities, answer.value)


class _Settings(ABC):
    """What both clients are made with."""

    def __init__(
        self,
        token: TokenArgument = None,
        *,
        integration: str,
        base_url: Optional[str] = None,
        timeout: float = 2.0,
        retries: int = 2,
    ) -> None:
        """Makes a client; nothing is sent.

        Args:
            token: The developer token, or a function that is asked for it before each request. If left out:
                ``PLINTH_TOKEN``, then the file that ``PLINTH_TOKEN_FILE`` names.
            integration: The integration's name, exactly as it was given when the token was generated.
            base_url: ``http://`` with a loopback address. If left out: ``PLINTH_BASE_URL``, then the discovery
                file of a running Plinth.
            timeout: Seconds allowed for one call in total, retries included.
            retries: Tries after the first, 0 to 10.

        Raises:
            PlinthConfigurationError: The token, the base URL or another argument cannot be used.
        """
        __tracebackhide__ = True
        secret, token = hide(token), None
        check_name(integration)
        check_limits(timeout, retries)
        self._route = Route(token_source(secret), timeout, retries, base_url)
        self._integration = integration
        self._clock = Clock()
        self._open()

    @abstractmethod
    def _open(self) -> None:
        """Makes what sends the messages."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._integration!r} at {self.base_url}>"

    @property
    def base_url(self) -> Optional[str]:
        """Where Plinth is taken to be; None while it is not running. It may change when Plinth restarts elsewhere."""
        endpoint = self._route.endpoint()
        return None if endpoint is None else endpoint.base_url

    def reporter(
        self,
        *,
        max_queue: int = 10_000,
        max_queue_bytes: int = 67_108_864,
        flush_timeout: float = 2.0,
        flush_on: Iterable[int] = (),
        on_error: Optional[OnError] = None,
    ) -> PlinthReporter:
        """A queue that sends in the background and never raises, for use inside an agent. Close it when done.

        Args:
            max_queue: Events kept while they wait, 1 to 1,000,000; beyond it the oldest is dropped.
            max_queue_bytes: Bytes kept while they wait, 1 to 1 GiB; beyond it the oldest is dropped.
            flush_timeout: Seconds that ``flush()``, ``close()`` and the end of the process may take at most, 0 to 600.
            flush_on: Signals such as ``signal.SIGTERM`` before which the queue is flushed. Only a signal with its
                default action is caught, and only in the main thread.
            on_error: Hears of every try that failed and of every event that was refused, as ``(error, event type)``.

        Raises:
            PlinthConfigurationError: An argument cannot be used.
        """
        options = ReporterOptions(max_queue, max_queue_bytes, flush_timeout, tuple(flush_on), on_error)
        return PlinthReporter(SyncDelivery(self._route), self._integration, self._clock, options)


class PlinthClient(_Settings, EventHelpers[Receipt]):
    """Reports what an agent does to the Plinth on this computer.

    It connects to loopback addresses alone, through no proxy. Every method that asks Plinth raises a subclass of
    ``PlinthError`` when that fails. Threads may share one. Use it with ``with``, or close it.
    """

    _delivery: SyncDelivery

    def _open(self) -> None:
        self._delivery = SyncDelivery(self._route)

    def submit(
        self, event: Mapping[str, Any], *, timeout: Optional[float] = None, retries: Optional[int] = None
    ) -> Receipt:
        """Reports any event: a mapping with ``event``, ``sessionId`` and, if wanted, ``occurredAt`` and ``data``.

        Members are named as in the protocol. ``schema``, ``integration`` and what is left out are filled in.
        """
        return _receipt(self._call(
            event_message(encode_event(self._integration, event, self._clock)), Limits(timeout, retries)
        ))

    def capabilities(self) -> Capabilities:
        """What this Plinth can do and what the token may do. Needs ``capabilities:read``; records nothing."""
        return _capabilities(self._call(CAPABILITIES))

    def test_connection(self) -> ConnectionReport:
        """Finds out what works, what does not, and why. Records nothing and never raises."""
        steps = examine(self._route, self._integration)
        message = next(steps)
        while True:
            try:
                message = steps.send(self._delivery.deliver(message))
            except StopIteration as done:
                return cast(ConnectionReport, done.value)

    def close(self) -> None:
        """Closes the connections; later calls raise."""
        self._delivery.close()

    def __enter__(self) -> PlinthClient:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def _call(self, message: Message, limits: Limits = Limits()) -> Answer:  # noqa: B008
        return _or_raise(self._delivery.deliver(message, limits))


class AsyncPlinthClient(_Settings, EventHelpers[Coroutine[Any, Any, Receipt]]):
    """The same for asyncio: every method that asks Plinth is a coroutine. Use it with ``async with``, or close it."""

    _delivery: AsyncDelivery

    def _open(self) -> None:
        self._delivery = AsyncDelivery(self._route)

    async def submit(
        self, event: Mapping[str, Any], *, timeout: Optional[float] = None, retries: Optional[int] = None
    ) -> Receipt:
        """Reports any event: a mapping with ``event``, ``sessionId`` and, if wanted, ``occurredAt`` and ``data``.

        Members are named as in the protocol. ``schema``, ``integration`` and what is left out are filled in.
        """
        return _receipt(await self._call(
            event_message(encode_event(self._integration, event, self._clock)), Limits(timeout, retries)
        ))

    async def capabilities(self) -> Capabilities:
        """What this Plinth can do and what the token may do. Needs ``capabilities:read``; records nothing."""
        return _capabilities(await self._call(CAPABILITIES))

    async def test_connection(self) -> ConnectionReport:
        """Finds out what works, what does not, and why. Records nothing and never raises."""
        steps = examine(self._route, self._integration)
        message = next(steps)
        while True:
            result = await self._delivery.deliver(message)
            try:
                message = steps.send(result)
            except StopIteration as done:
                return cast(ConnectionReport, done.value)

    async def close(self) -> None:
        """Closes the connections; later calls raise."""
        self._delivery.close()

    async def __aenter__(self) -> AsyncPlinthClient:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def _call(self, message: Message, limits: Limits = Limits()) -> Answer:  # noqa: B008
        return _or_raise(await self._delivery.deliver(message, limits))
