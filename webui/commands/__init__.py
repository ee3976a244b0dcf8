"""One file, one command of `jantaku`, found by its file name: each holds a click command named `command`."""
