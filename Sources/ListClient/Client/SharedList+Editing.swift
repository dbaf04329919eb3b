public import ListEditing

extension SharedList {
    /// Adds a row with this title, at the end of a section.
    ///
    /// - Parameter section: nil takes the last one.
    @discardableResult
    public func add(
        _ title: String, to section: SectionID? = nil
    ) async throws(ListClientError) -> EditAnswer {
        let fields = Fields([Field(name: "title", value: .text(title))])
        return try await edit([
            .insertRow(
                row: nil, fields: fields, rules: RowRules(),
                to: section.map { .end($0) } ?? .unspecified)
        ])
    }

    /// Sets one field of a row; nil removes it.
    @discardableResult
    public func set(
        _ field: String, of row: RowID, to value: FieldValue?
    ) async throws(ListClientError) -> EditAnswer {
        try await edit([
            .updateRow(
                row: row, fields: [FieldChange(name: field, value: value)],
                rules: RowRulesChange(), ifRevision: nil)
        ])
    }

    /// Moves a row.
    @discardableResult
    public func move(
        _ row: RowID, to target: RowTarget
    ) async throws(ListClientError) -> EditAnswer {
        try await edit([.moveRow(row, to: target)])
    }

    /// Deletes all rows that fulfil a condition, over all sections, in one edit.
    @discardableResult
    public func delete(
        where condition: (Row) -> Bool
    ) async throws(ListClientError) -> EditAnswer {
        let rows = await list.rows.filter(condition).map(\.id)
        guard !rows.isEmpty else { return .nothing(clamped: []) }
        return try await edit([.deleteRows(rows)])
    }
}
