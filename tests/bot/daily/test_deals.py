"""Deal texts and seals: what they are made of."""

import hashlib
import hmac
import os
import subprocess
import sys
from datetime import date, timedelta

import pytest

from bot.daily.deals import ORDER, deal_text, level_of, seal_of
from games.catalogue import find
from games.deals import is_prepared, lay_out, read_deal

DAY = date(2026, 12, 1)
SECRET = b"a secret of thirty-two bytes, so"


def test_texts_are_the_first_forty_digits_of_the_hmac():
    """The text can be rebuilt by whoever has the secret, with nothing but the standard."""
    digits = hmac.new(SECRET, b"calculation/2026-12-01/3", hashlib.sha256).hexdigest()[:40]

    assert deal_text(SECRET, "calculation", DAY, 3) == f"daily-{digits}"


def test_the_grip_is_prepared_by_weekday():
    """Easy from Monday to Wednesday, medium to Saturday, hard on Sunday."""
    monday = date(2026, 11, 30)
    week = [deal_text(SECRET, "devils-grip", monday + timedelta(days=n), 1) for n in range(7)]

    levels = ["easy"] * 3 + ["medium"] * 3 + ["hard"]
    assert [text.partition("1-")[0] for text in week] == levels
    assert [level_of(monday + timedelta(days=n)).value for n in range(7)] == levels
    assert all(is_prepared(find("devils-grip"), text) for text in week)


@pytest.mark.parametrize("game", ORDER)
def test_every_text_is_a_deal(game):
    """Each reads back as itself and lays out a pack."""
    for number in range(50):
        text = deal_text(SECRET, game, DAY + timedelta(days=number), 1)
        assert read_deal(find(game), text) == text
        assert find(game).deal(lay_out(find(game), text))


def test_games_dates_attempts_and_secrets_give_texts_of_their_own():
    """Nothing that goes into a text is lost on the way."""
    texts = {
        deal_text(secret, game, DAY + timedelta(days=days), attempt)
        for secret in (SECRET, b"another", b"")
        for game in ORDER
        for days in range(20)
        for attempt in range(1, 6)
    }

    assert len(texts) == 3 * 3 * 20 * 5


def test_all_that_varies_comes_from_the_secret():
    """With the message known and the secret not, a text is as good as drawn.

    Two texts agree in no more digits than chance allows when one bit of the secret differs, or the
    date by a day, the attempt by one, or the game: whoever knows one knows nothing of the other.
    """
    near = bytes([SECRET[0] ^ 1]) + SECRET[1:]
    days = [DAY + timedelta(days=n) for n in range(400)]

    def digits(secret=SECRET, game="calculation", later=0, attempt=1):
        texts = [deal_text(secret, game, day + timedelta(days=later), attempt) for day in days]
        return [text.partition("-")[2] for text in texts]

    for other in (
        digits(secret=near), digits(game="bakers-game"), digits(game="devils-grip"),
        digits(later=1), digits(later=7), digits(attempt=2),
    ):  # fmt: skip
        pairs = zip(digits(), other, strict=True)
        same = sum(a == b for one, two in pairs for a, b in zip(one, two, strict=True))
        assert 0.05 < same / (400 * 40) < 0.075  # one in sixteen


def test_a_text_is_exactly_what_the_hmac_gives(monkeypatch):
    """All its digits are the output for one message, which names game, date and attempt alone.

    Only the level before them doesn't come from there, and it is the weekday's, known to all. So
    to tell the texts of other dates from random ones is to tell HMAC-SHA256 from them.
    """
    asked = []
    real = hmac.new

    def watched(key, message, method):
        asked.append((key, message))
        return real(key, message, method)

    monkeypatch.setattr("bot.daily.deals.hmac.new", watched)
    for game in ORDER:
        for number in range(30):
            day, attempt = DAY + timedelta(days=number), 1 + number % 4
            head, _, digits = deal_text(SECRET, game, day, attempt).partition("-")

            message = f"{game}/{day}/{attempt}".encode()
            assert asked.pop() == (SECRET, message)
            assert asked == []
            assert digits == real(SECRET, message, hashlib.sha256).hexdigest()[:40]
            assert head == (f"{level_of(day)}1" if game == "devils-grip" else "daily")


def test_nothing_else_feeds_the_text():
    """The function has no other input: fresh processes give the same, whatever their hash seed."""
    code = (
        "from datetime import date; from bot.daily.deals import ORDER, deal_text; "
        "print([deal_text(b's', game, date(2026, 12, 1), 2) for game in ORDER])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "random")
    }

    assert printed == {f"{[deal_text(b's', game, DAY, 2) for game in ORDER]}\n".encode()}


def test_the_seal_is_over_the_three_texts():
    """SHA-256 of the texts in their order, joined by line feeds."""
    texts = [deal_text(SECRET, game, DAY, 1) for game in ORDER]

    assert seal_of(texts) == hashlib.sha256("\n".join(texts).encode()).hexdigest()
    assert seal_of(texts) != seal_of(texts[::-1])
