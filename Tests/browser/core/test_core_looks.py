"""Long lists, the system's looks, text that is no markup, and the content policy."""

from lockstep_server import section
from person import control, row
from sight import FAULTS, some

SLIDES = """() => {
    window.slid = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        window.slid += 1;
        return animate.apply(this, given);
    };
}"""
BRIGHTNESS = """() => {
    const channels = getComputedStyle(document.body).backgroundColor.match(/\\d+/g);
    return Math.max(...channels.slice(0, 3).map(Number));
}"""
MIDDLE = """() => [...document.querySelectorAll('[data-row]')].find((row) => {
    const { top } = row.getBoundingClientRect();
    return top > 150 && top < 400 && row.getAttribute('aria-posinset') > 4000;
})?.dataset.row ?? null"""


def test_ten_thousand_rows_scroll_and_move(visit, lockstep):
    name = lockstep.make([section("long", [f"r{i}" for i in range(10_000)])])
    ana = visit(name)
    ana.edit()
    assert ana.count("[data-row]") <= 200
    ana.shows_attribute(row("r0"), "aria-setsize", "10000")
    ana.ask("() => scrollTo(0, document.documentElement.scrollHeight / 2)")
    middle = ana.until(MIDDLE)
    assert ana.count("[data-row]") <= 200
    number = int(middle[1:])
    ana.drag(middle, row(f"r{number + 2}"), 0.9)
    ana.at_revision(1)
    order = lockstep.order(name)[0][1:]
    assert order[number:number + 3] == [f"r{number + 1}", f"r{number + 2}", middle]
    assert ana.count("[data-row]") <= 200


def test_a_dark_system_gets_dark_pages_and_a_calm_one_no_sliding(visit, lockstep):
    name = lockstep.make({"one": "a b c"})
    usual, other = visit(name, "Ana"), visit(name, "Tom", dark=True, calm=True)
    for person in (usual, other):
        person.ask(SLIDES)
    lockstep.edit(name, {"op": "moveRow", "row": "c", "to": {"section": "one", "index": 0}})
    for person in (usual, other):
        person.shows([["one", "c", "a", "b"]])
    assert usual.ask(BRIGHTNESS) > 200 and other.ask(BRIGHTNESS) < 60
    assert usual.ask("() => slid") > 0 and other.ask("() => slid") == 0


def test_a_page_that_reads_from_right_to_left_is_mirrored_and_drags(visit, lockstep):
    ana = visit(lockstep.make([section("one", [{"id": "a", "fields": {"title": "تفاح"}},
                                               {"id": "b", "fields": {"title": "خبز"}}])]))
    ana.ask("() => { document.documentElement.dir = 'rtl'; }")
    ana.edit()
    ana.reach(row("a", control("handle")))
    assert ana.box(row("a", control("handle")))["x"] < ana.box(row("a", control("delete")))["x"]
    ana.drag("a", row("b"), 0.9)
    ana.shows([["one", "b", "a"]])
    ana.agrees()


def test_text_is_never_markup_and_the_policy_refuses_what_would_run(visit, lockstep):
    title = "<img src=x onerror=alert(1)> & <b>bold</b>"
    ana = visit(lockstep.make([section("one", [{"id": "a", "fields": {"title": title}}])],
                              title=title))
    ana.reads(row("a", ".title"), title)
    ana.reads("h1", title)
    ana.has("main img, main b", 0)
    assert ana.faults() == []
    ana.ask("""() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
    }""")
    ana.until(FAULTS, passes=some("script-src"))
    assert ana.ask("() => window.ran ?? null") is None
    ana.forgive()
