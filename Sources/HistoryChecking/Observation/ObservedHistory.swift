/// What the clients of a run saw, in the order in which they saw it.
///
/// That order is the only clock: all clients write into one history, so if one event stands before
/// another, it did happen before it. Memory: a frame is kept once however many were sent it.
package struct History: Sendable {
    package private(set) var events: [HistoryEvent] = []
    private var sessions = 0
    /// The frames of late by their bytes; emptied when full, which only costs memory.
    private var frames: [[UInt8]: ReceivedFrame] = [:]
    private static let framesKept = 4_096

    package init() {}

    package mutating func add(_ event: HistoryEvent) { events.append(event) }

    /// A number for a new connection.
    package mutating func session() -> Int {
        sessions += 1
        return sessions
    }

    /// The frame that came as these bytes, shared with those who had the same.
    package mutating func frame(_ bytes: [UInt8]) -> ReceivedFrame {
        if let known = frames[bytes] { return known }
        let frame = ReceivedFrame(bytes)
        if frames.count >= Self.framesKept { frames.removeAll(keepingCapacity: true) }
        frames[bytes] = frame
        return frame
    }
}
