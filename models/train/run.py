"""`python -m models.train.run`: from fonts, art and photos to two trained networks, resumable at any moment.

    python -m models.train.run --photos ../shared/photos --art ../shared/art \\
        --fonts runs/fonts --out runs/first

Steps, each skipped when its result is there: draw the bank of faces, cut the photos, train the locator,
train the reader. With `--fitted` (from models.train.orient, run with a first pair of networks) the photos'
tiles have directions and turned rows count too. Stop it whenever you like; the same command goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from models import HERE
from models.train.bank import build_faces
from models.train.learn import Plan
from models.train.photos import Photo, build_real, read_photos
from models.train.sheet import draw_sheet
from models.train.train_locator import train_locator
from models.train.train_reader import train_reader


def photos_in(folder: Path, fitted: Path | None) -> list[Photo]:
    """All photos of all COCO folders under `folder`."""
    sources = sorted(path for path in folder.iterdir() if (path / "annotations.json").exists())
    return [photo for source in sources for photo in read_photos(source, fitted)]


def build_bank(folder: Path, chosen: argparse.Namespace, photos: list[Photo]) -> None:
    """Draws and cuts what is not there yet, and a contact sheet to look at before training."""
    if not (folder / "faces.json").exists():
        counts = build_faces(folder, chosen.art, chosen.fonts, chosen.designs)
        print(f"drew {sum(counts.values())} faces; the scarcest label has {min(counts.values())}")
    if not (folder / "real.json").exists():
        print(f"cut {build_real(folder, photos)} tiles out of photos")
    if not (folder / "crops.png").exists():
        draw_sheet(folder)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, required=True, help="folder of COCO folders")
    parser.add_argument("--art", type=Path, required=True, help="folder of drawn sets, <set>/<class>.png")
    parser.add_argument("--fonts", type=Path, required=True, help="folder of CJK fonts, see models/README.md")
    parser.add_argument("--out", type=Path, required=True, help="where everything is kept")
    parser.add_argument("--fitted", type=Path, default=None, help="directions from models.train.orient")
    parser.add_argument("--leave-out", action="append", default=[], metavar="SOURCE",
                        help="photos or a drawn set not to learn from (may be repeated)")  # fmt: skip
    parser.add_argument("--designs", type=int, default=450, help="how many tile sets to imagine")
    parser.add_argument("--locator-minutes", type=float, default=45)
    parser.add_argument("--reader-minutes", type=float, default=45)
    parser.add_argument(
        "--real-share", type=float, default=0.5, help="part of the reader's crops from photos"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rendered", type=Path, default=None,
                        help="what models.train.scenes.straighten left, for --tables")  # fmt: skip
    parser.add_argument("--batch", type=int, default=1,
                        help="times the usual examples a step; the rate grows with its root")  # fmt: skip
    parser.add_argument("--slower", type=float, default=1.0, help="a part of the usual rate, 0 to 1")
    parser.add_argument("--workers", type=int, default=1,
                        help="processes that make examples (a graphics card wants many)")  # fmt: skip
    parser.add_argument("--only", choices=("locator", "reader"), default=None,
                        help="train one of the two (so that both can be trained side by side)")  # fmt: skip
    parser.add_argument(
        "--restart", action="store_true", help="begin the schedules anew, from the weights there"
    )
    parser.add_argument("--tables", action="store_true",
                        help="the small pair for tables, its reader taught by the shipped one")  # fmt: skip
    chosen = parser.parse_args()
    # A pool of threads that OpenCV has begun does not survive the fork of the worker.
    cv2.setNumThreads(1)
    more = chosen.batch
    slower = (0.4 if chosen.restart else 1.0) * more**0.5 * chosen.slower
    shared = (chosen.threads, chosen.restart, chosen.workers, chosen.tables)
    bank, left_out = chosen.out / "bank", tuple(chosen.leave_out)
    photos = photos_in(chosen.photos, chosen.fitted)
    build_bank(bank, chosen, photos)
    if chosen.only != "reader":
        plan = Plan(chosen.out, chosen.locator_minutes, 16 * more, 2.5e-3 * slower, *shared)
        share = 0.15 if chosen.tables else 0.35
        train_locator(plan, bank, left_out, photos, share, chosen.rendered if chosen.tables else None)
    if chosen.only != "locator":
        plan = Plan(chosen.out, chosen.reader_minutes, 256 * more, 2e-3 * slower, *shared)
        train_reader(plan, bank, left_out, chosen.real_share, HERE if chosen.tables else None)
    print(f"done; python -m models.train.export {chosen.out}")


if __name__ == "__main__":
    main()
