import EditScripts
import ListEditing
import ListProtocol
import Testing

@testable import ListClient
@testable import ListDocument
@testable import ListServer

/// Who changed the rows, as a client is told it: at first by the rows, then by the change sets.
struct AuthorsOnTheWireTests {
    @Test(arguments: 1...10)
    func whatSetsKeepUpToDate_isWhatAFreshReaderIsTold(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed, withRules: seed.isMultiple(of: 2))
        var list = try edits.list(sections: 3, rows: 20)
        var whole = try Self.reader(of: list)
        var window = try Self.windowReader(of: list)
        for number in 0..<150 {
            let context = Self.context(edits.random.below(3), at: 1_000 + number)
            let applied = try? list.apply(edits.edit(list.state()), context)
            if let applied, !applied.changes.isEmpty {
                let set = try Self.sent(applied, list.revision, context)
                #expect(whole.apply([set], counts: list.counts) == .done, "seed \(seed)")
                #expect(window.apply([set], counts: list.counts) == .done, "seed \(seed)")
            }
            guard edits.random.chance(10) else { continue }
            let stamps = Stamps(list)
            #expect(try Stamps(#require(whole.list)) == stamps, "seed \(seed)")
            #expect(try Stamps(#require(Self.reader(of: list).list)) == stamps, "seed \(seed)")
            #expect(try Self.heldStampsAreKnown(window, stamps), "seed \(seed)")
            if edits.random.chance(30) { window = try Self.windowReader(of: list) }
            if edits.random.chance(30) { whole = try Self.reader(of: list) }
        }
    }

    @Test func readerThatDidNotAsk_isToldNothing() throws {
        var list = try ShortList.one()
        _ = try list.apply(
            Edit(
                base: nil,
                actions: [
                    .insertRow(
                        row: RowID("x"), fields: Fields(), rules: RowRules(), to: .unspecified)
                ]), Self.context(0, at: 5))
        let bytes = Snapshot(list: ListID("l"), epoch: "e", state: list.state()).encoded
        #expect(!String(decoding: bytes, as: UTF8.self).contains(#""by""#))
        let row = try #require(Self.reader(of: list, hasAuthors: false).list?.row(RowID("x")))
        #expect(row.by == nil && row.added == nil)
        let notified = try #require(Self.reader(of: list).list?.row(RowID("x")))
        #expect(notified.by?.author.user == "user-0" && notified.by == notified.added)
    }

    /// A folded set stands for edits of several clients.
    @Test func foldedSet_leavesWhatItChangesUnknown() throws {
        let list = try ShortList.one()
        var reader = try Self.reader(of: list)
        var changes = ChangeSet()
        changes.updatedRows = [
            RowUpdate(
                row: RowID("a"), at: IndexPath(section: 0, row: 0),
                fields: [FieldChange(name: "title", value: FieldValue(json: "1"))],
                rules: RowRulesChange())
        ]
        let folded = PublishedChange(
            revision: 2, at: 9, client: nil, intent: nil, folds: 2, changes: changes)
        #expect(reader.apply([folded], counts: nil) == .done)
        #expect(reader.list?.row(RowID("a"))?.fields["title"]?.json == "1")
        #expect(reader.list?.row(RowID("a"))?.by == nil)
    }

    private static func context(_ number: Int, at time: Int) -> EditContext {
        let author = RowAuthor(
            client: ClientID("client-\(number)"), user: number == 2 ? nil : "user-\(number)")
        return EditContext(author: author, at: time, mayGiveRules: true)
    }

    /// The set as it arrives at a client.
    private static func sent(
        _ applied: Applied, _ revision: Int, _ context: EditContext
    ) throws -> PublishedChange {
        let set = PublishedChange.encode(
            revision: revision, at: context.at, client: context.author.client, intent: 1,
            user: context.author.user, undoes: nil, redoes: nil, changes: applied.changes,
            clamps: [])
        let message = Changes(list: ListID("l"), sets: [set], counts: []).encoded
        guard case .changes(let changes)? = try ServerFrame.decode(message).first else {
            throw NothingRead()
        }
        return try #require(changes.sets.first)
    }

    private static func reader(of list: EditableList, hasAuthors: Bool = true) throws -> Replica {
        let bytes = Snapshot(
            list: ListID("l"), epoch: "e", state: list.state(), hasAuthors: hasAuthors
        ).encoded
        guard case .snapshot(let snapshot, _, _)? = try ServerFrame.decode(bytes).first else {
            throw NothingRead()
        }
        var reader = Replica()
        #expect(reader.apply(snapshot, part: 0, of: 1) == .done)
        return reader
    }

    private static func windowReader(of list: EditableList) throws -> Replica {
        let source = WindowReader(list: list, limits: ProtocolLimits(), hasAuthors: true)
        let window = ListWindow(around: [], before: 0, after: 8)
        let bytes = source.outline(window, of: ListID("l"), "e").encoded
        guard case .outline(let outline)? = try ServerFrame.decode(bytes).first else {
            throw NothingRead()
        }
        var reader = Replica(isSparse: true)
        #expect(reader.apply(outline) == .done)
        return reader
    }

    /// Whether the rows that a window holds tell what the list's rows tell.
    private static func heldStampsAreKnown(_ reader: Replica, _ stamps: Stamps) throws -> Bool {
        try #require(reader.sparse).runs.flatMap(\.rows).compactMap(\.row).allSatisfy {
            stamps.by[$0.id] == $0.by && stamps.added[$0.id] == $0.added
        }
    }
}

/// What the rows of a list tell.
private struct Stamps: Equatable {
    var by: [RowID: RowStamp] = [:]
    var added: [RowID: RowStamp] = [:]

    init(_ list: EditableList) {
        for row in list.state().sections.flatMap(\.rows) {
            by[row.id] = row.by
            added[row.id] = row.added
        }
    }
}

private enum ShortList {
    /// A list of one row.
    static func one() throws -> EditableList {
        try EditableList.create(
            title: "T", rules: Rules(),
            sections: [SectionState(id: SectionID("s"), title: "S", rows: [Row(id: RowID("a"))])],
            limits: EditLimits())
    }
}

private struct NothingRead: Error {}
