import ListEditing
import ListJournal
import ListProtocol
import Testing

@testable import ListDocument
@testable import ListSequencing
@testable import ListServer
@testable import ServerTesting

/// Batches of edits and their answers, as they go between servers.
@Suite struct ForwardedBatchTests {
    private let limits = ProtocolLimits()
    private let once = Author(client: ClientID("once"), isRemembered: false)
    private let viewer = Author(
        client: ClientID("v"), name: "Vera\n", user: "vera", role: .viewer)

    private func request(_ id: Int, _ actions: [Action], by author: Author = ana) -> EditRequest {
        let message = EditMessage(
            list: ListID("l"), id: id, base: 3, epoch: "e",
            edit: .success(Edit(base: 3, actions: actions)))
        return EditRequest(message, author: author, submitter: TestSubmitter())
    }

    private var requests: [EditRequest] {
        let fields = Fields([
            Field(name: "title", value: FieldValue(json: #""zwei\nZeilen é""#)),
            Field(name: "n", value: FieldValue(json: "1.50")),
        ])
        let insert = Action.insertRow(
            row: nil, fields: fields, rules: RowRules(), to: .index(section, 0))
        let undo = UndoMessage(list: ListID("l"), id: 3, epoch: "e", skips: true)
        let malformed = EditMessage(
            list: ListID("l"), id: 5, base: nil, epoch: nil,
            edit: .failure(Rejection(.badAction, action: 2, message: "no")))
        return [
            request(1, [insert, rename("a", "x")]), request(2, [move("a", 1)], by: viewer),
            EditRequest(undo, redo: false, author: ana, submitter: TestSubmitter()),
            EditRequest(undo, redo: true, author: viewer, submitter: TestSubmitter()),
            EditRequest(malformed, author: once, submitter: TestSubmitter()),
        ]
    }

    private func batch(_ requests: [EditRequest]) -> ForwardedBatch {
        var batch = ForwardedBatch(
            server: "one", list: ListID("l"), epoch: "e", number: 7,
            after: JournalPosition(revision: 11, token: 12))
        for request in requests {
            let isTaken = batch.add(request)
            #expect(isTaken)
        }
        return batch
    }

    private func read(_ bytes: [UInt8]) -> ForwardedBatch? {
        ForwardedBatch(bytes, limits: limits, arrived: 1) { _, _ in TestSubmitter() }
    }

    @Test func edits_areReadAsTheyWere() throws {
        let sent = batch(requests)
        let read = try #require(self.read(sent.encoded))
        #expect(read.server == "one" && read.list == ListID("l") && read.epoch == "e")
        #expect(read.number == 7 && read.newest == 12)
        #expect(read.requests.count == sent.requests.count)
        for (left, right) in zip(sent.requests, read.requests) {
            #expect(left.id == right.id && left.base == right.base && left.epoch == right.epoch)
            #expect(left.author.client == right.author.client)
            #expect(left.author.user == right.author.user && left.author.name == right.author.name)
            #expect(left.author.role == right.author.role)
            #expect(left.author.isRemembered == right.author.isRemembered)
            #expect(!right.isCertainlyNew && right.forwardedAfter == 12)
            switch (left.intent, right.intent) {
            case (.edit(let one, let named), .edit(let other, let none)):
                #expect(none.isEmpty)
                #expect(one == other)
                #expect(named.count == (left.id == 1 ? 1 : 0))
            case (.undo(let one), .undo(let other)), (.redo(let one), .redo(let other)):
                #expect(one == other)
            case (.malformed(let one), .malformed(let other)): #expect(one == other)
            default: Issue.record("\(left.intent) is read as \(right.intent)")
            }
        }
    }

    @Test func damagedBatches_areNotRead() {
        let bytes = batch(requests).encoded
        for end in bytes.indices { #expect(read(Array(bytes[..<end])) == nil) }
        let text = String(decoding: bytes, as: UTF8.self)
        for (part, other) in [
            ("\"by\":0", "\"by\":9"), ("\"role\":\"owner\"", "\"role\":\"king\""),
            ("\"newest\":12", "\"newest\":\"12\""), ("\"type\":\"undo\"", "\"type\":\"ping\""),
            ("[{\"type\"", "[{\"type\":\"lists\"},{\"type\""),
            ("\"authors\":[", "\"authors\":[{},"), ("\"authors\":[", "\"authors\":[7,"),
        ] {
            let damaged = text.replacing(part, with: other)
            #expect(damaged != text && read(Array(damaged.utf8)) == nil, "\(other)")
        }
        #expect(read([UInt8](repeating: 10, count: ForwardedBatch.maximumBytes + 1)) == nil)
    }

    @Test func batch_isFullBehindItsBytes_andTakesNoEditThatIsTooLong() {
        var batch = batch([])
        let isTaken = [524_288, 65_536].map {
            batch.add(request(1, [rename("a", String(repeating: "x", count: $0))]))
        }
        #expect(isTaken == [false, true] && batch.requests.count == 1 && batch.isFull)
        let many = self.batch((1...128).map { request($0, [move("a", 1)]) })
        #expect(many.isFull)
    }

    // MARK: Replies

    private let reply = ForwardingReply(
        answers: [
            .answered(.applied(revision: 5, ids: ["x"], clamps: []), set: Array("{\"a\":1}".utf8)),
            .declined,
            .answered(.noop(revision: 6, clamps: []), set: nil),
            .unknown,
            .answered(.duplicate(revision: 2, applied: true), set: nil),
            .answered(.duplicate(revision: 2, applied: nil), set: nil),
            .answered(.rejected(Rejection(.listFull, action: 1, message: "full")), set: nil),
        ],
        head: ListHead(
            list: "l", epoch: "e", title: "T\n", rows: 3, done: 2,
            position: JournalPosition(revision: 6, token: 9, place: 70, check: .min)),
        counts: [1, 2])

    @Test func replies_areReadAsTheyWere() throws {
        let read = try #require(ForwardingReply(reply.encoded, epoch: "e", list: ListID("l")))
        #expect(read.head == reply.head && read.head.position.place == 70)
        #expect(read.head.position.check == .min && read.counts == [1, 2])
        #expect(read.answers.map { "\($0)" } == reply.answers.map { "\($0)" })
    }

    @Test func damagedReplies_areNotRead() {
        let bytes = reply.encoded
        for end in bytes.indices {
            #expect(ForwardingReply(Array(bytes[..<end]), epoch: "e", list: ListID("l")) == nil)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let unknown = text.replacing("listFull", with: "nosuch")
        #expect(ForwardingReply(Array(unknown.utf8), epoch: "e", list: ListID("l")) == nil)
    }
}
