"""How the bot stands on Telegram: its token, how it hears, what groups let it read."""

from __future__ import annotations

import telegram
from telegram.error import TelegramError

from bot.adapters.telegram.client import api_of
from bot.adapters.telegram.faults import Kind, judged
from bot.adapters.telegram.polling import NO_ENTRY
from bot.doctor.finding import Finding, mend, note, well
from bot.names import clean


async def examine(token: str, api_base: str, webhook_url: str) -> tuple[Finding, ...]:
    """What is found with this token; raises nothing that Telegram can cause."""
    api = api_of(token, api_base)
    try:
        await api.initialize()
        me = api.bot
        told = await api.get_webhook_info()
    except TelegramError as error:
        fault = judged(error)
        if fault.kind is Kind.TOKEN:
            said, _, advice = NO_ENTRY.partition(": ")
            return (mend("Telegram", said, advice),)
        said = f"can't be reached ({fault.words})"
        return (mend("Telegram", said, "see whether this machine reaches api.telegram.org"),)
    finally:
        await api.shutdown()
    found = [well("Telegram", f"logged in as @{me.username}"), *_hearing(told, webhook_url)]
    if me.can_read_all_group_messages:
        said = "privacy mode is off, so it is sent everything that groups write"
        found.append(note("Telegram", said, "turn it on at @BotFather (/setprivacy)"))
    if not me.can_join_groups:
        advice = "allow it at @BotFather (/setjoingroups)"
        found.append(note("Telegram", "it can't be added to groups", advice))
    return tuple(found)


def _hearing(told: telegram.WebhookInfo, url: str) -> list[Finding]:
    """Whether Telegram tells where the settings say, and how that has gone of late."""
    what = "Telegram, webhook"
    if not url:
        if told.url:
            return [
                note(what, "one is set, though WEBHOOK_URL isn't", "the next start takes it off")
            ]
        return [well("Telegram", "heard by long polling")]
    if told.url != url:
        return [note(what, "another address is set than WEBHOOK_URL", "the next start changes it")]
    if told.last_error_message:
        said = f"Telegram met: {clean(told.last_error_message)}"
        return [mend(what, said, "see the proxy in front of WEBHOOK_LISTEN:WEBHOOK_PORT")]
    return [well(what, f"set, {told.pending_update_count} updates waiting")]
