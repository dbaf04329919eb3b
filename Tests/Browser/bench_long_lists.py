"""Prints as JSON what 100,000 rows cost a browser, by windows and sent whole."""

import json
import re
import tempfile

from playwright.sync_api import expect, sync_playwright

from lockstep_server import CHROMIUM, ROOT, LockstepServer
from page_load import PageLoad

ROWS = 100_000
PART = 1000
ROUNDS = 3
PLACES = (0.5, 0.9, 0.1, 0.7, 0.3)
WAYS = {"windows": "/", "whole": "/?whole"}
AUTO_SCROLL = 6
"""Seconds."""
WHEEL = 120
"""Pixels of one step of the wheel, of which a brisk hand makes `STEPS` in two seconds."""
STEPS = 60
SOUGHT = "song 9"

FIRST_ROW = """() => new Promise((resolve) => {
    const look = () => {
        if (document.querySelector('[data-row]')) {
            requestAnimationFrame(() => resolve(performance.now()));
        } else requestAnimationFrame(look);
    };
    look();
})"""
JUMP = """(part) => new Promise((resolve) => {
    const begun = performance.now();
    scrollTo(0, document.body.scrollHeight * part);
    const look = () => {
        const there = [...document.querySelectorAll('[data-row]')].some((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return bottom > innerHeight / 2 && top < innerHeight / 2;
        });
        if (there && !document.querySelector('[data-absent]')) resolve(performance.now() - begun);
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""
WATCH = """() => {
    const seen = { frames: 0, blankFrames: 0, blankPixels: 0, longest: 0 };
    window.watched = seen;
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
    const look = () => {
        if (window.watched !== seen) return;
        const blank = [...document.querySelectorAll('[data-absent], .space')].reduce((sum, one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
        }, 0);
        seen.frames += 1;
        seen.blankFrames += blank >= 1;
        seen.blankPixels = Math.max(seen.blankPixels, Math.round(blank));
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
"""Counts the frames in which a part of the viewport shows no rows, and how many pixels of it."""
WATCHED = "() => { const { watched } = window; window.watched = null; return watched; }"
FRAMES = """(seconds) => new Promise((resolve) => {
    const times = [];
    let last = 0;
    const count = (now) => {
        if (last > 0) times.push(now - last);
        last = now;
        if (times.reduce((sum, time) => sum + time, 0) > seconds * 1000) resolve(times);
        else requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
})"""


def make_list(server):
    """A list of 100,000 rows; returns its id."""
    name = server.make({"all": ""})
    for start in range(0, ROWS, PART):
        server.edit(name, *({"op": "insertRow", "row": f"r{index}", "to": {"section": "all"},
                             "fields": {"title": f"Song {index} of a long list"}}
                            for index in range(start, start + PART)))
    return name


def median(values):
    """The middle one of several."""
    return sorted(values)[len(values) // 2]


class Visit:
    """A new browser on the list."""

    def __init__(self, browser, server, name, way):
        self.context = browser.new_context(service_workers="block",
                                           viewport={"width": 1200, "height": 800})
        self.page = self.context.new_page()
        self.load = PageLoad(self.page)
        self.frames = 0
        self.load.session.on("Network.webSocketFrameReceived", self._received)
        # What other processes take does not count.
        self.load.session.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
        self.load.session.send("Performance.enable")
        self.page.goto(f"{server.url}{WAYS[way]}#/list/{name}", wait_until="commit")
        self.first_row = self.page.evaluate(FIRST_ROW)
        expect(self.page.locator("main[data-status=live]")).to_be_visible(timeout=60_000)

    def _received(self, event):
        self.frames += len(event["response"]["payloadData"])

    def received(self):
        """kB received: the page, compressed, and the messages of the server."""
        return (self.load.received + self.frames) / 1000

    def heap(self):
        """MB of the JavaScript heap after a collection."""
        self.load.session.send("HeapProfiler.collectGarbage")
        return self.load.session.send("Runtime.getHeapUsage")["usedSize"] / 1e6

    def busy(self):
        """Seconds of processor time that the page's main thread has worked."""
        metrics = self.load.session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration")

    def scroll_about(self):
        """Turns the wheel at a few places: blank frames, of how many, pixels, and MB of the heap."""
        seen, heaps = [], []
        for part in PLACES:
            self.page.evaluate(JUMP, part)
            self.page.mouse.move(600, 400)
            self.page.evaluate(WATCH)
            for step in range(STEPS):
                self.page.mouse.wheel(0, WHEEL if step < STEPS * 2 // 3 else -WHEEL)
                self.page.wait_for_timeout(2000 / STEPS)
            seen.append(self.page.evaluate(WATCHED))
            heaps.append(self.heap())
        return {"blankFrames": sum(one["blankFrames"] for one in seen),
                "scrolledFrames": sum(one["frames"] for one in seen),
                "blankPixels": max(one["blankPixels"] for one in seen),
                "heapMB": round(max(heaps), 1)}

    def search(self):
        """Types what many rows have: ms of work for each key, and of the longest task."""
        self.page.keyboard.press("/")
        self.page.evaluate(WATCH)
        before = self.busy()
        for key in SOUGHT:
            self.page.keyboard.press(key)
        work = (self.busy() - before) * 1000 / len(SOUGHT)
        expect(self.page.locator(".search-count")).to_have_text(re.compile("^1 of"), timeout=60_000)
        self.page.wait_for_timeout(1000)
        longest = self.page.evaluate(WATCHED)["longest"]
        self.page.keyboard.press("Escape")
        return work, longest

    def auto_scroll(self):
        """Holds a row at the lower edge: milliseconds between frames, and of work for each."""
        self.page.evaluate("scrollTo(0, 0)")
        self.page.locator("[data-action=edit]").click()
        handle = self.page.locator("[data-row=r3] [data-action=handle]").bounding_box()
        x, y = handle["x"] + 10, handle["y"] + 10
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y + 20, steps=3)
        self.page.mouse.move(x, 795, steps=3)
        before = self.busy()
        times = sorted(self.page.evaluate(FRAMES, AUTO_SCROLL))
        work = (self.busy() - before) * 1000 / len(times)
        at = self.page.evaluate("scrollY / document.body.scrollHeight")
        self.page.keyboard.press("Escape")
        self.page.mouse.up()
        return times[int(len(times) * 0.95)], work, at


def measure(browser, server, name, way):
    """The figures of one way."""
    rounds = []
    for _ in range(ROUNDS):
        visit = Visit(browser, server, name, way)
        rounds.append((visit.first_row, visit.received()))
        visit.context.close()
    visit = Visit(browser, server, name, way)
    jumps = [visit.page.evaluate(JUMP, part) for part in PLACES]
    scrolled = visit.scroll_about()
    key, longest = visit.search()
    frame, work, reached = visit.auto_scroll()
    visit.context.close()
    first, received = (median(values) for values in zip(*rounds))
    return {"firstRowMs": round(first), "receivedKB": round(received),
            "jumpMs": round(max(jumps)), **scrolled,
            "keyMs": round(key, 1), "longestTaskMs": round(longest),
            "frameP95Ms": round(frame, 1), "workPerFrameMs": round(work, 1),
            "scrolledTo": round(reached, 2)}


def main():
    """One object: the figures by way."""
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        server = LockstepServer(store, ROOT / "config/lists").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            name = make_list(server)
            print(json.dumps({way: measure(browser, server, name, way) for way in WAYS}))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
