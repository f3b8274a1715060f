"""A page as a picture, taken by headless Chromium."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

SCALE = 2
"""Device pixels a CSS pixel, as on phones and good screens."""
_ROOM = 3200
"""CSS pixels from top to bottom: more than the longest page."""
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-sync "
    "--disable-background-networking --disable-component-update --disable-quic"
).split()


def photograph(page: str, target: Path, width: int) -> None:
    """Write the picture of an HTML page that is ``width`` CSS pixels wide, cut to its content.

    Raises FileNotFoundError without Chromium, CalledProcessError where it fails.
    """
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        raise FileNotFoundError("pictures are taken by Chromium, which is not installed")
    with tempfile.TemporaryDirectory() as folder:
        html, raw = Path(folder, "page.html"), Path(folder, "raw.png")
        html.write_text(page, "utf-8")
        window = f"--window-size={max(width, 500)},{_ROOM}"
        command = [browser, *_FLAGS, f"--user-data-dir={folder}/profile", window]
        command += [f"--force-device-scale-factor={SCALE}", f"--screenshot={raw}", html.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        # Flat colours: a palette loses nothing that can be seen.
        _cut(Image.open(raw).convert("RGB"), width).quantize(128).save(target, optimize=True)


def _cut(picture: Image.Image, width: int) -> Image.Image:
    """The picture without what is empty on the right and at the bottom."""
    picture = picture.crop((0, 0, width * SCALE, picture.height))
    ground = Image.new("RGB", picture.size, picture.getpixel((0, picture.height - 1)))
    content = ImageChops.difference(picture, ground).getbbox()
    bottom = picture.height if content is None else content[3] + 16 * SCALE
    return picture.crop((0, 0, picture.width, min(bottom, picture.height)))
