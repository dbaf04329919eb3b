/// A row's fields, ascending by name (as UTF-8), names unique.
public struct Fields: Hashable, Sendable {
    /// The fields in order of their names.
    public private(set) var entries: [Field] = []
    /// The bytes of all names and values, and what JSON adds to each; 32 bits fit beside a row's
    /// rules without making rows larger.
    private var size: UInt32 = 0

    /// Makes no fields.
    public init() {}

    /// Makes fields of `entries` in any order; of several with one name the last counts.
    ///
    /// - Complexity: O(n log n), O(n) where the names ascend.
    public init(_ entries: [Field]) {
        self.entries = Self.areAscending(entries) ? entries : Self.ascending(entries)
        for field in self.entries { size &+= Self.size(field.name, field.value) }
    }

    /// The value under `name`, nil where there is none; setting nil removes the field.
    ///
    /// - Complexity: O(log n) comparisons for n fields; adding or removing one moves those behind it.
    public subscript(name: String) -> FieldValue? {
        get {
            let slot = position(of: name)
            return slot.found ? entries[slot.index].value : nil
        }
        set { _ = replace(name, with: newValue) }
    }

    /// Sets or removes (nil) the value under `name`, and gives what was there before.
    ///
    /// - Complexity: that of the subscript.
    mutating func replace(_ name: String, with value: FieldValue?) -> FieldValue? {
        let slot = position(of: name)
        guard slot.found else {
            if let value {
                entries.insert(Field(name: name, value: value), at: slot.index)
                size &+= Self.size(name, value)
            }
            return nil
        }
        let old = entries[slot.index].value
        size &-= Self.size(name, old)
        if let value {
            entries[slot.index].value = value
            size &+= Self.size(name, value)
        } else {
            entries.remove(at: slot.index)
        }
        return old
    }

    /// The bytes of the fields as one compact JSON object, escapes in names not counted.
    ///
    /// - Complexity: O(1).
    public var byteCount: Int { entries.isEmpty ? 2 : 1 + Int(size) }

    /// The name and value with two quotes, a colon and a comma.
    private static func size(_ name: String, _ value: FieldValue) -> UInt32 {
        UInt32(truncatingIfNeeded: name.utf8.count + value.json.utf8.count + 4)
    }

    private static func areAscending(_ entries: [Field]) -> Bool {
        guard entries.count > 1 else { return true }
        for place in 1..<entries.count
        where !entries[place - 1].name.precedes(entries[place].name) { return false }
        return true
    }

    private static func ascending(_ entries: [Field]) -> [Field] {
        let places = entries.indices.sorted { left, right in
            let (one, other) = (entries[left].name, entries[right].name)
            return one.isSame(as: other) ? left < right : one.precedes(other)
        }
        var ascending: [Field] = []
        ascending.reserveCapacity(entries.count)
        for place in places {
            if let last = ascending.last, last.name.isSame(as: entries[place].name) {
                ascending.removeLast()
            }
            ascending.append(entries[place])
        }
        return ascending
    }

    private func position(of name: String) -> (index: Int, found: Bool) {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
        }
        return (low, low < entries.count && entries[low].name.isSame(as: name))
    }
}
