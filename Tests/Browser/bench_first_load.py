"""Prints what the first load of a list costs a new browser, on a slow network and on none."""

import tempfile

from playwright.sync_api import expect, sync_playwright

from lockstep_server import CHROMIUM, ROOT, LockstepServer
from page_load import PageLoad

NETWORKS = {"300 ms and 200 kB/s": (300, 200_000), "no network between": (0, -1)}
ROUNDS = 5


def load(browser, server, network):
    """Milliseconds to the first paint and to the list, requests before the list, bytes received."""
    context = browser.new_context()
    page = context.new_page()
    measured = PageLoad(page)
    measured.throttle(*network)
    page.goto(f"{server.url}/#/list/groceries", wait_until="commit")
    expect(page.locator("main[data-status=live]")).to_be_visible(timeout=60_000)
    live = page.evaluate("performance.now()")
    figures = measured.first_paint(), live, len(measured.paths), measured.received / 1000
    context.close()
    return figures


def median(values):
    """The middle one of several."""
    return sorted(values)[len(values) // 2]


def main():
    """One line for each network."""
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        server = LockstepServer(store, ROOT / "config/lists").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for name, network in NETWORKS.items():
                rounds = [load(browser, server, network) for _ in range(ROUNDS)]
                paint, live, requests, received = (median(values) for values in zip(*rounds))
                print(f"web client, first load, {name}: painted after {paint:.0f} ms, the list live "
                      f"after {live:.0f} ms; {requests} requests, {received:.0f} kB")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
