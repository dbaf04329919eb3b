/// The code of a reject (protocol.md, "Errors").
///
/// The core itself gives those about rows, sections, rules, places and sizes; the others are for
/// whoever answers edits.
public enum RejectCode: String, CaseIterable, Sendable {
    /// Nothing by this name: a list, a row, a section.
    case unknownList, unknownRow, unknownSection
    /// The id of an insert is in use, or was until an earlier action of the edit.
    case duplicateID
    /// A rule of the list, the section or the row forbids it.
    case editDisabled, deleteDisabled, moveDisabled, insertDisabled
    /// There would be more rows than a section, or the list, may hold.
    case sectionFull, listFull
    /// `conflict`: another client changed the row since `ifRevision`. `staleBase`: a place cannot be
    /// carried from `base`.
    case conflict, staleBase
    /// `forbidden`: the role does not suffice. `badAction`: the action is malformed. `tooLarge`:
    /// fields, a title or the number of sections are over a limit.
    case forbidden, badAction, tooLarge
    /// The client has no edit left to undo, or to redo.
    case nothingToUndo, nothingToRedo
    /// Not now: edits come too fast, or cannot be taken at the moment.
    case rateLimited, unavailable
}
