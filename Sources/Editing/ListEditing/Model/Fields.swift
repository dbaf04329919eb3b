import TextBytes

/// A row's fields, ascending by name (as UTF-8), names unique.
///
/// Rows with few short fields, as nearly all are, keep them as one piece of canonical JSON
/// (`PackedFields`); others as an array. Which of the two depends on the fields alone, so that equal
/// fields are stored alike.
public struct Fields: Hashable, Sendable {
    private enum Storage: Hashable {
        case packed(PackedFields)
        case entries([Field])
    }

    private var storage: Storage
    /// The bytes of all names and values, with the JSON syntax of each; 32 bits, which fit next to
    /// a row's rules without making rows larger.
    private var size: UInt32

    /// Creates an empty collection.
    public init() {
        storage = .entries([])
        size = 0
    }

    /// Creates fields from `entries` in any order; if a name occurs several times, the last one
    /// counts.
    ///
    /// - Complexity: O(n log n); O(n) if the names ascend.
    public init(_ entries: [Field]) {
        let entries = Self.areAscending(entries) ? entries : Self.ascending(entries)
        size = 0
        for field in entries { size &+= Self.size(field.name, field.value) }
        storage = Self.packing(entries, size)
    }

    /// Takes fields that are written already, without reading them; nil if they are none, or too many
    /// or too long to be stored so.
    ///
    /// - Parameters:
    ///   - json: a canonical object, whose names ascend and need no escapes.
    ///   - ends: the ends of its values, from the start of `json`.
    /// - Complexity: O(n) in the bytes.
    package init?(canonical json: UnsafeRawBufferPointer, ends: [Int]) {
        guard let packed = unsafe PackedFields(json: json, ends: ends) else { return nil }
        storage = .packed(packed)
        size = UInt32(packed.jsonCount - 1)
    }

    /// The fields in order of their names.
    ///
    /// - Complexity: O(n) in names and values.
    public var entries: [Field] {
        switch storage {
        case .packed(let packed): packed.entries
        case .entries(let entries): entries
        }
    }

    /// The number of fields.
    ///
    /// - Complexity: O(1).
    public var count: Int {
        switch storage {
        case .packed(let packed): packed.count
        case .entries(let entries): entries.count
        }
    }

    /// Whether there are none.
    ///
    /// - Complexity: O(1).
    public var isEmpty: Bool { size == 0 }

    /// The names in order.
    ///
    /// - Complexity: O(n) in the names.
    var names: [String] {
        switch storage {
        case .packed(let packed): packed.names
        case .entries(let entries): entries.map(\.name)
        }
    }

    /// Calls `body` with the fields as one canonical JSON object, if they are stored so.
    ///
    /// - Returns: what `body` returns; nil: they are stored as `entries`.
    /// - Complexity: O(1).
    package func withJSON<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard case .packed(let packed) = storage else { return nil }
        return unsafe packed.withJSON(body)
    }

    /// Whether they are stored as one JSON object, and so no name needs an escape.
    package var isPacked: Bool {
        if case .packed = storage { true } else { false }
    }

    /// Whether `isMatch` is true of a name, in UTF-8, and the JSON of its value.
    ///
    /// - Complexity: O(n) in names and values.
    package func contains(
        _ isMatch: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        switch storage {
        case .packed(let packed): unsafe packed.contains(isMatch)
        case .entries(let entries):
            entries.contains { field in
                var (name, json) = (field.name, field.value.json)
                return name.withUTF8 { name in
                    json.withUTF8 { json in
                        unsafe isMatch(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer(json))
                    }
                }
            }
        }
    }

    /// The approximate size in memory.
    var heapBytes: Int {
        switch storage {
        case .packed(let packed): packed.heapBytes
        case .entries(let entries):
            entries.isEmpty ? 0 : 32 + entries.count * MemoryLayout<Field>.stride + byteCount
        }
    }

    /// The value of the field `name`; nil if there is none.
    ///
    /// Setting nil removes the field.
    ///
    /// - Complexity: O(log n) comparisons for n fields; adding or removing one moves those after
    ///   it.
    public subscript(name: String) -> FieldValue? {
        get {
            switch storage {
            case .packed(let packed): return packed.value(of: name)
            case .entries(let entries):
                let slot = Self.position(of: name, in: entries)
                return slot.found ? entries[slot.index].value : nil
            }
        }
        set { _ = replace(name, with: newValue) }
    }

    /// Whether the field `name` is `true`.
    ///
    /// - Complexity: as reading the subscript.
    func isTrue(_ name: String) -> Bool {
        switch storage {
        case .packed(let packed): packed.isTrue(name)
        case .entries: self[name]?.isTrue ?? false
        }
    }

    /// Sets or removes (nil) the field `name`, and returns its old value.
    ///
    /// - Complexity: that of the subscript.
    mutating func replace(_ name: String, with value: FieldValue?) -> FieldValue? {
        var entries: [Field]
        switch storage {
        case .packed(let packed):
            if let (changed, old) = packed.replacing(name, with: value) {
                if let changed {
                    storage = changed.count > 0 ? .packed(changed) : .entries([])
                    size = changed.count > 0 ? UInt32(changed.jsonCount - 1) : 0
                }
                return old
            }
            entries = packed.entries
        case .entries(let held): entries = held
        }
        // So that there is one reference, and the array changes in place.
        storage = .entries([])
        let old = replace(name, with: value, in: &entries)
        storage = old == value ? .entries(entries) : Self.packing(entries, size)
        return old
    }

    /// Changes of so many fields are made one by one.
    private static let fewChanges = 16

    /// Sets or removes several fields one after the other; calls `body` with each change and the old
    /// value of its field.
    ///
    /// - Complexity: that of the subscript for each change. Many changes read and write fields that are
    ///   one piece of JSON once.
    mutating func replace(
        _ changes: some Collection<FieldChange>, _ body: (FieldChange, FieldValue?) -> Void
    ) {
        guard changes.count > Self.fewChanges else {
            for change in changes { body(change, replace(change.name, with: change.value)) }
            return
        }
        var entries = entries
        storage = .entries([])
        for change in changes {
            body(change, replace(change.name, with: change.value, in: &entries))
        }
        storage = Self.packing(entries, size)
    }

    private static func packing(_ entries: [Field], _ size: UInt32) -> Storage {
        PackedFields(entries, size: Int(size)).map { .packed($0) } ?? .entries(entries)
    }

    /// Changes `entries`, which are those of the fields, and the fields' size.
    private mutating func replace(
        _ name: String, with value: FieldValue?, in entries: inout [Field]
    ) -> FieldValue? {
        let old = Self.replace(name, with: value, in: &entries)
        if let old { size &-= Self.size(name, old) }
        if let value { size &+= Self.size(name, value) }
        return old
    }

    private static func replace(
        _ name: String, with value: FieldValue?, in entries: inout [Field]
    ) -> FieldValue? {
        let slot = position(of: name, in: entries)
        guard slot.found else {
            if let value { entries.insert(Field(name: name, value: value), at: slot.index) }
            return nil
        }
        let old = entries[slot.index].value
        if let value {
            entries[slot.index].value = value
        } else {
            entries.remove(at: slot.index)
        }
        return old
    }

    /// The bytes of the fields as one compact JSON object, escapes in names not counted.
    ///
    /// - Complexity: O(1).
    public var byteCount: Int { isEmpty ? 2 : 1 + Int(size) }

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

    private static func position(of name: String, in entries: [Field]) -> (index: Int, found: Bool)
    {
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

    /// Whether it is `true`.
    ///
    /// - Complexity: O(1).
    public var isTrue: Bool { json.isSame(as: "true") }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(TextKey(json)) }
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

extension Field {
    /// Whether both are the same, texts byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.isSame(as: right.name) && left.value == right.value
    }

    /// Hashes texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(TextKey(name))
        hasher.combine(value)
    }
}

extension FieldChange {
    /// Whether both are the same, texts byte by byte.
    public static func == (left: Self, right: Self) -> Bool {
        left.name.isSame(as: right.name) && left.value == right.value
    }

    /// Hashes texts by their bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(TextKey(name))
        hasher.combine(value)
    }
}
