import JSON

/// The JSON object in the body of a request.
enum HTTPBody {
    /// - Throws: an `ErrorMessage` with `notJSON` or `badMessage`.
    static func members(
        _ bytes: [UInt8], maximumDepth: Int = JSONReader.clientDepth
    ) throws(ErrorMessage) -> Members {
        do throws(JSONError) {
            let value = try JSONReader.read(bytes, maximumDepth: maximumDepth)
            guard case .object(let object) = value else {
                throw JSONError(.outsideLimits, "an object is expected", at: 0)
            }
            return Members(object)
        } catch {
            let code: ErrorCode = error.kind == .notJSON ? .notJSON : .badMessage
            throw ErrorMessage(code, error.message)
        }
    }
}
