"""One file, one command of `jantaku`, found by its file name: each holds a click command named `command`.

The folders say what a command needs: a camera or its pictures, the rules alone, or a server."""
