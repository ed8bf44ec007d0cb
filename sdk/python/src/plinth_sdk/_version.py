"""The version of this SDK, as published."""

SDK_VERSION = "0.2.0b1"
