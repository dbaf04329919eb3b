"""Prints what a change by somebody else costs a page, for a short and a long list."""

import tempfile

from playwright.sync_api import sync_playwright

from list_page import ListPage
from lockstep_server import CHROMIUM, ROOT, LockstepServer, section

CHANGES = 60


def cost(browser, server, rows):
    """Milliseconds of the page's main thread for each of many moves."""
    name = server.make([section("all", [f"r{i}" for i in range(rows)])])
    ana = ListPage(browser.new_page(), server, name).open()
    session = ana.page.context.new_cdp_session(ana.page)
    session.send("Performance.enable")

    def busy():
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration")

    ana.still()
    before = busy()
    for change in range(CHANGES):
        server.edit(name, {"op": "moveRow", "row": "r0", "to": {"section": "all", "index": change % 9}})
    revision = server.snapshot(name)["revision"]
    ana.page.wait_for_function("(wanted) => Number(document.querySelector('main').dataset.revision)"
                               " >= wanted", arg=revision)
    spent = (busy() - before) * 1000 / revision
    ana.page.close()
    return spent


def main():
    """One line for each length."""
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        server = LockstepServer(store, ROOT / "config/lists").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for rows in (100, 1_000, 10_000):
                print(f"web client, a remote move in {rows:>6} rows: "
                      f"{cost(browser, server, rows):6.2f} ms")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
