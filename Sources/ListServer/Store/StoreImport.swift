import ListEditing
package import ListJournal
package import ListProtocol

/// Makes lists in a store that no server has.
package struct StoreImport: Sendable {
    private let journal: any Journal
    private let limits: Limits
    private let clock: WallClock

    /// - Parameter limits: What a list may be at most.
    package init(_ journal: any Journal, limits: Limits, clock: WallClock = .system) {
        self.journal = journal
        self.limits = limits
        self.clock = clock
    }

    /// Makes a list, at revision 0.
    ///
    /// - Throws: An `ErrorMessage` where the id is taken (`listExists`) or the list breaks a limit or
    ///   its own rules; `JournalError`.
    package func create(_ list: CreateList) async throws {
        let new: NewList
        do throws(Rejection) {
            new = try NewList(
                list, limits: limits, epoch: RandomID.make(), at: clock.now())
        } catch {
            throw Directory.Refusal.invalid(error).message(list: list.list)
        }
        guard try await journal.create(new) != nil else {
            throw Directory.Refusal.exists.message(list: list.list)
        }
    }
}
