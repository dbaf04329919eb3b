import CHeap
import ListDocument
import ListEditing
import ListProtocol

/// Heap bytes of lists as the server holds them.
struct HeldList {
    private static let author = Author(
        client: ClientID("5e0c71a9d2f40000deadbeef"), name: "Ana")
    private static let limits = ProtocolLimits()

    private let submitter = SilentSubmitter()
    private(set) var list: LoadedList
    private var queue = EditQueue()
    private var lastEdit = 0

    /// A list as its snapshot is stored.
    init(snapshot: [UInt8]) throws {
        list = LoadedList(
            id: ListID("bench"), epoch: "bench", limits: Self.limits,
            snapshot: try ListSnapshot(decoding: snapshot))
    }

    /// Bytes that malloc has given out and not got back.
    static var heapBytes: Int { Int(lockstep_heap_bytes()) }

    /// The list as it would be stored.
    var snapshot: [UInt8] { list.snapshot.encoded }

    /// Applies edits of one action each, eight in a batch, as a session's frames would bring them.
    ///
    /// - Throws: ``BenchError/notApplied`` where more than a few were refused or changed nothing.
    mutating func apply(_ actions: [String]) throws {
        let before = list.list.revision
        for start in stride(from: 0, to: actions.count, by: 8) {
            for action in actions[start..<min(start + 8, actions.count)] {
                lastEdit += 1
                let text =
                    #"{"type":"edit","list":"bench","id":\#(lastEdit),"actions":[\#(action)]}"#
                let frame = ClientFrame.decode(Array(text.utf8), limits: Self.limits)
                guard case .messages(let messages) = frame,
                    case .message(.edit(let edit))? = messages.first
                else { throw BenchError.notApplied }
                queue.append(EditRequest(edit, author: Self.author, submitter: submitter))
            }
            _ = list.apply(&queue, now: 1_763_700_000_000)
            list.endBatch()
            trimHistory(to: HistoryOptions().inMemory)
        }
        guard (list.list.revision - before) * 10 >= actions.count * 9 else {
            throw BenchError.notApplied
        }
    }

    /// Lets go of history, as the server does after each batch.
    mutating func trimHistory(to count: Int) {
        list.trimHistory(to: count, bytes: count == 0 ? 0 : 8_388_608)
    }
}

/// Why a figure would mean nothing.
enum BenchError: Error {
    /// An edit was refused or changed nothing.
    case notApplied
    /// The store does not have what was written.
    case notStored
}

/// Ignores answers.
private struct SilentSubmitter: EditSubmitter {
    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {}

    func leftUnanswered(id: Int, list: ListID) {}
}
