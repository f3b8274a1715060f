"""Labels and signs on every page of buttons: whole at 80×24, and the same signs throughout."""

import pytest

from bot import tokens
from bot.adapters.terminal.accelerators import accelerators
from bot.adapters.terminal.showing import Showing, after
from bot.adapters.terminal.spots import spots
from bot.replies import Button
from storage import Storage
from tests.bot.adapters.terminal.conftest import Sitting, sitting
from tests.bot.adapters.terminal.pages import every_page
from tests.bot.conftest import Clock, Talk, converse

LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])
_SEEN: dict[str, list[Showing]] = {}


async def pages_in(language: str, storage: Storage) -> list[Showing]:
    """All pages, gone through once."""
    if language not in _SEEN:
        _SEEN[language] = [page async for page in every_page(storage, language)]
    return _SEEN[language]


def drawn(there: Sitting, page: Showing) -> str:
    """The page's buttons on the screen as it is."""
    there.keypad.show(page.rows, page.way_back)
    return there.keypad.render().plain


def by_action(page: Showing) -> dict[str, str]:
    """The signs of buttons that act on the game, by what they do to it."""
    signs = accelerators(page.rows, page.way_back)
    decoded = {at: tokens.decode(page.buttons[at].token) for at in signs}
    return {
        token.action: signs[at] for at, token in decoded.items() if isinstance(token, tokens.OnGame)
    }


@LANGUAGES
async def test_every_label_is_whole(language: str, storage: Storage, clock: Clock) -> None:
    """Beside a board of 23 columns no page cuts a label off."""
    pages = await pages_in(language, storage)
    conversation = converse(storage, clock)
    async with sitting(conversation, "play calculation 3", language=language) as there:
        beside = there.keypad.size.width
        cut = {line for page in pages for line in drawn(there, page).splitlines() if "…" in line}

    assert len(pages) > 60
    assert cut == set()
    assert max(spot.x + spot.width for page in pages for spot in spots(page.rows, beside)) <= beside


@LANGUAGES
async def test_signs_mean_the_same_on_every_page(language: str, storage: Storage) -> None:
    """Back is 0 and turning is d; undo, hint and menu have one letter each everywhere."""
    pages = await pages_in(language, storage)
    controls: dict[str, set[str]] = {"undo": set(), "hint": set(), "menu": set()}
    for page in pages:
        signs = accelerators(page.rows, page.way_back)
        zero = [page.buttons[at] for at, sign in signs.items() if sign == "0"]
        answered = page.way_back is not None and page.way_back.label in ("No", "Go on", "Seguir")
        assert zero == ([] if answered or page.way_back is None else [page.way_back])
        acting = by_action(page)
        assert acting.get("m.d", "d") == "d"
        for control in controls.keys() & acting.keys():
            controls[control].add(acting[control])

    expected = {"en": {"undo": {"u"}, "hint": {"h"}, "menu": {"m"}}}
    expected["es"] = {"undo": {"e"}, "hint": {"p"}, "menu": {"m"}}
    assert controls == expected[language]


@LANGUAGES
async def test_places_keep_their_signs(language: str, storage: Storage) -> None:
    """In Baker's Game a column's or a cell's sign presses it, on the board and when it is asked."""
    asked = 0
    for page in await pages_in(language, storage):
        acting = by_action(page)
        moves = {action[2:]: sign for action, sign in acting.items() if action.startswith("m.")}
        if len({code[0] for code in moves}) < len(moves) or not all(
            len(code) == 2 and code[0] in "12345678abcd" for code in moves
        ):
            continue
        asked += len(moves) == 12
        assert {sign for code, sign in moves.items() if sign != code[0]} == set()
        places = {a[2:]: sign for a, sign in acting.items() if a.startswith("p.") and len(a) == 3}
        assert all(sign == {"s": "d"}.get(place, place) for place, sign in places.items())
    assert asked


def test_labels_that_need_room_get_it() -> None:
    """As wide as each other where they fit; else each as it needs; else on further lines."""

    def placed(*labels: str) -> list[tuple[int, int, int]]:
        rows = (tuple(Button(label, "t") for label in labels),)
        return [(spot.y, spot.x, spot.width) for spot in spots(rows, 40)]

    assert placed("a" * 9, "b" * 17) == [(0, 0, 19), (0, 20, 19)]
    assert placed("a" * 9, "b" * 21) == [(0, 0, 11), (0, 14, 23)]
    assert placed("a" * 9, "b" * 26) == [(0, 0, 11), (0, 12, 28)]
    assert placed("a" * 19, "b" * 21) == [(0, 0, 40), (1, 0, 40)]
    assert [y for y, _, _ in placed(*"a" * 9)] == [0] * 9
    assert [y for y, _, _ in placed(*["b" * 9] * 5)] == [0, 0, 0, 1, 1]


@LANGUAGES
async def test_signs_stay_when_a_control_comes(language: str, storage: Storage) -> None:
    """Devil's Grip gets a fifth control where piles can be put into order: the others stay."""
    talk = Talk(converse(storage), "ann", language=language)
    before = signs = by_action(after(Showing(), await talk.say("play devils-grip 617"), "Back"))
    while "tidy" not in signs:
        joins = [action[2:] for action in signs if action.startswith("m.") and action != "m.d"]
        before = signs
        signs = by_action(after(Showing(), await talk.say(joins[0] if joins else "d"), "Back"))

    controls = before.keys() & {"undo", "hint", "menu", "m.d"}
    assert len(controls) == 4
    assert {each: signs[each] for each in controls} == {each: before[each] for each in controls}
