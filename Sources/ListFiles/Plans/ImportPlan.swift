import JSON
import ListEditing
package import ListProtocol

/// The HTTP requests that make a list on a server: a creation, and for a long list edits that fill it.
package struct ImportPlan {
    /// The actions of one request.
    package struct Batch {
        fileprivate var actions: [[UInt8]] = []
        /// The number of rows that the actions insert.
        package fileprivate(set) var rows = 0
        fileprivate var bytes = 0

        /// The body of the request.
        ///
        /// - Parameters:
        ///   - id: The edit's id, ascending from 1.
        ///   - client: The key of the client that edits.
        package func body(id: Int, client: String) -> [UInt8] {
            var writer = JSONWriter(capacity: bytes + 256)
            writer.object { writer in
                writer.member("id", id)
                writer.member("client", client)
                writer.name("actions")
                writer.array { writer in
                    for action in actions { writer.raw(action) }
                }
            }
            return writer.bytes
        }
    }

    /// The body of the request that makes the list.
    package let creation: [UInt8]
    /// The edits that follow, in order; empty where the creation holds all rows.
    package private(set) var edits: [Batch] = []

    /// The size of an edit, at most, but for a single longer action: a quarter of the default limits of
    /// a frame and of a change set, since a change set is longer than the edit that makes it.
    private static let targetBytes = 65_536
    private static let actionsPerEdit = 500

    /// Plans the requests for a list.
    ///
    /// - Complexity: O(n) in the rows.
    package init(_ list: CreateList) {
        self.init(list, targetBytes: Self.targetBytes)
    }

    init(_ list: CreateList, targetBytes: Int) {
        let whole = list.encoded
        if whole.count <= targetBytes, (try? JSONReader.read(whole)) != nil {
            creation = whole
            return
        }
        creation = CreateList(list: list.list, title: list.title).encoded
        let ids = Self.sectionIDs(of: list)
        for (section, id) in zip(list.sections, ids) {
            add(targetBytes) { writer in
                writer.member("op", "insertSection")
                writer.member("section", id)
                writer.member("title", section.title)
                writer.name("to")
                writer.object { $0.member("at", "end") }
            }
            for row in section.rows {
                add(targetBytes, rows: 1) { Self.insertion(of: row, into: id, to: &$0) }
            }
        }
        // The rules come last: they may forbid the insertions.
        for (section, id) in zip(list.sections, ids) where section.rules != Rules() {
            add(targetBytes) { writer in
                writer.member("op", "updateSection")
                writer.member("section", id)
                writer.name("rules")
                writer.rules(section.rules)
            }
        }
        if list.rules != Rules() {
            add(targetBytes) { writer in
                writer.member("op", "updateList")
                writer.name("rules")
                writer.rules(list.rules)
            }
        }
    }

    /// Adds the action that `write` writes to the last edit, or to a new one where that is full.
    private mutating func add(
        _ targetBytes: Int, rows: Int = 0, _ write: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter()
        writer.object { write(&$0) }
        let action = writer.bytes
        let isFull = edits.last.map {
            $0.bytes + action.count > targetBytes || $0.actions.count >= Self.actionsPerEdit
        }
        if isFull ?? true { edits.append(Batch()) }
        edits[edits.count - 1].actions.append(action)
        edits[edits.count - 1].bytes += action.count
        edits[edits.count - 1].rows += rows
    }

    private static func insertion(
        of row: RowSeed, into section: String, to writer: inout JSONWriter
    ) {
        writer.member("op", "insertRow")
        writer.member("row", ifPresent: row.id?.text)
        writer.name("fields")
        writer.fields(row.fields)
        writer.rowRuleMembers(row.rules)
        // The end of the row's band: the server places pinned rows as it does in a creation.
        writer.name("to")
        writer.object { writer in
            writer.member("section", section)
            writer.member("at", "end")
        }
    }

    /// The ids of all sections; a section without an id gets an unused one.
    private static func sectionIDs(of list: CreateList) -> [String] {
        // Canonical equivalence: ids are ASCII.
        var taken = Set(list.sections.compactMap { $0.id?.text })
        return list.sections.enumerated().map { index, section in
            if let id = section.id { return id.text }
            var name = "section-\(index + 1)"
            while !taken.insert(name).inserted { name += "-" }
            return name
        }
    }
}
