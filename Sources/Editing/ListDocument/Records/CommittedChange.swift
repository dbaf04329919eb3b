import JSON
package import ListEditing
import ListProtocol
import Persistence

/// A change set with what the journal's record keeps beside it.
///
/// Shared between the record, the answers and the history.
package final class CommittedChange: Sendable {
    /// What made the set.
    ///
    /// Undo and redo name the revision that they take back or repeat, restore the one that it restores.
    package enum Origin: Hashable, Sendable {
        case edit
        case undo(of: Int)
        case redo(of: Int)
        case restore(of: Int)
    }

    package let revision: Int
    /// Whose edit made it.
    let author: RowAuthor
    /// When it was made, in Unix milliseconds.
    let at: Int
    /// The id of the edit that made it.
    let intent: Int
    let origin: Origin
    let changes: ChangeSet
    let inverse: EncodedInverse
    /// Whether it can never be taken back: its step alone is over `limits.undoBytes`.
    let isFinal: Bool
    /// The authors of fields that an undo or redo restored.
    let marks: [RestoredMarks]
    /// The places of sections that an undo or redo restored.
    let sections: [RestoredSection]
    /// What an undo or redo left on its stack, as rules forbade it or its section was gone; nil: nothing.
    let rest: EncodedInverse?
    /// The set as every session gets it.
    package let encoded: [UInt8]

    init(
        revision: Int, author: RowAuthor, at: Int, intent: Int, origin: Origin,
        changes: ChangeSet, inverse: EncodedInverse, isFinal: Bool = false, marks: [RestoredMarks],
        sections: [RestoredSection] = [], rest: EncodedInverse? = nil, encoded: [UInt8]
    ) {
        self.revision = revision
        self.author = author
        self.at = at
        self.intent = intent
        self.origin = origin
        self.changes = changes
        self.inverse = inverse
        self.isFinal = isFinal
        self.marks = marks
        self.sections = sections
        self.rest = rest
        self.encoded = encoded
    }

    package var client: ClientID { author.client }

    /// - Parameter isUnbound: whether no rule binds the step.
    func entry(named revision: Int, isUnbound: Bool) -> UndoEntry {
        UndoEntry(
            revision: revision, made: self.revision, inverse: inverse, isUnbound: isUnbound)
    }
}

/// An inverse as the journal keeps it.
///
/// Records, stacks and snapshots all hold the same bytes: nearly every inverse is stored several
/// times, and hardly any is ever applied.
package struct EncodedInverse: Hashable, Sendable {
    /// The steps, a JSON array.
    let bytes: [UInt8]
    /// What the step counts as against `limits.undoBytes`: the larger of the inverse and of the set
    /// that it would make, and the marks that are kept for it.
    let stepBytes: Int

    init(_ inverse: Inverse) {
        var writer = JSONWriter(capacity: 512)
        inverse.write(to: &writer)
        bytes = writer.bytes
        // Nearly all are short: what they count as need not be exact, and telling it exactly costs as
        // much as writing them. No step's entry in a set is twice as long as the step.
        stepBytes =
            inverse.markCount * Self.bytesOfMark
            + (bytes.count <= Self.shortBytes
                ? 2 * bytes.count + Self.setHeadBytes : max(bytes.count, inverse.setByteBound()))
    }

    /// What a mark takes, about, in memory and in a snapshot.
    private static let bytesOfMark = 96

    /// Bytes of an inverse whose set is not reckoned exactly.
    private static let shortBytes = 512
    /// Bytes that a set has beside its entries, at most, as far as it can be undone by a short step.
    private static let setHeadBytes = 600

    /// Reads a stored inverse.
    ///
    /// - Throws: A `DecodingProblem` where it is none, so that a damaged store is noticed when it is
    ///   read and not at an undo.
    init(json: JSONValue) throws {
        self.init(try Inverse(json: json))
    }

    /// The inverse of a set that is final: nothing of it is kept.
    static let none = EncodedInverse(Inverse(steps: []))

    /// The inverse itself.
    ///
    /// - Throws: Never for what was made by these initializers.
    func decoded() throws -> Inverse {
        try Inverse(json: JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth))
    }
}
