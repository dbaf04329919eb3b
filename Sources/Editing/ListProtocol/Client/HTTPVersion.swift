import JSON
import TextBytes

/// The body of `POST /api/lists/ID/versions`: a name for a revision.
package struct HTTPVersion: Sendable {
    /// Bytes of a name in UTF-8, at most.
    package static let nameBytes = 200

    package var name: String
    /// Nil: the newest.
    package var revision: Int?

    /// Reads a body.
    ///
    /// - Throws: the `ErrorMessage` to send.
    package static func read(_ bytes: [UInt8], list: ListID) throws(ErrorMessage) -> HTTPVersion {
        let members = try HTTPBody.members(bytes)
        do {
            let version = HTTPVersion(
                name: try members.string("name"),
                revision: try members.whole(ifPresent: "revision", atLeast: 0))
            try version.check()
            return version
        } catch {
            throw ErrorMessage(.badMessage, error.message, list: list)
        }
    }

    /// - Throws: where the name is not one, or cannot be the end of a path, by which it is removed.
    private func check() throws(DecodingProblem) {
        guard 1...Self.nameBytes ~= name.utf8.count else {
            throw DecodingProblem("name", "must have 1 to \(Self.nameBytes) bytes")
        }
        guard !name.unicodeScalars.contains(where: { Self.endsLines($0) }) else {
            throw DecodingProblem("name", "must have no line breaks and no control characters")
        }
        let parts = name.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !parts.contains(where: { Self.isResolved(Substring($0)) }) else {
            throw DecodingProblem(
                "name", "must be something before and after each slash, and not . or ..")
        }
    }

    /// Whether a part of a path with this text is not kept as it is.
    private static func isResolved(_ part: Substring) -> Bool {
        ["", ".", ".."].contains { part.hasSameBytes(as: $0) }
    }

    /// Whether it is a control character, or the end of a line or of a paragraph.
    private static func endsLines(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
