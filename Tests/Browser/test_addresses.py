"""Addresses: where one comes back to, and what they tell the server."""

from playwright.sync_api import expect

from lockstep_server import section

SETTLED = """() => new Promise((settled) => {
    let at = 0;
    const look = (before) => {
        const now = document.querySelector('[data-row]').getBoundingClientRect().top;
        at = now === before ? at + 1 : 0;
        if (at > 5) settled(true);
        else requestAnimationFrame(() => look(now));
    };
    look();
})"""
"""Waits until the rows stand still for some frames: those in view are measured when they are drawn."""
TOP = """() => [...document.querySelectorAll('[data-row]')].map((row) =>
    [row.dataset.row, Math.round(row.getBoundingClientRect().top)]).find(([, top]) => top > 60)"""


def scrolled(person, row):
    """Scrolls to a row; returns the first row in view, and where it stands."""
    person.page.evaluate("window.scrollTo(0, 9000)")
    expect(person.row(row)).to_be_in_viewport()
    person.page.evaluate(SETTLED)
    return person.page.evaluate(TOP)


def click_back(person):
    """Clicks the Back link by the mouse alone: Playwright's own click scrolls the page."""
    box = person.control("back").bounding_box()
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def comes_back(person, place):
    """Waits until the page stands where it stood, but for the rounding of parts of a pixel."""
    person.live()
    person.page.wait_for_function(f"""([row, top]) => {{
        const [now, at] = ({TOP})() ?? [];
        return now === row && Math.abs(at - top) < 4;
    }}""", arg=place)


def test_history_and_lists_lead_back_to_where_one_was(visit, lockstep):
    name = lockstep.make([section("one", [f"r{at}" for at in range(400)])])
    ana = visit(name)
    place = scrolled(ana, "r180")
    for back in (lambda: click_back(ana), ana.page.go_back):
        ana.go(f"#/list/{name}/history")
        expect(ana.page.get_by_role("heading", name="History")).to_be_visible()
        back()
        comes_back(ana, place)
    click_back(ana)
    expect(ana.page.locator(".lists-page")).to_be_visible()
    ana.page.go_back()
    comes_back(ana, place)
    ana.go("#/")
    ana.page.locator(f'[data-list-link="{name}"]').click()
    ana.live()
    assert ana.page.evaluate("window.scrollY") == 0
    ana.page.evaluate("window.scrollTo(0, 1001)")
    for _ in range(3):
        ana.page.evaluate(SETTLED)
        assert ana.page.evaluate("window.scrollY") == 1001
        ana.go("#/")
        expect(ana.page.locator(".lists-page")).to_be_visible()
        ana.page.go_back()
        ana.live()


def test_back_closes_what_is_open_before_it_leaves_the_list(visit, lockstep):
    ana = visit(lockstep.make([section("one", ["a"])]), phone=True, loaded=True)
    dialog, bar = ana.page.locator("dialog[open]"), ana.page.locator("form.search")
    ana.edit()
    ana.control("list-menu").click()
    expect(dialog).to_be_visible()
    ana.page.go_back()
    expect(dialog).to_have_count(0)
    expect(ana.page.locator("main.editing")).to_be_visible()
    ana.page.go_back()
    expect(ana.page.locator("main.editing")).to_have_count(0)
    ana.control("search").click()
    expect(bar).to_be_visible()
    ana.page.go_back()
    expect(bar).to_be_hidden()
    ana.control("list-menu").click()
    expect(dialog).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    ana.live()
    ana.go("#/")
    expect(ana.page.locator(".lists-page")).to_be_visible()
    ana.page.go_back()
    ana.live()
    ana.page.go_back()
    expect(ana.page.locator("main")).to_have_count(0)


def test_the_session_names_the_list_that_is_shown_first(browser, lockstep):
    """Balancers lead those who edit a list to one server by it."""
    name = lockstep.make([section("one", ["r0"])])
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        for path, end in ((f"#/list/{name}", f"/ws/{name}"), (f"#/list/{name}/history", f"/ws/{name}"), ("", "/ws")):
            page.goto("about:blank")
            with page.expect_websocket() as socket:
                page.goto(f"{lockstep.url}/{path}")
            assert socket.value.url.endswith(f"{lockstep.url.split('/')[-1]}{end}"), socket.value.url
