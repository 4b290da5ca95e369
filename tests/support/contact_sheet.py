"""`python tests/support/contact_sheet.py OUT.png [NAME...]`: draw golden screens, was and is side by side.

Without a name it draws the screens that have changed since HEAD, or since `--rev`. `--all` draws every
screen, only as it is now.
"""

import argparse
import io
import subprocess
import sys
import tarfile
from pathlib import Path

from golden import FOLDER, MARKS, Picture, heads
from PIL import Image, ImageDraw

from door.export.picture import image
from door.term.canvas import BLINK, UNDERLINE, Canvas, style

INKS = "kbgcrmnwKBGCRMNW"
GREY, BLACK = 7, 0
MARGIN, CAPTION = 8, 16


def canvas(picture: Picture) -> Canvas:
    """Return what a screen shows."""
    shown = Canvas(picture.cols, picture.rows)
    for y in range(picture.rows):
        layers = (picture.layers.get((mark, y), "").ljust(picture.cols) for mark in MARKS)
        for x, (char, fore, back, flag) in enumerate(zip(*layers, strict=True)):
            colours = INKS.find(fore) if fore != " " else GREY, INKS.find(back) if back != " " else BLACK
            if flag in "rx":
                colours = colours[::-1]
            flags = (UNDERLINE if flag in "ux" else 0) | (BLINK if flag == "!" else 0)
            shown.put(x, y, char, style(*colours, flags))
    return shown


def committed(rev: str) -> dict[str, str]:
    """Return the text of each golden file of a commit."""
    words = ["git", "archive", rev, FOLDER.name]
    packed = subprocess.run(words, cwd=FOLDER.parent, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        members = {Path(one.name).stem: files.extractfile(one) for one in files if one.name.endswith(".txt")}
        return {name: file.read().decode() for name, file in members.items() if file}


def sheet(pictures: list[tuple[str, Picture | None]], across: int, scale: float) -> Image.Image:
    """Return the screens with their captions, so many in a row. An empty place stays for None."""
    drawn: list[tuple[str, Image.Image | None]] = []
    for name, picture in pictures:
        one = image(canvas(picture)).convert("RGB") if picture else None
        size = (int(one.width * scale), int(one.height * scale)) if one else (0, 0)
        drawn.append((name, one.resize(size, Image.Resampling.BOX) if one else None))
    width = max(one.width for _, one in drawn if one) + MARGIN
    height = max(one.height for _, one in drawn if one) + CAPTION + MARGIN
    whole = Image.new("RGB", (width * across, height * -(-len(drawn) // across)), "white")
    pen = ImageDraw.Draw(whole)
    for at, (name, one) in enumerate(drawn):
        x, y = at % across * width + MARGIN // 2, at // across * height
        pen.text((x, y + 2), name, "black")
        if one:
            whole.paste(one, (x, y + CAPTION))
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rev", default="HEAD")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--scale", type=float, default=0.5)
    given = parser.parse_args()
    is_now = {name: Picture.load(name) for name in heads()}
    if given.all:
        pictures: list[tuple[str, Picture | None]] = [*is_now.items()]
    else:
        texts = committed(given.rev)
        were = {name: Picture.load(name, texts.__getitem__) for name in heads(texts)}
        changed = [name for name in {**were, **is_now} if were.get(name) != is_now.get(name)]
        pictures = []
        for name in given.names or sorted(changed):
            pictures += [(f"{name}: was", were.get(name)), (f"{name}: is", is_now.get(name))]
    if not any(picture for _, picture in pictures):
        print("No screen has changed, and none was named." if not given.names else "There is no such screen.")
        return 1
    sheet(pictures, 4, given.scale).save(given.out)
    print(f"{given.out}: {len(pictures)} screens")
    return 0


if __name__ == "__main__":
    sys.exit(main())
