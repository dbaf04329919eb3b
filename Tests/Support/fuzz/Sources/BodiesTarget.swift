import EditScripts
import JSON
import ListEditing
import ListProtocol
import Persistence

/// The bodies of `POST /api/lists` and `POST /api/lists/ID/edits`, the list that they create and the
/// change set of the edit.
enum BodiesTarget {
    private static let limits: ProtocolLimits = {
        var limits = ProtocolLimits()
        (limits.rows, limits.sections) = (50, 8)
        return limits
    }()

    private static let start: EditableList? = try? EditableList.create(
        title: "Start", rules: Rules(),
        sections: [
            SectionState(
                id: SectionID("s"), title: "S",
                rows: ["a", "b", "c"].map { Row(id: RowID($0)) }),
            SectionState(id: SectionID("t"), title: "T"),
        ], limits: limits.editLimits)

    static func run(_ bytes: [UInt8]) {
        create(bytes)
        edit(bytes)
    }

    private static func create(_ bytes: [UInt8]) {
        guard let seed = try? CreateList.read(bytes, limits: limits) else { return }
        var made = 0
        let sections = seed.states {
            made += 1
            return "made-\(made)"
        }
        guard
            let list = try? EditableList.create(
                title: seed.title, rules: seed.rules, sections: sections,
                limits: limits.editLimits)
        else { return }
        guard written(list.state()) == list.state() else {
            FuzzTarget.found("the list reads differently", bytes)
        }
    }

    private static func edit(_ bytes: [UInt8]) {
        guard var list = start,
            let body = try? HTTPEdit.read(bytes, list: ListID("l"), limits: limits),
            case .success(let edit) = body.message.edit
        else { return }
        let before = list
        guard let applied = try? list.apply(edit, context(limits: limits.editLimits)) else {
            guard list.state() == before.state() else {
                FuzzTarget.found("a refused edit changed the list", bytes)
            }
            return
        }
        let set = PublishedChange(
            revision: list.revision, at: 1, client: context().author.client, intent: 1,
            changes: applied.changes, clamps: applied.clamps)
        guard let json = try? JSONReader.read(set.encoded, maximumDepth: JSONReader.ownDepth),
            let read = try? PublishedChange(json: json), read == set
        else { FuzzTarget.found("the set reads differently", bytes) }
        guard !applied.changes.isEmpty else { return }
        var replica = before
        let replayed: Void? = try? replica.replay(
            read.changes, by: context().author.client, marks: applied.marks, counts: list.counts)
        guard replayed != nil, replica.state() == list.state(),
            written(list.state()) == list.state()
        else { FuzzTarget.found("the set says otherwise than the list", bytes) }
    }

    /// The state, written as the journal stores it and read again.
    private static func written(_ state: ListState) -> ListState? {
        var writer = JSONWriter()
        state.write(to: &writer)
        guard let json = try? JSONReader.read(writer.bytes, maximumDepth: JSONReader.ownDepth)
        else { return nil }
        return try? ListState(json: json)
    }
}
