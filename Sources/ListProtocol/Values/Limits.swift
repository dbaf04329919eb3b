package import ListEditing

/// The bounds that a server holds its clients to; `welcome` tells them.
package struct Limits: Hashable, Sendable {
    /// Bytes of one frame from a client.
    package var frameBytes = 262_144
    /// Bytes of one change set.
    package var setBytes = 524_288
    /// Edits of one list that a client has under way without an answer.
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
    /// Edits of one client that undo reaches back.
    package var undo = 100
    /// Bytes of the steps that a client can undo and redo in one list, together.
    ///
    /// A step counts as the larger of its inverse and the set that it would make.
    package var undoBytes = 4_194_304
    /// Bytes of what is stored of one list: rows, steps, and what is remembered of clients.
    ///
    /// SQLite stores no blob over 1,000,000,000 bytes, and a snapshot is one blob, so that more
    /// than 805,306,368 cannot be set.
    package var listBytes = 268_435_456
    /// Seconds from the last change of a burst to its `head`.
    package var headSeconds = 10
    /// Bytes queued for a session before sets are dropped and folded.
    package var queueBytes = 4_194_304
    /// Seconds after which a session that takes nothing is closed.
    package var stallSeconds = 30
    /// Days for which a client's answered edits are remembered after its last.
    package var rememberDays = 30

    /// How deep a value of a field may nest.
    ///
    /// A scalar nests 0, `[]` 1. It is the same on every server.
    package static let fieldDepth = 16

    /// The limits of protocol.md.
    package init() {}

    /// The ones that the editing core enforces.
    package var editLimits: EditLimits {
        var limits = EditLimits()
        limits.rows = rows
        limits.sections = sections
        limits.fieldsBytes = fieldsBytes
        limits.titleBytes = titleBytes
        return limits
    }
}
