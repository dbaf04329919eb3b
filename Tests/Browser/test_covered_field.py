"""The field that is typed into is never covered: by bars, by an on-screen keyboard, by rows of others."""

from playwright.sync_api import expect

from lockstep_server import section

COVERED = """() => {
  const field = document.activeElement.getBoundingClientRect();
  const view = window.visualViewport;
  const bar = document.querySelector('.toolbar').getBoundingClientRect();
  const nav = document.querySelector('.nav').getBoundingClientRect();
  return field.bottom > Math.min(bar.top, view.offsetTop + view.height)
    || field.top < Math.max(nav.bottom, view.offsetTop);
}"""


def test_the_add_field_is_never_under_a_bar_nor_pushed_there_by_rows_of_others(visit, lockstep):
    name = lockstep.make({"one": "a", "two": "b c d"})
    ana = visit(name)
    ana.page.set_viewport_size({"width": 390, "height": 480})
    ana.edit()
    ana.control("add").first.click()
    for at in range(8):
        ana.page.keyboard.insert_text(f"entry {at}")
        ana.page.keyboard.press("Enter")
        expect(ana.page.locator("[data-new]")).to_have_value("")
        ana.still()
        assert not ana.page.evaluate(COVERED), f"after {at + 1} entries"
    ana.page.keyboard.type("typing")
    for at in range(6):
        lockstep.edit(name, {"op": "insertRow", "row": f"n{at}", "fields": {"title": "new"},
                             "to": {"section": "one", "index": 0}})
    expect(ana.page.locator("[data-row]")).to_have_count(18)
    ana.still()
    assert not ana.page.evaluate(COVERED)


KEYBOARD = """() => {
  const view = new EventTarget();
  Object.assign(view, { offsetTop: 0, height: innerHeight, scale: 1 });
  Object.defineProperty(window, 'visualViewport', { value: view });
}"""


def test_the_add_field_is_never_under_an_on_screen_keyboard(visit, lockstep):
    name = lockstep.make([section("one", [f"r{at}" for at in range(14)])])
    ana = visit(name, phone=True, prepared=lambda page: page.add_init_script(f"({KEYBOARD})()"))
    ana.edit()
    ana.control("add").click()
    assert not ana.page.evaluate(COVERED)
    ana.page.evaluate("""() => {
        visualViewport.height = 420;
        visualViewport.dispatchEvent(new Event('resize'));
    }""")
    assert not ana.page.evaluate(COVERED)
    for at in range(3):
        ana.page.keyboard.insert_text(f"entry {at}")
        ana.page.keyboard.press("Enter")
        expect(ana.page.locator("[data-new]")).to_have_value("")
        assert not ana.page.evaluate(COVERED)
