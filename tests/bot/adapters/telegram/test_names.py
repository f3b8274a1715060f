"""Names are people's own: shown as they are, and never read as markup."""

import pytest

from tests.bot.adapters.telegram.conftest import Env, Player

NAMES = [
    "<b>",
    "</pre>",
    "</code></pre><i>",
    "&amp;",
    "_*[`](x)",
    "שלום עולם",
    "\u202eevil\u202c",
    "\u2068open",
    "a\u200bb\u200d",
    "🂡🂡🂡",
    "x" * 200,
    "",
    " ",
    "\n\n/play",
    "",
]


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_on_boards_and_leaderboards(name: str, env: Env, ann: Player) -> None:
    """Nothing is refused, no sign is lost or read as a tag, and nothing turns the line round."""
    first, last = name[:100], name[100:]
    odd = env.world.user(first, last_name=last, language_code="en")
    player = Player(env, odd, ann.room)
    await player.say("/play bakers-game 617")
    await ann.press("Kc>a", player.message)
    query = env.world.press(ann.user, player.message, data=player.actions["undo"])
    await env.flush()
    await ann.say("/top")
    await player.say("/stats")

    told = query.told
    assert "’s game" in told or "'s game" in told
    assert not {"\u202e", "\u202c", "\u200b"} & set(told)
    for sign in ("<b>", "</pre>", "&amp;"):
        assert (sign in name) <= (sign in told)
