"""A backup is taken back on the page: a file is chosen and checked, people are asked, the table is back."""

import pytest

pytestmark = pytest.mark.browser

CODE = "our own admin code"


def test_a_backup_is_checked_asked_about_and_taken_back(serve, visit, tmp_path):
    server = serve("none")
    page = visit(f"{server.address}/setup/code", locale="ja").page
    page.fill("[name=known]", server.said.split("with the code ")[1].split()[0])
    page.fill("[name=admin]", CODE)
    page.fill("[name=again]", CODE)
    page.locator("main button.main").click()
    page.wait_for_url("**/setup/camera")
    page.goto(f"{server.address}/setup/backup")
    chosen, accept = page.locator(".chosen"), page.locator("#accept")
    assert chosen.inner_text() == "選ばれていません"
    with page.expect_download() as waiting:
        page.locator("a.button.main").click()
    kept = tmp_path / "our backup.zip"
    waiting.value.save_as(kept)

    (tmp_path / "no backup.zip").write_bytes(b"no zip")
    page.set_input_files("[name=file]", tmp_path / "no backup.zip")
    assert chosen.inner_text() == "no backup.zip"
    page.locator("#restore [type=submit]").click()
    page.locator("#restore-wrong:not(:empty)").wait_for()
    assert accept.is_hidden()

    page.set_input_files("[name=file]", kept)
    assert chosen.inner_text() == "our backup.zip"
    page.locator("#restore [type=submit]").click()
    page.locator("#restore-says", has_text="戻しますか").wait_for()
    accept.click()
    page.wait_for_url(f"{server.address}/", timeout=60_000)
