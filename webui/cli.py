"""`jantaku`: the one door from the command line, and the place where the rooms are put together.

Each command lives in `webui/commands/<folder>/<name>.py` as a click command called `command`; it is imported
only when it is asked for, so that `jantaku rulesets` does not load a detector.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import click

from engine.tiles import EngineError
from hardware.camera import HardwareError
from vision.observation import VisionError

# Before onnxruntime is imported anywhere: some of its versions report home by default.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
# Before OpenCV is imported anywhere: whatever a header was taken for, no decoder begins a larger picture.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "89000000")

COMMANDS = Path(__file__).parent / "commands"


class CommandsByFile(click.Group):
    """Finds each command in the file of its name; a dash in the name is an underscore in the file's."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the alphabet's order."""
        return sorted(_files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None when there is no file for it. TypeError: the file holds none."""
        path = _files().get(cmd_name)
        if path is None:
            return None
        module = importlib.import_module(f"webui.commands.{path.parent.name}.{path.stem}")
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module.__name__}.command must be a click command, got {command!r}")
        return command


def _files() -> dict[str, Path]:
    """The file of each command."""
    return {path.stem.replace("_", "-"): path for path in COMMANDS.glob("*/[!_]*.py")}


@click.command(cls=CommandsByFile, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="jantaku", prog_name="jantaku")
def jantaku() -> None:
    """The companion above a real mahjong table: reads the tiles, knows the rules, tells the table."""


def main() -> None:
    """Runs `jantaku`; what goes wrong outside the program is one line on standard error, status 1 or 2."""
    try:
        status = jantaku.main(prog_name="jantaku", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message())
        sys.exit(2)
    except click.exceptions.Abort:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read has had enough (`| head`); what is still buffered must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except (click.ClickException, EngineError, HardwareError, VisionError, OSError) as wrong:
        click.echo(f"jantaku: {one_line(wrong)}", err=True)
        sys.exit(wrong.exit_code if isinstance(wrong, click.ClickException) else 1)
    sys.exit(status if isinstance(status, int) else 0)


def one_line(wrong: Exception) -> str:
    """What went wrong as one line; a command used wrongly says where its help is."""
    match wrong:
        case click.UsageError(ctx=click.Context(command_path=path)):
            text = f"{wrong.format_message().rstrip('.')}. See `{path} --help`"
        case click.ClickException():
            text = wrong.format_message()
        case OSError(filename=str(name), strerror=str(why)):
            text = f"{name}: {why}"
        case _:
            text = str(wrong)
    return " ".join(text.split())


if __name__ == "__main__":
    main()
