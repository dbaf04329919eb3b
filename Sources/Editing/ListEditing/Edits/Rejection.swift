// Canonical equivalence: tests and tools compare them, the server does not.
/// The reason why an edit was rejected; nothing of it was applied.
public struct Rejection: Error, Hashable, Sendable {
    /// The code that goes on the wire.
    public let code: RejectCode
    /// The number of the action, from 0; nil: the whole edit.
    public let action: Int?
    /// What was rejected and why, in English.
    public let message: String

    /// Creates a rejection.
    public init(_ code: RejectCode, action: Int?, message: String) {
        self.code = code
        self.action = action
        self.message = message
    }
}

// Canonical equivalence: foreign words are read by `init(word:)`.
/// The code of a rejection, as it is written on the wire.
///
/// This library uses those about rows, sections, rules, places and sizes; a server uses the others
/// too.
public enum RejectCode: String, CaseIterable, Sendable {
    /// There is no list, row or section with this id.
    case unknownList, unknownRow, unknownSection
    /// The id of an insert is in use, or an earlier action of the edit deleted it.
    case duplicateID
    /// A rule of the list, the section or the row forbids it.
    case editDisabled, deleteDisabled, moveDisabled, insertDisabled
    /// The section, or the list, holds the maximum number of rows.
    case sectionFull, listFull
    /// `conflict`: another client changed the row since `ifRevision`. `staleBase`: a place cannot
    /// be rebased from `base`.
    case conflict, staleBase
    /// `forbidden`: the role does not suffice. `badAction`: the action is malformed. `tooLarge`:
    /// fields, a title or the number of sections are over a limit.
    case forbidden, badAction, tooLarge
    /// The client has no edit left to undo, or to redo.
    case nothingToUndo, nothingToRedo
    /// `rateLimited`: the client sends too many edits. `unavailable`: the server cannot apply edits
    /// now.
    case rateLimited, unavailable
}
