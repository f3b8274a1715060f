"""Games won from the first move to the last: by buttons alone, by text alone, in both languages."""

import pytest

from bot.i18n import texts_in
from tests.bot.adapters.telegram.conftest import Env, Player, at_home
from tests.bot.adapters.won import ENDED, KEYS, Won, nothing

LANGUAGES = ("en", "es")
PRAISE = {
    ("en", False): "Beautifully done",
    ("en", True): "The Devil lets go",
    ("es", False): "¡Precioso",
    ("es", True): "El diablo suelta",
}


def _is_praised(player: Player, language: str, key: str) -> bool:
    t = texts_in(language)
    assert [each for each in player.message.labels if "▶" not in each] == [t(e) for e in ENDED]
    return PRAISE[language, key == "devils-grip"] in player.seen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
async def test_won_by_buttons(key: str, language: str, env: Env, ann: Player) -> None:
    """In a group: each move is a press or two, on one message from the first board to the end."""
    ann.user.language_code = language
    won = Won(key, ann, env.storage, ann.sitting())
    await ann.say("/settings autoturn off")
    await won.begin()
    await ann.say(f"/play {key}")
    board = ann.message
    await won.by_buttons(nothing)

    assert await won.is_won()
    assert ann.message is board
    assert _is_praised(ann, language, key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
async def test_won_by_text(key: str, language: str, env: Env) -> None:
    """In private: messages without a slash; each board takes the older one's keys away."""
    zoe = at_home(env, "zoe", language)
    won = Won(key, zoe, env.storage, zoe.sitting())
    await zoe.say("settings autoturn off")
    await won.begin()
    settings = zoe.messages[-1]
    await won.by_text()

    assert await won.is_won()
    assert _is_praised(zoe, language, key)
    assert [each for each in zoe.messages[:-1] if each.buttons] == [settings]


@pytest.mark.parametrize("key", KEYS)
async def test_won_by_replies_and_restarts(key: str, env: Env, ann: Player) -> None:
    """In a group moves are replies to the board; the program begins anew between them."""
    won = Won(key, ann, env.storage, ann.sitting())
    await ann.say("/settings autoturn off")
    await won.begin()
    await ann.say(f"/play {key}")
    codes = [code for code in won.codes if not won.game.parse(code).swap]
    for start in range(0, len(codes), 12):
        await env.restart()
        await ann.answer(" ".join(codes[start : start + 12]))

    assert await won.is_won()
    assert won.praise in ann.seen
