/// A row's fields, ascending by name (as UTF-8), names unique.
public struct Fields: Hashable, Sendable {
    /// The fields in order of their names.
    public private(set) var entries: [Field] = []

    /// Makes no fields.
    public init() {}

    /// Makes fields of `entries` in any order; of several with one name the last counts.
    ///
    /// - Complexity: O(n log n).
    public init(_ entries: [Field]) {
        self.entries.reserveCapacity(entries.count)
        guard entries.count > 16 else {
            for field in entries { self[field.name] = field.value }
            return
        }
        // Putting many in one by one moves those behind each time.
        let sorted = entries.enumerated().sorted { one, other in
            one.element.name.precedes(other.element.name)
                || one.offset < other.offset && one.element.name.isSame(as: other.element.name)
        }
        for (_, field) in sorted {
            if let last = self.entries.last, last.name.isSame(as: field.name) {
                self.entries.removeLast()
            }
            self.entries.append(field)
        }
    }

    /// The value under `name`, nil where there is none; setting nil removes the field.
    ///
    /// - Complexity: O(log n) to read, O(n) to add or remove, n being the number of fields.
    public subscript(name: String) -> FieldValue? {
        get {
            let slot = position(of: name)
            return slot.found ? entries[slot.index].value : nil
        }
        set {
            let slot = position(of: name)
            switch (slot.found, newValue) {
            case (true, let value?): entries[slot.index].value = value
            case (true, nil): entries.remove(at: slot.index)
            case (false, let value?):
                entries.insert(Field(name: name, value: value), at: slot.index)
            case (false, nil): break
            }
        }
    }

    /// The bytes of the fields as one compact JSON object, escapes in names not counted.
    ///
    /// - Complexity: O(n).
    public var byteCount: Int {
        var bytes = 2 + max(0, entries.count - 1)
        for field in entries { bytes += field.name.utf8.count + 3 + field.value.json.utf8.count }
        return bytes
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
