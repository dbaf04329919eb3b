internal import GRDB

/// What a store keeps of the hooks.
extension SQLiteJournal {
    package func cursors(ofHook hook: String) async throws(JournalError) -> [HookCursor]? {
        try await reading { try HookTables.cursors(of: hook, in: $0) }
    }

    package func beginHook(
        _ hook: String, at cursors: [HookCursor]
    ) async throws(JournalError) {
        try await committing { try HookTables.begin(hook, at: cursors, in: $0) }
    }

    package func saveCursors(
        _ cursors: [HookCursor], ofHook hook: String
    ) async throws(JournalError) -> [SavedCursor] {
        try await committing { try HookTables.save(cursors, of: hook, in: $0) }
    }

    package func forgetHook(_ hook: String) async throws(JournalError) {
        try await committing { try HookTables.forget(hook, in: $0) }
    }
}
