/// What a piece of the server's stream turned out to be.
enum FrameEvent: Hashable {
    /// Sets of one commit; where `isWhole`, all of it is in `ServerFrameReader.message`.
    case changes(first: Int, last: Int, isWhole: Bool)
    /// A snapshot, or a part of one.
    case snapshot(revision: Int, part: Int, parts: Int)
    /// The sets that a session missed.
    case catchup(from: Int, revision: Int, isWhole: Bool)
    /// Another message, whole in `ServerFrameReader.message`.
    case message
    /// A ping, to be answered with what is in `ServerFrameReader.control`.
    case ping
    /// The server says goodbye, with its close code.
    case close(Int)
    /// Sets in which no revision was found.
    case unreadable
}

extension FrameEvent {
    /// - Parameter bytes: A message, or, where it is not whole, its beginning and its end.
    init(_ bytes: borrowing Span<UInt8>, isWhole: Bool) {
        switch MessageKind(bytes) {
        case .changes:
            guard let first = ByteScan.first(ByteScan.revision, in: bytes),
                let last = ByteScan.last(ByteScan.revision, in: bytes)
            else {
                self = .unreadable
                return
            }
            self = .changes(first: first, last: last, isWhole: isWhole)
        case .catchup:
            guard let from = ByteScan.first(ByteScan.from, in: bytes),
                let revision = ByteScan.first(ByteScan.revision, in: bytes)
            else {
                self = .unreadable
                return
            }
            self = .catchup(from: from, revision: revision, isWhole: isWhole)
        case .snapshot:
            guard let revision = ByteScan.first(ByteScan.revision, in: bytes) else {
                self = .unreadable
                return
            }
            self = .snapshot(
                revision: revision, part: ByteScan.first(ByteScan.part, in: bytes) ?? 0,
                parts: ByteScan.first(ByteScan.parts, in: bytes) ?? 1)
        case .other:
            self = .message
        }
    }
}
