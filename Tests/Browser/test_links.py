"""Links in titles and notes."""

from playwright.sync_api import expect

from lockstep_server import section


def shop(lockstep):
    """A list with links in a title and in a note of two lines."""
    return lockstep.make([section("one", [{"id": "a", "fields": {
        "title": "Order at www.example.org, today", "detail": "first\nmailto:ana@example.org"}}, "b"])])


def test_links_open_beside_the_page_and_tell_it_nothing_but_select_while_rows_are_selected(visit, lockstep):
    ana = visit(shop(lockstep))
    ana.page.context.route("https://www.example.org/**", lambda route: route.fulfill(
        content_type="text/html", body="<script>document.title = String(opener)</script>"))
    link, mail = ana.row("a").get_by_role("link").all()
    expect(ana.row("a").locator(".title")).to_have_text("Order at www.example.org, today")
    assert mail.get_attribute("href") == "mailto:ana@example.org"
    assert link.get_attribute("rel") == "noopener noreferrer"
    # A note keeps its lines.
    assert ana.row("a").locator(".detail").evaluate(
        "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)") > 2
    for editing in (False, True):
        if editing:
            ana.edit()
        with ana.page.context.expect_page() as opened:
            link.click()
        expect(opened.value).to_have_title("null")
        assert opened.value.url == "https://www.example.org/"
        expect(ana.page.locator("[data-field]")).to_have_count(0)
        opened.value.close()
    ana.row("a").locator(".title").click(position={"x": 4, "y": 8})
    expect(ana.page.locator("[data-field=title]")).to_be_focused()
    ana.page.keyboard.press("Escape")
    ana.control("toggle-selecting").click()
    link.click()
    expect(ana.within("a", "select")).to_be_checked()
    assert len(ana.page.context.pages) == 1


def test_links_are_reached_by_keys_in_the_active_row_alone(visit, lockstep):
    ana = visit(shop(lockstep))
    ana.row("b").focus()
    for link in ana.row("a").get_by_role("link").all():
        expect(link).to_have_attribute("tabindex", "-1")
    ana.page.keyboard.press("ArrowUp")
    ana.page.keyboard.press("Tab")
    expect(ana.row("a").get_by_role("link", name="www.example.org")).to_be_focused()
