import JSON
package import ListEditing
import ListProtocol

extension Inverse {
    /// An upper bound of the bytes of the change set that undoing makes, as `PublishedChange` writes it.
    ///
    /// The set is smaller where other clients have changed the rows since, and where indices and
    /// revisions have fewer digits than they can have. Without such changes the bound is at most
    /// about twice the set.
    ///
    /// - Parameter user: the user who undoes, where authentication is on.
    /// - Complexity: O(k) for k steps and rows of restored sections, and in the bytes of titles and
    ///   names of fields.
    package func setByteBound(user: String? = nil) -> Int {
        // Revision, time, client, edit, the revision that is undone, and that it is final.
        var size = SetSize(bytes: 152)
        if let user { size.bytes += 8 + JSONWriter.length(of: user) }
        for step in steps { size.add(step) }
        return size.bytes
    }
}

/// Counts the bytes of the entries that the steps of an inverse make in a set, each with its comma.
private struct SetSize {
    /// The members of a set that steps add entries to.
    private enum Key: Int {
        case deletedSections, insertedSections, movedSections, updatedSections
        case deletedRows, insertedRows, movedRows, updatedRows, updatedList
    }

    /// The digits of the index of a section: more than any setting allows.
    private static let sectionDigits = 6
    /// The digits of the index of a row in its section: more than any setting allows.
    private static let rowDigits = 8
    /// `[`, section, comma, row, `]`.
    private static let path = sectionDigits + rowDigits + 3

    var bytes: Int
    private var keys: Set<Key> = []

    init(bytes: Int) {
        self.bytes = bytes
    }

    /// Adds an entry; the longest key takes 22 bytes with its quotes, brackets and comma.
    private mutating func add(_ entryBytes: Int, under key: Key) {
        bytes += entryBytes
        if keys.insert(key).inserted { bytes += 22 }
    }

    mutating func add(_ step: InverseStep) {
        switch step {
        case .restoreSection(let state, _):
            // {"section":…,"at":…,"title":…,"rules":…},
            add(
                39 + state.id.text.utf8.count + Self.sectionDigits
                    + JSONWriter.length(of: state.title) + Self.bytes(state.rules),
                under: .insertedSections)
            for row in state.rows { add(row) }
        case .moveSection(let section, _, _):
            // {"section":…,"from":…,"to":…},
            add(
                29 + section.text.utf8.count + 2 * Self.sectionDigits, under: .movedSections)
        case .deleteRow(let row, _):
            // {"row":…,"at":…},
            add(17 + row.text.utf8.count + Self.path, under: .deletedRows)
        case .updateRow(let row, let fields, let rules):
            // {"row":…,"at":…,"fields":{…},…},
            add(
                29 + row.text.utf8.count + Self.path + Self.bytes(fields) + Self.bytes(rules),
                under: .updatedRows)
        case .moveRow(let row, _, _):
            // {"row":…,"from":…,"to":…},
            add(25 + row.text.utf8.count + 2 * Self.path, under: .movedRows)
        case .restoreRow(let row, _, _): add(row)
        case .deleteSection(let section, _):
            // {"section":…,"at":…},
            add(21 + section.text.utf8.count + Self.sectionDigits, under: .deletedSections)
        case .updateSection(let section, let title, let rules):
            // {"section":…,"at":…,"title":…,"rules":…},
            add(
                39 + section.text.utf8.count + Self.sectionDigits + Self.bytes(title)
                    + Self.bytes(rules?.old), under: .updatedSections)
        case .updateList(let title, let rules):
            // {"title":…,"rules":…}
            add(20 + Self.bytes(title) + Self.bytes(rules?.old), under: .updatedList)
        }
    }

    private mutating func add(_ row: Row) {
        // {"row":…,"at":…,"fields":{…},…},
        var entry = 29 + row.id.text.utf8.count + Self.path
        if row.fields.isPacked {
            entry += row.fields.byteCount - 1
        } else {
            for field in row.fields.entries {
                entry += JSONWriter.length(of: field.name) + field.value.json.utf8.count + 2
            }
        }
        let rules = row.rules
        if rules.editable != nil { entry += 17 }
        if rules.deletable != nil { entry += 18 }
        if rules.movable != nil { entry += 16 }
        if rules.pinned != nil { entry += 18 }
        add(entry, under: .insertedRows)
    }

    private static func bytes(_ fields: [FieldInverse]) -> Int {
        fields.reduce(0) { bytes, field in
            bytes + JSONWriter.length(of: field.name) + (field.value?.json.utf8.count ?? 4) + 2
        }
    }

    private static func bytes(_ rules: ValueChange<RowRules>?) -> Int {
        guard let rules else { return 0 }
        var bytes = 0
        if rules.new.editable != rules.old.editable { bytes += 17 }
        if rules.new.deletable != rules.old.deletable { bytes += 18 }
        if rules.new.movable != rules.old.movable { bytes += 16 }
        if rules.new.pinned != rules.old.pinned { bytes += 18 }
        return bytes
    }

    private static func bytes(_ title: ValueChange<String>?) -> Int {
        title.map { JSONWriter.length(of: $0.old) } ?? 0
    }

    private static func bytes(_ rules: Rules?) -> Int {
        guard let rules else { return 0 }
        var writer = JSONWriter()
        writer.rules(rules)
        return writer.count
    }
}
