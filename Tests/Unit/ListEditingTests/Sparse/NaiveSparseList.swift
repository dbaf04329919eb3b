import ListEditing

/// A list of which some rows are held, as arrays of places: the model that `SparseList` is compared with.
///
/// It applies a set as a whole: what stays closes up, and what arrives is laid between.
struct NaiveSparseList {
    enum Place: Equatable {
        case gap
        case hole(RowID)
        case row(RowID)

        var id: RowID? {
            switch self {
            case .gap: nil
            case .hole(let id), .row(let id): id
            }
        }
    }

    private(set) var sections: [(id: SectionID, places: [Place])]

    /// Holds nothing.
    init(_ state: ListState) {
        sections = state.sections.map { section in
            (section.id, Array(repeating: .gap, count: section.rows.count))
        }
    }

    mutating func hold(_ id: RowID, at path: IndexPath) {
        sections[path.section].places[path.row] = .row(id)
    }

    mutating func forget(_ rows: Range<Int>, in section: Int) {
        for row in rows { sections[section].places[row] = .gap }
    }

    mutating func apply(_ set: ChangeSet) {
        var moving: [RowID: Place] = [:]
        var leaving: Set<IndexPath> = []
        for entry in set.deletedRows { leaving.insert(entry.at) }
        for entry in set.movedRows {
            leaving.insert(entry.from)
            let place = sections[entry.from.section].places[entry.from.row]
            moving[entry.row] = place == .gap ? .hole(entry.row) : place
        }
        let gone = Set(set.deletedSections.map(\.at))
        var staying = sections.enumerated().map { s, section in
            section.places.indices.filter {
                !leaving.contains(IndexPath(section: s, row: $0))
            }.map { section.places[$0] }
        }
        var order = sections.indices.filter { index in
            !gone.contains(index) && !set.movedSections.contains { $0.from == index }
        }.map { (sections[$0].id, staying[$0]) }
        var placed = set.movedSections.map { ($0.to, sections[$0.from].id, staying[$0.from]) }
        placed += set.insertedSections.map { ($0.at, $0.section, []) }
        for (at, id, places) in placed.sorted(by: { $0.0 < $1.0 }) {
            order.insert((id, places), at: at)
        }
        staying = order.map(\.1)
        var arriving = set.movedRows.map { ($0.to, moving[$0.row] ?? .gap) }
        arriving += set.insertedRows.map { ($0.at, .row($0.row)) }
        sections = order.enumerated().map { s, section in
            let own = arriving.filter { $0.0.section == s }.map { ($0.0.row, $0.1) }
            return (section.0, Self.merged(staying[s], Dictionary(uniqueKeysWithValues: own)))
        }
    }

    /// Lays what arrives between what stays; neighbours that arrive are held where a staying neighbour
    /// of theirs is, or where nothing stays.
    private static func merged(_ staying: [Place], _ arriving: [Int: Place]) -> [Place] {
        var merged: [Place] = []
        var group: [Place] = []
        var rest = staying[...]
        var before: Place?
        func close(_ after: Place?) {
            let isHeld =
                staying.isEmpty || before.map { $0 != .gap } ?? false
                || after.map { $0 != .gap } ?? false
            merged += isHeld ? group : group.map { _ in .gap }
            group = []
        }
        for index in 0..<(staying.count + arriving.count) {
            if let place = arriving[index] {
                group.append(place)
            } else if let place = rest.popFirst() {
                close(place)
                merged.append(place)
                before = place
            }
        }
        close(nil)
        return merged
    }
}
