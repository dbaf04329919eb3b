"""Windows of the browser that one test after the other uses: the first page of a new one costs four times another."""

from list_page import PATIENCE

DESKTOP = {"width": 1200, "height": 800}
PHONE = {"width": 390, "height": 844}

FORGET = """async (kept) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) {
        await new Promise((done, fail) => {
            Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: fail });
        });
    }
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}"""


class Window:
    """One window with a storage of its own; `faults` are the errors of its pages."""

    def __init__(self, browser, kind, size, options):
        self.kind, self.size, self.faults = kind, size, []
        self.context = browser.new_context(viewport=size, **options)
        self.context.set_default_timeout(PATIENCE)
        self.context.on("page", self._listen)
        self.page = self._kept = self.context.new_page()

    def renew(self):
        """A page that goes with its test, and with it what is put between it and its server."""
        self.page = self.context.new_page()

    def enter(self, server, kept):
        """Forgets what was stored for a server's pages but `kept`, on a page of its without scripts."""
        self.server = server
        if self.page.url != self._anteroom:
            self.page.goto(self._anteroom)
        self.page.evaluate(FORGET, kept)

    def clear(self):
        """Ends what a test did here, other than what it put between page and server."""
        for page in self.context.pages:
            if page is not self._kept:
                page.close()
        self.page = self._kept
        self.context.set_offline(False)
        self.context.clear_permissions()
        self.context.unroute_all()
        self.page.unroute_all()
        self.page.set_default_timeout(PATIENCE)
        # Who comes next enters there: each page of another site costs as much as the client itself.
        self.page.goto(self._anteroom if self.server.runs else "about:blank")
        self.page.emulate_media(media="null")
        self.page.mouse.up()
        self.page.set_viewport_size(self.size)

    @property
    def kept_is_closed(self):
        """Whether a test has closed the page that others would use."""
        return self._kept.is_closed()

    @property
    def _anteroom(self):
        return f"{self.server.url}/healthz"

    def _listen(self, page):
        page.on("pageerror", lambda error: self.faults.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: self.faults.append(message.text)
                if "Content Security Policy" in message.text else None)


class Windows:
    """Gives each test windows that nobody uses."""

    def __init__(self, browser):
        self._browser, self._idle = browser, {}

    def window(self, phone, fresh, options):
        """A window on a desk or on a phone; a `fresh` one is closed after its test."""
        kind = None if fresh else (phone, *sorted(options.items()))
        idle = self._idle.setdefault(kind, [])
        if idle:
            return idle.pop()
        given = {**options, "has_touch": True, "is_mobile": True} if phone else options
        return Window(self._browser, kind, PHONE if phone else DESKTOP, given)

    def leave(self, window):
        """Takes a window back; the errors that its pages had."""
        if window.kind is None or window.kept_is_closed:
            window.context.close()
        else:
            window.clear()
            self._idle[window.kind].append(window)
        faults, window.faults = window.faults, []
        return faults
