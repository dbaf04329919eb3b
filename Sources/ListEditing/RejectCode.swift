/// The code of a reject (protocol.md, "Errors").
///
/// The core itself gives those about rows, sections, rules, places and sizes; the others are for
/// whoever answers edits.
public enum RejectCode: String, Sendable {
    case unknownList, unknownRow, unknownSection
    case duplicateID
    case editDisabled, deleteDisabled, moveDisabled, insertDisabled
    case sectionFull, listFull
    case conflict, staleBase
    case forbidden, badAction, tooLarge
    case nothingToUndo, nothingToRedo
    case rateLimited, unavailable
}
