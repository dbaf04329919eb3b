package import ListEditing

extension PlainState {
    /// A change set that does not fit the list that it is applied to.
    package struct Misfit: Error {
        package let text: String
    }

    /// Applies a set as a table view takes a batch update: deletions, updates and the `from` of
    /// moves are paths before it, insertions and the `to` of moves paths after it.
    ///
    /// - Throws: `Misfit`; the list is then as it was.
    package mutating func apply(_ set: ChangeSet) throws(Misfit) {
        var after = self
        try after.update(set)
        let staying = try after.takeOut(set)
        var arriving: [IndexPath: Row] = [:]
        for move in set.movedRows {
            try Self.lay(try row(move.row, at: move.from, of: after), at: move.to, in: &arriving)
        }
        for insert in set.insertedRows {
            let row = Row(id: insert.row, fields: insert.fields, rules: insert.rules)
            try Self.lay(row, at: insert.at, in: &arriving)
        }
        after.sections = try after.placedSections(set, staying)
        try after.fill(arriving)
        try after.checkNames()
        self = after
    }

    /// The row at a path before the set, as `updated` has it.
    private func row(
        _ id: RowID, at path: IndexPath, of updated: PlainState
    ) throws(Misfit) -> Row {
        guard sections.indices.contains(path.section),
            sections[path.section].rows.indices.contains(path.row),
            sections[path.section].rows[path.row].id == id
        else { throw Misfit(text: "row \(id.text) does not stand at \(path.text)") }
        return updated.sections[path.section].rows[path.row]
    }

    private func check(_ id: SectionID, at index: Int) throws(Misfit) {
        guard sections.indices.contains(index), sections[index].id == id else {
            throw Misfit(text: "section \(id.text) does not stand at \(index)")
        }
    }

    /// Sets titles, rules and fields; nothing moves.
    private mutating func update(_ set: ChangeSet) throws(Misfit) {
        title = set.updatedList?.title ?? title
        rules = set.updatedList?.rules ?? rules
        for update in set.updatedSections {
            try check(update.section, at: update.at)
            sections[update.at].title = update.title ?? sections[update.at].title
            sections[update.at].rules = update.rules ?? sections[update.at].rules
        }
        for update in set.updatedRows {
            var changed = try row(update.row, at: update.at, of: self)
            for field in update.fields { changed.fields[field.name] = field.value }
            changed.rules.set(update.rules)
            sections[update.at.section].rows[update.at.row] = changed
        }
    }

    /// Removes the rows that leave their places; `self` keeps its sections.
    ///
    /// - Returns: the rows that stay, by the index of their section.
    private func takeOut(_ set: ChangeSet) throws(Misfit) -> [[Row]] {
        let deleted = Set(set.deletedSections.map(\.at))
        var leaving = Set<IndexPath>()
        for entry in set.deletedRows {
            _ = try row(entry.row, at: entry.at, of: self)
            guard !deleted.contains(entry.at.section) else {
                throw Misfit(text: "row \(entry.row.text) is listed, but went with its section")
            }
            leaving.insert(entry.at)
        }
        for move in set.movedRows { leaving.insert(move.from) }
        guard leaving.count == set.deletedRows.count + set.movedRows.count else {
            throw Misfit(text: "a row leaves its place twice")
        }
        return sections.enumerated().map { s, section in
            section.rows.enumerated().filter { r, _ in
                !leaving.contains(IndexPath(section: s, row: r))
            }.map(\.element)
        }
    }

    private static func lay(
        _ row: Row, at path: IndexPath, in arriving: inout [IndexPath: Row]
    ) throws(Misfit) {
        guard arriving.updateValue(row, forKey: path) == nil else {
            throw Misfit(text: "two rows are laid at \(path.text)")
        }
    }

    /// The sections after the set, holding the rows that stay.
    private func placedSections(
        _ set: ChangeSet, _ staying: [[Row]]
    ) throws(Misfit) -> [PlainSection] {
        var kept = sections
        for s in kept.indices { kept[s].rows = staying[s] }
        var placed: [Int: PlainSection] = [:]
        var leaving = Set<Int>()
        for entry in set.deletedSections {
            try check(entry.section, at: entry.at)
            leaving.insert(entry.at)
        }
        for move in set.movedSections {
            try check(move.section, at: move.from)
            leaving.insert(move.from)
            placed[move.to] = kept[move.from]
        }
        for entry in set.insertedSections {
            placed[entry.at] = PlainSection(
                id: entry.section, title: entry.title, rules: entry.rules, rows: [])
        }
        guard leaving.count == set.deletedSections.count + set.movedSections.count,
            placed.count == set.movedSections.count + set.insertedSections.count
        else { throw Misfit(text: "two sections share a place") }
        let rest = kept.indices.filter { !leaving.contains($0) }.map { kept[$0] }
        return try Self.merged(rest, placed, "the list")
    }

    /// Lays rows at their paths after the set.
    private mutating func fill(_ arriving: [IndexPath: Row]) throws(Misfit) {
        for path in arriving.keys where !sections.indices.contains(path.section) {
            throw Misfit(text: "there is no section for a row at \(path.text)")
        }
        for s in sections.indices {
            let own = arriving.filter { $0.key.section == s }
            guard !own.isEmpty else { continue }
            let placed = Dictionary(uniqueKeysWithValues: own.map { ($0.key.row, $0.value) })
            sections[s].rows = try Self.merged(
                sections[s].rows, placed, "section \(sections[s].id.text)")
        }
    }

    /// `placed` at their indices, `rest` in the places that are left.
    private static func merged<Item>(
        _ rest: [Item], _ placed: [Int: Item], _ name: String
    ) throws(Misfit) -> [Item] {
        let count = rest.count + placed.count
        var rest = rest.makeIterator()
        var items: [Item] = []
        for index in 0..<count {
            guard let item = placed[index] ?? rest.next() else {
                throw Misfit(text: "the counts of \(name) do not add up")
            }
            items.append(item)
        }
        guard items.count == count, rest.next() == nil else {
            throw Misfit(text: "the counts of \(name) do not add up")
        }
        return items
    }

    private func checkNames() throws(Misfit) {
        var rows = Set<RowID>()
        for row in self.rows where !rows.insert(row.id).inserted {
            throw Misfit(text: "row \(row.id.text) is there twice")
        }
        guard Set(sections.map(\.id)).count == sections.count else {
            throw Misfit(text: "a section is there twice")
        }
    }
}

extension IndexPath {
    /// As on the wire.
    var text: String { "[\(section),\(row)]" }
}

extension RowRules {
    /// Takes over what an update says of each rule.
    mutating func set(_ change: RowRulesChange) {
        editable = change.editable.value(after: editable)
        deletable = change.deletable.value(after: deletable)
        movable = change.movable.value(after: movable)
        pinned = change.pinned.value(after: pinned)
    }
}

extension Setting {
    func value(after old: Value?) -> Value? {
        switch self {
        case .keep: old
        case .clear: nil
        case .set(let new): new
        }
    }
}
