import ListDocument
import ListEditing
import ListJournal
import ListProtocol
import ListSequencing
import WebSocketTransport

/// The way of an edit between two sockets, one step at a time: for measuring what each costs.
///
/// The steps are those that sessions and sequencers take; nothing here is decided anew.
struct EditPath {
    /// Edits that were decoded together.
    struct Batch {
        fileprivate let requests: [EditRequest]
    }

    /// Edits that were applied together.
    struct Applied {
        fileprivate let batch: AppliedBatch

        /// Edits that changed the list.
        var appliedCount: Int { batch.answers.count { $0.set != nil } }
    }

    private let submitter = SilentSubmitter()
    private let author: Author
    private var list: LoadedList
    private var queue = EditQueue()

    /// The path to a list that was made just now, for the edits of one client.
    init(_ list: NewList, limits: ProtocolLimits, client: String) throws {
        author = Author(client: ClientID(client), name: "Ana")
        self.list = LoadedList(
            id: ListID(list.list), epoch: list.epoch, limits: limits,
            snapshot: try ListSnapshot(decoding: list.snapshot))
    }

    /// The list that a description asks for, as the journal takes it.
    static func list(_ list: CreateList, limits: ProtocolLimits, epoch: String) throws -> NewList {
        try NewList(list, limits: limits, epoch: epoch, at: 0)
    }

    var revision: Int { list.list.revision }

    /// Reads the edits of some frames; what is no edit is left out.
    func decode(_ frames: [[UInt8]]) -> Batch {
        var requests: [EditRequest] = []
        for frame in frames {
            guard case .messages(let messages) = ClientFrame.decode(frame, limits: list.limits)
            else { continue }
            for case .message(.edit(let edit)) in messages {
                requests.append(EditRequest(edit, author: author, submitter: submitter))
            }
        }
        return Batch(requests: requests)
    }

    /// Applies the edits and encodes their sets.
    mutating func apply(_ batch: Batch, now: Int) -> Applied {
        for request in batch.requests { queue.append(request) }
        return Applied(batch: list.apply(&queue, now: now))
    }

    /// Encodes the journal's record.
    func record(of applied: Applied) -> JournalRecord { list.record(of: applied.batch) }

    /// Makes the frame that everyone is sent.
    mutating func frame(of applied: Applied) -> Frame? {
        let frame = list.frame(of: applied.batch)
        list.trimHistory(to: HistoryOptions().inMemory, bytes: 8_388_608)
        return frame
    }
}

/// Ignores answers.
private struct SilentSubmitter: EditSubmitter {
    func answered(_ edit: AnsweredEdit, in list: ListID, counts: [Int], isDelivered: Bool) {}

    func leftUnanswered(id: Int, list: ListID) {}
}
