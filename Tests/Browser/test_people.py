"""People: a name for who arrives, going where others are, sharing links to lists and rows."""

import re

import pytest
from playwright.sync_api import expect

from lockstep_server import section


def choose(person, action):
    """A choice of the dialog on screen."""
    person.page.get_by_role("dialog").locator(f"[data-action={action}]").click()


def in_view(person, row):
    """Waits until a row is on screen, marked."""
    expect(person.row(row)).to_be_in_viewport()
    expect(person.row(row)).to_have_class(re.compile("marked"))


@pytest.fixture
def long_list(lockstep):
    """A list of which only a part is in the document."""
    return lockstep.make([section("one", " ".join(f"r{index}" for index in range(600)))])


def question(person):
    return person.page.locator(".name-question")


def test_who_arrives_by_a_link_is_asked_for_a_name(visit, lockstep):
    name = lockstep.make({"one": "a"})
    tom = visit(name, "Tom")
    ana = visit(name, "")
    made_up = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+ is here")
    expect(tom.page.locator(".avatar")).to_contain_text(made_up)
    expect(question(ana)).to_be_visible()
    expect(ana.page.locator(".first-hint:not(.name-question)")).to_be_hidden()
    ana.page.get_by_label("What is your name?").fill("Ana")
    ana.page.keyboard.press("Enter")
    expect(question(ana)).to_be_hidden()
    ana.announced("Others see you as Ana")
    expect(ana.row("a")).to_be_focused()
    expect(tom.page.locator(".avatar")).to_have_text("AAna is here")
    ana.page.reload()
    ana.live()
    expect(question(ana)).to_be_hidden()


def test_the_question_for_a_name_can_be_put_aside(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana, tom = visit(name, "", phone=True), visit(name, "")
    ana.page.evaluate("localStorage.removeItem('lockstep.knows.editing')")
    question(ana).locator("[data-action=later-name]").click()
    expect(question(ana)).to_be_hidden()
    # The next hint takes its place at once: a later click moves nothing.
    expect(ana.page.locator(".first-hint:not(.name-question)")).to_be_visible()
    # Two who have given no name have two names, each its own after a reload.
    names = [person.page.locator(".avatar .unseen") for person in (ana, tom)]
    expect(names[0]).to_have_count(1)
    first, second = names[0].text_content(), names[1].text_content()
    assert first != second
    ana.page.reload()
    ana.live()
    expect(question(ana)).to_be_hidden()
    expect(names[1]).to_have_text(second)
    # Who comes from the page of lists is not asked.
    ana.page.evaluate("localStorage.clear()")
    ana.page.goto("about:blank")
    ana.page.goto(f"{lockstep.url}/#/")
    expect(ana.page.get_by_role("heading", name="Lists")).to_be_visible()
    ana.go(f"#/list/{name}")
    ana.live()
    expect(ana.row("a")).to_be_visible()
    expect(question(ana)).to_have_count(0)


def test_an_avatar_leads_to_where_its_person_is(visit, long_list):
    ana, tom = visit(long_list), visit(long_list, "Tom Berg")
    avatar = ana.page.get_by_role("button", name="Tom Berg")
    avatar.click()
    ana.toasted("Tom Berg is here, but on no item")
    tom.edit()
    tom.row("r0").focus()
    tom.page.keyboard.press("End")
    tom.within("r599", "rename").click()
    expect(avatar).to_have_text(re.compile("is typing"))
    avatar.click()
    in_view(ana, "r599")
    ana.announced("Tom Berg is on “r599”")
    expect(ana.row("r599")).to_be_focused()
    ana.page.keyboard.press("ArrowUp")
    expect(ana.page.locator(".row.marked")).to_have_count(0)


def test_people_without_room_are_in_a_sheet(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana = visit(name, phone=True)
    others = [visit(name, person) for person in ("Tom", "Eva", "Kim")]
    last = ana.page.locator(".avatars li").last
    expect(last).to_have_text(re.compile(r"\+\d"))
    last.locator("button").tap()
    sheet = ana.page.get_by_role("dialog", name="Also here")
    expect(sheet.locator(".menu-item")).to_have_count(3)
    others[2].row("b").click(modifiers=["ControlOrMeta"])
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator("dialog")).to_have_count(0)
    last.locator("button").tap()
    sheet.get_by_text("Kim").tap()
    in_view(ana, "b")


def test_a_list_is_shared_by_its_link_and_its_code(visit, lockstep):
    name = lockstep.make({"one": "a"}, title="Linked")
    ana = visit(name)
    link = f"{lockstep.url}/#/list/{name}"
    ana.control("share").click()
    sheet = ana.page.get_by_role("dialog", name="Share “Linked”")
    expect(sheet.get_by_role("img", name="QR code of the link")).to_be_visible()
    expect(sheet).to_contain_text(link)
    ana.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    choose(ana, "copy-link")
    expect(ana.page.locator("dialog textarea")).to_have_value(link)
    ana.page.keyboard.press("Escape")
    ana.page.reload()
    ana.live()
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.control("share").click()
    choose(ana, "copy-link")
    ana.toasted("copied")
    assert ana.page.evaluate("navigator.clipboard.readText()") == link


def test_the_sheet_of_the_system_is_offered_where_there_is_one(visit, lockstep):
    name = lockstep.make({"one": "a b"}, title="Linked")
    ana = visit(name, phone=True)
    ana.page.evaluate("navigator.share = async (data) => { window.shared = data; }")
    ana.control("share").tap()
    choose(ana, "share-with")
    link = f"{lockstep.url}/#/list/{name}"
    ana.reads("() => window.shared", {"title": "Linked", "url": link})
    ana.row("b").focus()
    ana.page.keyboard.press("Shift+F10")
    choose(ana, "share-row")
    choose(ana, "share-with")
    ana.reads("() => window.shared", {"title": "b", "url": f"{link}/row/b"})


def test_the_link_of_a_row_leads_to_it(visit, lockstep, long_list):
    ana = visit(long_list)
    ana.page.goto("about:blank")
    ana.page.goto(f"{lockstep.url}/#/list/{long_list}/row/r444")
    ana.live()
    in_view(ana, "r444")
    expect(ana.row("r444")).to_be_focused()
    # From one row to another of the same list, which is open already.
    ana.go(f"#/list/{long_list}/row/r20")
    in_view(ana, "r20")
    lockstep.edit(long_list, {"op": "deleteRows", "rows": ["r444"]})
    expect(ana.page.locator(".subtitle")).to_have_text("599 items")
    ana.go(f"#/list/{long_list}/row/r444")
    ana.toasted("That item is not there any more")
