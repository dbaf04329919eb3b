import JSON

/// The body of `POST /api/lists/ID/versions`: a name for a revision.
package struct HTTPVersion: Hashable, Sendable {
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
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
            throw DecodingProblem(
                "name", "must be something before and behind each slash, and not . or ..")
        }
    }
}
