extension SQLiteJournal {
    package func heads() async throws(JournalError) -> [ListHead] {
        try await reading { try SQLiteQueries.current.heads($0) }
    }

    package func read(list: String, after revision: Int, limit: Int) async throws(JournalError)
        -> [StoredRecord]
    {
        try await reading {
            try SQLiteQueries.current.records($0, of: list, after: revision, limit: limit)
        }
    }

    package func read(
        list: String, after position: JournalPosition, limit: Int
    ) async throws(JournalError) -> [StoredRecord] {
        try await reading {
            try SQLiteQueries.current.records($0, of: list, after: position, limit: limit)
        }
    }

    package func loadSnapshot(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await reading { try SQLiteQueries.current.snapshot($0, of: list) }
    }

    package func loadOrigin(list: String) async throws(JournalError) -> StoredSnapshot? {
        try await reading { try SQLiteQueries.current.origin($0, of: list) }
    }
}
