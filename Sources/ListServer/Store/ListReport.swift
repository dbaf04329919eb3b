/// What verifying one list found.
package struct ListReport: Hashable, Sendable {
    /// Something that is not as it was written, or does not follow from the rest.
    package struct Finding: Hashable, Sendable {
        /// Where in the list's history.
        package var revision: Int
        /// What differs, for people.
        package var problem: String
    }

    package var list: String
    /// The revision of the oldest snapshot, where the replay began.
    package var from: Int
    /// The revision that it should reach.
    package var revision: Int
    /// Records that were replayed.
    package var records = 0
    /// The digest at the end (protocol.md, "Staying in step"); nil where the end was not reached.
    package var digest: String?
    package var findings: [Finding] = []

    package var isSound: Bool { findings.isEmpty }
}
