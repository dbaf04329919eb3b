package import JSON
package import ListEditing

/// The limits that a server enforces on its clients, as `welcome` lists them.
package struct ProtocolLimits: Hashable, Sendable {
    /// Bytes of one frame from a client.
    package var frameBytes = 262_144
    /// Bytes of one change set.
    package var setBytes = 524_288
    /// Unanswered edits of one client in one list.
    package var inFlight = 128
    /// Actions of one edit.
    package var actions = 1_000
    /// Bytes of one row's fields as JSON.
    package var fieldsBytes = 16_384
    /// Lists that one session has open.
    package var lists = 64
    /// Rows of one list.
    package var rows = 200_000
    /// Sections of one list.
    package var sections = 1_000
    /// UTF-8 bytes of one title.
    package var titleBytes = 1_024
    /// Edits of one client that it can undo.
    package var undo = 100
    /// Bytes of the steps that a client can undo and redo in one list, together.
    ///
    /// A step counts as the larger of its inverse and the set that it would make.
    package var undoBytes = 4_194_304
    /// Rows of a window, and of every answer to a query; 0: the server knows no windows.
    package var windowRows = 1_000
    /// Bytes stored for one list: rows, undo steps and the records of clients.
    ///
    /// The most that can be set is 805,306,368: a snapshot is one blob, and SQLite stores no blob
    /// over 1,000,000,000 bytes.
    package var listBytes = 268_435_456
    /// Seconds from the last change of a burst to its `head`.
    package var headSeconds = 10
    /// Bytes queued for a session before change sets are no longer queued; it receives them as one catch-up later.
    package var queueBytes = 4_194_304
    /// Seconds after which a session that receives nothing is closed.
    package var stallSeconds = 30
    /// Days for which the answers to a client's edits are remembered after its last edit.
    package var rememberDays = 30

    /// The deepest nesting of the value of a field.
    ///
    /// A scalar nests 0, `[]` 1. It is the same on every server.
    package static let fieldDepth = 16

    /// Creates the default limits, which are those of Protocol.md.
    package init() {}

    /// The limits that the editing core enforces.
    package var editLimits: EditLimits {
        var limits = EditLimits()
        limits.rows = rows
        limits.sections = sections
        limits.fieldsBytes = fieldsBytes
        limits.titleBytes = titleBytes
        return limits
    }
}

extension ProtocolLimits {
    /// For reading what this process has made itself.
    package static var unlimited: ProtocolLimits {
        var limits = ProtocolLimits()
        (limits.actions, limits.fieldsBytes, limits.titleBytes) = (.max, .max, .max)
        return limits
    }

    /// Writes the limits as `welcome` has them.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("frameBytes", frameBytes)
            writer.member("setBytes", setBytes)
            writer.member("inFlight", inFlight)
            writer.member("actions", actions)
            writer.member("fieldsBytes", fieldsBytes)
            writer.member("lists", lists)
            writer.member("rows", rows)
            writer.member("sections", sections)
            writer.member("titleBytes", titleBytes)
            writer.member("undo", undo)
            writer.member("undoBytes", undoBytes)
            if windowRows > 0 { writer.member("windowRows", windowRows) }
            writer.member("listBytes", listBytes)
            writer.member("headSeconds", headSeconds)
            writer.member("queueBytes", queueBytes)
            writer.member("stallSeconds", stallSeconds)
            writer.member("rememberDays", rememberDays)
        }
    }
}

extension ProtocolLimits {
    /// Reads the limits that are given; others have their defaults, except for `windowRows`, by which a
    /// server tells that it knows windows.
    init(members: Members) throws(DecodingProblem) {
        self.init()
        windowRows = 0
        let all: [(String, WritableKeyPath<ProtocolLimits, Int>)] = [
            ("frameBytes", \.frameBytes), ("setBytes", \.setBytes), ("inFlight", \.inFlight),
            ("actions", \.actions), ("fieldsBytes", \.fieldsBytes), ("lists", \.lists),
            ("rows", \.rows), ("sections", \.sections), ("titleBytes", \.titleBytes),
            ("undo", \.undo), ("undoBytes", \.undoBytes), ("windowRows", \.windowRows),
            ("listBytes", \.listBytes),
            ("headSeconds", \.headSeconds), ("queueBytes", \.queueBytes),
            ("stallSeconds", \.stallSeconds), ("rememberDays", \.rememberDays),
        ]
        for (name, path) in all {
            if let value = try members.whole(ifPresent: name, atLeast: 1) {
                self[keyPath: path] = value
            }
        }
    }
}
