"""axe-core finds nothing in the overview's menus and search, and where lists go out and come in."""

from playwright.sync_api import expect

from axe_looks import Inspector
from test_axe import dismiss


def test_axe_finds_nothing_in_the_overview_and_its_dialogs(visit, lockstep):
    name = lockstep.make({"one": "a b"}, title="Checked")
    ana = visit(name)
    axe = Inspector(ana)
    ana.choose("export-list")
    axe.check("export")
    dismiss(ana)
    ana.go("#/")
    row = ana.page.locator(f'[data-list-row="{name}"]')
    row.click(button="right")
    axe.check("menu of a list")
    ana.page.locator("dialog [data-action=pin-list]").click()
    expect(row.locator(".icon-pin")).to_be_visible()
    axe.check("a pinned list", dark=True)
    ana.page.keyboard.press("/")
    ana.page.keyboard.type("no such title")
    expect(ana.page.locator(".page-message")).to_have_text("No list has that in its title.")
    axe.check("nothing found")
    ana.control("overview-menu").click()
    axe.check("menu of the overview")
    ana.page.locator("dialog [data-action=import-list]").click()
    axe.check("import")
    ana.page.keyboard.insert_text("# Party\n- [x] Bread\n- Cheese\nwords\n")
    expect(ana.page.locator(".import-problems li")).to_have_count(1)
    axe.check("import with a preview and a problem", dark=True)
    axe.verdict()
