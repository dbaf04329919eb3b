import ListEditing
import ListJournal
import ListProtocol

/// What sequencers and routes read, with what failed told apart: damage stays, a store that cannot be
/// read just now may be read later.
extension ListLoader {
    /// The list as it stood at `head`, or, where it `mayBeLater`, as it stands now.
    @concurrent
    func stored(_ head: ListHead, mayBeLater: Bool) async -> Result<RestoredList, LoadFailure> {
        await result {
            var (list, position, compaction) = try await load(head, mayBeLater: mayBeLater)
            let oldest = try await oldestKept(list.id)
            compaction.begins(at: oldest?.at)
            list.storedStart = oldest?.revision ?? list.list.revision
            return RestoredList(
                list: ListBox(list), position: position, compaction: compaction)
        }
    }

    /// Bytes of older history that are read at a time, for each purpose.
    private static let olderBytes = 33_554_432

    /// Older sets, as many of the newest as may be in memory.
    @concurrent
    func older(_ wish: HistoryWish, of list: ListID) async -> Result<OlderHistory, LoadFailure> {
        await result {
            let carries = wish.purpose == .carrying
            let older = try await olderSets(
                of: list, after: wish.after, through: wish.through,
                maximumBytes: carries ? Self.olderBytes : limits.queueBytes,
                withInverses: carries)
            return OlderHistory(
                encoded: carries ? [] : older.sets.map(\.encoded),
                carrying: carries ? try older.sets.map { try $0.decoded() } : [])
        }
    }

    /// The sets above `revision` up to `last` for a page of the past, as they were sent: without a gap,
    /// and fewer where they are over `maximumBytes`, but one at least.
    ///
    /// - Parameter isBackward: the newest are wanted, not the oldest.
    /// - Throws: `ListUnreadable`, `JournalError`.
    @concurrent
    func page(
        of list: ListID, after revision: Int, through last: Int, isBackward: Bool,
        maximumBytes: Int
    ) async throws -> [OlderSet] {
        var last = last
        while true {
            let count = last - revision
            let found = try await olderSets(
                of: list, after: revision, through: last,
                maximumBytes: count > 1 ? maximumBytes : .max, withInverses: false)
            guard found.isCut, !isBackward || found.sets.isEmpty else { return found.sets }
            if isBackward {
                return try await page(
                    of: list, after: last - 1, through: last, isBackward: true,
                    maximumBytes: maximumBytes)
            }
            last = revision + max(1, count / 2)
        }
    }

    private func result<Value>(
        _ work: () async throws -> Value
    ) async -> Result<Value, LoadFailure> {
        do {
            return .success(try await work())
        } catch let error as ListUnreadable {
            return .failure(.damaged("revision \(error.revision): \(error.reason)"))
        } catch {
            return .failure(.unavailable("\(error)"))
        }
    }
}
