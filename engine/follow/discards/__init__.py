"""Which tile on the table is which discard, and whose: before the tracker weighs a look.

`spots` remembers where each discard lay, `lying` finds it there again, `rows` and `middle` say so of discards
in rows and in the middle, `acting` says who discards where no row does; `believed` is what the rest asks.
"""
