package import ListEditing

/// The reason why a change set does not fit the state that it is applied to.
package struct ApplyError: Error {
    package let text: String
}

extension ModelState {
    /// Applies a change set as a table view applies a batch update: deletions, updates and the
    /// `from` of moves are paths before it, insertions and the `to` of moves are paths after it.
    ///
    /// - Throws: `ApplyError`; the state is then unchanged.
    package mutating func apply(_ set: ChangeSet) throws(ApplyError) {
        try Self.checkOrder(of: set)
        var after = self
        try after.update(set)
        let staying = try after.rowsStaying(set)
        var arriving: [IndexPath: Row] = [:]
        for move in set.movedRows {
            try Self.put(try row(move.row, at: move.from, of: after), at: move.to, in: &arriving)
        }
        for insert in set.insertedRows {
            let row = Row(id: insert.row, fields: insert.fields, rules: insert.rules)
            try Self.put(row, at: insert.at, in: &arriving)
        }
        after.sections = try after.placedSections(set, staying)
        try after.insert(arriving)
        // Whatever else happens to rows and sections makes no second one.
        if !set.insertedRows.isEmpty || !set.insertedSections.isEmpty {
            try after.checkIDsAreUnique()
        }
        self = after
    }

    /// The row at a path before the set, with the content that it has in `updated`.
    private func row(
        _ id: RowID, at path: IndexPath, of updated: ModelState
    ) throws(ApplyError) -> Row {
        guard sections.indices.contains(path.section),
            sections[path.section].rows.indices.contains(path.row),
            sections[path.section].rows[path.row].id == id
        else { throw ApplyError(text: "row \(id.text) does not stand at \(path.text)") }
        return updated.sections[path.section].rows[path.row]
    }

    /// Entries ascend by their paths, those of moves by either path; no entry contradicts another.
    private static func checkOrder(of set: ChangeSet) throws(ApplyError) {
        func ascend<Place: Comparable>(_ places: [Place]...) -> Bool {
            places.contains { places in zip(places, places.dropFirst()).allSatisfy { $0 <= $1 } }
        }
        let orders = [
            ("deletedSections", ascend(set.deletedSections.map(\.at))),
            ("insertedSections", ascend(set.insertedSections.map(\.at))),
            ("movedSections", ascend(set.movedSections.map(\.from), set.movedSections.map(\.to))),
            ("updatedSections", ascend(set.updatedSections.map(\.at))),
            ("deletedRows", ascend(set.deletedRows.map(\.at))),
            ("insertedRows", ascend(set.insertedRows.map(\.at))),
            ("movedRows", ascend(set.movedRows.map(\.from), set.movedRows.map(\.to))),
            ("updatedRows", ascend(set.updatedRows.map(\.at))),
        ]
        for (name, ascends) in orders where !ascends {
            throw ApplyError(text: "the entries of \(name) do not ascend")
        }
        let deleted = Set(set.deletedRows.map(\.at))
        if let updated = set.updatedRows.first(where: { deleted.contains($0.at) }) {
            throw ApplyError(text: "row \(updated.row.text) is deleted and updated")
        }
    }

    private func check(_ id: SectionID, at index: Int) throws(ApplyError) {
        guard sections.indices.contains(index), sections[index].id == id else {
            throw ApplyError(text: "section \(id.text) does not stand at \(index)")
        }
    }

    /// Updates titles, rules and fields; no row or section moves.
    private mutating func update(_ set: ChangeSet) throws(ApplyError) {
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

    /// The rows that neither go nor move, by the index of their section before the set.
    private func rowsStaying(_ set: ChangeSet) throws(ApplyError) -> [[Row]] {
        let deleted = Set(set.deletedSections.map(\.at))
        var leaving = Set<IndexPath>()
        for entry in set.deletedRows {
            _ = try row(entry.row, at: entry.at, of: self)
            guard !deleted.contains(entry.at.section) else {
                throw ApplyError(text: "row \(entry.row.text) is listed, but went with its section")
            }
            leaving.insert(entry.at)
        }
        for move in set.movedRows { leaving.insert(move.from) }
        guard leaving.count == set.deletedRows.count + set.movedRows.count else {
            throw ApplyError(text: "a row leaves its place twice")
        }
        guard !leaving.isEmpty else { return sections.map(\.rows) }
        return sections.enumerated().map { s, section in
            section.rows.enumerated().filter { r, _ in
                !leaving.contains(IndexPath(section: s, row: r))
            }.map(\.element)
        }
    }

    private static func put(
        _ row: Row, at path: IndexPath, in arriving: inout [IndexPath: Row]
    ) throws(ApplyError) {
        guard arriving.updateValue(row, forKey: path) == nil else {
            throw ApplyError(text: "two rows are laid at \(path.text)")
        }
    }

    /// The sections after the set, with the rows that stay.
    private func placedSections(
        _ set: ChangeSet, _ staying: [[Row]]
    ) throws(ApplyError) -> [ModelSection] {
        var kept = sections
        for s in kept.indices { kept[s].rows = staying[s] }
        var placed: [Int: ModelSection] = [:]
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
            placed[entry.at] = ModelSection(
                id: entry.section, title: entry.title, rules: entry.rules, rows: [])
        }
        guard leaving.count == set.deletedSections.count + set.movedSections.count,
            placed.count == set.movedSections.count + set.insertedSections.count
        else { throw ApplyError(text: "two sections share a place") }
        let rest = kept.indices.filter { !leaving.contains($0) }.map { kept[$0] }
        return try Self.merged(rest, placed, "the list")
    }

    /// Inserts rows at their paths after the set.
    private mutating func insert(_ arriving: [IndexPath: Row]) throws(ApplyError) {
        for path in arriving.keys where !sections.indices.contains(path.section) {
            throw ApplyError(text: "there is no section for a row at \(path.text)")
        }
        for s in sections.indices {
            let own = arriving.filter { $0.key.section == s }
            guard !own.isEmpty else { continue }
            let placed = Dictionary(uniqueKeysWithValues: own.map { ($0.key.row, $0.value) })
            sections[s].rows = try Self.merged(
                sections[s].rows, placed, "section \(sections[s].id.text)")
        }
    }

    /// Merges `placed`, at their indices, with `rest`, in order at the remaining indices.
    private static func merged<Item>(
        _ rest: [Item], _ placed: [Int: Item], _ name: String
    ) throws(ApplyError) -> [Item] {
        let count = rest.count + placed.count
        var rest = rest.makeIterator()
        var items: [Item] = []
        for index in 0..<count {
            guard let item = placed[index] ?? rest.next() else {
                throw ApplyError(text: "the counts of \(name) do not add up")
            }
            items.append(item)
        }
        guard items.count == count, rest.next() == nil else {
            throw ApplyError(text: "the counts of \(name) do not add up")
        }
        return items
    }

    private func checkIDsAreUnique() throws(ApplyError) {
        var rows = Set<RowID>()
        for row in self.rows where !rows.insert(row.id).inserted {
            throw ApplyError(text: "row \(row.id.text) is there twice")
        }
        guard Set(sections.map(\.id)).count == sections.count else {
            throw ApplyError(text: "a section is there twice")
        }
    }
}

extension IndexPath {
    /// The path as the protocol writes it.
    var text: String { "[\(section),\(row)]" }
}

extension RowRules {
    /// Applies the change of each rule.
    mutating func set(_ change: RowRulesChange) {
        editable = change.editable.value(after: editable)
        deletable = change.deletable.value(after: deletable)
        movable = change.movable.value(after: movable)
        pinned = change.pinned.value(after: pinned)
    }
}

extension Patch {
    func value(after old: Value?) -> Value? {
        switch self {
        case .keep: old
        case .clear: nil
        case .set(let new): new
        }
    }
}
