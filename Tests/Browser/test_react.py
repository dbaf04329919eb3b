"""`list-store.js` in React, as Debian packs it: a component of a few lines shows a list that others edit."""

import secrets

import pytest
from playwright.sync_api import expect

LIBRARIES = ["/usr/share/nodejs/react/umd/react.development.js",
             "/usr/share/nodejs/react-dom/umd/react-dom.development.js"]

PAGE = """() => { document.body.innerHTML = '<div id="app"></div>'; }"""

PROGRAM = """
import { Client, randomId } from '/client.js';
import { listStore } from '/list-store.js';

const { createElement: h, useLayoutEffect, useState, useSyncExternalStore } = React;
const client = new Client({ url: `ws://${location.host}/ws`, key: randomId(24), name: 'Ana' });
client.connect();
window.list = client.open(new URLSearchParams(location.search).get('list'));
const store = listStore(window.list);
Object.assign(window, { renders: 0, torn: 0, seen: {}, errors: [] });
window.addEventListener('error', ({ message }) => window.errors.push(message));
const warn = console.error;
console.error = (...words) => { window.errors.push(words.join(' ')); warn(...words); };

const useList = () => useSyncExternalStore(store.subscribe, store.getSnapshot);

function Count() {
  const snapshot = useList();
  window.seen.count = snapshot;
  const rows = (snapshot.list?.sections ?? []).reduce((sum, { rows: some }) => sum + some.length, 0);
  return h('p', { id: 'count' }, rows);
}

function Rows() {
  const snapshot = useList();
  window.renders += 1;
  window.seen.rows = snapshot;
  useLayoutEffect(() => { if (window.seen.rows !== window.seen.count) window.torn += 1; });
  return h('ul', { 'data-status': snapshot.status },
    (snapshot.list?.sections ?? []).flatMap(({ rows }) => rows)
      .map(({ id, fields }) => h('li', { key: id }, fields.title)));
}

function App() {
  const [isShown, show] = useState(true);
  window.show = show;
  return h('main', null, h(Count), isShown && h(Rows));
}

ReactDOM.createRoot(document.getElementById('app')).render(h(App));
"""


@pytest.fixture
def react(browser, lockstep):
    """Opens a list in a page with React, of the server that has the files of the web client."""
    # Scripts are put into the page: the server's policy allows those of its files only.
    context = browser.new_context(service_workers="block", bypass_csp=True)
    page = context.new_page()

    def make(name):
        # A page without scripts of its own.
        page.goto(f"{lockstep.url}/healthz?list={name}")
        page.evaluate(PAGE)
        for library in LIBRARIES:
            page.add_script_tag(path=library)
        page.add_script_tag(content=PROGRAM, type="module")
        expect(page.locator("ul")).to_have_attribute("data-status", "live")
        return page

    yield make
    context.close()


def insert(lockstep, name, *titles):
    """One edit of somebody else."""
    actions = [{"op": "insertRow", "fields": {"title": title}} for title in titles]
    status, _ = lockstep.request("POST", f"/api/lists/{name}/edits",
                                 {"id": 1, "client": secrets.token_hex(8), "actions": actions})
    assert status == 200


def test_a_component_shows_what_others_do_and_own_edits_at_once(react, lockstep):
    name = lockstep.make({"one": "a b"})
    page = react(name)
    items = page.locator("li")
    expect(items).to_have_text(["a", "b"])
    before = page.evaluate("renders")
    insert(lockstep, name, "c", "d", "e")
    expect(items).to_have_text(["a", "b", "c", "d", "e"])
    expect(page.locator("#count")).to_have_text("5")
    # One rendering a set.
    assert page.evaluate("renders") == before + 1
    page.evaluate("list.edit([{op: 'insertRow', row: 'mine', fields: {title: 'mine'}}])")
    expect(items).to_have_text(["a", "b", "c", "d", "e", "mine"])
    page.wait_for_function("() => list.waiting === 0")
    expect(items).to_have_text(["a", "b", "c", "d", "e", "mine"])
    page.evaluate("show(false)")
    expect(items).to_have_count(0)
    rendered = page.evaluate("renders")
    insert(lockstep, name, "f")
    expect(page.locator("#count")).to_have_text("7")
    assert page.evaluate("renders") == rendered
    page.evaluate("show(true)")
    expect(items).to_have_text(["a", "b", "c", "d", "e", "mine", "f"])
    assert page.evaluate("[torn, errors]") == [0, []]
