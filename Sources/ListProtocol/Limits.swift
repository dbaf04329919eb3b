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
    /// Seconds from the last change of a burst to its `head`.
    package var headSeconds = 10
    /// Bytes queued for a session before sets are dropped and folded.
    package var queueBytes = 4_194_304
    /// Seconds after which a session that takes nothing is closed.
    package var stallSeconds = 30
    /// Days for which a client's answered edits are remembered after its last.
    package var rememberDays = 30

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
