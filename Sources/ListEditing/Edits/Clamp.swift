/// A place that was clamped (protocol.md, "Where: `to`").
public struct Clamp: Hashable, Sendable {
    /// What was to be placed.
    public enum Subject: Hashable, Sendable {
        /// One row.
        case row(RowID)
        /// The rows of a `moveRows`, in list order.
        case rows([RowID])
        /// A section.
        case section(SectionID)
    }

    /// The place as the client wrote it.
    public enum Asked: Hashable, Sendable {
        /// The place of rows.
        case row(RowTarget)
        /// The place of a section.
        case section(SectionTarget)
    }

    /// The place that it became, as a path in the list when the action was done.
    public enum Landed: Hashable, Sendable {
        /// The path of the row, of a group its first row's.
        case row(IndexPath)
        /// The index of the section.
        case section(Int)
    }

    /// The number of the action in its edit, from 0.
    public var action: Int
    /// What was placed.
    public var subject: Subject
    /// What was asked.
    public var asked: Asked
    /// What it became.
    public var to: Landed
    /// Why.
    public var why: ClampReason

    /// Makes an entry.
    public init(action: Int, subject: Subject, asked: Asked, to: Landed, why: ClampReason) {
        self.action = action
        self.subject = subject
        self.asked = asked
        self.to = to
        self.why = why
    }
}
