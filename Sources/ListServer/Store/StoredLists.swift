package import ListEditing
package import ListJournal
import ListProtocol

/// The lists of a store as they stand, read without a server.
package struct StoredLists: Sendable {
    private let journal: any JournalReading

    package init(_ journal: any JournalReading) {
        self.journal = journal
    }

    /// The list at its newest revision.
    ///
    /// - Throws: `JournalError`, or what is wrong with a record.
    /// - Complexity: O(n) in the rows and in the records behind the snapshot.
    @concurrent
    package func state(of head: ListHead) async throws -> ListState {
        let loader = ListLoader(journal: journal, limits: Limits())
        let (loaded, _, _) = try await loader.load(head)
        return loaded.list.state()
    }
}
