/// A section as the list holds it; its rows are in the `RowForest` under its slot.
struct SectionRecord {
    var id: SectionID
    var title: String
    var rules: Rules
    /// The rows pinned to the top.
    var top = 0
    /// The rows pinned to the bottom.
    var bottom = 0
    /// The rows whose own rules forbid to delete them.
    var undeletable = 0
    /// `RowRecord.byteCount` of all its rows.
    var rowBytes = 0

    /// About the bytes of the section as it is stored, without its rows.
    var byteCount: Int {
        40 + id.text.utf8.count + title.utf8.count + rules.byteCount
    }
}

extension Rules {
    /// About the bytes of the rules as they are stored.
    var byteCount: Int {
        var bytes = deleteTitle.map { $0.utf8.count + 17 } ?? 0
        if editable != nil { bytes += 17 }
        if deletable != nil { bytes += 18 }
        if reorderable != nil { bytes += 20 }
        if insertable != nil { bytes += 19 }
        if handles != nil { bytes += 19 }
        if moveScope != nil { bytes += 22 }
        if maxRows != nil { bytes += 16 }
        return bytes
    }
}
