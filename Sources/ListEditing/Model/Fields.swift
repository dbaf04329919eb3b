/// A row's fields, ascending by name (as UTF-8), names unique.
public struct Fields: Hashable, Sendable {
    /// The fields in order of their names.
    public private(set) var entries: [Field] = []
    /// The bytes of all names and values, with the JSON syntax of each; 32 bits, which fit next to
    /// a row's rules without making rows larger.
    private var size: UInt32 = 0

    /// Creates an empty collection.
    public init() {}

    /// Creates fields from `entries` in any order; if a name occurs several times, the last one
    /// counts.
    ///
    /// - Complexity: O(n log n); O(n) if the names ascend.
    public init(_ entries: [Field]) {
        self.entries = Self.areAscending(entries) ? entries : Self.ascending(entries)
        for field in self.entries { size &+= Self.size(field.name, field.value) }
    }

    /// The value of the field `name`; nil if there is none.
    ///
    /// Setting nil removes the field.
    ///
    /// - Complexity: O(log n) comparisons for n fields; adding or removing one moves those behind
    ///   it.
    public subscript(name: String) -> FieldValue? {
        get {
            let slot = position(of: name)
            return slot.found ? entries[slot.index].value : nil
        }
        set { _ = replace(name, with: newValue) }
    }

    /// Sets or removes (nil) the field `name`, and returns its old value.
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

/// One named value of a row.
public struct Field: Hashable, Sendable {
    /// The name, any text without NUL.
    public let name: String
    /// The value.
    public var value: FieldValue

    /// Creates a field.
    public init(name: String, value: FieldValue) {
        self.name = name
        self.value = value
    }
}

/// A field's value as canonical JSON text, never `null`.
///
/// Canonical means: numbers as they were written, the keys of nested objects sorted, strings with
/// the fewest escapes. Two values are equal if their texts are equal byte by byte.
public struct FieldValue: Hashable, Sendable {
    /// The canonical JSON text.
    public let json: String

    /// Creates a value from canonical JSON text, which is not checked.
    public init(json: String) { self.json = json }

    /// Whether both are the same bytes.
    ///
    /// - Complexity: O(n) in their length.
    public static func == (left: Self, right: Self) -> Bool { left.json.isSame(as: right.json) }
}

/// A change of one field: a new value, or its removal.
public struct FieldChange: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The new value; nil removes the field.
    public let value: FieldValue?

    /// Creates a change of one field.
    public init(name: String, value: FieldValue?) {
        self.name = name
        self.value = value
    }
}

extension [FieldChange] {
    /// Whether changes that ascend by name contain this field.
    ///
    /// - Complexity: O(log n).
    func holds(_ name: String) -> Bool { index(of: name) != nil }

    /// The value of a field in changes that ascend by name; nil where the change removes the field,
    /// or none names it.
    ///
    /// - Complexity: O(log n).
    func value(of name: String) -> FieldValue? { index(of: name).flatMap { self[$0].value } }

    private func index(of name: String) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].name.precedes(name) { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].name.isSame(as: name) ? low : nil
    }

    /// The first of the changes of each field, ascending by name.
    ///
    /// - Complexity: O(k log k).
    func oldestOfEach() -> [FieldChange] {
        let places = indices.sorted { left, right in
            let (one, other) = (self[left].name, self[right].name)
            return one.isSame(as: other) ? left < right : one.precedes(other)
        }
        var oldest: [FieldChange] = []
        oldest.reserveCapacity(count)
        for place in places where oldest.last.map({ $0.name.isSame(as: self[place].name) }) != true
        {
            oldest.append(self[place])
        }
        return oldest
    }
}
