internal import CCrypto

/// SHA-256 (FIPS 180-4), by OpenSSL's libcrypto.
package enum SHA256 {
    /// The 32 bytes of the hash.
    ///
    /// - Complexity: O(n) in the bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            unsafe lockstep_sha256(bytes, bytes.count, buffer.baseAddress)
            count = 32
        }
    }

    /// The 32 bytes of HMAC-SHA256 (RFC 2104) with a key.
    ///
    /// - Complexity: O(n) in the bytes.
    package static func authenticate(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let isDone = unsafe lockstep_hmac_sha256(
                key, key.count, bytes, bytes.count, buffer.baseAddress)
            precondition(isDone != 0, "libcrypto has no HMAC-SHA256")
            count = 32
        }
    }

    /// Whether `code` is the HMAC-SHA256 of `bytes` with a key, told in a time that depends on neither.
    package static func isAuthentication(_ code: [UInt8], of bytes: [UInt8], key: [UInt8]) -> Bool {
        let expected = authenticate(bytes, key: key)
        guard code.count == expected.count else { return false }
        return unsafe lockstep_are_equal(code, expected, code.count) != 0
    }
}
