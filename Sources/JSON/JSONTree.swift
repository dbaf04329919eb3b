internal import CJSON

/// A parsed text in json-c's own form, owned for as long as it is read.
@safe struct JSONTree: ~Copyable {
    /// The outermost value; nil is JSON's `null`.
    @unsafe let root: OpaquePointer?

    /// Parses a whole text; nil where json-c refuses it.
    ///
    /// - Parameters:
    ///   - depth: how deep its containers are nested.
    ///   - isStrict: false lets json-c take whole numbers that it cannot hold.
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
            // A number is over only once something else follows.
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
