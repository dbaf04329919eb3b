import JSON
import ListEditing
import ListProtocol

/// The requests that make a list on a server: one, or a creation and edits that fill it.
struct ImportPlan {
    /// Actions that go in one request.
    struct Edit {
        fileprivate(set) var actions: [[UInt8]] = []
        fileprivate(set) var rows = 0
        fileprivate var bytes = 0

        /// The body of the request.
        func body(id: Int, client: String) -> [UInt8] {
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
    private(set) var creation: [UInt8]
    private(set) var edits: [Edit] = []

    /// A quarter of what a frame and a change set may have by default, for sets are longer than the
    /// edits that make them.
    private static let targetBytes = 65_536
    private static let actionsPerEdit = 500

    init(_ list: CreateList, targetBytes: Int = targetBytes) {
        let whole = Self.creation(of: list, isWhole: true)
        if whole.count <= targetBytes, (try? JSONReader.read(whole)) != nil {
            creation = whole
            return
        }
        creation = Self.creation(of: list, isWhole: false)
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
        // The rules come last, for they may forbid the insertions.
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

    private mutating func add(
        _ targetBytes: Int, rows: Int = 0, _ write: (inout JSONWriter) -> Void
    ) {
        var writer = JSONWriter()
        writer.object { write(&$0) }
        let action = writer.bytes
        let isFull = edits.last.map {
            $0.bytes + action.count > targetBytes || $0.actions.count >= Self.actionsPerEdit
        }
        if isFull ?? true { edits.append(Edit()) }
        edits[edits.count - 1].actions.append(action)
        edits[edits.count - 1].bytes += action.count
        edits[edits.count - 1].rows += rows
    }

    private static func creation(of list: CreateList, isWhole: Bool) -> [UInt8] {
        var writer = JSONWriter(capacity: 4_096)
        writer.object { writer in
            writer.member("list", list.list.text)
            writer.member("title", list.title)
            guard isWhole else { return }
            writer.name("rules")
            writer.rules(list.rules)
            writer.name("sections")
            writer.array { writer in
                for section in list.sections { write(section, to: &writer) }
            }
        }
        return writer.bytes
    }

    private static func write(_ section: SectionSeed, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", ifPresent: section.id?.text)
            writer.member("title", section.title)
            writer.name("rules")
            writer.rules(section.rules)
            writer.name("rows")
            writer.array { writer in
                for row in section.rows {
                    writer.object { writer in
                        writer.member("id", ifPresent: row.id?.text)
                        writer.name("fields")
                        writer.fields(row.fields)
                        writer.rowRuleMembers(row.rules)
                    }
                }
            }
        }
    }

    private static func insertion(
        of row: RowSeed, into section: String, to writer: inout JSONWriter
    ) {
        writer.member("op", "insertRow")
        writer.member("row", ifPresent: row.id?.text)
        writer.name("fields")
        writer.fields(row.fields)
        writer.rowRuleMembers(row.rules)
        // The end of the row's band: what is pinned stands in front or behind, as in a creation.
        writer.name("to")
        writer.object { writer in
            writer.member("section", section)
            writer.member("at", "end")
        }
    }

    /// Each section's id; those that have none get one that no other has.
    private static func sectionIDs(of list: CreateList) -> [String] {
        var taken = Set(list.sections.compactMap { $0.id?.text })
        return list.sections.enumerated().map { index, section in
            if let id = section.id { return id.text }
            var name = "section-\(index + 1)"
            while !taken.insert(name).inserted { name += "-" }
            return name
        }
    }
}
