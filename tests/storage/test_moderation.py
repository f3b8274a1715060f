"""What the host has decided: kept, judged by, carried along, and left as a mark."""

from datetime import timedelta
from pathlib import Path

from storage import Storage
from storage.backup import back_up, put_back
from storage.moderation import Kind, Measures
from storage.people import Identity
from storage.repositories.linking import united
from tests.storage.conftest import NOW, Scene, on_sqlite, url_of


async def _decide(storage: Storage, kind: Kind, who: str) -> bool:
    return await storage.write(lambda work: work.moderation.decide(kind, "discord", who, NOW))


async def _every(storage: Storage) -> list[tuple[str, str]]:
    found = await storage.read(lambda work: work.moderation.every())
    return [(each.kind, each.external_id) for each in found]


async def test_measures_are_taken_and_lifted(scene: Scene) -> None:
    """Each once; those of one kind say nothing about another, nor about another platform."""
    storage = scene.storage
    assert await storage.read(lambda work: work.moderation.measures()) == Measures()
    assert [await _decide(storage, "person", "ann") for _ in range(2)] == [True, False]

    held = await storage.read(lambda work: work.moderation.measures())
    asked: list[tuple[Kind, str, str]] = [
        ("person", "discord", "ann"),
        ("chat", "discord", "ann"),
        ("name", "discord", "ann"),
        ("person", "telegram", "ann"),
        ("person", "discord", "bob"),
    ]
    assert [held.hold(*each) for each in asked] == [True, False, False, False, False]
    lifted = [
        await storage.write(lambda work: work.moderation.lift("person", "discord", "ann"))
        for _ in range(2)
    ]
    assert lifted == [True, False]
    assert await _every(storage) == []


async def test_a_hidden_name_is_not_kept(scene: Scene) -> None:
    """Neither the player's nor the identity's, nor again under a name that somebody still brings.

    Both come back with a visit once the measure is lifted.
    """
    await scene.visit()
    await _decide(scene.storage, "name", "ann")
    visit = await scene.storage.read(
        lambda work: work.people.recognise("discord", "ann", "discord", "club")
    )
    assert visit is not None
    assert (visit.player.name, visit.identity.name) == ("", "")

    for who in ("ann", "eve"):
        # A process that knows nothing yet of the decision, also about somebody new.
        await _decide(scene.storage, "name", who)
        visit = await scene.visit(who)
        assert (visit.player.name, visit.identity.name) == ("", "")

    await scene.storage.write(lambda work: work.moderation.lift("name", "discord", "ann"))
    visit = await scene.visit()
    assert (visit.player.name, visit.identity.name) == ("Ann", "Ann")


async def test_linking_gives_no_hidden_name_away(scene: Scene) -> None:
    """Of two players made one, one without a name, no name is shown."""
    ann, bob = await scene.visit("ann"), await scene.visit("bob")
    await _decide(scene.storage, "name", "ann")
    hidden = await scene.storage.read(lambda work: work.people.player(ann.player.id))
    assert hidden is not None

    assert united(hidden, bob.player)["name"] == ""
    assert united(bob.player, hidden)["name"] == ""
    assert united(bob.player, ann.player)["name"] == "Bob"


async def test_a_deleted_player_stays_blocked(scene: Scene) -> None:
    """By a mark alone, under which the same person is met again."""
    visit = await scene.visit()
    await _decide(scene.storage, "person", "ann")
    await _decide(scene.storage, "name", "ann")
    await scene.storage.write(lambda work: work.own_data.delete(visit.player.id, NOW))

    assert sorted(await _every(scene.storage)) == [("name", ""), ("person", "")]
    held = await scene.storage.read(lambda work: work.moderation.measures())
    assert held.hold("person", "discord", "ann")
    assert await scene.storage.write(lambda work: work.moderation.lift("person", "discord", "ann"))


async def test_a_group_that_moves_stays_blocked(scene: Scene) -> None:
    """Under its new id, and no more under the old one; other groups are left alone."""
    await _decide(scene.storage, "chat", "-1")
    for old, new in (("-1", "-100"), ("-2", "-200"), ("-1", "-300")):
        await scene.storage.write(
            lambda work, old=old, new=new: work.moderation.move("discord", old, new)
        )

    [measure] = await scene.storage.read(lambda work: work.moderation.every())
    assert (measure.external_id, measure.at) == ("-100", NOW)


async def test_players_are_found_by_their_names(scene: Scene) -> None:
    """Any part, in any case; signs with a meaning in SQL have none here."""
    for who in ("anna", "hannah", "bob", "a%b", "Ñandú", "n\u0303ANDU\u0301", "Straße"):
        await scene.visit(who)

    async def called(part: str, most: int = 10) -> list[str]:
        found: tuple[Identity, ...] = await scene.storage.read(
            lambda work: work.moderation.called(part, most)
        )
        return [each.external_id for each in found]

    assert await called("ANN") == ["anna", "hannah"]
    assert await called("ann", 1) == ["anna"]
    assert await called("%") == ["a%b"]
    assert await called("ñandú") == await called("ÑAND") == ["Ñandú", "n\u0303ANDU\u0301"]
    assert await called("STRASSE") == ["Straße"]


@on_sqlite
async def test_a_copy_put_back_takes_no_decision_back(scene: Scene, tmp_path: Path) -> None:
    """What was decided since holds, what was lifted stays lifted, and hidden names are gone."""
    await scene.visit()
    await _decide(scene.storage, "person", "bob")
    copy = tmp_path / "copy.db"
    back_up(tmp_path / "test.db", copy, NOW)
    await scene.storage.write(lambda work: work.moderation.lift("person", "discord", "bob"))
    await _decide(scene.storage, "name", "ann")
    await scene.storage.close()

    await put_back(copy, tmp_path / "test.db", NOW + timedelta(days=1))

    storage = await Storage.open(url_of(tmp_path))
    assert await _every(storage) == [("name", "ann")]
    [ann] = await storage.read(lambda work: work.moderation.called("", 10))
    held = await storage.read(lambda work: work.moderation.measures())
    await storage.close()
    assert ann.name == ""
    assert held.hold("name", "discord", "ann")
