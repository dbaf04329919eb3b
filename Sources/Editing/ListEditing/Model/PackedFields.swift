/// The fields of a row as one canonical JSON object, with the ends of its values after it.
///
/// One allocation holds them, and a caller that sends or stores the row copies bytes. A value is found by
/// comparing names one after the other, since there are few; it is never read as JSON.
struct PackedFields: Hashable, Sendable {
    /// The most fields: each change writes all of them anew.
    static let maxCount = 16
    /// The most bytes of the JSON.
    static let maxBytes = 4_096

    /// `{"name":value,…}`, then the end of each value as two bytes, the lower one first, then the
    /// number of fields as one byte.
    private let bytes: [UInt8]

    /// Packs entries that ascend by name; nil if they are none, too many or too long, or a name needs
    /// an escape.
    ///
    /// - Parameter size: the bytes of the JSON without its opening brace.
    /// - Complexity: O(n) in names and values, O(1) if they are too many or too long.
    init?(_ entries: [Field], size: Int) {
        guard 1...Self.maxCount ~= entries.count, size < Self.maxBytes,
            entries.allSatisfy({ Self.isPlain($0.name) })
        else { return nil }
        let count = 1 + size
        bytes = unsafe [UInt8](unsafeUninitializedCapacity: count + 2 * entries.count + 1) {
            bytes, written in
            var end = 0
            var index = count
            for field in entries {
                unsafe Self.write(field.name, field.value, to: bytes, at: &end)
                unsafe bytes[index] = UInt8(truncatingIfNeeded: end)
                unsafe bytes[index + 1] = UInt8(truncatingIfNeeded: end >> 8)
                index += 2
            }
            unsafe bytes[end] = UInt8(ascii: "}")
            unsafe bytes[index] = UInt8(truncatingIfNeeded: entries.count)
            written = index + 1
        }
    }

    /// Takes an object that is written already; nil if it has no fields, too many or too long ones.
    ///
    /// - Parameters:
    ///   - json: a canonical object; no name in it has an escape.
    ///   - ends: the ends of its values, from the start of `json`.
    init?(json: UnsafeRawBufferPointer, ends: [Int]) {
        guard 1...Self.maxCount ~= ends.count, json.count <= Self.maxBytes else { return nil }
        bytes = unsafe [UInt8](unsafeUninitializedCapacity: json.count + 2 * ends.count + 1) {
            bytes, written in
            unsafe UnsafeMutableRawBufferPointer(bytes).copyMemory(from: json)
            var index = json.count
            for end in ends {
                unsafe bytes[index] = UInt8(truncatingIfNeeded: end)
                unsafe bytes[index + 1] = UInt8(truncatingIfNeeded: end >> 8)
                index += 2
            }
            unsafe bytes[index] = UInt8(truncatingIfNeeded: ends.count)
            written = index + 1
        }
    }

    /// The number of fields.
    var count: Int { Int(bytes[bytes.count - 1]) }

    /// The bytes of the JSON.
    var jsonCount: Int { bytes.count - 2 * count - 1 }

    /// The approximate size in memory.
    var heapBytes: Int { 32 + bytes.count }

    /// Calls `body` with the JSON.
    func withJSON<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe body(UnsafeRawBufferPointer(rebasing: bytes[..<jsonCount]))
        }
    }

    // MARK: Reading

    /// The places of a field: the bytes of its name and those of its value.
    private struct Place {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// Where the field with an index is.
    ///
    /// - Parameter start: the end of the value before it; 0: it is the first.
    private func place(_ index: Int, after start: Int, _ jsonCount: Int) -> Place {
        let entry = jsonCount + 2 * index
        let end = Int(bytes[entry]) | Int(bytes[entry + 1]) << 8
        var nameEnd = start + 2
        while bytes[nameEnd] != UInt8(ascii: "\"") { nameEnd += 1 }
        return Place(name: start + 2..<nameEnd, value: nameEnd + 2..<end)
    }

    private func forEachPlace(_ body: (Place) -> Void) {
        let (count, jsonCount) = (count, jsonCount)
        var end = 0
        for index in 0..<count {
            let place = place(index, after: end, jsonCount)
            body(place)
            end = place.value.upperBound
        }
    }

    /// The fields in order.
    var entries: [Field] {
        var entries: [Field] = []
        entries.reserveCapacity(count)
        forEachPlace {
            entries.append(
                Field(name: text($0.name), value: FieldValue(json: text($0.value))))
        }
        return entries
    }

    /// The names in order.
    var names: [String] {
        var names: [String] = []
        names.reserveCapacity(count)
        forEachPlace { names.append(text($0.name)) }
        return names
    }

    /// Whether `isMatch` is true of a name and the JSON of its value.
    func contains(
        _ isMatch: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var isFound = false
            forEachPlace { place in
                guard !isFound else { return }
                isFound = unsafe isMatch(
                    UnsafeRawBufferPointer(rebasing: bytes[place.name]),
                    UnsafeRawBufferPointer(rebasing: bytes[place.value]))
            }
            return isFound
        }
    }

    /// The value of a field.
    func value(of name: String) -> FieldValue? {
        let found = find(name)
        return found.place.map { FieldValue(json: text($0.value)) }
    }

    /// Whether a field is `true`.
    func isTrue(_ name: String) -> Bool {
        find(name).place.map { bytes[$0.value].elementsEqual("true".utf8) } ?? false
    }

    /// Where a field is; where it is not, the index at which it would be and the end of the value
    /// before that.
    private func find(_ name: String) -> (index: Int, start: Int, place: Place?) {
        let (count, jsonCount) = (count, jsonCount)
        var name = name
        return name.withUTF8 { name in
            var end = 0
            for index in 0..<count {
                let place = place(index, after: end, jsonCount)
                switch unsafe order(place.name, name) {
                case 0: return (index, end, place)
                case 1...: return (index, end, nil)
                default: end = place.value.upperBound
                }
            }
            return (count, end, nil)
        }
    }

    /// Compares a range of the bytes with a text: below 0, 0 or above it.
    private func order(_ range: Range<Int>, _ other: UnsafeBufferPointer<UInt8>) -> Int {
        for offset in 0..<min(range.count, other.count) {
            let (one, two) = (bytes[range.lowerBound + offset], unsafe other[offset])
            if one != two { return Int(one) - Int(two) }
        }
        return range.count - other.count
    }

    private func text(_ range: Range<Int>) -> String {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
    }

    // MARK: Changing

    /// These fields with `name` set or removed (nil).
    ///
    /// - Returns: the fields after it, nil where they stay, and the old value; nil: they can no longer
    ///   be packed. No fields are packed as an empty object, which is not kept.
    func replacing(
        _ name: String, with value: FieldValue?
    ) -> (changed: PackedFields?, old: FieldValue?)? {
        let found = find(name)
        let old = found.place.map { FieldValue(json: text($0.value)) }
        if old == value { return (nil, old) }
        guard let place = found.place else {
            guard let value else { return (nil, nil) }
            return insert(name, value, at: found.index, found.start).map { ($0, nil) }
        }
        guard let value else { return (removing(found.index, found.start, place), old) }
        let growth = value.json.utf8.count - place.value.count
        guard jsonCount + growth <= Self.maxBytes else { return nil }
        return (
            unsafe splicing(place.value, growth: growth, index: found.index, fields: 0) { bytes in
                var end = place.value.lowerBound
                unsafe Self.copy(value.json, to: bytes, at: &end)
            }, old
        )
    }

    private func insert(
        _ name: String, _ value: FieldValue, at index: Int, _ start: Int
    ) -> PackedFields? {
        let growth = name.utf8.count + value.json.utf8.count + 4
        guard count < Self.maxCount, jsonCount + growth <= Self.maxBytes, Self.isPlain(name) else {
            return nil
        }
        // In front of the first field, a comma goes after the new one, not before it.
        return unsafe splicing(
            max(start, 1)..<max(start, 1), growth: growth, index: index, fields: 1
        ) { bytes in
            var end = start
            unsafe Self.write(name, value, to: bytes, at: &end)
            if start == 0 { unsafe bytes[end] = UInt8(ascii: ",") }
        }
    }

    private func removing(_ index: Int, _ start: Int, _ place: Place) -> PackedFields {
        let isFirst = start == 0
        let isLast = index == count - 1
        // The first one goes with the comma after it, others with the one before them.
        let from = isFirst ? 1 : start
        let to = isFirst && !isLast ? place.value.upperBound + 1 : place.value.upperBound
        return unsafe splicing(from..<to, growth: from - to, index: index, fields: -1) { _ in }
    }

    /// A copy in which a range of the JSON is replaced.
    ///
    /// - Parameters:
    ///   - growth: by how many bytes the JSON grows.
    ///   - index: the index of the field that is changed, inserted or removed.
    ///   - fields: by how many fields it grows: -1, 0 or 1.
    ///   - write: writes what replaces the range, given the bytes of the copy.
    private func splicing(
        _ range: Range<Int>, growth: Int, index: Int, fields: Int,
        _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> PackedFields {
        let (count, jsonCount) = (count, jsonCount)
        let newCount = jsonCount + growth
        let total = newCount + 2 * (count + fields) + 1
        return PackedFields(
            bytes: unsafe [UInt8](unsafeUninitializedCapacity: total) { new, written in
                unsafe bytes.withUnsafeBufferPointer { old in
                    unsafe Self.copy(old[..<range.lowerBound], to: new, at: 0)
                    unsafe write(new)
                    unsafe Self.copy(
                        old[range.upperBound..<jsonCount], to: new, at: range.upperBound + growth)
                }
                var entry = newCount
                func add(_ end: Int) {
                    unsafe new[entry] = UInt8(truncatingIfNeeded: end)
                    unsafe new[entry + 1] = UInt8(truncatingIfNeeded: end >> 8)
                    entry += 2
                }
                for field in 0..<count {
                    let place = jsonCount + 2 * field
                    let end = Int(bytes[place]) | Int(bytes[place + 1]) << 8
                    if field == index {
                        if fields < 0 { continue }
                        // A new field ends where the ones after it are moved to, less its comma.
                        if fields > 0 {
                            add(range.lowerBound + growth - (range.lowerBound == 1 ? 1 : 0))
                        }
                    }
                    add(field < index ? end : end + growth)
                }
                if fields > 0, index == count { add(range.lowerBound + growth) }
                unsafe new[entry] = UInt8(truncatingIfNeeded: count + fields)
                written = total
            })
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Writing

    /// Whether a name needs no escape.
    private static func isPlain(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { name in
            unsafe name.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
        }
    }

    /// Writes `{` or `,`, a name and a value.
    private static func write(
        _ name: String, _ value: FieldValue, to bytes: UnsafeMutableBufferPointer<UInt8>,
        at end: inout Int
    ) {
        unsafe bytes[end] = end == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")
        unsafe bytes[end + 1] = UInt8(ascii: "\"")
        end += 2
        unsafe copy(name, to: bytes, at: &end)
        unsafe bytes[end] = UInt8(ascii: "\"")
        unsafe bytes[end + 1] = UInt8(ascii: ":")
        end += 2
        unsafe copy(value.json, to: bytes, at: &end)
    }

    private static func copy(
        _ text: String, to bytes: UnsafeMutableBufferPointer<UInt8>, at end: inout Int
    ) {
        var text = text
        text.withUTF8 { text in
            unsafe copy(text[...], to: bytes, at: end)
            end += text.count
        }
    }

    private static func copy(
        _ part: Slice<UnsafeBufferPointer<UInt8>>, to bytes: UnsafeMutableBufferPointer<UInt8>,
        at start: Int
    ) {
        let part = unsafe UnsafeBufferPointer(rebasing: part)
        guard let from = part.baseAddress, let to = bytes.baseAddress else { return }
        unsafe (to + start).update(from: from, count: part.count)
    }
}
