/// A dictionary that is an array while it is small, since most edits name one row.
///
/// Its entries are in the order of insertion, and none can be removed.
struct SmallDictionary<Key: Hashable, Value> {
    private(set) var entries: ContiguousArray<(key: Key, value: Value)> = []
    /// The index of each key, once there are more than `mostScanned`.
    private var places: [Key: Int] = [:]

    /// The maximum number of entries that are searched without hashing.
    private static var mostScanned: Int { 8 }

    /// The value of `key`; setting nil does nothing.
    ///
    /// - Complexity: O(1).
    subscript(key: Key) -> Value? {
        get { place(of: key).map { entries[$0].value } }
        set {
            guard let newValue else { return }
            if let place = place(of: key) {
                entries[place].value = newValue
            } else {
                add(key, newValue)
            }
        }
    }

    func contains(_ key: Key) -> Bool { place(of: key) != nil }

    private func place(of key: Key) -> Int? {
        places.isEmpty ? entries.firstIndex { $0.key == key } : places[key]
    }

    private mutating func add(_ key: Key, _ value: Value) {
        entries.append((key, value))
        if !places.isEmpty {
            places[key] = entries.count - 1
        } else if entries.count > Self.mostScanned {
            for (place, entry) in entries.enumerated() { places[entry.key] = place }
        }
    }
}
