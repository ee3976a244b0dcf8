"""The one way from a frame to a reading.

::

    picture -> table image -> settling -> observations -> joined over looks -> reading
               rectify        settle      observing       joining               Look

`looker` goes all of it, look by look; `photo` goes it for one picture by itself; `replay` joins what was
found before and kept.
"""
