"""A request under way: when the next one may pass it, and what is said of it."""

import asyncio

import pytest

from bot.adapters.asking import Asking
from bot.i18n import texts_in
from bot.replies import Reply
from bot.workers import Wait, waits


async def _answered(wait: Wait | None, may: asyncio.Event) -> Reply:
    if wait is not None:
        waits(wait)
        await may.wait()
    return Reply(())


@pytest.mark.parametrize("wait", [Wait.READY, Wait.ANSWER, None])
async def test_it_is_passed_once_it_waits_for_a_solver(wait: Wait | None) -> None:
    """Or once it is answered; only of solvers that get ready it is said that this takes longer."""
    may = asyncio.Event()
    asking = Asking(_answered(wait, may))
    await asking.may_be_passed()

    assert asking.reply.done() is (wait is None)
    assert ("get" in asking.moment(texts_in("en"))) is (wait is Wait.READY)
    may.set()
    assert await asking.reply == Reply(())


async def test_what_others_wait_for_is_not_heard() -> None:
    """Each request hears of its own solver."""
    may = asyncio.Event()
    slow, other = Asking(_answered(Wait.READY, may)), Asking(_answered(Wait.ANSWER, may))
    await slow.may_be_passed()
    await other.may_be_passed()
    t = texts_in("en")

    assert slow.moment(t) != other.moment(t)
    may.set()
    await asyncio.gather(slow.reply, other.reply)
