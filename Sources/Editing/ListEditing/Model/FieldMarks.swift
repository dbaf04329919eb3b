import TextBytes

/// The revisions of a row's fields: one shared revision and the exceptions from it.
///
/// A set that changes one field of many changes one exception, while a list of all fields that are
/// not of the newest revision would change as a whole. If every field has the row's own revision,
/// nothing is stored.
struct FieldMarks: Hashable, Sendable {
    /// The marks before a change, for restoring them in place.
    enum Previous {
        case whole(FieldMarks)
        /// The shared revision, and the exceptions that changed, in order of the changes; nil:
        /// there was none.
        case parts(common: Int, [(name: String, kept: Int?)])
    }

    /// The maximum number of removed fields whose marks a row keeps; the oldest are dropped first.
    static let maxRemovals = 64
    /// Up to this number of fields, the shared revision is always the row's own.
    private static let fewFields = 16
    /// The bytes of a stored mark besides the name: quotes, commas and a revision.
    private static let bytesOfMark = 10

    /// The shared revision with an empty name, then the exceptions, ascending by name.
    ///
    /// The revision of a removed field is stored as its bitwise complement.
    private var entries: [FieldMark] = []

    /// Creates the marks of fields that all have the row's own revision.
    init() {}

    /// Creates marks that differ from `common`; `note(_:)` finds out which are of removed fields.
    init(_ marks: [FieldMark], common: Int) {
        guard !marks.isEmpty else { return }
        entries.reserveCapacity(marks.count + 1)
        entries.append(FieldMark(name: "", revision: common))
        var isAscending = true
        for mark in marks {
            if entries.count > 1, !entries[entries.count - 1].name.precedes(mark.name) {
                isAscending = false
            }
            entries.append(mark)
        }
        if !isAscending { entries[1...].sort { $0.name.precedes($1.name) } }
    }

    /// Whether every field has the row's own revision, and none was removed.
    var isEmpty: Bool { entries.isEmpty }

    /// The revision of a field; nil: the row's own.
    ///
    /// - Parameter isThere: whether the row has the field.
    /// - Complexity: O(log n).
    func revision(of name: String, isThere: Bool) -> Int? {
        guard let first = entries.first else { return nil }
        let slot = position(of: name)
        if slot.found { return Self.revision(entries[slot.index].revision) }
        return isThere ? first.revision : nil
    }

    /// Finds out which marks are of removed fields, given the fields of the row.
    ///
    /// - Complexity: O(n) in fields and marks.
    mutating func note(_ fields: Fields) {
        guard !entries.isEmpty else { return }
        let names = fields.names
        var place = 0
        for index in entries.indices.dropFirst() {
            let name = entries[index].name
            while place < names.count, names[place].precedes(name) { place += 1 }
            let isThere = place < names.count && names[place].isSame(as: name)
            if !isThere, entries[index].revision >= 0 {
                entries[index].revision = ~entries[index].revision
            }
        }
    }

    /// The marks of fields and of removed fields, ascending by name.
    ///
    /// - Parameters:
    ///   - own: the row's own revision.
    ///   - leavesOutOwn: whether fields with that revision are left out.
    /// - Complexity: O(n) in fields and marks.
    func explicit(_ fields: Fields, own: Int, leavesOutOwn: Bool) -> [FieldMark] {
        let common = entries.first?.revision ?? own
        var marks: [FieldMark] = []
        var index = 1
        func add(_ name: String, _ revision: Int) {
            if revision != own || !leavesOutOwn {
                marks.append(FieldMark(name: name, revision: revision))
            }
        }
        func addRemoved() {
            let mark = entries[index]
            marks.append(FieldMark(name: mark.name, revision: Self.revision(mark.revision)))
            index += 1
        }
        for name in fields.names {
            while index < entries.count, entries[index].name.precedes(name) { addRemoved() }
            if index < entries.count, entries[index].name.isSame(as: name) {
                add(name, Self.revision(entries[index].revision))
                index += 1
            } else {
                add(name, common)
            }
        }
        while index < entries.count { addRemoved() }
        return marks
    }

    /// The approximate size in bytes of the stored marks.
    ///
    /// - Complexity: O(n) in the marks, and in the fields if these share another revision than the
    ///   row's own.
    func byteCount(of fields: Fields, own: Int) -> Int {
        guard let first = entries.first else { return 0 }
        var bytes = 0
        if first.revision == own {
            for mark in entries.dropFirst() { bytes += Self.byteCount(mark.name) }
        } else {
            for name in fields.names { bytes += Self.byteCount(name) }
            for mark in entries.dropFirst() where mark.revision < 0 {
                bytes += Self.byteCount(mark.name)
            }
        }
        return bytes
    }

    /// The change of `byteCount` if a field is added and the row's own revision stays.
    func byteCount(ofNew name: String, own: Int) -> Int {
        guard let first = entries.first, first.revision != own else { return 0 }
        return Self.byteCount(name)
    }

    /// Sets the marks of changed fields.
    ///
    /// - Parameters:
    ///   - changes: what a set changed.
    ///   - fields: the row's fields after it.
    ///   - own: the row's own revision before it.
    ///   - number: the revision of the set, the row's own after it.
    ///   - restored: marks (ascending by name) that the set restored, instead of its own revision.
    /// - Returns: the marks before, and the change of `byteCount`.
    /// - Complexity: O(k log n) comparisons for k changes, and O(k) moves of the marks after one;
    ///   O(n) if the row has few fields, or half of them changed.
    mutating func renew(
        _ changes: [FieldChange], of fields: Fields, from own: Int, to number: Int,
        restored: [FieldMark]
    ) -> (previous: Previous, bytes: Int) {
        if entries.isEmpty, restored.isEmpty, changes.count == fields.count,
            changes.allSatisfy({ $0.value != nil })
        {
            return (.whole(self), 0)
        }
        if restored.isEmpty, changesSharedRevisionOnly(changes, of: fields, own) {
            entries[0].revision = number
            return (.parts(common: own, []), 0)
        }
        if fields.count <= Self.fewFields || changes.count * 2 >= fields.count {
            let before = byteCount(of: fields, own: own)
            let previous = self
            rebuild(changes, of: fields, from: own, to: number, restored: restored)
            return (.whole(previous), byteCount(of: fields, own: number) - before)
        }
        let wasEmpty = isEmpty
        let isCounted = wasEmpty || entries[0].revision == own
        let before = isCounted ? byteCount(of: fields, own: own) : nil
        if wasEmpty { entries.append(FieldMark(name: "", revision: own)) }
        let common = entries[0].revision
        var parts: [(name: String, kept: Int?)] = []
        parts.reserveCapacity(changes.count)
        var bytes = 0
        for change in changes {
            let revision = restored.revision(of: change.name) ?? number
            let kept: Int? =
                change.value == nil ? ~revision : revision == common ? nil : revision
            parts.append((change.name, setException(change.name, kept, &bytes)))
        }
        for mark in tooManyRemoved() {
            parts.append((mark.name, setException(mark.name, nil, &bytes)))
        }
        if let before { bytes = byteCount(of: fields, own: number) - before }
        return (wasEmpty ? .whole(FieldMarks()) : .parts(common: common, parts), bytes)
    }

    /// Restores the marks that `renew` returned.
    mutating func restore(_ previous: Previous) {
        switch previous {
        case .whole(let marks): self = marks
        case .parts(let common, let parts):
            var bytes = 0
            entries[0].revision = common
            for part in parts.reversed() { _ = setException(part.name, part.kept, &bytes) }
        }
    }

    /// Whether the fields that a set does not change are exactly the exceptions from the row's own
    /// revision: then only the shared revision changes.
    private func changesSharedRevisionOnly(_ changes: [FieldChange], of fields: Fields, _ own: Int)
        -> Bool
    {
        guard entries.count - 1 == fields.count - changes.count,
            entries.first?.revision == own
        else { return false }
        return changes.allSatisfy { $0.value != nil && !position(of: $0.name).found }
            && entries.allSatisfy { $0.revision >= 0 }
    }

    /// Makes the revision of the set the shared one, with new exceptions.
    private mutating func rebuild(
        _ changes: [FieldChange], of fields: Fields, from own: Int, to number: Int,
        restored: [FieldMark]
    ) {
        var changed = changes
        if changed.count > 1 { changed.sort { $0.name.precedes($1.name) } }
        let common = entries.first?.revision ?? own
        var marks: [FieldMark] = []
        marks.reserveCapacity(max(entries.count, 1) + fields.count)
        marks.append(FieldMark(name: "", revision: number))
        var index = 1
        for name in fields.names where !changed.holds(name) {
            while index < entries.count, entries[index].name.precedes(name) { index += 1 }
            let isNamed = index < entries.count && entries[index].name.isSame(as: name)
            let revision = isNamed ? Self.revision(entries[index].revision) : common
            marks.append(FieldMark(name: name, revision: revision))
        }
        let ordered = marks.count
        for mark in entries.dropFirst() where mark.revision < 0 && !changed.holds(mark.name) {
            marks.append(mark)
        }
        for change in changed {
            let back = restored.revision(of: change.name)
            if change.value == nil {
                marks.append(FieldMark(name: change.name, revision: ~(back ?? number)))
            } else if let back, back != number {
                marks.append(FieldMark(name: change.name, revision: back))
            }
        }
        if marks.count > ordered { marks[1...].sort { $0.name.precedes($1.name) } }
        entries = marks.count > 1 ? marks : []
        for mark in tooManyRemoved() {
            let slot = position(of: mark.name)
            if slot.found { entries.remove(at: slot.index) }
        }
    }

    /// The marks of removed fields that exceed the maximum.
    private func tooManyRemoved() -> [FieldMark] {
        var count = 0
        for mark in entries.dropFirst() where mark.revision < 0 { count += 1 }
        guard count > Self.maxRemovals else { return [] }
        let removed = entries.dropFirst().filter { $0.revision < 0 }
        let revisions = removed.map { Self.revision($0.revision) }.sorted()
        let oldest = revisions[count - Self.maxRemovals]
        return removed.filter { Self.revision($0.revision) < oldest }
    }

    /// Sets or removes (nil) the exception of a field, and returns the old one.
    private mutating func setException(_ name: String, _ kept: Int?, _ bytes: inout Int) -> Int? {
        let slot = position(of: name)
        let old = slot.found ? entries[slot.index].revision : nil
        if old ?? 0 < 0 { bytes -= Self.byteCount(name) }
        if kept ?? 0 < 0 { bytes += Self.byteCount(name) }
        switch (slot.found, kept) {
        case (true, let kept?): entries[slot.index].revision = kept
        case (true, nil): entries.remove(at: slot.index)
        case (false, let kept?):
            entries.insert(FieldMark(name: name, revision: kept), at: slot.index)
        case (false, nil): break
        }
        return old
    }

    private static func revision(_ kept: Int) -> Int { kept < 0 ? ~kept : kept }

    private static func byteCount(_ name: String) -> Int { name.utf8.count + bytesOfMark }

    private func position(of name: String) -> (index: Int, found: Bool) {
        var low = min(1, entries.count)
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
        }
        return (low, low < entries.count && entries[low].name.isSame(as: name))
    }
}

/// The revision in which one field of a row was last set or removed.
public struct FieldMark: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The revision of the set that last set the field; after an undo, of the set whose value was
    /// restored.
    public var revision: Int

    /// Creates a mark.
    public init(name: String, revision: Int) {
        self.name = name
        self.revision = revision
    }
}

extension [FieldMark] {
    /// The revision of a field in marks that ascend by name; nil: it has no mark.
    ///
    /// - Complexity: O(log n).
    func revision(of name: String) -> Int? {
        let place = place(of: name)
        return place < count && self[place].name.isSame(as: name) ? self[place].revision : nil
    }

    /// Sets the mark of a field in marks that ascend by name.
    ///
    /// - Complexity: O(log n) comparisons; a new mark moves those after it.
    mutating func set(_ mark: FieldMark) {
        let place = place(of: mark.name)
        if place < count, self[place].name.isSame(as: mark.name) {
            self[place] = mark
        } else {
            insert(mark, at: place)
        }
    }

    private func place(of name: String) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension FieldMark {
    /// Whether both are the same, texts byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.revision == right.revision && left.name.isSame(as: right.name)
    }

    /// Hashes texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(TextKey(name))
        hasher.combine(revision)
    }
}
