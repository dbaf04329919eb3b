extension EditableList {
    /// Checks what a list is created from.
    static func check(
        title: String, rules: Rules, sections: [SectionState], limits: EditLimits
    ) throws(Rejection) {
        func reject(_ code: RejectCode, _ message: String) -> Rejection {
            Rejection(code, action: nil, message: message)
        }
        if title.utf8.count > limits.titleBytes {
            throw reject(.tooLarge, "title of the list is over \(limits.titleBytes) bytes")
        }
        if sections.count > limits.sections {
            throw reject(.tooLarge, "the list has more than \(limits.sections) sections")
        }
        let total = sections.reduce(0) { $0 + $1.rows.count }
        let most = min(limits.rows, rules.maxRows ?? Int.max)
        if total > most { throw reject(.listFull, "the list holds at most \(most) rows") }
        var sectionIDs: Set<SectionID> = []
        var rowIDs: Set<RowID> = []
        for section in sections {
            let name = section.id.text
            if !sectionIDs.insert(section.id).inserted {
                throw reject(.duplicateID, "section \(name) is there twice")
            }
            if section.title.utf8.count > limits.titleBytes {
                throw reject(
                    .tooLarge, "title of section \(name) is over \(limits.titleBytes) bytes")
            }
            if let most = section.rules.maxRows, section.rows.count > most {
                throw reject(.sectionFull, "section \(name) holds at most \(most) rows")
            }
            for row in section.rows {
                if !rowIDs.insert(row.id).inserted {
                    throw reject(.duplicateID, "row \(row.id.text) is there twice")
                }
                if row.fields.byteCount > limits.fieldsBytes {
                    throw reject(
                        .tooLarge,
                        "fields of row \(row.id.text) are over \(limits.fieldsBytes) bytes")
                }
            }
        }
    }
}
