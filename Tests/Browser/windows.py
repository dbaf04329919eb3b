"""Windows of the browser that one test after the other uses: the first page of a new one costs four times another, and
to load the client costs four times what it costs to go to another list in it.
"""

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

PLAIN = """addEventListener('DOMContentLoaded', () => {
    const plain = new CSSStyleSheet();
    plain.replaceSync('.nav, .toolbar { backdrop-filter: none }');
    document.adoptedStyleSheets.push(plain);
})"""
"""Bars without blur, which the processor would draw: three quarters of what a frame costs it."""

LOOK = """() => JSON.stringify([
    [...document.documentElement.attributes].filter(({ value }) => !['', '--keyboard: 0px;'].includes(value))
        .map(({ name, value }) => `${name}=${value}`).sort(),
    Object.getOwnPropertyNames(navigator), Object.getOwnPropertyNames(navigator.clipboard ?? {})])"""
"""What the page of a client is like that tests may change and that going to another list does not change back."""

LEAVE = "() => { location.hash = '#/left'; }"

LEFT = f"""([kept, look]) => {{
    const status = document.querySelector('.status');
    if (location.hash !== '#/left' || !document.querySelector('main:not(.list-page) .page-link')) return null;
    const isKnown = (name) => /^lockstep\\.(view\\.|knows\\.|overview$|exportFormat$)/u.test(name);
    for (const name of Object.keys(localStorage)) {{
        if (!(name in kept) && isKnown(name)) localStorage.removeItem(name);
    }}
    const isAsItWas = Object.keys(localStorage).length === Object.keys(kept).length
        && Object.entries(kept).every(([name, value]) => localStorage.getItem(name) === value);
    const isAtRest = status.matches('[data-state=online][data-waiting="0"]') && !document.querySelector('dialog[open]');
    return {{ again: isAsItWas && isAtRest && ({LOOK})() === look }};
}}"""
"""Whether a client that has left its list can be used by another test: its edits are answered, and nothing else than
`kept` is stored.
"""


class Window:
    """One window with a storage of its own; `faults` are the errors of its pages."""

    def __init__(self, browser, kind, size, options):
        self.kind, self.size, self.faults = kind, size, []
        # The address and the user of the client that is left on its page, if there is one, and its look.
        self._client, self._look, self.server = None, None, None
        self.context = browser.new_context(viewport=size, **options)
        self.context.set_default_timeout(PATIENCE)
        self.context.on("page", self._listen)
        self.context.add_init_script(PLAIN)
        self.page = self._kept = self.context.new_page()

    def has(self, server, kept):
        """Whether the client is on its page already, for that user."""
        return self._client == (server.url, kept)

    def renew(self):
        """A page that goes with its test, and with it what is put between it and its server."""
        if self._client:
            self._forget_client()
        self.page = self.context.new_page()

    def wants(self, color_scheme="light", forced_colors="none", **media):
        """Says what the system of its user wants."""
        self.page.emulate_media(media="null", color_scheme=color_scheme, forced_colors=forced_colors, **media)

    def enter(self, server, kept):
        """Forgets what was stored for a server's pages but `kept`, on a page of its without scripts."""
        self.server, self._user, self._client = server, kept, None
        if self.page.url != self._anteroom:
            self.page.goto(self._anteroom)
        self.page.evaluate(FORGET, kept)

    def opened(self):
        """The client has been loaded: it may be used again where it is left as it is now."""
        if self.page is self._kept and not self._client:
            self._client, self._look = (self.server.url, self._user), self.page.evaluate(LOOK)

    def clear(self, fails):
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
        self.page.mouse.up()
        if fails or not self._leaves_client():
            self._forget_client()
        if self.page.viewport_size != self.size:
            self.page.set_viewport_size(self.size)

    def _leaves_client(self):
        """Leaves the list that is shown; whether the client can be used again."""
        if not (self._client and self.server.runs and self.page.url.startswith(f"{self.server.url}/#")):
            return False
        self.page.evaluate(LEAVE)
        return self.page.wait_for_function(LEFT, arg=[self._user, self._look]).json_value()["again"]

    def _forget_client(self):
        self._client = None
        # Who comes next enters there: each page of another site costs as much as the client itself.
        if self.server:
            self._kept.goto(self._anteroom if self.server.runs else "about:blank")

    @property
    def is_used(self):
        """Whether a client is on its page."""
        return self._client is not None

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

    def window(self, phone, fresh, options, client=None):
        """A window on a desk or on a phone, with the `client` where one has it, `(server, kept)`; a `fresh` one is
        closed after its test.
        """
        kind = None if fresh else (phone, *sorted(options.items()))
        idle = self._idle.setdefault(kind, [])
        if idle:
            # Of those that have another client one is taken last: somebody else may come for that.
            best = min(idle, key=lambda one: (2 if one.is_used else 1) if not (client and one.has(*client)) else 0)
            idle.remove(best)
            return best
        given = {**options, "has_touch": True, "is_mobile": True} if phone else options
        return Window(self._browser, kind, PHONE if phone else DESKTOP, given)

    def leave(self, window, fails):
        """Takes a window back, where its test `fails` without its page; the errors that its pages had."""
        if window.kind is None or window.kept_is_closed:
            window.context.close()
        else:
            window.clear(fails)
            self._idle[window.kind].append(window)
        faults, window.faults = window.faults, []
        return faults
