import CWebSockets

/// Finds out whether lws 4.1 parses the head of a request as others do, a proxy in front for one: it closes at some
/// targets, or answers 403 itself, without reporting a request, and it takes some lines for a part of the one before.
///
/// The target begins with a slash, two hexadecimal digits follow each percent sign, and none encodes NUL. Its path has
/// no part `.` or `..`, however they and the slashes around them are written: lws would resolve them, and a proxy that
/// does not would have looked at another path than the one that is served. A line
/// after it is a name of the characters of a token (RFC 9110), a colon and a value, in one line; a CR ends it only
/// in front of LF. No name may be the beginning of one that lws knows, as `X-F` of `X-Forwarded-For`: lws goes on
/// with such a name in the next line, which is not seen then.
struct RequestHead {
    private enum Position {
        case method, start, target, query
        case percent(inQuery: Bool)
        /// After a percent sign and a digit.
        case digit(first: UInt8, inQuery: Bool)
        /// After the target, or in the value of a field.
        case line
        case name
        /// After a CR, in a line that is empty or not.
        case carriageReturn(isEmpty: Bool)
    }

    /// What is found in a head.
    enum Finding {
        case readable, malformed
        /// A part of the path is `.` or `..`.
        case hasDotPart
        /// It has more than ``maxBytes``.
        case tooLong
    }

    /// Bytes of a head, at most: what lws has room for, however many short fields there are.
    static let maxBytes = 24 << 10

    private var count = 0
    /// Bytes of the current line.
    private var lineBytes = 0
    private var longest: (field: [UInt8], bytes: Int) = ([], 0)
    /// The name of the longest field so far, in lower case; empty: the request's first line is longer.
    var longestField: String {
        String(decoding: lineBytes > longest.bytes ? name : longest.field, as: UTF8.self)
    }

    private var position = Position.method
    private var part = DotPart()
    /// The first bytes of the current field's name, in lower case.
    private var name: [UInt8] = []
    /// The bytes that were inspected together with the head's end, and stand after it; nil: that is not found.
    private(set) var restCount: Int?

    /// Inspects the next bytes of a connection; nil: not known yet.
    ///
    /// O(n).
    mutating func inspect(_ bytes: some Collection<UInt8>) -> Finding? {
        var left = bytes.count
        for byte in bytes {
            left -= 1
            count += 1
            lineBytes += 1
            guard count <= Self.maxBytes else { return .tooLong }
            switch position {
            case .method:
                if Self.isLineEnd(byte) { return .readable }
                if byte == 0x20 { position = .start }
            case .start:
                if byte == 0x20 { continue }
                guard byte == 0x2F else { return .malformed }
                position = .target
            case .target, .query, .percent, .digit:
                if let finding = inspectTarget(byte) { return finding }
            case .line:
                if byte == 0x0A { beginLine() }
                if byte == 0x0D { position = .carriageReturn(isEmpty: false) }
            case .carriageReturn(let isEmpty):
                guard byte == 0x0A else { return .malformed }
                if isEmpty { return isEnded(left) }
                beginLine()
            case .name where name.isEmpty && byte == 0x0A:
                return isEnded(left)
            case .name where name.isEmpty && byte == 0x0D:
                position = .carriageReturn(isEmpty: true)
            case .name where byte == 0x3A:
                guard !name.isEmpty, !Self.hiding.contains(name) else { return .malformed }
                position = .line
            case .name:
                guard Self.isTokenByte(byte) else { return .malformed }
                // No name that lws knows is longer.
                if name.count < 64 { name.append(byte.asciiLowercase) }
            }
        }
        return nil
    }

    /// Inspects a byte after the target's first slash.
    private mutating func inspectTarget(_ byte: UInt8) -> Finding? {
        switch position {
        case .percent(let inQuery):
            guard Self.hexDigit(byte) != nil else { return .malformed }
            position = .digit(first: byte, inQuery: inQuery)
        case .digit(let first, let inQuery):
            guard let high = Self.hexDigit(first), let low = Self.hexDigit(byte),
                high | low != 0
            else { return .malformed }
            position = inQuery ? .query : .target
            // lws ends a part at an escaped question mark, too.
            if !inQuery, part.isEnded(by: high << 4 | low) { return .hasDotPart }
        case .target:
            let isEnd = byte == 0x20 || Self.isLineEnd(byte)
            if byte != 0x25, part.isEnded(by: isEnd ? 0x2F : byte) { return .hasDotPart }
            if byte == 0x3F { position = .query }
            return endTarget(byte, inQuery: false)
        default: return endTarget(byte, inQuery: true)
        }
        return nil
    }

    private mutating func endTarget(_ byte: UInt8, inQuery: Bool) -> Finding? {
        if byte == 0x20 { position = .line }
        if byte == 0x25 { position = .percent(inQuery: inQuery) }
        // Without a version, which is refused as soon as lws reports it.
        return Self.isLineEnd(byte) ? .readable : nil
    }

    private mutating func beginLine() {
        if lineBytes > longest.bytes { longest = (name, lineBytes) }
        lineBytes = 0
        name.removeAll(keepingCapacity: true)
        position = .name
    }

    private mutating func isEnded(_ rest: Int) -> Finding {
        restCount = rest
        return .readable
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// The value of a hexadecimal digit; nil for other bytes.
    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
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

/// Finds a part `.` or `..` in a path that is decoded byte by byte.
private struct DotPart {
    /// The dots that the part has so far; nil: it has something else.
    private var dots: Int? = 0

    /// Adds a byte after the path's first slash; whether it ends such a part: a slash does, and a question mark.
    mutating func isEnded(by byte: UInt8) -> Bool {
        switch (byte, dots) {
        case (0x2F, _), (0x3F, _):
            defer { dots = 0 }
            return dots == 1 || dots == 2
        case (0x2E, let count?): dots = min(count + 1, 3)
        default: dots = nil
        }
        return false
    }
}

/// How a head was looked at before lws read it.
struct HeadLooks {
    private let isEncrypted: Bool
    private(set) var count = 0
    private var bytes = 0
    /// The bytes that were seen after its end; nil: its end was not seen.
    var restCount: Int?
    /// The bytes of the head, if all of them were seen.
    var headBytes: Int { bytes - (restCount ?? 0) }
    /// Whether nothing arrived after it together with its end.
    var isAlone: Bool { restCount == 0 }

    init(isEncrypted: Bool) {
        self.isEncrypted = isEncrypted
    }

    mutating func add(_ bytes: Int) {
        count += 1
        self.bytes += bytes
    }

    /// Whether nothing passed by unseen before the next look.
    ///
    /// What arrives between a look and lws's reading does, but over TLS, where it comes out of memory. After such
    /// a gap nothing is known of the head.
    ///
    /// - Parameter read: The bytes that lws has read from the socket since the head before; negative: not known.
    func isWithoutGap(_ read: Int64) -> Bool {
        count == 0 || isEncrypted || Int64(bytes) == read
    }

    /// Whether no byte of it passed by unseen; none does of a head that was seen whole at once.
    ///
    /// - Parameter read: As above.
    func sawAll(_ read: Int64) -> Bool {
        restCount != nil && (count == 1 || isWithoutGap(read))
    }
}
