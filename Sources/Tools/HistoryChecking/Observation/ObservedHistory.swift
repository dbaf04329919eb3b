/// The events that the clients of a run observed, in the order in which they observed them.
///
/// The order is the only clock: all clients append to one history on one thread, so an event that
/// stands before another happened before it. Memory: a frame that several clients received is
/// stored once.
package struct ObservedHistory: Sendable {
    package private(set) var events: [HistoryEvent] = []
    private var sessions = 0
    /// Recent frames by their bytes; emptied when full, which costs memory but loses nothing.
    private var frames: [[UInt8]: ReceivedFrame] = [:]
    private static let framesKept = 4_096

    package init() {}

    package mutating func add(_ event: HistoryEvent) { events.append(event) }

    /// Returns the number of a new session, unique in this history.
    package mutating func session() -> Int {
        sessions += 1
        return sessions
    }

    /// Decodes a frame, or returns the decoded frame of an earlier client that received the same
    /// bytes.
    package mutating func frame(_ bytes: [UInt8]) -> ReceivedFrame {
        if let known = frames[bytes] { return known }
        let frame = ReceivedFrame(bytes)
        if frames.count >= Self.framesKept { frames.removeAll(keepingCapacity: true) }
        frames[bytes] = frame
        return frame
    }
}

/// One event of a run, as its clients observed it.
package enum HistoryEvent: Sendable {
    /// The content with which any list of that name is created.
    case made(list: String, content: ModelState)
    /// A client sent a frame. Recorded before the frame leaves.
    case sent(client: Int, session: Int, frame: SentFrame)
    /// A client received a frame. Recorded after the frame arrived.
    case received(client: Int, session: Int, frame: ReceivedFrame)
    /// What a client that holds a window of a list made of a message that it received.
    case window(client: Int, ObservedWindow)
    /// The response to `GET /api/lists/ID`, requested while no client edits, with its `ETag`.
    case snapshot(list: String, tag: String?, body: ReceivedFrame)
    /// The response to `GET /api/lists/ID/changes`.
    ///
    /// `isKept`: whether the server must still have the sets since that revision.
    case changes(
        list: String, epoch: String, since: Int, isKept: Bool, status: Int, body: ReceivedFrame)
    /// No client edits, every edit is answered, and every client should be up to date.
    case quiet
}

/// The identity of a list: a list that is created again under its name has another epoch.
package struct ListKey: Hashable, Sendable {
    package let name: String
    package let epoch: String

    package init(name: String, epoch: String) {
        self.name = name
        self.epoch = epoch
    }
}
