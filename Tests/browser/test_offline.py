"""Without a network, over reloads and closed tabs; long lists."""

from playwright.sync_api import expect

from lockstep_server import section


def add(person, *titles):
    for title in titles:
        person.page.keyboard.type(title)
        person.page.keyboard.press("Enter")


def test_edits_made_offline_survive_a_closed_tab(visit, own_server):
    name = own_server.make({"one": "a"})
    ana = visit(name, on=own_server)
    ana.page.evaluate("navigator.serviceWorker?.ready.then(() => true)")
    ana.edit()
    ana.control("add").click()
    add(ana, "online")
    ana.shows_titles([["a", "online"]])
    ana.agrees()
    own_server.kill()
    add(ana, "kept", "kept too")
    expect(ana.page.locator(".status-words")).to_have_text("Offline · 2 changes kept")
    ana.page.wait_for_timeout(200)
    second = ana.page.context.new_page()
    ana.page.close()
    own_server.start()
    second.goto(f"{own_server.url}/#/")
    expect(second.locator(".status[data-state=online]")).to_be_visible()
    second.wait_for_function("""async (name) => {
        const list = await (await fetch(`/api/lists/${name}`)).json();
        return list.sections[0].rows.length === 4;
    }""", arg=name)
    assert own_server.titles(name) == [["a", "online", "kept", "kept too"]]


def test_the_bar_of_a_narrow_phone_holds_the_offline_words(visit, own_server):
    name = own_server.make({"one": "a"})
    ana = visit(name, on=own_server, phone=True)
    ana.page.set_viewport_size({"width": 320, "height": 600})
    ana.edit()
    own_server.kill()
    ana.control("add").click()
    add(ana, "kept", "kept too")
    expect(ana.page.locator(".status-words")).to_have_text("Offline · 2 changes kept")
    expect(ana.page.locator(".status-again")).to_be_visible()
    # All places at one moment: the words change while it tries again.
    ana.page.wait_for_function("""(lines) => lines.every((line) => {
        const boxes = line.map((one) => document.querySelector(one).getBoundingClientRect());
        return boxes.every((box, number) => box.left >= (number ? boxes[number - 1].right : 0))
          && boxes.at(-1).right <= 320;
    })""", arg=[[".nav .back", '[data-action="edit"]'], [".status-dot", ".status-words", ".status-again"]])
    assert ana.page.locator(".status").bounding_box()["y"] >= 44


def test_a_reload_keeps_what_was_not_sent_and_its_undo(visit, own_server):
    name = own_server.make({"one": "a b"})
    ana = visit(name, on=own_server)
    ana.edit()
    ana.rename("a", "Alpha")
    ana.agrees()
    own_server.kill()
    ana.rename("b", "Beta")
    ana.page.wait_for_timeout(200)
    own_server.start()
    ana.page.reload()
    ana.live()
    ana.shows_titles([["Alpha", "Beta"]])
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '2'")
    ana.control("undo").click()
    ana.shows_titles([["Alpha", "b"]])
    ana.agrees()


def test_a_frozen_network_is_noticed_and_edits_go_out_on_return(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    ana, tom = visit(name, "Ana"), visit(name, "Tom")
    ana.edit()
    ana.page.context.set_offline(True)
    expect(ana.page.locator(".status[data-state=waiting]")).to_be_visible()
    ana.rename("a", "Offline")
    tom.edit()
    tom.rename("b", "Online")
    ana.page.context.set_offline(False)
    for person in (ana, tom):
        person.live()
        person.shows_titles([["Offline", "Online"]])
    tom.agrees()
    assert lockstep.snapshot(name)["revision"] == 2


def test_the_shell_opens_without_a_server(visit, own_server):
    name = own_server.make({"one": "a"})
    ana = visit(name, on=own_server)
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload()
    ana.live()
    own_server.kill()
    ana.go("#/")
    ana.page.reload()
    expect(ana.page.locator("h1")).to_have_text("Lists")
    expect(ana.page.locator(".status[data-state=waiting], .status[data-state=connecting]")).to_be_visible()


def test_a_duplicated_tab_is_another_client(visit, lockstep):
    name = lockstep.make({"one": "a"})
    ana = visit(name)
    key = ana.page.evaluate("sessionStorage.getItem('lockstep.key')")
    with ana.page.context.expect_page() as opened:
        ana.page.evaluate("window.open(location.href)")
    twin = opened.value
    expect(twin.locator("main[data-status=live]")).to_be_visible()
    assert twin.evaluate("sessionStorage.getItem('lockstep.key')") != key
    expect(ana.page.locator(".avatar")).to_have_count(1)
    expect(ana.page.locator(".status")).to_have_attribute("data-state", "online")


def test_ten_thousand_rows_scroll_and_move(visit, lockstep):
    rows = [f"r{i}" for i in range(10_000)]
    name = lockstep.make([section("long", rows)])
    ana = visit(name)
    ana.edit()
    count = "document.querySelectorAll('[data-row]').length"
    assert ana.page.evaluate(count) <= 200
    expect(ana.row("r0")).to_have_attribute("aria-setsize", "10000")
    ana.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight / 2)")
    ana.page.wait_for_function("""() => [...document.querySelectorAll('[data-row]')].some((row) => {
        const { top } = row.getBoundingClientRect();
        return top > 0 && top < 400 && Number(row.getAttribute('aria-posinset')) > 4000;
    })""")
    assert ana.page.evaluate(count) <= 200
    middle = ana.page.evaluate("""() => [...document.querySelectorAll('[data-row]')].find((row) =>
        row.getBoundingClientRect().top > 150).dataset.row""")
    number = int(middle[1:])
    ana.drag(middle, ana.row(f"r{number + 2}"), 0.9)
    ana.page.wait_for_function("() => document.querySelector('main').dataset.revision === '1'")
    order = lockstep.order(name)[0][1:]
    assert order[number:number + 3] == [f"r{number + 1}", f"r{number + 2}", middle]
    assert ana.page.evaluate(count) <= 200


def test_a_list_is_made_named_and_deleted(visit, lockstep):
    ana = visit("groceries")
    ana.control("back").click()
    ana.control("new-list").click()
    ana.page.locator("dialog input").fill("Camping <b>trip</b>")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("h1")).to_have_text("Camping <b>trip</b>")
    ana.edit()
    ana.control("rename-list").click()
    ana.page.locator("dialog input").fill("Camping")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("h1")).to_have_text("Camping")
    ana.control("back").click()
    row = ana.page.locator("[data-list-row]", has_text="Camping")
    expect(row).to_be_visible()
    ana.edit()
    row.locator("[data-action=delete-list]").click()
    ana.page.locator("dialog [data-action=confirm]").click()
    expect(row).to_have_count(0)


def test_history_tells_who_did_what(visit, lockstep):
    name = lockstep.make({"one": "a b"})
    tom = visit(name, "Tom Berg")
    tom.edit()
    tom.rename("a", "Alpha")
    tom.agrees()
    ana = visit(name, "Ana")
    ana.control("history").click()
    expect(ana.page.locator("[data-revision] .title")).to_have_text(["Tom Berg renamed a row to “Alpha”"])


def test_a_list_opens_and_is_edited_without_a_server(visit, own_server):
    name = own_server.make({"one": "a b"})
    ana = visit(name, on=own_server)
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.edit()
    ana.rename("a", "Alpha")
    ana.agrees()
    ana.page.wait_for_timeout(1200)
    own_server.kill()
    ana.page.reload()
    ana.shows_titles([["Alpha", "b"]])
    ana.edit()
    ana.rename("b", "Beta")
    ana.page.wait_for_timeout(200)
    ana.page.reload()
    ana.shows_titles([["Alpha", "Beta"]])
    own_server.start()
    ana.live()
    ana.agrees()
    assert own_server.titles(name) == [["Alpha", "Beta"]]
