"""axe-core finds nothing in the overview's menus and search, and where lists go out and come in."""

from playwright.sync_api import expect

from axe_looks import Inspector
from test_axe import dismiss

DIALOG = "dialog[open]"


def test_axe_finds_nothing_in_the_overview_and_its_dialogs(visit, lockstep):
    name = lockstep.make({"one": "a b"}, title="Checked")
    ana = visit(name)
    axe = Inspector(ana)
    ana.choose("export-list")
    axe.check("export", part=DIALOG)
    dismiss(ana)
    ana.go("#/")
    row = ana.page.locator(f'[data-list-row="{name}"]')
    row.click(button="right")
    axe.check("menu of a list", part=DIALOG)
    ana.page.locator("dialog [data-action=pin-list]").click()
    expect(row.locator(".icon-pin")).to_be_visible()
    axe.check("a pinned list", dark=True)
    ana.page.keyboard.press("/")
    ana.page.keyboard.type("no such title")
    expect(ana.page.locator(".page-message")).to_have_text("No list has that in its title.")
    axe.check("nothing found")
    ana.control("overview-menu").click()
    axe.check("menu of the overview", part=DIALOG)
    ana.page.locator("dialog [data-action=import-list]").click()
    axe.check("import", part=DIALOG)
    ana.page.keyboard.insert_text("# Party\n- [x] Bread\n- Cheese\nwords\n")
    expect(ana.page.locator(".import-left-out li")).to_have_count(1)
    axe.check("import with a preview and what is left out", dark=True, part=DIALOG)
    ana.page.locator("dialog textarea").fill("title\nMilk\n\"Bread")
    ana.page.locator("dialog [name=format]").select_option("csv")
    expect(ana.page.locator(".import-refusal")).to_contain_text("Line 3")
    axe.check("import of what cannot be read", dark=True, part=DIALOG)
    ana.page.locator("dialog [name=format]").select_option("text")
    ana.page.locator("dialog textarea").fill("".join(f"item {at}\n" for at in range(30)))
    expect(ana.page.locator(".import-items")).to_contain_text("and 10 more")
    axe.check("import with items that scroll", part=DIALOG)
    axe.verdict()
