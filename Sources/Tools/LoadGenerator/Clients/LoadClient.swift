import DequeModule

/// The state of one client of a ``ClientGroup``.
struct LoadClient {
    /// The number of the list that the client opens; nil: it opens none.
    var list: Int?
    /// The number of the editor that the client is; nil: it does not edit.
    var editor: Int?
    var isGreeted = false
    var isOpen = false
    /// When the list was last opened, in monotonic nanoseconds.
    var openedAt: Int64 = 0
    /// The revision up to which the client has every set.
    var delivered = 0
    /// The query under way; nil: none.
    var query: RowQuery?
    /// Queries that it has sent.
    var asked = 0
    /// The last `head` that the client received.
    var head: ReportedHead?
}

/// A `rows` message of a client without an answer.
struct RowQuery: Hashable {
    var n: Int
    /// When it was due, in monotonic nanoseconds.
    var due: Int64
}

/// The window with which the clients of a group open their list.
struct OpeningWindow {
    /// The index in the list's section at which a client opens it, by the client's number.
    var index: (Int) -> Int
    /// Rows from there on.
    var rows: Int
}

/// The revision and digest that a `head` reports.
struct ReportedHead: Hashable {
    var revision: Int
    var digest: UInt32
}

/// The edits of one client: those to send, those unanswered, and counts.
final class Editor {
    /// An edit without an answer.
    struct Pending: Hashable {
        var id: Int
        /// When it was due, in monotonic nanoseconds; in a closed loop, when it was sent.
        var due: Int64
        /// Its revision; nil: not known yet.
        var revision: Int?
    }

    let number: Int
    /// The number of the client.
    let client: Int
    /// The unanswered edits, in order of ids.
    ///
    /// Bounded by `limits.inFlight`, which the caller checks before it adds an edit.
    private(set) var pending: Deque<Pending> = []
    private(set) var lastID = 0
    private(set) var answered = 0
    /// The edits that were unanswered when their connection was lost.
    private(set) var forgotten: Set<Int> = []
    /// The messages of the next frame.
    private var batch: [UInt8] = []
    private var batchCount = 0

    init(number: Int, client: Int) {
        self.number = number
        self.client = client
    }

    /// Adds an edit to the next frame.
    ///
    /// - Parameter write: Appends the message of the edit with that id.
    func add(due: Int64, _ write: (_ id: Int, _ output: inout [UInt8]) -> Void) {
        lastID += 1
        pending.append(Pending(id: lastID, due: due))
        batch.append(batchCount == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
        batchCount += 1
        write(lastID, &batch)
    }

    var batchBytes: Int { batch.count }

    /// Appends the next frame: one message, or an array of several.
    func takeBatch(into output: inout [UInt8]) {
        guard batchCount > 0 else { return }
        if batchCount == 1 {
            ClientFraming.append(batch.dropFirst(), to: &output)
        } else {
            batch.append(UInt8(ascii: "]"))
            ClientFraming.append(batch, to: &output)
        }
        batch.removeAll(keepingCapacity: true)
        batchCount = 0
    }

    /// Records the revision of an edit.
    ///
    /// - Returns: When the edit was due; nil where it is not pending.
    func learn(editID: Int, revision: Int) -> Int64? {
        guard let first = pending.first, editID >= first.id, editID - first.id < pending.count
        else { return nil }
        // Ids count up by one, and edits are answered from the front.
        let place = editID - first.id
        guard pending[place].id == editID else { return nil }
        pending[place].revision = revision
        return pending[place].due
    }

    /// Completes the edits that are answered by the sets up to a revision, and calls `body` with each.
    func settle(delivered: Int, _ body: (Pending) -> Void) {
        while let first = pending.first, let revision = first.revision, revision <= delivered {
            pending.removeFirst()
            answered += 1
            body(first)
        }
    }

    /// Completes the edit that an `ack` or `reject` answers; nil where it is not pending.
    func acknowledge(_ id: Int) -> Pending? {
        guard let place = pending.firstIndex(where: { $0.id == id }) else { return nil }
        answered += 1
        return pending.remove(at: place)
    }

    /// Gives up the unanswered edits after the connection was lost.
    func forgetPending() {
        forgotten.formUnion(pending.map(\.id))
        pending.removeAll()
        batch.removeAll(keepingCapacity: true)
        batchCount = 0
    }
}

/// The limits in `welcome` that the generator must respect.
struct ServerLimits: Hashable {
    var inFlight = 128
    var frameBytes = 262_144
    var headSeconds = 10

    init() {}

    /// Reads the limits from a `welcome`; those that it does not name have the protocol's defaults.
    init(_ bytes: borrowing Span<UInt8>) {
        inFlight = ByteScan.first(ServerLimits.inFlightKey, in: bytes) ?? inFlight
        frameBytes = ByteScan.first(ServerLimits.frameBytesKey, in: bytes) ?? frameBytes
        headSeconds = ByteScan.first(ServerLimits.headSecondsKey, in: bytes) ?? headSeconds
    }

    private static let inFlightKey = Array("\"inFlight\":".utf8)
    private static let frameBytesKey = Array("\"frameBytes\":".utf8)
    private static let headSecondsKey = Array("\"headSeconds\":".utf8)
}

/// The first messages of a client.
enum Greeting {
    static func hello(key: String, token: String?) -> [UInt8] {
        let part = token.map { ",\"token\":\"\($0)\"" } ?? ""
        return Array(
            "{\"type\":\"hello\",\"client\":\"\(key)\",\"name\":\"load\"\(part)}".utf8)
    }

    static func open(_ list: String) -> [UInt8] {
        Array("{\"type\":\"open\",\"list\":\"\(list)\"}".utf8)
    }

    /// Opens a list of ``SyntheticList`` with a window.
    static func open(_ list: String, at index: Int, rows: Int) -> [UInt8] {
        Array(
            """
            {"type":"open","list":"\(list)","window":{"around":[{"section":\
            "\(SyntheticList.section)","index":\(index)}],"before":0,"after":\(rows)}}
            """.utf8)
    }

    /// Asks for rows of the first section.
    static func rows(_ list: String, n: Int, at index: Int, rows: Int) -> [UInt8] {
        Array(
            """
            {"type":"rows","list":"\(list)","n":\(n),"ranges":[{"at":[0,\(index)],"rows":\(rows)}]}
            """.utf8)
    }

    static func open(_ list: String, since revision: Int, epoch: String) -> [UInt8] {
        Array(
            "{\"type\":\"open\",\"list\":\"\(list)\",\"since\":\(revision),\"epoch\":\"\(epoch)\"}"
                .utf8)
    }
}
