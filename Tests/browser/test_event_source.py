"""A page hears of a list by the browser's own `EventSource`, and goes on by itself where the server had died."""

LISTEN = """name => {
    window.heard = {rows: null, kinds: []};
    const source = new EventSource(`/api/lists/${name}/events`);
    source.addEventListener('snapshot', (event) => {
        heard.kinds.push('snapshot');
        heard.rows = JSON.parse(event.data).sections.flatMap((section) => section.rows).length;
    });
    source.addEventListener('changes', (event) => {
        heard.kinds.push('changes');
        for (const set of JSON.parse(event.data).sets) heard.rows += (set.insertedRows ?? []).length;
    });
}"""


def insert(title):
    """A row, to be added by another program."""
    return {"op": "insertRow", "fields": {"title": title}}


def test_event_source_resumes_behind_a_dead_server(browser, own_server):
    page = browser.new_context(service_workers="block").new_page()
    page.goto(own_server.url)
    page.evaluate(LISTEN, "groceries")
    page.wait_for_function("() => heard.rows !== null")
    before = page.evaluate("heard.rows")
    own_server.edit("groceries", insert("one"))
    page.wait_for_function("rows => heard.rows === rows", arg=before + 1)
    own_server.kill()
    own_server.start()
    own_server.edit("groceries", insert("two"))
    page.wait_for_function("rows => heard.rows === rows", arg=before + 2)
    assert page.evaluate("heard.kinds.filter((kind) => kind === 'snapshot').length") == 1
    page.context.close()
