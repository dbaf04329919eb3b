"""What loading a page costs: requests, bytes, and when something is painted."""

FIRST_PAINT = """() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"""


class PageLoad:
    """Counts what a page asks its server for; made before the page goes anywhere."""

    def __init__(self, page):
        self.page = page
        self.paths, self.received = [], 0
        self.session = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.loadingFinished", self._loaded)

    def throttle(self, latency, bytes_per_second):
        """Delays each answer by `latency` milliseconds, and limits what arrives in a second."""
        self.session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": latency, "downloadThroughput": bytes_per_second,
            "uploadThroughput": bytes_per_second})

    def first_paint(self):
        """Milliseconds until the first text or picture was painted; waits for it."""
        return self.page.wait_for_function(FIRST_PAINT).json_value()

    def _asked(self, event):
        if event["request"]["url"].startswith("http"):
            self.paths.append(event["request"]["url"].split("/", 3)[3])

    def _loaded(self, event):
        self.received += event["encodedDataLength"]
