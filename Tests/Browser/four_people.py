"""What people do to one list with mouse and keys, as a seed chooses."""

from contextlib import suppress

from playwright.sync_api import Error

PATIENCE = 3000
"""Milliseconds after which somebody gives up what the others have made impossible."""

WIDEST = 60
"""Rows above which none are added: the whole list stays in the document."""


class Somebody:
    """A person who edits a list as they please; `chance` is a `random.Random`.

    `made` are the titles of the rows that they made, `deleted` the ids of those that they chose to
    delete, and `done` how often they did each thing to its end.
    """

    def __init__(self, person, chance):
        self.person, self.page, self.chance = person, person.page, chance
        self.made, self.deleted, self.done = [], set(), {}
        self.words = 0
        self.page.set_default_timeout(PATIENCE)

    def act(self, way):
        """Does one thing of `WAYS`; its rows may have gone while the hand was on its way."""
        adds = way in ("add", "add_below", "paste")
        if adds and self.page.locator("[data-row]").count() > WIDEST:
            way = "delete"
        with suppress(Error):
            getattr(self, way)()
            self.done[way] = self.done.get(way, 0) + 1
        self.rest()

    def rest(self):
        """Lets go of everything: dialogs, forms, held rows and selections."""
        self.page.mouse.up()
        for _ in range(3):
            self.page.keyboard.press("Escape")

    def leave(self):
        """Loses the network."""
        self.page.evaluate("window.dispatchEvent(new Event('offline'))")

    def come_back(self):
        """Has the network again."""
        self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def word(self):
        """A title that nobody has typed before."""
        self.words += 1
        return f"{self.chance.choice(['tea', 'rye', 'fig', 'jam'])} {self.person.who} {self.words}"

    def any_of(self, selector):
        """One of the elements there are now."""
        found = self.page.locator(selector)
        return found.nth(self.chance.randrange(max(1, found.count())))

    def row(self):
        """Some row, by its id: it may move before it is touched."""
        return self.person.row(self.any_of("[data-row]").get_attribute("data-row"))

    def press(self, *keys):
        """Presses keys where the focus is."""
        for key in keys:
            self.page.keyboard.press(key)

    def type_chain(self):
        """Types titles, each with Enter, into the new rows that follow each other."""
        for _ in range(self.chance.randint(1, 3)):
            field, title = self.page.locator("[data-new]:focus"), self.word()
            field.wait_for()
            self.page.keyboard.type(title)
            assert field.input_value() == title
            self.made.append(title)
            self.press("Enter")

    def add(self):
        """Adds rows at the end of a section."""
        self.any_of("[data-action=new-item]").click()
        self.type_chain()

    def add_below(self):
        """Adds rows below another."""
        self.row().focus()
        self.press("Shift+Enter")
        self.type_chain()

    def paste(self):
        """Pastes lines into a new row."""
        titles = [self.word() for _ in range(3)]
        lines = "\n".join(f"- [{self.chance.choice('x ')}] {title}" for title in titles)
        self.any_of("[data-action=new-item]").click()
        self.page.locator("[data-new]:focus").wait_for()
        self.made += titles
        self.person.paste(lines)

    def retype(self):
        """Types another title into the field that is open, and presses Enter."""
        self.press("ControlOrMeta+a")
        self.page.keyboard.type(self.word())
        self.press("Enter")

    def rename(self):
        """Renames a row."""
        self.row().locator(".title").click()
        self.page.locator("[data-field=title]:focus").wait_for()
        self.retype()

    def rename_section(self):
        """Renames a section in place."""
        self.any_of(".section-name").click()
        self.page.locator("[data-retitle]:focus").wait_for()
        self.retype()

    def tick(self):
        """Ticks a row off, or on again."""
        self.row().locator("[data-action=done]").click()

    def move_by_key(self):
        """Moves a row by some places."""
        self.row().focus()
        for _ in range(self.chance.randint(1, 4)):
            self.press(self.chance.choice(["Alt+ArrowDown", "Alt+ArrowUp"]))

    def move_by_menu(self):
        """Moves a row to a place that is chosen from a menu."""
        self.row().click(button="right")
        self.choose_place()

    def move_several(self):
        """Selects rows and moves them to a place."""
        rows = [self.row() for _ in range(3)]
        for row in rows:
            row.locator(".title").click(modifiers=["ControlOrMeta"])
        rows[-1].click(button="right")
        self.choose_place()

    def choose_place(self):
        """Chooses from the open menu where a row goes."""
        self.page.locator("dialog [data-action=move-to]").click()
        self.page.locator("dialog .place-choice").first.wait_for()
        self.any_of("dialog .place-choice:not(:disabled)").click()

    def drag(self):
        """Drags a row by its handle in edit mode."""
        self.person.edit()
        try:
            handle, target = self.any_of("[data-action=handle]"), self.row()
            handle.scroll_into_view_if_needed()
            box, place = handle.bounding_box(), target.bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x, y + 6, steps=2)
            self.page.mouse.move(x, min(max(place["y"] + 20, 120), 700), steps=6)
            self.page.mouse.up()
        finally:
            self.rest()
            self.person.edit()

    def delete(self):
        """Deletes a row."""
        row = self.row()
        name = row.get_attribute("data-row")
        row.click(button="right")
        self.page.locator("dialog [data-action=delete-rows]").wait_for()
        self.deleted.add(name)
        self.page.locator("dialog [data-action=delete-rows]").click()

    def delete_and_regret(self):
        """Deletes a row, and takes that back by the note that tells of it."""
        self.delete()
        self.press("F8")
        self.page.locator("[data-action=undo-deletion]:focus").wait_for()
        self.press("Enter")

    def undo(self):
        """Undoes the last edit; one that is not sent yet would leave no trace in the history."""
        if self.person.control("undo").is_disabled():
            self.tick()
        self.page.locator('.status[data-state=online][data-waiting="0"]').wait_for()
        self.person.control("undo").click()

    def redo(self):
        """Does again what was undone."""
        if self.person.control("redo").is_disabled():
            self.undo()
        self.person.control("redo").click()


WAYS = ["add", "add_below", "paste", "rename", "rename_section", "tick", "move_by_key",
        "move_by_menu", "move_several", "drag", "delete", "delete_and_regret", "undo", "redo"]
