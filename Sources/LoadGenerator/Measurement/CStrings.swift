import Glibc

/// Texts as C takes them: an array of pointers with a null at its end.
enum CStrings {
    static func with<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("there is an end") }
            return unsafe body(UnsafePointer(base))
        }
    }
}
