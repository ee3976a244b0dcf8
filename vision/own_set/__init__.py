"""The set that lies on the table teaches itself while it is played with.

::

    reads of a look -> groups that look alike -> chances of each group -> reads again
                       looks                     assigning, by_rule      own_set

What looks alike is the same face, and no face lies there more often than the set holds it. So a drawing that
the reader has never met is told by all the other tiles of the game.
"""
