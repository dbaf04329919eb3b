import CWebSockets

extension HTTPClientResponse {
    /// Reads the head that lws holds for `wsi`; what is not UTF-8 is replaced.
    ///
    /// O(fields that lws knows).
    init(of wsi: OpaquePointer) {
        status = Int(unsafe lws_http_client_http_response(wsi))
        var fields: [(name: String, value: String)] = []
        for number in 0..<WSI_TOKEN_COUNT.rawValue {
            let token = lws_token_indexes(rawValue: number)
            let count = unsafe Int(lws_hdr_total_length(wsi, token))
            guard count > 0, let name = unsafe lws_token_to_string(token) else { continue }
            let text = unsafe String(cString: name)
            guard text.hasSuffix(":") else { continue }
            var buffer = [CChar](repeating: 0, count: count + 1)
            guard unsafe lws_hdr_copy(wsi, &buffer, Int32(count + 1), token) >= 0 else { continue }
            let value = buffer.prefix(count).map { UInt8(bitPattern: $0) }
            fields.append((String(text.dropLast()), String(decoding: value, as: UTF8.self)))
        }
        headers = fields
    }
}
