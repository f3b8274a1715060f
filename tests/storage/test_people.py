"""Players, identities, chats and memberships."""

from datetime import datetime

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import StatementError

from storage import Storage
from storage.models import players
from storage.people import Chat, Visit
from tests.storage.conftest import NOW, Scene


async def _recognise(storage: Storage, who: str, chat: str) -> Visit | None:
    return await storage.read(lambda work: work.people.recognise("discord", who, "discord", chat))


async def test_a_newcomer_is_known_afterwards(scene: Scene) -> None:
    """Welcoming makes player, identity, chat and membership; recognising finds them."""
    visit = await scene.visit()

    assert visit == await _recognise(scene.storage, "ann", "club")
    assert (visit.player.name, visit.player.created_at) == ("Ann", NOW)
    assert visit.chat == Chat(1, "discord", "club", private=False)
    assert (visit.member, visit.current_game) == (True, None)


async def test_settings_begin_as_documented(scene: Scene) -> None:
    """Auto-turn is on; nothing else is, and language and theme are the platform's."""
    player = (await scene.visit()).player

    assert (player.language, player.theme) == (None, None)
    assert (player.autoturn, player.auto) == (True, False)
    assert (player.named_everywhere, player.hidden) == (False, False)


async def test_strangers_are_not_recognised(scene: Scene) -> None:
    """An unknown player gives nothing; a known one in an unknown chat has no chat yet."""
    await scene.visit()
    visit = await _recognise(scene.storage, "ann", "elsewhere")

    assert await _recognise(scene.storage, "bob", "club") is None
    assert visit is not None
    assert (visit.player.name, visit.chat, visit.member) == ("Ann", None, False)


async def test_a_known_player_in_a_chat_they_never_acted_in(scene: Scene) -> None:
    """They are recognised there, but are no member yet."""
    await scene.visit("ann", "club")
    await scene.visit("bob", "pub")

    visit = await _recognise(scene.storage, "ann", "pub")

    assert visit is not None
    assert (visit.player.name, visit.member) == ("Ann", False)


async def test_a_changed_name_is_kept(scene: Scene) -> None:
    """Coming again under another name makes no other player."""
    first = await scene.visit()
    again = await scene.storage.write(
        lambda work: work.people.welcome(
            "discord", "ann", "Ánna \u202e", "discord", "club", private=False, now=NOW
        )
    )

    assert (again.player.id, again.player.name) == (first.player.id, "Ánna \u202e")


async def test_settings_are_kept(scene: Scene) -> None:
    """Changing some leaves the others."""
    player = (await scene.visit()).player

    changed = await scene.storage.write(
        lambda work: work.people.set(player.id, language="es", auto=True)
    )

    assert changed == await scene.storage.read(lambda work: work.people.player(player.id))
    assert (changed.language, changed.auto, changed.autoturn) == ("es", True, True)


async def test_each_chat_has_its_current_game(scene: Scene) -> None:
    """What a bare move belongs to depends on where it is made."""
    here, there = await scene.visit("ann", "club"), await scene.visit("ann", "pub")
    game = await scene.game(here)

    await scene.storage.write(lambda work: work.people.set_current(here, game.id))

    found = [await _recognise(scene.storage, "ann", chat) for chat in ("club", "pub")]
    assert [visit and visit.current_game for visit in found] == [game.id, None]
    assert here.chat.id != there.chat.id


async def test_a_game_taken_away_is_current_no_more(scene: Scene) -> None:
    """No membership points into the void."""
    visit = await scene.visit()
    game = await scene.game(visit)
    await scene.storage.write(lambda work: work.people.set_current(visit, game.id))

    await scene.storage.write(lambda work: work.games.discard(game.id, NOW))

    assert (await scene.visit()).current_game is None


async def test_the_unknown_is_none(scene: Scene) -> None:
    """Numbers nobody has give nothing."""
    assert await scene.storage.read(lambda work: work.people.player(7)) is None
    assert await scene.storage.read(lambda work: work.people.chat(7)) is None


async def test_a_time_without_a_zone_is_refused(storage: Storage) -> None:
    """It would mean another moment on every machine."""
    naive = NOW.replace(tzinfo=None)
    assert isinstance(naive, datetime)

    with pytest.raises(StatementError, match="time zone"):
        await storage.write(
            lambda work: work.people._connection.execute(
                insert(players), {"name": "Ann", "created_at": naive}
            )
        )
