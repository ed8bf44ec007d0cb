"""The errors of this SDK. No message holds the token or content, and of what a server wrote only names and limits."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence


class FieldError(NamedTuple):
    """One reason why an event was refused.

    ``pointer`` is a JSON Pointer made of the contract's own names; ``code`` says what is wrong there, and ``expected``
    what is allowed: keywords of JSON Schema, such as ``enum`` and ``maxLength``.
    """

    pointer: str
    code: str
    expected: Optional[Dict[str, Any]] = None


class PlinthError(Exception):
    """Base of all errors of this SDK; ``code`` is stable, and the same in every Plinth SDK.

    Attributes:
        status: HTTP status, when something answered.
        problem: Plinth's problem code, such as ``insufficient_permission``.
        retry_after: Seconds that the server asks to wait.
        errors: Why each part was refused; empty unless ``code`` is ``invalid``.
    """

    code = "error"

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        problem: Optional[str] = None,
        retry_after: Optional[float] = None,
        errors: Sequence[FieldError] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = problem
        self.retry_after = retry_after
        self.errors: List[FieldError] = list(errors)


class PlinthConfigurationError(PlinthError):
    """An argument, an environment variable or the token cannot be used; raised before anything is sent."""

    code = "configuration"


class PlinthDownError(PlinthError):
    """Nothing answers: Plinth is not running there, or the connection broke."""

    code = "down"


class PlinthTimeoutError(PlinthDownError):
    """No answer within the total time allowed."""

    code = "timeout"


class NotPlinthError(PlinthError):
    """Something answers there, but it is not Plinth."""

    code = "not_plinth"


class PlinthUnauthorizedError(PlinthError):
    """401: Plinth does not know the token, or it was revoked."""

    code = "unauthorized"


class PlinthForbiddenError(PlinthError):
    """403: the token is known, but may not do this; see ``problem``."""

    code = "forbidden"


class PlinthInvalidError(PlinthError):
    """400 or 415: the event breaks the contract; ``errors`` says where.

    Also raised before sending, for what is not JSON.
    """

    code = "invalid"


class PlinthTooLargeError(PlinthError):
    """413: the event is over 1 MiB. Raised before sending."""

    code = "too_large"


class PlinthRateLimitedError(PlinthError):
    """429: too many requests with this token; see ``retry_after``."""

    code = "rate_limited"


class PlinthUnavailableError(PlinthError):
    """5xx: Plinth cannot take the request now; see ``retry_after``."""

    code = "unavailable"


class PlinthProtocolError(PlinthError):
    """Plinth answered in a way this version of the SDK does not understand."""

    code = "protocol"


class PlinthDroppedError(PlinthError):
    """A reporter lost events to a full queue or to its end. The message has their number.

    Only ``on_error`` hears of it.
    """

    code = "dropped"
