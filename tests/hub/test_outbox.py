"""Whatever is lost, doubled or late on the way: in the end the hub has each line once, in order."""

from hypothesis import given
from hypothesis import strategies as st

from webui.hub.carried.wire import Batch, GameHeader, Have, digest_of
from webui.hub.link.outbox import LONGEST_WAIT_S, Outbox
from webui.storage.chain import chain_start, chained

HEADER = GameHeader("riichi")


class Kept:
    """A journal in memory, as `TableJournal` reads one."""

    def __init__(self, identity="j", lines=()):
        self.identity, self.all, self.header = identity, list(lines), HEADER

    @property
    def last(self):
        return len(self.all)

    def lines(self, after, most):
        return self.all[after : after + most]

    def chain_at(self, number):
        return chained(chain_start(self.identity), self.all[:number]) if number <= self.last else ""

    def forget_chain(self):
        pass


class Hub:
    """What `webui.hub.keeping` does, in memory."""

    def __init__(self):
        self.kept = {}

    def have(self, journal):
        generations = [each for name, each in self.kept if name == journal]
        generation = max(generations, default=0)
        lines = self.kept.get((journal, generation), [])
        return Have(
            journal,
            generation,
            len(lines),
            chained(chain_start(journal), lines) if generation else "",
            digest_of(HEADER) if generation else "",
        )

    def take(self, batch):
        lines = self.kept.setdefault((batch.journal, batch.generation), [])
        known = len(lines) + 1 - batch.first
        if known >= 0:
            before = chained(chain_start(batch.journal), lines)
            if known > len(batch.lines) or chained(batch.before, batch.lines[:known]) == before:
                lines += batch.lines[known:]
        return self.have(batch.journal)


def carried(outbox, journals, hub, fates, now_s):
    """One exchange: each message is lost, comes once or comes twice, and so does each answer."""
    sent = list(outbox.due(journals, now_s))
    for message in sent:
        for _ in range(next(fates)):
            answers = (
                [hub.take(message)]
                if isinstance(message, Batch)
                else [hub.have(each.journal) for each in message.journals]
            )
            for answer in answers:
                for _ in range(next(fates)):
                    outbox.hear(answer, journals, now_s)


@given(st.lists(st.integers(0, 2), max_size=60), st.integers(0, 1500), st.integers(0, 900))
def test_each_line_is_kept_once_and_in_order_over_a_bad_line(fates, first, then):
    journal, hub, outbox = Kept(lines=[f"line {n}" for n in range(first)]), Hub(), Outbox("run")
    endless = iter([*fates, *[1] * 10_000])
    for turn in range(40):
        if turn == 5:
            journal.all += [f"more {n}" for n in range(then)]
        carried(outbox, {"j": journal}, hub, endless, turn * LONGEST_WAIT_S)
    assert hub.kept.get(("j", 1), []) == journal.all
    assert outbox.waiting({"j": journal}) == 0


@given(st.integers(1, 900), st.integers(0, 900), st.integers(1, 900))
def test_a_replaced_journal_goes_up_as_another_generation(length, shared, fresh):
    """The old one stays beside it, however much of its beginning both have."""
    old = [f"line {n}" for n in range(length)]
    new = [*old[: min(shared, length - 1)], *[f"other {n}" for n in range(fresh)]]
    hub = Hub()
    hub.kept["j", 1] = list(old)
    journal, outbox = Kept(lines=new), Outbox("run")
    for turn in range(10):
        carried(outbox, {"j": journal}, hub, iter([1] * 100), turn * LONGEST_WAIT_S)
    assert hub.kept == {("j", 1): old, ("j", 2): new}


def test_a_hub_that_went_back_gets_the_rest_again_and_is_told_how_much():
    journal, hub, remembered = Kept(lines=[f"line {n}" for n in range(50)]), Hub(), {}
    outbox = Outbox("run", remembered)
    for turn in range(3):
        carried(outbox, {"j": journal}, hub, iter([1] * 100), turn * LONGEST_WAIT_S)
    del hub.kept["j", 1][20:]
    outbox = Outbox("run", remembered)
    outbox.hear(hub.have("j"), {"j": journal}, 0.0)
    assert outbox.rewound == 30
    carried(outbox, {"j": journal}, hub, iter([1] * 100), 1000.0)
    assert hub.kept["j", 1] == journal.all


def test_an_entry_larger_than_any_message_is_told_and_holds_nothing_else_up():
    large, other = Kept("large", ["x" * 2_000_000]), Kept("other", ["a line"])
    hub, outbox = Hub(), Outbox("run")
    for turn in range(4):
        carried(outbox, {"large": large, "other": other}, hub, iter([1] * 100), turn * LONGEST_WAIT_S)
    assert outbox.is_too_large
    assert hub.kept["other", 1] == ["a line"]


def test_nothing_is_sent_before_the_hub_said_what_it_has():
    outbox, journals = Outbox("run"), {"j": Kept(lines=["a line"])}
    (hello,) = outbox.due(journals, 0.0)
    assert [each.journal for each in hello.journals] == ["j"]
    assert list(outbox.due(journals, 1.0)) == []
