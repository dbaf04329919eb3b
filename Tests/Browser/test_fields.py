"""Text fields under the keyboards of phones: Enter without a key, and letters that are large enough."""

from playwright.sync_api import expect

from lockstep_server import section

BREAK = """(kind) => {
    const field = document.activeElement;
    const event = new InputEvent('beforeinput', { inputType: kind, bubbles: true, cancelable: true });
    if (field.dispatchEvent(event)) throw new Error(`a line break was left to ${field.name}`);
}"""
"""What a keyboard without an Enter key sends; a field that does nothing with it lets it happen."""

SUBMIT = "() => document.activeElement.form.requestSubmit()"
BOTH = """() => {
    const field = document.activeElement;
    const send = (Kind, type, rest) => field.dispatchEvent(
        new Kind(type, { bubbles: true, cancelable: true, ...rest }));
    send(KeyboardEvent, 'keydown', { key: 'Enter' });
    send(InputEvent, 'beforeinput', { inputType: 'insertLineBreak' });
    send(KeyboardEvent, 'keyup', { key: 'Enter' });
}"""
SMALL = """() => [...document.querySelectorAll('input, textarea, select')].filter((field) =>
    !['checkbox', 'range', 'file'].includes(field.type) && parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.outerHTML)"""


def entered(person, how="insertLineBreak"):
    """Ends the field with the focus, as keyboards do that send no key."""
    if how == "submit":
        person.page.evaluate(SUBMIT)
    elif how == "both":
        person.page.evaluate(BOTH)
    else:
        person.page.evaluate(BREAK, how)


def ends_every_field(ana, how):
    """New rows, titles, notes and names of sections."""
    keyboard = ana.page.keyboard
    ana.control("new-item").click()
    keyboard.insert_text("c")
    entered(ana, how)
    expect(ana.page.locator("[data-new]")).to_have_value("")
    keyboard.insert_text("d")
    entered(ana, how)
    ana.shows_titles([["a", "b", "c", "d"]])
    ana.page.keyboard.press("Escape")
    ana.within("a", "rename").click()
    expect(ana.page.locator("[data-field=title]")).to_have_attribute("enterkeyhint", "next")
    keyboard.press("ControlOrMeta+a")
    keyboard.insert_text("A")
    entered(ana, how)
    expect(ana.page.locator("[data-new]")).to_be_focused()
    ana.page.keyboard.press("Escape")
    ana.edit()
    ana.within("b", "rename").click()
    expect(ana.page.locator("[data-field=title]")).to_have_attribute("enterkeyhint", "done")
    ana.page.locator("textarea[name=detail]").focus()
    keyboard.insert_text("note")
    entered(ana, how)
    expect(ana.row("b").locator(".detail")).to_have_text("note")
    ana.control("retitle").click()
    keyboard.press("ControlOrMeta+a")
    keyboard.insert_text("Two")
    entered(ana, how)
    expect(ana.page.locator(".section-name")).to_have_text("Two")
    ana.shows_titles([["A", "b", *"cd"]])
    ana.agrees()


def searches_and_confirms(ana, how):
    """The search, and a dialog of one line."""
    ana.page.keyboard.press("/")
    ana.page.keyboard.insert_text("m")
    expect(ana.page.locator(".search-count")).to_have_text("1 of 2")
    entered(ana, how)
    expect(ana.page.locator(".search-count")).to_have_text("2 of 2")
    ana.page.keyboard.press("Escape")
    if how == "both":
        return
    ana.edit()
    ana.open_title_dialog("list")
    ana.page.keyboard.press("ControlOrMeta+a")
    ana.page.keyboard.insert_text("Named")
    entered(ana, how)
    expect(ana.page.locator("dialog")).to_have_count(0)
    expect(ana.page.locator(".large-title")).to_have_text("Named")
    ana.agrees()


def test_enter_without_a_key_ends_fields_searches_and_confirms(visit, lockstep):
    ana = visit(lockstep.make({"one": "a b"}), phone=True)
    for how in ("insertLineBreak", "insertParagraph", "submit", "both"):
        ends_every_field(ana, how)
        ana.opens(lockstep.make({"one": "milk tea mint"}))
        searches_and_confirms(ana, how)
        ana.opens(lockstep.make({"one": "a b"}))


def test_shift_enter_begins_a_line_of_a_note_and_no_break_is_taken_for_an_enter(visit, lockstep):
    ana = visit(lockstep.make({"one": "a"}))
    ana.edit()
    ana.within("a", "rename").click()
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.type("first")
    ana.page.keyboard.press("Shift+Enter")
    ana.page.keyboard.type("second")
    ana.page.keyboard.press("Enter")
    expect(ana.row("a").locator(".detail")).to_have_text("first\nsecond")
    ana.agrees()


def test_letters_of_fields_are_large_enough_on_touch_screens(visit, lockstep):
    ana = visit(lockstep.make([section("one", "a b")], rules={"editFields": True}), phone=True)
    fields = ana.page.locator("input[type=text], textarea")

    def large(*names):
        for name in names:
            expect(ana.page.locator(f"[name={name}]").first).to_be_visible()
        assert ana.page.evaluate(SMALL) == []

    assert ana.page.evaluate("matchMedia('(any-pointer: coarse)').matches")
    ana.page.keyboard.press("/")
    large("search")
    ana.page.keyboard.press("Escape")
    ana.edit()
    large("title", "detail")
    expect(fields).not_to_have_count(0)
    ana.control("retitle").click()
    large("section-title")
    ana.page.keyboard.press("Escape")
    ana.choose("settings")
    large("name", "language", "theme")
    ana.page.keyboard.press("Escape")
    # A smaller default of the browser does not make them smaller, either.
    ana.page.evaluate("document.documentElement.style.fontSize = '12px'")
    large("title", "detail")
