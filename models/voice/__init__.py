"""How the spoken clips of `webui/voice` are made. Its tools are no part of the program: see `make.py`."""
