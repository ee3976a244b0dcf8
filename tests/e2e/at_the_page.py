"""What people do at the page and what stands on it, for several of its tests."""


def say_east(page, seat):
    """Says at the page who is East, which nobody knew."""
    page.locator("#east-seats button").nth(seat).click()
    page.wait_for_selector("#east-open", state="hidden")


def know_east(page):
    """The bottom seat is East where nobody has said who is."""
    if page.locator("#east-open").is_visible():
        say_east(page, 0)


def add(page, who, what, tile=None):
    """Enters one act through the page's dialog, once it is known who is East."""
    know_east(page)
    page.click("#add")
    page.locator("#door-seat button", has_text=who).click()
    page.locator("#door-act button", has_text=what).first.click()
    if tile is not None:
        page.locator(f'#door-tile button[aria-label="{tile}"]').click()
    page.click("#door-send")
    page.wait_for_selector("#door", state="hidden")


def begin_riichi(page, names):
    """Begins a game whose scores people keep."""
    page.get_by_role("link", name="New game").click()
    page.get_by_role("radio", name="Riichi", exact=True).check(force=True)
    for name, field in zip(names, page.locator('#new-game input[name="name"]').all(), strict=True):
        field.fill(name)
    page.get_by_role("button", name="Begin").click()


def numbers(page):
    """The entries that are told of, oldest first."""
    return page.evaluate(
        "[...document.querySelectorAll('#story li')].map(row => Number(row.dataset.number)).reverse()"
    )


TAPS = """addEventListener("pointerdown", (event) => {
  if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""


def count_taps(page):
    """From now on every tap on this page counts, also after it leads to another."""
    page.add_init_script(TAPS)
    page.evaluate(TAPS)


def taps(page):
    """The taps since the last time this was asked."""
    since = "const taps = Number(sessionStorage.taps || 0)"
    return page.evaluate(f"() => {{ {since}; sessionStorage.taps = 0; return taps; }}")


def until(page, expression, arg=None):
    """Waits until the expression is true on the page; Playwright's own waiting evaluates text within the
    page, which its security policy forbids."""
    for _ in range(600):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {expression}")
