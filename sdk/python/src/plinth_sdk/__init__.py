"""Report what an AI agent does to Plinth, a private record kept on the same computer.

>>> from plinth_sdk import PlinthClient
>>> plinth = PlinthClient(integration="acme-agent")                            # doctest: +SKIP
>>> receipt = plinth.prompt_submitted("session-1", data={"content": "Hello"})  # doctest: +SKIP
"""

from ._client import AsyncPlinthClient, PlinthClient
from ._errors import (
    FieldError,
    NotPlinthError,
    PlinthConfigurationError,
    PlinthDownError,
    PlinthDroppedError,
    PlinthError,
    PlinthForbiddenError,
    PlinthInvalidError,
    PlinthProtocolError,
    PlinthRateLimitedError,
    PlinthTimeoutError,
    PlinthTooLargeError,
    PlinthUnauthorizedError,
    PlinthUnavailableError,
)
from ._events import (
    Capabilities,
    ChangeType,
    CommandBeforeRunData,
    CommonData,
    EventType,
    FileChangedData,
    OccurredAt,
    PromptSubmittedData,
    Receipt,
    SessionEndedData,
    SessionStartedData,
    ToolBeforeUseData,
)
from ._report import ConnectionReport
from ._reporter import PlinthReporter, ReporterStats
from ._session import AgentReports, PlinthSession
from ._version import SDK_VERSION

__version__ = SDK_VERSION

__all__ = [
    "SDK_VERSION",
    "AgentReports",
    "AsyncPlinthClient",
    "Capabilities",
    "ChangeType",
    "CommandBeforeRunData",
    "CommonData",
    "ConnectionReport",
    "EventType",
    "FieldError",
    "FileChangedData",
    "NotPlinthError",
    "OccurredAt",
    "PlinthClient",
    "PlinthConfigurationError",
    "PlinthDownError",
    "PlinthDroppedError",
    "PlinthError",
    "PlinthForbiddenError",
    "PlinthInvalidError",
    "PlinthProtocolError",
    "PlinthRateLimitedError",
    "PlinthReporter",
    "PlinthSession",
    "PlinthTimeoutError",
    "PlinthTooLargeError",
    "PlinthUnauthorizedError",
    "PlinthUnavailableError",
    "PromptSubmittedData",
    "Receipt",
    "ReporterStats",
    "SessionEndedData",
    "SessionStartedData",
    "ToolBeforeUseData",
    "__version__",
]
