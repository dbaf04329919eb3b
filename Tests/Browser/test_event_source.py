"""A page hears of a list by the browser's own `EventSource`, and goes on by itself where the line was cut."""

from line import Line

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


def test_event_source_resumes_where_its_line_was_cut(browser, lockstep):
    name, line = lockstep.make({"one": "a"}), Line(lockstep)
    page = browser.new_context(service_workers="block").new_page()
    page.goto(f"{line.url}/healthz")
    page.evaluate(LISTEN, name)
    page.wait_for_function("() => heard.rows === 1")
    lockstep.edit(name, insert("one"))
    page.wait_for_function("() => heard.rows === 2")
    line.cut()
    lockstep.edit(name, insert("two"))
    line.mend()
    page.wait_for_function("() => heard.rows === 3")
    assert page.evaluate("heard.kinds.filter((kind) => kind === 'snapshot').length") == 1
    page.context.close()
    line.close()
