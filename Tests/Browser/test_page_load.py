"""How the page is loaded: in few requests, as a bundle or as modules, after an upgrade."""

import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from list_page import until_true
from lockstep_server import ROOT, LockstepServer
from page_load import PageLoad

READY = "navigator.serviceWorker.ready.then(() => true)"
CACHED = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""


@pytest.fixture
def page(browser):
    """A page of a browser that was never here."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def site(tmp_path):
    """A copy of the web client that a test may change."""
    return shutil.copytree(ROOT / "web-client", tmp_path / "web")


@pytest.fixture
def site_server(tmp_path, site):
    """A server of that copy, which the test may kill."""
    running = LockstepServer(tmp_path, ROOT / "config/lists", web=site).start()
    yield running
    running.stop()


def unbundle(site, server):
    """Adds to a copy what its server cannot bundle."""
    def change():
        with open(site / "environment.js", "a", encoding="utf-8") as module:
            module.write("export default 1;\n")
    server.shows_change(change)


def live(page, server, path="/"):
    page.goto(f"{server.url}{path}#/list/groceries")
    expect(page.locator("main[data-status=live]")).to_be_visible()


def test_a_list_is_shown_after_few_requests_and_bytes(page, lockstep):
    # What dialogs need comes later, and nothing waits for it.
    page.route("**/assets/lazy.*", lambda route: route.abort())
    load = PageLoad(page)
    live(page, lockstep)
    load.first_paint()
    page.evaluate(READY)
    paths = [path for path in load.paths if not path.startswith("assets/lazy.")]
    scripts = [path for path in paths if path.endswith(".js") and path != "sw.js"]
    assert [path.split(".")[0] for path in scripts] == ["assets/theme", "assets/app"], paths
    assert len(paths) <= 12, paths
    assert 20_000 < load.received <= 100_000


def shows_keys(page):
    """Opens one of the dialogs that are loaded lazily."""
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")


def test_the_page_is_painted_before_its_script_and_dialogs_are_loaded_when_they_can_be(browser, lockstep):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.route("**/assets/app.*.js", lambda route: route.abort())
    page.goto(f"{lockstep.url}/#/list/groceries", wait_until="commit")
    PageLoad(page).first_paint()
    expect(page.locator(".skeleton .nav")).to_be_visible()
    page.unroute("**/assets/app.*.js")
    # What cannot be loaded is told, and tried again where it is asked for again.
    page.route("**/assets/lazy.*", lambda route: route.abort())
    page.reload()
    expect(page.locator("main[data-status=live]")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#toasts")).to_contain_text("could not be loaded now")
    page.unroute("**/assets/lazy.*")
    shows_keys(page)
    # What was begun to load, and has failed, is loaded again by itself.
    page.route("**/assets/lazy.*", lambda route: route.abort(), times=1)
    page.reload()
    expect(page.locator("main[data-status=live]")).to_be_visible()
    shows_keys(page)
    context.close()


def test_what_cannot_be_bundled_is_loaded_as_modules_and_opens_with_its_dialogs_without_a_server(
        page, site, site_server):
    unbundle(site, site_server)
    load = PageLoad(page)
    live(page, site_server)
    assert "environment.js" in load.paths
    assert "environment.js:" in site_server.log() and "cannot be bundled" in site_server.log()
    page.evaluate(READY)
    cached = page.evaluate(CACHED)
    assert "/rows/row-view.js" in cached
    assert not [path for path in cached if path.startswith("/assets/")]
    site_server.kill()
    page.reload()
    expect(page.locator("main h1")).to_be_visible()
    shows_keys(page)


def test_a_bundle_and_its_upgrade_are_kept_and_open_with_their_dialogs_without_a_server(page, site, site_server):
    load = PageLoad(page)
    live(page, site_server)
    assert "environment.js" not in load.paths and "cannot be bundled" not in site_server.log()
    page.evaluate(READY)
    before = page.evaluate(CACHED)
    for name, count in {"app": 1, "lazy": 3, "theme": 1, "style": 1}.items():
        files = [path for path in before if path.startswith(f"/assets/{name}.")]
        assert len(files) == count, files
    assert "/rows/row-view.js" not in before

    def upgrade():
        with open(site / "app.js", "a", encoding="utf-8") as module:
            module.write("document.documentElement.dataset.upgraded = 'yes';\n")

    site_server.shows_change(upgrade)
    upgraded = page.locator("html[data-upgraded]")
    page.reload()
    # What the network brought later is shown from the next time on.
    until_true(page, """async (before) => {
        const kept = await (await caches.match('/')).text();
        return !before.some((path) => path.startsWith('/assets/app.') && kept.includes(path.slice(1)));
    }""", before)
    page.reload()
    expect(upgraded).to_have_count(1)
    until_true(page, f"""async (before) => {{
        const cached = await ({CACHED})();
        const scripts = cached.filter((path) => path.startsWith('/assets/app.'));
        return scripts.length === 1 && !before.includes(scripts[0]);
    }}""", before)
    site_server.kill()
    page.reload()
    expect(page.locator("main h1")).to_be_visible()
    expect(upgraded).to_have_count(1)
    shows_keys(page)


class OldPageOnce(BaseHTTPRequestHandler):
    """Passes requests on; while `old` is set the page names a script that is gone, once."""

    origin, old = None, None

    def do_GET(self):
        """Answers as the server does, but for the page."""
        try:
            with urlopen(OldPageOnce.origin + self.path) as answer:
                body, kind, status = answer.read(), answer.headers["Content-Type"], 200
        except OSError:
            body, kind, status = b"", "text/plain", 404
        if self.path == "/" and OldPageOnce.old:
            body, OldPageOnce.old = body.replace(OldPageOnce.old.encode(), b"app.0.js"), None
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture
def mixed_servers(lockstep):
    """Servers of two versions behind one address."""
    OldPageOnce.origin = lockstep.url
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), OldPageOnce)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{proxy.server_port}"
    proxy.shutdown()
    proxy.server_close()


def test_a_page_from_before_an_upgrade_is_loaded_again(page, mixed_servers):
    page.goto(mixed_servers)
    page.evaluate(READY)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    script = page.evaluate("document.scripts[0].src")
    OldPageOnce.old = script.rsplit("/", 1)[1]
    page.goto(mixed_servers)
    expect(page.locator("main h1")).to_be_visible()
    assert OldPageOnce.old is None
    assert page.evaluate("document.scripts[0].src") == script


MODULES = {
    "index.html": """<!doctype html>
<link rel="stylesheet" href="one.css">
<link rel="stylesheet" href="two.css">
<script type="module" src="app.js"></script>
<body><p id="shown">""",
    "one.css": "p { color: rgb(1, 2, 3); } /* ' */ p::after { content: ' /* kept */'; }",
    "two.css": "p {\n  color: rgb(4, 5, 6);\n}",
    "app.js": r"""
import { same, list as names, Thing } from './parts/all.js';
import * as one from './one.js';
const same2 = 'import { x } from "./x.js";', text = `  ${`kept ${1 /* no */ + 1}`}
  // kept
`;
const first = 6, second = 3;
const load = async () => (await import('./parts/lazy.js')).late;
names.push(one.same(), same(), 'a/b'.replace(/[/]'/u, '') + first / second / 1);
names.push({ import: 'key' }.import, Object.keys(one).join(), String(this), new Thing().name);
load().then((late) => {
  document.getElementById('shown').textContent = [...names, same2, text, late].join('|');
});
""",
    "one.js": "export const same = () => 'one'; // '\nexport function hoisted() { return order; }\n"
              "const order = 1;\nexport { order as default1 };\n",
    "parts/all.js": "export { same, list } from './two.js';\nexport { Thing } from './thing.js';\n",
    "parts/two.js": "const same = () => local;\nconst local = 'two';\nexport const list = ['list'];\n"
                    "export { same };\n",
    "parts/thing.js": "import { list } from './two.js';\nlist.push('thing');\n"
                      "export class Thing { name = `thing`; }\n",
    "parts/lazy.js": "import { list } from './two.js';\nexport const late = [...list][1];\n",
}


def test_a_bundle_does_what_its_modules_do(page, tmp_path):
    for name, text in MODULES.items():
        path = tmp_path / "modules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    server = LockstepServer(tmp_path, ROOT / "config/lists", web=tmp_path / "modules").start()
    shown = []
    for path in ("/", "/?modules"):
        page.goto(server.url + path)
        page.wait_for_function("() => document.getElementById('shown').textContent !== ''")
        shown.append(page.evaluate("""[document.getElementById('shown').textContent,
            getComputedStyle(document.getElementById('shown')).color,
            getComputedStyle(document.getElementById('shown'), '::after').content]"""))
        assert ("assets/app." in page.evaluate("document.scripts[0].src")) == (path == "/")
    server.stop()
    assert shown[0] == shown[1]
    assert shown[0][0].startswith("list|thing|one|two|a/b2|key|default1,hoisted,same|undefined|thing|")
    assert shown[0][0].endswith("|  kept 2\n  // kept\n|thing")
