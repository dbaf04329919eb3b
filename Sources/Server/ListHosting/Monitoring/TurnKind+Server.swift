import ListSequencing
package import Logging
package import WebSocketTransport

extension TurnKind {
    /// Edits were applied and handed to the journal.
    package static let batch = TurnKind(6, "batch")
    /// A list was opened for a session.
    package static let join = TurnKind(7, "join")
    /// Change sets were sent to subscribers.
    package static let publish = TurnKind(8, "publish")
    /// Presence was sent.
    package static let presence = TurnKind(9, "presence")
    /// A list was read from the journal, or its history.
    package static let load = TurnKind(10, "load")
    /// A snapshot, a catch-up or an answer was put into JSON.
    package static let encode = TurnKind(11, "encode")

    /// Every kind of turn of a server, in the order of the numbers.
    package static let ofServer = ofTransport + [batch, join, publish, presence, load, encode]
}

extension LoopTurn {
    /// Seconds; a longer turn is logged.
    static let longSeconds = 0.05

    /// What is logged of a long turn: of the list's id only its CRC-32.
    package var metadata: Logger.Metadata {
        // Canonical equivalence: the keys are words of this program.
        var metadata: Logger.Metadata = [
            "kind": "\(kind.name)", "milliseconds": "\(Int((seconds * 1000).rounded()))",
        ]
        if let subject { metadata["list"] = "\(Self.checksum(subject))" }
        if let session { metadata["session"] = "\(session)" }
        return metadata
    }

    /// The CRC-32 of a text (ISO 3309, as of `gzip` and `crc32`), in eight hexadecimal digits.
    ///
    /// O(n).
    static func checksum(_ text: String) -> String {
        var register = UInt32.max
        for byte in text.utf8 {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0)
            }
        }
        let digits = String(~register, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension SequencerCommand {
    /// What handling it is mainly for, in the figures of the loop's turns.
    var turnKind: TurnKind? {
        switch self {
        case .due(.passEnd), .due(.linger), .worked: .batch
        case .appended, .due(.append), .resolved: .publish
        case .loaded, .due(.load), .fetched(.history), .fetched(.past): .load
        case .fetched(.snapshot), .fetched(.query), .compacted, .due(.readOn): .encode
        case .edit, .serve, .delete, .due(.head), .release, .reclaim, .deleted: nil
        }
    }
}

extension SharedCommand {
    /// What handling it is mainly for, in the figures of the loop's turns.
    var turnKind: TurnKind {
        switch self {
        case .accept: .batch
        case .forwarded, .setRead, .searched: .publish
        case .followed, .missedRead, .headRead, .due: .load
        }
    }
}
