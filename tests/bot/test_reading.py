"""What people type, and what comes of it, case by case."""

import re

import pytest

from bot import tokens
from bot.conversation import Conversation
from storage import Storage
from tests.bot.conftest import Talk, session_at

BAKERS, CALCULATION, GRIP = "bakers-game", "calculation", "devils-grip"

ROOM = "A free cell makes room for one more, a free column for twice as many."

# Game, deal and the moves before; then what is typed, and the codes that it plays, the actions of
# the buttons it asks with (after a question mark), or words of the refusal (after a hyphen).
ENGLISH: dict[tuple[str, str, str], dict[str, str]] = {
    (BAKERS, "1", ""): {
        # Codes, and places one by one.
        "28": "28", "=28": "28", "2 8": "28", "2a": "2a", "2 a": "2a", "M 28": "28", "/m 28": "28",
        "move 28": "28", "28.": "28",
        # Cards in every spelling.
        "9c tc": "28", "9C TC": "28", "9c 10c": "28", "C9 c10": "28", "9♣ T♣": "28", "♣9 ♣10": "28",
        "9♣️ 10♧": "28", "９ｃ １０ｃ": "28", "9cTc": "28", "9c>Tc": "28", "9c › Tc": "28",
        "9c → tc": "28", "nine of clubs on ten of clubs": "28", "9 of clubs to 10 of clubs": "28",
        "move 9c onto tc": "28", "9c 8": "28", "9c to column 8": "28", "9c on column eight": "28",
        "9c a": "2a", "9c to cell b": "2b", "put 9c into the cell c": "2c", "6d": "6d",
        # A card alone: played where there is one place up to names, asked about otherwise.
        "2h": "3a", "9c": "? m.28 m.2a",
        # A code that is a card as well.
        "3h": "- 3h lies under other cards in column 8", "=3h": "- 2h can't go home yet: Ah comes",
        # Refusals say why.
        "26": "- 9c goes only on Tc; column 6 ends in 3d. It fits Tc in column 8.",
        "8c tc": "- 8c goes only on 9c; column 8 ends in Tc. It fits 9c in column 2.",
        "9c qc": "- Qc lies under other cards", "kc": "- Kc lies under other cards in column 2",
        "1h": "- Ah lies under other cards in column 7", "2h 3": "- That begins and ends",
        "a5": "- Cell a is empty", "a to 5": "- Cell a is empty",
        "zz": "- I can't read that as a move. Here, for example: “1a”",
        "2": "- I can't read that", "9 9 9": "- I can't read that",
        # Several in a message.
        "28 1a": "28 1a", "28, 1a": "28 1a", "28; 1a\n3b": "28 1a 3b", "=28 =1a": "28 1a",
        "2h a then 6c b": "3a 5b", "9c tc 2h a": "28 3a", "8c 9c, 9c tc": "72 2a 28 a8",
        "28 1a 72": "28 1a - 2 moves played, then “72” stopped it: 8c goes only on 9c",
        "28 zz 1a": "28 - 1 move played, then “zz 1a” stopped it: I can't read that",
        "9c a, 8c a": "2a - 1 move played, then “8c a” stopped it: Cell a already holds 9c",
        "6c a, 9c": "5a ? m.28 m.2b",
    },
    (BAKERS, "1", "72"): {
        # A run travels by code, by its head and by places; "=" moves a single card.
        "28": "2a 28 a8", "2 8": "2a 28 a8", "9c tc": "2a 28 a8", "9c 8": "2a 28 a8",
        "9c": "2a 28 a8", "28 1a": "2a 28 a8 1a", "2a": "2a", "8c a": "2a",
        "=28": "- 8c goes only on 9c; column 8 ends in Tc", "8c tc": "- 8c goes only on 9c",
        "=28 =1a": "- 8c goes only on 9c",
    },
    (BAKERS, "1", "72 1a 3b 4c"): {"28": "2d 28 d8"},
    (BAKERS, "13", "27 5c 8a 81 28 3b 35 31"): {
        # Three cards for one free cell.
        "12": f"- There is room to move only 2 cards to column 2 now. {ROOM}",
        "8s 9s": "- There is room to move only 2 cards", "6s 9s": "- There is room to move only 2",
        "8s kd": "- 8s lies under other cards in column 1",
    },
    (BAKERS, "20", ""): {
        "8h": "? m.8h m.5a", "=8h": "8h", "8 h": "8h", "8 home": "8h", "ah home": "8h",
        "8h a": "5a", "8h 3a": "8h 3a", "8h home": "- 8h can't go home yet: Ah comes first",
    },
    (BAKERS, "20", "2h 8h 8h 3a 3h 1h 37 3h 3h 6h 32 34"): {
        # Column 3 is empty: one card or the run of two.
        "23": "? m.23 x.2.3.2", "=23": "23", "ts 3": "23", "js 3": "2b 23 b3", "4h 3": "a3",
        "a to 3": "a3", "ah": "- Ah is home already",
    },
    (CALCULATION, "617", ""): {
        "d": "d", "turn": "d", "draw": "d", "w1": "- No card is in hand", "f1": "- No card is in",
        "w1f1": "- There is no card in W1", "w5": "- There is no pile W5. Here, for example: “d”",
        "f9": "- There is no pile F9", "w9 f1": "- There is no pile W9",
        "9": "- I can't read that",
    },
    (CALCULATION, "617", "d w1 d w2 d w3 d"): {
        # In hand 2h; tops 4h, 4d and 7s; wanted 2, 4, 6 and 8.
        "f1": "f1", "2 f1": "f1", "2h f1": "f1", "2h home": "f1", "w4": "w4", "2h w4": "w4",
        "w1f2": "w1f2", "w1 f2": "w1f2", "4h f2": "w1f2", "w2 f2": "w2f2", "4d home": "w2f2",
        "4 f2": "? m.w1f2 m.w2f2", "d": "- 2h is in hand: place it first. It fits F1.",
        "f2": "- F2 wants 4, not 2h. It fits F1.", "w1f1": "- F1 wants 2, not 4h. It fits F2.",
        "w1 f1": "- F1 wants 2, not 4h. It fits F2.", "7s": "- 7s fits nowhere now",
        "w4 f1": "- There is no card in W4", "w1 d w1": "w1 d w1", "w1 d": "w1 d",
        "w2 f2, w1 f2": "w2f2 - 1 move played, then “w1 f2” stopped it: F2 wants 6, not 4h",
        "as": "- No As can be seen", "2h": "? m.f1 m.w1 m.w2 m.w3 m.w4",
    },
    (CALCULATION, "617", "d w1 d w2 d w3 d w4 d w1 d w2 d w3 d"): {
        "8 f4": "w1f4", "8d f4": "w1f4", "8d": "w1f4", "2h": "w4f1", "put 8d on f4": "w1f4",
    },
    (GRIP, "1", ""): {
        "a1b1": "a1b1", "a1 b1": "a1b1", "8c 5c": "a1b1", "8c": "a1b1", "a1 on b1": "a1b1",
        "5h": "c3b5", "5h 2h": "c3b5", "d": "d", "turn": "d", "w b3": "- The waste is empty",
        "a1=c3": "a1=c3", "c3=a1": "a1=c3", "a1 = c3": "a1=c3", "swap a1 c3": "a1=c3",
        "swap a1 with c3": "a1=c3", "exchange c3 and a1": "a1=c3", "swap 5h 9s": "b3=c3",
        # c2 and c3 are places here, not the 2 and the 3 of clubs.
        "swap c2 c3": "c2=c3", "swap 3d a1": "? m.a1=b4 m.a1=c1",
        "a1 c2": "- 8c goes only on 5c; the top card of c2 is 2c. It fits 5c in b1.",
        "2h": "- 2h fits nowhere now", "kd": "- No Kd can be seen", "qd": "- No Qd can be seen",
    },
    (GRIP, "2", ""): {
        # Twins onto twins: all the same up to places.
        "td": "b1a1", "td 7d": "b1a1", "10d 7d": "b1a1", "b3 c5": "b3c5",
    },
    (GRIP, "18", "a4c2 a5a6"): {
        # One 9d lies on a 6d, the other alone.
        "qd": "? m.a8a6 m.a8c8", "qd 9d": "? m.a8a6 m.a8c8", "qd a6": "a8a6", "qd on c8": "a8c8",
        "a8 c8": "a8c8",
    },
    (GRIP, "1", "d d"): {
        "wa1": "- 5d goes only on 2d; the top card of a1 is 8c", "waste b5": "- 5d goes only on 2d",
        "w 2d": "- No 2d can be seen",
    },
}  # fmt: skip

SPANISH: dict[tuple[str, str, str], dict[str, str]] = {
    (BAKERS, "1", ""): {
        "9c a tc": "28", "9c a 10c": "28", "9c a a": "2a", "9c a la celda a": "2a", "9c a 8": "28",
        "9 de tréboles sobre 10 de tréboles": "28", "9 de treboles al 10 de treboles": "28",
        "nueve de tréboles a la columna ocho": "28", "mueve 9c a la columna 8": "28",
        "mover 28": "28", "9c en la celda b": "2b", "2h a luego 6c b": "3a 5b",
        "26": "- 9c solo va sobre Tc; la columna 6 acaba en 3d",
        "ah a casa": "- Ah está bajo otras",
        "zz": "- No lo entiendo como jugada",
        "28 zz": "28 - ",
    },
    (BAKERS, "13", "27 5c 8a 81 28 3b 35 31"): {"12": "- Ahora solo hay sitio para llevar 2"},
    (BAKERS, "20", ""): {"8h": "? m.8h m.5a", "as de corazones a casa": "8h"},
    (CALCULATION, "617", ""): {"roba": "d", "voltea": "d", "saca": "d", "gira": "d"},
    (CALCULATION, "617", "d w1 d w2 d w3 d"): {
        "2h a f1": "f1", "dos de corazones a casa": "f1", "4 de diamantes sobre f2": "w2f2",
        "pon 2h en w4": "w4",
    },
    (GRIP, "1", ""): {
        "cambia a1 con c3": "a1=c3", "cambia a1 por c3": "a1=c3", "intercambia a1 y b1": "a1=b1",
        "8c sobre 5c": "a1b1", "cinco de corazones sobre dos de corazones": "c3b5",
        "une a1 con b1": "a1b1",
    },
    (GRIP, "18", "a4c2 a5a6"): {
        "dama de diamantes sobre a6": "a8a6", "reina de diamantes": "? m.a8a6 m.a8c8",
    },
}  # fmt: skip

CASES = [
    pytest.param(language, *start, typed, expected, id=f"{start[0]} {typed}")
    for language, table in (("en", ENGLISH), ("es", SPANISH))
    for start, cases in table.items()
    for typed, expected in cases.items()
]


@pytest.mark.parametrize(("language", "key", "deal", "moves", "typed", "expected"), CASES)
async def test_typed(  # noqa: PLR0913, PLR0917 - a table with six columns
    conversation: Conversation,
    storage: Storage,
    language: str,
    key: str,
    deal: str,
    moves: str,
    typed: str,
    expected: str,
) -> None:
    """A text plays these codes, then asks with these buttons or refuses with these words."""
    talk = Talk(conversation, "ann", language=language)
    await talk.say("settings autoturn off")
    await talk.say(f"play {key} {deal}")
    if moves:
        await talk.say(moves)
    before = await session_at(storage, talk)
    await talk.say(typed)
    after = await session_at(storage, talk)
    assert before is not None
    assert after is not None
    played = [move.code for move in after[1].line[len(before[1].line) :]]
    codes, sign, told = re.fullmatch(r"([^?-]*?) ?(?:([?-]) (.*))?", expected, re.DOTALL).groups()
    assert " ".join(played) == codes.strip()
    actions = [tokens.decode(button.token).action for button in talk.buttons]
    if sign == "?":
        assert actions == [*told.split(), "board"]
    elif sign == "-":
        assert told in talk.reply.text
    else:
        assert talk.reply.text.startswith(("Baker", "Calc", "Devil"))
        assert "menu" in actions


async def test_a_question_shows_no_hidden_card(conversation: Conversation) -> None:
    """The buttons that ask which join is meant don't say what will come up after it."""
    talk = Talk(conversation, "ann")
    await talk.say("play devils-grip 18")
    await talk.say("a4c2 a5a6")
    await talk.say("qd")
    labels = " ".join(button.label for button in talk.buttons)
    assert "9d in a6" in labels
    assert "Qs" not in labels
    assert "came up" not in labels


@pytest.mark.parametrize(
    ("key", "deal", "moves"),
    [
        (BAKERS, "1", "72"),
        (BAKERS, "20", "2h 8h 8h 3a 3h 1h 37 3h 3h 6h 32 34"),
        (CALCULATION, "617", "d w1 d w2 d w3 d"),
        (CALCULATION, "617", "d w1 d w2 d w3 d w4 d w1 d w2 d w3 d"),
        (GRIP, "18", "a4c2 a5a6"),
        (GRIP, "1", "d d"),
    ],
)
@pytest.mark.parametrize("theme", ["letters", "suits", "words"])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_labels_typed_back(  # noqa: PLR0913, PLR0917 - where, and in which look
    conversation: Conversation,
    storage: Storage,
    key: str,
    deal: str,
    moves: str,
    theme: str,
    language: str,
) -> None:
    """The label of a button that moves does what the button does, or asks with that button."""
    talk = Talk(conversation, "ann", theme=theme, language=language)
    await talk.say("settings autoturn off")
    await talk.say(f"play {key} {deal}")
    board = await talk.say(moves)
    start = await session_at(storage, talk)
    assert start is not None
    for button in [each for row in board.rows for each in row]:
        action = tokens.decode(button.token).action
        if action[:2] not in ("m.", "x."):
            continue
        await talk.say(button.label)
        found = await session_at(storage, talk)
        assert found is not None
        if found[1].position == start[1].position:
            asked = [tokens.decode(each.token).action for each in talk.buttons]
            assert action in asked, (button.label, talk.reply.text)
            continue
        codes = [move.code for move in found[1].line[len(start[1].line) :]]
        assert action in (f"m.{codes[0]}", f"x.{codes[-1]}.{len(codes)}") or len(codes) > 1
        while found[1].position != start[1].position:
            await talk.say("undo")
            if talk.seq == found[1].seq:
                await talk.say("undo")
            found = await session_at(storage, talk)
            assert found is not None
