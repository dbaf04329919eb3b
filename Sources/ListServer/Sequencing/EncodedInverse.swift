import JSON
import ListEditing
import ListProtocol

/// An inverse as the journal keeps it.
///
/// Records, stacks and snapshots all hold the same bytes: nearly every inverse is stored several
/// times, and hardly any is ever applied.
struct EncodedInverse: Hashable, Sendable {
    /// The steps, a JSON array.
    let bytes: [UInt8]

    init(_ inverse: Inverse) {
        var writer = JSONWriter(capacity: 512)
        inverse.write(to: &writer)
        // Kept for long: without room for more.
        bytes = [UInt8](writer.bytes[...])
    }

    /// Reads a stored inverse.
    ///
    /// - Throws: A `DecodingProblem` where it is none, so that a damaged store is noticed when it is
    ///   read and not when somebody undoes.
    init(json: JSONValue) throws {
        self.init(try Inverse(json: json))
    }

    /// The inverse itself.
    ///
    /// - Throws: Never for what was made by these initializers.
    func decoded() throws -> Inverse {
        try Inverse(json: JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth))
    }
}
