import CWebSockets

/// Finds out whether lws 4.1 parses the head of a request as others do, a proxy in front for one: it closes at some
/// targets, or answers 403 itself, without reporting a request, and it takes some lines for a part of the one before.
///
/// The target begins with a slash, two hexadecimal digits follow each percent sign, and none encodes NUL. A line
/// behind it is a name of the characters of a token (RFC 9110), a colon and a value, in one line; a CR ends it only
/// in front of LF. No name may be the beginning of one that lws knows, as `X-F` of `X-Forwarded-For`: lws goes on
/// with such a name in the next line, which nobody sees then.
struct RequestHead {
    private enum Position {
        case method, start, target, percent
        /// Behind a percent sign and a digit.
        case digit(isZero: Bool)
        /// Behind the target, or in the value of a field.
        case line
        case name
        /// Behind a CR, in a line that is empty or not.
        case carriageReturn(isEmpty: Bool)
    }

    private var position = Position.method
    /// The first bytes of the current field's name, in lower case.
    private var name: [UInt8] = []
    /// The bytes that were inspected together with the head's end, and stand behind it; nil: that is not found.
    private(set) var restCount: Int?

    /// Inspects the next bytes of a connection; nil: not known yet.
    ///
    /// O(n).
    mutating func isReadable(_ bytes: some Collection<UInt8>) -> Bool? {
        var left = bytes.count
        for byte in bytes {
            left -= 1
            switch position {
            case .method:
                if Self.isLineEnd(byte) { return true }
                if byte == 0x20 { position = .start }
            case .start:
                if byte == 0x20 { continue }
                guard byte == 0x2F else { return false }
                position = .target
            case .target:
                if byte == 0x20 { position = .line }
                // Without a version, which is refused as soon as lws reports it.
                if Self.isLineEnd(byte) { return true }
                if byte == 0x25 { position = .percent }
            case .percent:
                guard Self.isHexDigit(byte) else { return false }
                position = .digit(isZero: byte == 0x30)
            case .digit(let isZero):
                guard Self.isHexDigit(byte), !(isZero && byte == 0x30) else { return false }
                position = .target
            case .line:
                if byte == 0x0A { beginLine() }
                if byte == 0x0D { position = .carriageReturn(isEmpty: false) }
            case .carriageReturn(let isEmpty):
                guard byte == 0x0A else { return false }
                if isEmpty { return isEnded(left) }
                beginLine()
            case .name where name.isEmpty && byte == 0x0A:
                return isEnded(left)
            case .name where name.isEmpty && byte == 0x0D:
                position = .carriageReturn(isEmpty: true)
            case .name where byte == 0x3A:
                guard !name.isEmpty, !Self.hiding.contains(name) else { return false }
                position = .line
            case .name:
                guard Self.isTokenByte(byte) else { return false }
                // No name that lws knows is longer.
                if name.count < 64 { name.append(byte | (0x41...0x5A ~= byte ? 0x20 : 0)) }
            }
        }
        return nil
    }

    private mutating func beginLine() {
        name.removeAll(keepingCapacity: true)
        position = .name
    }

    private mutating func isEnded(_ rest: Int) -> Bool {
        restCount = rest
        return true
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// Whether a byte may be in a field's name (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// The beginnings of the names that lws knows, without those that are names themselves.
    private static let hiding: Set<[UInt8]> = {
        let known = (0..<WSI_TOKEN_COUNT.rawValue).compactMap { number in
            unsafe lws_token_to_string(lws_token_indexes(rawValue: number)).map {
                unsafe Array(String(cString: $0).utf8)
            }
        }
        let beginnings = Set(known.flatMap { name in name.indices.map { Array(name[...$0]) } })
        return beginnings.filter { !beginnings.contains($0 + [0x3A]) && $0.last != 0x3A }
    }()
}

/// How a head was looked at before lws read it.
struct HeadLooks {
    private let isEncrypted: Bool
    private(set) var count = 0
    private var bytes = 0
    /// The bytes that were seen behind its end; nil: its end was not seen.
    var restCount: Int?
    /// The bytes of the head, if all of them were seen.
    var headBytes: Int { bytes - (restCount ?? 0) }
    /// Whether nothing arrived behind it together with its end.
    var isAlone: Bool { restCount == 0 }

    init(isEncrypted: Bool) {
        self.isEncrypted = isEncrypted
    }

    mutating func add(_ bytes: Int) {
        count += 1
        self.bytes += bytes
    }

    /// Whether no byte of it passed by unseen: what arrives between a look and lws's reading does, but for a head
    /// that was seen whole, and one over TLS, which comes out of memory.
    ///
    /// - Parameter read: The bytes that lws has read from the socket since the head before; negative: not known.
    func sawAll(_ read: Int64) -> Bool {
        restCount != nil && (count == 1 || isEncrypted || Int64(bytes) == read)
    }
}
