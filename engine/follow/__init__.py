"""From readings to what happened: histories of the table, weighed side by side.

`differences` says how a reading differs from the one expected of a state, `history` what that costs and
`tracker` which histories are kept. Every number of it is in `rates`.
"""
