/// What a cluster keeps of the hooks.
extension JetStreamJournal {
    package func cursors(ofHook hook: String) async throws(JournalError) -> [HookCursor]? {
        try await StreamHookCursors(journal: self, hook: hook).all()
    }

    package func cursor(
        ofHook hook: String, in list: String
    ) async throws(JournalError) -> HookCursor? {
        try await StreamHookCursors(journal: self, hook: hook).cursor(in: list)
    }

    package func beginHook(
        _ hook: String, at cursors: [HookCursor]
    ) async throws(JournalError) {
        try await StreamHookCursors(journal: self, hook: hook).begin(at: cursors)
    }

    package func saveCursors(
        _ cursors: [HookCursor], ofHook hook: String
    ) async throws(JournalError) -> [SavedCursor] {
        try await StreamHookCursors(journal: self, hook: hook).save(cursors)
    }

    package func forgetHook(_ hook: String) async throws(JournalError) {
        try await StreamHookCursors(journal: self, hook: hook).forget()
    }
}
