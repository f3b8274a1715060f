"""What is counted while the bot runs, in Prometheus' words. Nothing tells who or what was said."""

from __future__ import annotations

from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector
from structlog.typing import EventDict

from bot.conversation import Conversation
from bot.replies import Reply
from bot.requests import Message, Request
from bot.scene import Services

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0, 10.0)


class Metrics:
    """The figures of one process; each makes its own, so that tests don't share any."""

    def __init__(self) -> None:
        """Begin at nought."""
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._answers = Histogram(
            "patience_answer_seconds",
            "From a request to the reply to it.",
            ("platform", "kind"),
            registry=registry,
            buckets=_SECONDS,
        )
        self._logged = Counter(
            "patience_log_events", "What was logged, by level.", ("level",), registry=registry
        )
        self._connected = Gauge(
            "patience_connected", "Whether a platform is reached.", ("platform",), registry=registry
        )
        self._running = Gauge(
            "patience_running_games", "Games that are being played.", registry=registry
        )

    def answered(self, platform: str, kind: str, seconds: float) -> None:
        """A request was answered."""
        self._answers.labels(platform, kind).observe(seconds)

    def logged(self, _: object, level: str, event: EventDict) -> EventDict:
        """Count an event on its way to the log (a processor of structlog)."""
        self._logged.labels(level).inc()
        return event

    def shown(self, connected: dict[str, bool], running: int) -> bytes:
        """All figures as text, with those that are true just now."""
        for platform, reached in connected.items():
            self._connected.labels(platform).set(reached)
        self._running.set(running)
        return generate_latest(self._registry)


class MeteredConversation(Conversation):
    """A conversation whose answers are timed."""

    def __init__(self, services: Services, metrics: Metrics) -> None:
        """Time answers for ``metrics``."""
        super().__init__(services)
        self._metrics = metrics

    async def handle(self, request: Request) -> Reply:
        """Exactly one reply to ``request``, however long it takes."""
        began = perf_counter()
        try:
            return await super().handle(request)
        finally:
            kind = "message" if isinstance(request, Message) else "press"
            self._metrics.answered(request.actor.platform, kind, perf_counter() - began)
