import ListDocument
import ListEditing
import ListProtocol
import WebSocketTransport

/// The encoded states of one list, all with authors or all without, and the readers that wait for one
/// made on another thread.
struct Snapshots: Sendable {
    /// Who is to get a snapshot.
    enum Reader: Hashable, Sendable {
        case join(JoinRequest)
        case resync(ResyncRequest)
        case read(ReadRequest)

        /// Whether the rows of its snapshot tell who changed them.
        var wantsAuthors: Bool {
            switch self {
            case .join(let join): join.wantsAuthors
            case .resync(let resync): resync.wantsAuthors
            case .read: false
            }
        }

        /// The revision that the snapshot must not be older than: it may have seen that one.
        fileprivate var least: Int {
            switch self {
            case .join(let join): join.asked
            case .read(let read): read.asked
            case .resync: 0
            }
        }
    }

    /// Whether the snapshot for a reader is ready.
    enum Availability {
        case ready(EncodedSnapshot, isNew: Bool)
        /// It waits; where a list is given, that is to be encoded on another thread.
        case later(EditableList?)
    }

    /// Bytes of a list, as `EditableList.byteCount` tells them, that are encoded in a turn of the loop.
    static let turnBytes = 262_144
    /// Bytes that who changed a row takes in its encoding: about, and where both users have 256
    /// characters that are escaped.
    private static let authorBytes = (mean: 192, most: 3_200)

    private let hasAuthors: Bool
    private var current: EncodedSnapshot?
    private var currentCatchup: (since: Int, revision: Int, frame: Frame)?
    private var readers: [Reader] = []
    private var isEncoding = false
    private var arrived: EncodedSnapshot?

    init(hasAuthors: Bool) { self.hasAuthors = hasAuthors }

    /// Bytes that it holds and could make again.
    var byteCount: Int {
        (current?.byteCount ?? 0) + (currentCatchup?.frame.wireCount ?? 0)
    }

    /// Whether a reader waits for a snapshot that is ready.
    var hasArrived: Bool { arrived != nil }

    /// The list has changed, or is to take less room: what is encoded of it is of no more use.
    mutating func forget() {
        current = nil
        currentCatchup = nil
    }

    /// The bytes of a list's snapshot, about.
    static func byteCount(of list: EditableList, hasAuthors: Bool) -> Int {
        list.byteCount + (hasAuthors ? list.rowCount * authorBytes.mean : 0)
    }

    /// Gives a reader the snapshot, or has it wait.
    mutating func serve(_ reader: Reader, _ list: LoadedList) -> Availability {
        if let current, current.revision == list.list.revision {
            return .ready(current, isNew: false)
        }
        let authorBytes = hasAuthors ? list.list.rowCount * Self.authorBytes.most : 0
        guard list.list.byteCount + authorBytes > Self.turnBytes else {
            let made = EncodedSnapshot(
                list.list, id: list.id, epoch: list.epoch, hasAuthors: hasAuthors)
            current = made
            return .ready(made, isNew: true)
        }
        readers.append(reader)
        return .later(beginEncoding(list.list))
    }

    private mutating func beginEncoding(_ list: EditableList) -> EditableList? {
        guard !isEncoding else { return nil }
        isEncoding = true
        return list.withoutHistory
    }

    /// A snapshot has been encoded on another thread.
    mutating func arrive(_ snapshot: EncodedSnapshot) {
        isEncoding = false
        arrived = snapshot
    }

    /// Takes the snapshot that arrived, and the readers that may have it; the others keep waiting.
    ///
    /// - Parameter isUsable: Whether the sets since the snapshot are there, to be sent after it.
    /// - Returns: nil where none arrived; `again`: the list to encode for the readers that still wait.
    mutating func takeArrived(
        _ list: EditableList, isUsable: (EncodedSnapshot) -> Bool
    ) -> (snapshot: EncodedSnapshot, readers: [Reader], again: EditableList?)? {
        guard let snapshot = arrived else { return nil }
        arrived = nil
        if snapshot.revision == list.revision { current = snapshot }
        let usable = isUsable(snapshot)
        let served = readers.filter { usable && $0.least <= snapshot.revision }
        readers.removeAll { usable && $0.least <= snapshot.revision }
        return (snapshot, served, readers.isEmpty ? nil : beginEncoding(list))
    }

    /// Takes out the readers that wait.
    mutating func takeReaders() -> [Reader] {
        defer { readers = [] }
        return readers
    }

    /// The sets that a session missed as one frame, shared by all that missed the same; nil: they are more
    /// than `bound` bytes.
    ///
    /// - Parameter since: Not below the start of the list's history.
    mutating func catchup(of list: LoadedList, since: Int, bound: Int) -> Frame? {
        let revision = list.list.revision
        if let known = currentCatchup, known.since == since, known.revision == revision {
            return known.frame
        }
        guard list.history.byteCount(after: since, upTo: bound) <= bound else { return nil }
        let message = Catchup(
            list: list.id, epoch: list.epoch, from: since, revision: revision,
            sets: list.history.sets(after: since), counts: list.list.counts)
        let frame = Frame(text: message.encoded, event: .changes(through: revision))
        currentCatchup = (since, revision, frame)
        return frame
    }
}
