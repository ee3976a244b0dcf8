"""What people do at the page and what stands on it, for several of its tests."""


def add(page, who, what, tile=None):
    """Enters one act through the page's dialog."""
    page.click("#add")
    page.locator("#door-seat button", has_text=who).click()
    page.locator("#door-act button", has_text=what).first.click()
    if tile is not None:
        page.locator(f'#door-tile button[aria-label="{tile}"]').click()
    page.click("#door-send")
    page.wait_for_selector("#door", state="hidden")


def numbers(page):
    """The entries that are told of, oldest first."""
    return page.evaluate(
        "[...document.querySelectorAll('#story li')].map(row => Number(row.dataset.number)).reverse()"
    )
