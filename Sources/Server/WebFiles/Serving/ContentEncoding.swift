import CCompression
import TextBytes
import WebSocketTransport

/// How the bytes of a response are encoded: a content coding of RFC 9110, section 8.4.1.
enum ContentEncoding: CaseIterable {
    case brotli, gzip, identity

    /// The name in header fields.
    var name: String {
        switch self {
        case .brotli: "br"
        case .gzip: "gzip"
        case .identity: "identity"
        }
    }

    /// The encoding of `offered` that a client prefers; among equals the first.
    ///
    /// Identity where nothing else is accepted, even if the client refuses it: RFC 9110 allows that, and a
    /// client can use it more likely than an error.
    ///
    /// - Parameter accepted: The request's `Accept-Encoding`; nil: only identity.
    static func preferred(
        by accepted: String?, among offered: [ContentEncoding]
    ) -> ContentEncoding {
        guard let accepted else { return .identity }
        let weights = Self.weights(accepted)
        func weight(_ encoding: ContentEncoding) -> Double {
            weights[TextKey(encoding.name)] ?? (encoding == .identity ? 0.001 : weights["*"] ?? 0)
        }
        var best = (encoding: ContentEncoding.identity, weight: weight(.identity))
        for encoding in offered.reversed() where encoding != .identity {
            let weight = weight(encoding)
            if weight > 0, weight >= best.weight { best = (encoding, weight) }
        }
        return best.encoding
    }

    /// The weights of an `Accept-Encoding`, 0 to 1, by encoding in lower case; 1 where there is none.
    private static func weights(_ accepted: String) -> [TextKey: Double] {
        var weights: [TextKey: Double] = [:]
        let bytes = accepted.utf8.lazy.filter { !$0.isBlank }.map(\.asciiLowercase)
        for element in Array(bytes).split(separator: UInt8(ascii: ",")) {
            let parts = element.split(separator: UInt8(ascii: ";")).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let name = parts.first.map({ TextKey($0) }) else { continue }
            let weight = parts.dropFirst().first { $0.begins(with: "q=") }?.utf8.dropFirst(2)
            weights[name == "x-gzip" ? "gzip" : name] =
                weight.map { Double(Substring($0)) ?? 0 } ?? 1
        }
        return weights
    }

    /// `bytes` in this encoding; nil if that is not smaller.
    ///
    /// Takes about 0.7 s for a MiB of text, so not for the event loop's thread.
    func encode(_ bytes: [UInt8]) -> [UInt8]? {
        guard self != .identity, bytes.count > 1 else { return nil }
        let room = bytes.count - 1
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            guard let out = buffer.baseAddress else { return }
            filled = unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return 0 }
                return switch self {
                case .brotli:
                    unsafe lockstep_brotli(start, bytes.count, out, room, Self.brotliQuality)
                case .gzip: unsafe lockstep_gzip(start, bytes.count, out, room)
                case .identity: 0
                }
            }
        }
        return encoded.isEmpty ? nil : encoded
    }

    /// Of 11: what makes the web client smallest, in half a second when the server starts.
    ///
    /// 10 takes half the time and makes 2 % more; 9 an eighth, and 8 % more.
    private static let brotliQuality: Int32 = 11
}
