"""Redraw the golden boards: four positions of each game in every look, one under another.

Read the difference before committing it: these files are what people will see.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.adapters.discord.emojis.pictures import EDITION, NAMES, picture
from bot.layouts import Controls, keys
from bot.look import EMOJI, Look
from bot.render import board, describe_moves, lines
from bot.replies import Face, Line
from tests.bot.render.samples import KEYS, LOOKS, Sample, walked, won

PICTURES = Path(__file__).resolve().parents[1] / "golden" / "pictures" / f"edition-{EDITION}.png"
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "boards"


def widest(key: str) -> Sample:
    """The tallest board of many walks, and of equally tall ones the longest."""

    def size(sample: Sample) -> tuple[int, int]:
        drawn = board(sample.table, Look("letters", "en"))
        return drawn.count("\n"), len(drawn)

    return max(walked(key, 9), key=size)


@cache
def chosen(key: str) -> dict[str, Sample]:
    """The four positions of a game."""
    line = won(key)
    return {
        "start": line[0],
        "middle": line[len(line) // 2],
        "widest": widest(key),
        "won": line[-1],
    }


def drawn(sample: Sample, look: Look) -> Iterator[str]:
    """What happened, the board and its keys."""
    if sample.move is not None and sample.before is not None:
        yield describe_moves(sample.before, sample.table, (sample.move,), look)
        yield ""
    if look.theme == EMOJI:
        yield from map(shown, lines(sample.table, look, pictures=True))
        yield ""
        yield from map(shown, lines(sample.table, look, pictures=False))
    else:
        yield board(sample.table, look)
    yield ""
    game = sample.game
    controls = Controls(
        can_undo=sample.move is not None,
        can_finish=bool(game.finish(sample.position)),
        can_tidy=bool(game.tidy(sample.position)),
        may_count_up=game.may_count_up(sample.position),
        outcome=game.outcome(sample.position),
    )
    for row in keys(sample.table, look, controls):
        yield " ".join(f"[{key.label}]" for key in row)


def shown(line: Line) -> str:
    """A line of the emoji theme with the names of its pictures in brackets."""
    return "".join(f"[{part.name}]" if isinstance(part, Face) else part for part in line)


def page(key: str, look: Look) -> str:
    """One golden file."""
    parts = []
    for title, sample in chosen(key).items():
        parts.append(f"== {title} ==\n" + "\n".join(drawn(sample, look)))
    return "\n\n".join(parts) + "\n"


def files() -> Iterator[tuple[Path, str]]:
    """Every golden file and what it should hold."""
    for key in KEYS:
        for look in LOOKS:
            yield GOLDEN / f"{key}.{look.theme}.{look.language}.txt", page(key, look)


def sheet() -> Image.Image:
    """All card pictures beside each other, at 48 pixels and at the 22 that people see."""
    across = 20
    down = -(-len(NAMES) // across)
    page = Image.new("RGB", (across * 52, down * (52 + 26)), (49, 51, 56))
    for number, name in enumerate(NAMES):
        whole = Image.open(BytesIO(picture(name)))
        column, row = number % across, number // across
        for side, top in ((48, row * 52), (22, down * 52 + row * 26)):
            face = whole.resize((side, side), Image.Resampling.LANCZOS)
            page.paste(face, (column * (side + 4) + 2, top + 2), face)
    return page


def main() -> None:
    """Write them all; pictures only where their edition has none yet, since people have those."""
    if not PICTURES.exists():
        PICTURES.parent.mkdir(parents=True, exist_ok=True)
        sheet().save(PICTURES, optimize=True)
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for path, text in files():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
