"""Finding and ordering lists in the overview: search, order, pinned lists, menus, keys."""

import pytest
from playwright.sync_api import expect

TITLES = """() => [...document.querySelectorAll('[data-list-row] .title')].map((title) => title.textContent)"""


@pytest.fixture
def overview(visit, own_server):
    """Ana on the overview of a server with three lists besides the samples."""
    names = {title: own_server.make({"one": "a"}, title=title)
             for title in ("Zebra", "äpfel", "Item 10")}
    ana = visit(names["Zebra"], on=own_server)
    ana.names = names
    ana.go("#/")
    expect(ana.page.locator("[data-list-row]").first).to_be_visible()
    return ana


def shows(person, first, count=None):
    """Waits until the overview begins with these titles, and has so many."""
    person.page.wait_for_function(f"""([first, count]) => {{
        const titles = ({TITLES})();
        return JSON.stringify(titles.slice(0, first.length)) === JSON.stringify(first)
            && (count === null || titles.length === count);
    }}""", arg=[first, count])


def row(person, title):
    return person.page.locator(f'[data-list-row="{person.names[title]}"]')


def choose(person, title, action):
    """An entry of the menu of a list."""
    row(person, title).hover()
    row(person, title).locator("[data-action=overview-row-menu]").click()
    person.page.locator(f"dialog [data-action={action}]").click()


def are_sorted_by_title_or_recent_use_and_pinned_on_this_device(overview, tom):
    """Where another person sees them as they were."""
    shows(overview, ["Ana Ferreira", "äpfel", "Groceries", "House Chores", "Item 10"])
    choose(overview, "Zebra", "pin-list")
    overview.announced("^Pinned$")
    shows(overview, ["Zebra", "Ana Ferreira"])
    expect(row(overview, "Zebra").locator(".icon-pin")).to_be_visible()
    overview.page.reload()
    shows(overview, ["Zebra", "Ana Ferreira"])
    shows(tom, ["Ana Ferreira", "äpfel"])
    choose(overview, "Zebra", "pin-list")
    shows(overview, ["Ana Ferreira", "äpfel"])
    expect(row(overview, "Zebra").locator(".icon-pin")).to_be_hidden()
    overview.go(f"#/list/{overview.names['Item 10']}")
    overview.live()
    overview.go("#/")
    overview.control("overview-menu").click()
    overview.page.locator("dialog [data-action=sort-recent]").click()
    shows(overview, ["Item 10", "Zebra", "Ana Ferreira"])
    overview.page.reload()
    shows(overview, ["Item 10", "Zebra", "Ana Ferreira"])
    overview.control("overview-menu").click()
    expect(overview.page.locator("dialog [data-action=sort-recent]")).to_have_attribute("aria-pressed", "true")
    # The page about the server is off here, and nothing leads there.
    expect(overview.control("server")).to_have_count(0)
    overview.page.locator("dialog [data-action=sort-title]").click()
    shows(overview, ["Ana Ferreira", "äpfel"])


def are_found_by_their_title(overview):
    """Whatever marks and capitals one leaves out."""
    page = overview.page
    page.keyboard.press("/")
    expect(page.locator(".overview-search")).to_be_focused()
    page.keyboard.type("APF")
    shows(overview, ["äpfel"], 1)
    page.keyboard.press("ArrowDown")
    expect(row(overview, "äpfel").locator("a")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.type("x")
    shows(overview, [], 0)
    expect(page.locator(".page-message")).to_have_text("No list has that in its title.")
    page.keyboard.press("Escape")
    expect(page.locator(".overview-search")).to_have_value("")
    shows(overview, ["Ana Ferreira", "äpfel"])
    page.keyboard.type("zeb")
    shows(overview, ["Zebra"], 1)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Zebra")
    overview.live()
    overview.go("#/")
    shows(overview, ["Ana Ferreira", "äpfel"])


def are_walked_opened_deleted_and_renamed_by_keys_and_menu(overview):
    """As rows of a list are."""
    page = overview.page
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-list-link]").first).to_be_focused()
    page.keyboard.press("End")
    expect(row(overview, "Zebra").locator("a")).to_be_focused()
    page.keyboard.press("Shift+F10")
    expect(page.locator("dialog h2")).to_have_text("Zebra")
    page.keyboard.press("Escape")
    expect(row(overview, "Zebra").locator("a")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator("dialog h2")).to_contain_text("Zebra")
    page.keyboard.press("Escape")
    row(overview, "Zebra").click(button="right")
    page.locator("dialog [data-action=rename-list]").click()
    page.locator("dialog textarea").fill("Zoo")
    page.keyboard.press("Enter")
    expect(row(overview, "Zebra").locator(".title")).to_have_text("Zoo")
    page.locator("[data-list-link]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("äpfel")


def test_lists_are_found_ordered_and_walked(overview, visit, own_server):
    tom = visit(overview.names["Zebra"], "Tom", on=own_server)
    tom.go("#/")
    are_sorted_by_title_or_recent_use_and_pinned_on_this_device(overview, tom)
    are_found_by_their_title(overview)
    are_walked_opened_deleted_and_renamed_by_keys_and_menu(overview)
