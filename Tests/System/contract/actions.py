"""The actions of an edit, each in one line."""


def at(section, index):
    """A place by index."""
    return {"section": section, "index": index}


def start(section):
    """The first place of a section."""
    return {"section": section, "at": "start"}


def end(section):
    """The last place of a section."""
    return {"section": section, "at": "end"}


def before(name):
    """The place before a row or section."""
    return {"before": name}


def after(name):
    """The place after a row or section."""
    return {"after": name}


def action(op, to=None, **fields):
    """Any action; `to` only if given."""
    return {"op": op, **fields, **({"to": to} if to is not None else {})}


def insert(row=None, to=None, **fields):
    """`insertRow`, its title the id unless `fields` is given."""
    named = {"row": row} if row else {}
    return action("insertRow", to, **{**named, "fields": {"title": row or "new"}, **fields})


def update(row, fields=None, **more):
    """`updateRow`."""
    return action("updateRow", row=row, **({"fields": fields} if fields is not None else {}), **more)


def delete(*rows):
    """`deleteRows`."""
    return action("deleteRows", rows=list(rows))


def move(row, to=None):
    """`moveRow`."""
    return action("moveRow", to, row=row)


def move_all(rows, to=None):
    """`moveRows`; `rows` is `"a b"`."""
    return action("moveRows", to, rows=rows.split())


def insert_section(section=None, to=None, title="New", **fields):
    """`insertSection`."""
    return action("insertSection", to, **({"section": section} if section else {}), title=title, **fields)


def delete_sections(*sections):
    """`deleteSections`."""
    return action("deleteSections", sections=list(sections))


def move_section(section, to=None):
    """`moveSection`."""
    return action("moveSection", to, section=section)


def update_section(section, **fields):
    """`updateSection`."""
    return action("updateSection", section=section, **fields)


def update_list(**fields):
    """`updateList`."""
    return action("updateList", **fields)
