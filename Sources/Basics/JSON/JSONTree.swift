internal import CJSON

/// A text parsed by json-c; it owns json-c's objects.
@safe struct JSONTree: ~Copyable {
    /// The outermost value; nil is JSON's `null`.
    @unsafe let root: OpaquePointer?

    /// Parses a text; nil where json-c refuses it.
    ///
    /// - Parameters:
    ///   - depth: the depth of its innermost container.
    ///   - isStrict: false lets json-c accept integers that it cannot represent.
    init?(_ text: [UInt8], depth: Int, isStrict: Bool) {
        guard text.count < Int(Int32.max),
            let tokener = unsafe json_tokener_new_ex(Int32(depth + 1))
        else { return nil }
        defer { unsafe json_tokener_free(tokener) }
        if isStrict { unsafe json_tokener_set_flags(tokener, JSON_TOKENER_STRICT) }
        let parsed = unsafe text.withUnsafeBytes { bytes -> OpaquePointer? in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let value = unsafe json_tokener_parse_ex(tokener, start, Int32(bytes.count))
            guard unsafe json_tokener_get_error(tokener) == json_tokener_continue else {
                return unsafe value
            }
            // json-c ends a number only at the byte after it.
            return unsafe json_tokener_parse_ex(tokener, " ", 1)
        }
        guard unsafe json_tokener_get_error(tokener) == json_tokener_success else {
            unsafe json_object_put(parsed)
            return nil
        }
        unsafe root = unsafe parsed
    }

    deinit {
        _ = unsafe json_object_put(root)
    }
}

/// Converts json-c's objects to `JSONValue`.
struct JSONTreeReader {
    private let text: [UInt8]
    private let lostNumbers: [JSONScanner.LostNumber]
    private var nextLost = 0
    /// The numbers read so far.
    private(set) var numberCount = 0
    /// The members of all objects together.
    private(set) var memberCount = 0

    /// - Parameters:
    ///   - text: the text that json-c has parsed.
    ///   - lostNumbers: numbers whose text json-c does not keep, in order.
    init(_ text: [UInt8], lostNumbers: [JSONScanner.LostNumber]) {
        self.text = text
        self.lostNumbers = lostNumbers
    }

    /// The value of a json-c object.
    ///
    /// It recurses to the depth of the text, which `JSONReader` bounds.
    mutating func value(of node: OpaquePointer?) -> JSONValue {
        guard let node = unsafe node else { return .null }
        switch unsafe json_object_get_type(node) {
        case json_type_boolean: return .bool(unsafe json_object_get_boolean(node) != 0)
        case json_type_int, json_type_double: return .number(unsafe number(of: node))
        case json_type_string:
            let count = unsafe Int(json_object_get_string_len(node))
            return .string(unsafe Self.string(json_object_get_string(node), count: count))
        case json_type_array: return .array(unsafe elements(of: node))
        case json_type_object: return .object(unsafe object(of: node))
        default: return .null
        }
    }

    private mutating func elements(of node: OpaquePointer) -> [JSONValue] {
        let count = unsafe json_object_array_length(node)
        var elements: [JSONValue] = []
        elements.reserveCapacity(count)
        for index in 0..<count {
            elements.append(unsafe value(of: json_object_array_get_idx(node, index)))
        }
        return elements
    }

    private mutating func object(of node: OpaquePointer) -> JSONObject {
        let count = unsafe Int(json_object_object_length(node))
        memberCount += count
        var members: [JSONObject.Member] = []
        members.reserveCapacity(count)
        var position = unsafe lockstep_json_first_member(node)
        while let current = unsafe position {
            let member = unsafe lockstep_json_read_member(current)
            let name = unsafe Self.string(member.name, count: member.name_length)
            members.append(JSONObject.Member(name: name, value: unsafe value(of: member.value)))
            unsafe position = member.next
        }
        return JSONObject(members)
    }

    private mutating func number(of node: OpaquePointer) -> JSONNumber {
        defer { numberCount += 1 }
        if nextLost < lostNumbers.count, lostNumbers[nextLost].ordinal == numberCount {
            nextLost += 1
            return .written(
                String(decoding: text[lostNumbers[nextLost - 1].range], as: UTF8.self))
        }
        if unsafe json_object_get_type(node) == json_type_double,
            let text = unsafe lockstep_json_written_number(node)
        {
            return .written(unsafe String(cString: text))
        }
        return .whole(unsafe Int(json_object_get_int64(node)))
    }

    private static func string(_ start: UnsafePointer<CChar>?, count: Int) -> String {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
