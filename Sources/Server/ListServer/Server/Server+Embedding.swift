import ListHosting
import ListJournal
public import Logging

extension Server {
    /// Starts a server that stores lists in one SQLite file.
    ///
    /// - Parameters:
    ///   - store: The file; made where there is none. One process at a time has it.
    ///   - hooks: What the program decides and hears.
    /// - Throws: Where the file or the port cannot be used, with a text that says what to do.
    public convenience init(
        _ options: ServerOptions, store: String, hooks: ServerHooks = ServerHooks(), log: Logger
    ) async throws {
        let journal = try SQLiteJournal(path: store) { log.tell($0) }
        do {
            try await self.init(options, journal: journal, samples: nil, log: log, hooks: hooks)
        } catch {
            await journal.close()
            throw error
        }
    }
}
