"""What is kept about a player, counted in words they know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized

from bot.i18n import Texts

Counted = Callable[[Texts, int], str]

KINDS: dict[str, Counted] = {
    "player": lambda t, _: t("your name and settings"),
    "identities": lambda t, n: t.plural("{n} account", "{n} accounts", n),
    "link_codes": lambda t, n: t.plural(
        "{n} code to join accounts", "{n} codes to join accounts", n
    ),
    "chats": lambda t, n: t.plural("{n} chat you play in", "{n} chats you play in", n),
    "games": lambda t, n: t.plural("{n} game", "{n} games", n),
    "events": lambda t, n: t.plural("{n} step in your games", "{n} steps in your games", n),
    "boards": lambda t, n: t.plural("where {n} board stands", "where {n} boards stand", n),
    "daily_ends": lambda t, n: t.plural(
        "how {n} daily stood at its close", "how {n} dailies stood at their close", n
    ),
    "daily_posts": lambda t, n: t.plural(
        "{n} chat whose daily post you set up", "{n} chats whose daily posts you set up", n
    ),
    "parted_games": lambda t, n: t.plural(
        "{n} daily begun with a parted account", "{n} dailies begun with a parted account", n
    ),
    "solves": lambda t, n: t.plural("{n} solved deal", "{n} solved deals", n),
    "reminders": lambda t, _: t("your daily reminder"),
    "standings": lambda t, n: t.plural("{n} line on leaderboards", "{n} lines on leaderboards", n),
    "challenges": lambda t, n: t.plural("{n} challenge", "{n} challenges", n),
    "invitations": lambda t, n: t.plural(
        "{n} invitation to a challenge", "{n} invitations to challenges", n
    ),
    "moderation": lambda t, n: t.plural(
        "{n} decision of this bot's host about you", "{n} decisions of this bot's host about you", n
    ),
}
"""How each table of ``own_data.export`` is told."""


def told(t: Texts, held: Mapping[str, Sized]) -> str:
    """What is there, with commas; ``held`` as ``own_data.export`` gives it."""
    return ", ".join(KINDS[name](t, len(rows)) for name, rows in held.items() if rows)
