import CEventLoop
import CWebSockets

/// Looks at what a peer sends just before libwebsockets reads it, as long as there is something to find
/// out: what lws takes or refuses without telling.
///
/// On the loop's thread. What came together with what lws has read already is not seen.
@safe
final class InputPeek {
    private let wsi: OpaquePointer
    private let loop: OpaquePointer
    private let watcher: UnsafeMutablePointer<ev_io>
    private let scratch: UnsafeMutableRawBufferPointer
    private let look: (UnsafeRawBufferPointer) -> Bool
    private var isOver = false

    /// - Parameters:
    ///   - scratch: where to look at the next bytes, as many as it has room for.
    ///   - look: whether there is still something to find out; called with one byte at least.
    init(
        _ wsi: OpaquePointer, on loop: OpaquePointer, scratch: UnsafeMutableRawBufferPointer,
        _ look: @escaping (UnsafeRawBufferPointer) -> Bool
    ) {
        unsafe self.wsi = unsafe wsi
        unsafe self.loop = unsafe loop
        unsafe self.scratch = unsafe scratch
        unsafe self.look = unsafe look
        unsafe watcher = .allocate(capacity: 1)
        unsafe watcher.initialize(to: ev_io())
        unsafe lockstep_input_init(
            watcher,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<InputPeek>.fromOpaque(data).takeUnretainedValue().peek()
            }, lws_get_socket_fd(wsi), Unmanaged.passUnretained(self).toOpaque())
        unsafe ev_io_start(loop, watcher)
    }

    deinit {
        cancel()
        unsafe watcher.deallocate()
    }

    /// Looks no more; to be called before the socket is closed.
    func cancel() {
        guard !isOver else { return }
        isOver = true
        unsafe ev_io_stop(loop, watcher)
    }

    private func peek() {
        let base = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = Int(unsafe lockstep_peek_message(wsi, base, scratch.count))
        guard count >= 0 else { return cancel() }
        guard count > 0 else { return }
        // What looks may let go of this.
        let isDone = withExtendedLifetime(self) {
            unsafe !look(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        }
        if isDone { cancel() }
    }
}

/// Whether a client's first frame is masked (RFC 6455, section 5.1): lws takes unmasked frames like
/// masked ones.
///
/// Who masks the first frame masks them all, or else harms nobody but himself. No client may send before
/// it has the handshake's answer.
struct FirstMask {
    /// Bytes of the frame's head that were seen.
    private var seen = 0

    /// Takes the next bytes; nil: it is not known yet.
    mutating func isMasked(_ bytes: some Collection<UInt8>) -> Bool? {
        for byte in bytes.prefix(2) {
            seen += 1
            if seen == 2 { return byte & 0x80 != 0 }
        }
        return nil
    }
}

/// Whether the target of a request can be read: it begins with a slash, each percent sign stands before
/// two hexadecimal digits, and none means NUL.
///
/// lws closes over others, or refuses them in its own words, before it tells that there is a request.
struct RequestTarget {
    private enum Place {
        case method, start, target, percent
        /// Behind a percent sign and one digit.
        case digit(isZero: Bool)
    }

    private var place = Place.method

    /// Takes the next bytes of a connection; nil: it is not known yet.
    ///
    /// O(n).
    mutating func isReadable(_ bytes: some Collection<UInt8>) -> Bool? {
        for byte in bytes {
            let isEnd = byte == 0x0A || byte == 0x0D
            switch place {
            case .method:
                if isEnd { return true }
                if byte == 0x20 { place = .start }
            case .start:
                if byte == 0x20 { continue }
                guard byte == 0x2F else { return false }
                place = .target
            case .target:
                if isEnd || byte == 0x20 { return true }
                if byte == 0x25 { place = .percent }
            case .percent:
                guard Self.isDigit(byte) else { return false }
                place = .digit(isZero: byte == 0x30)
            case .digit(let isZero):
                guard Self.isDigit(byte), !(isZero && byte == 0x30) else { return false }
                place = .target
            }
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// Whether `bytes` end where the first head in them does.
    ///
    /// O(n).
    static func isWholeHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // How much of the head's end, CR LF CR LF, the last bytes are.
        var matched = 0
        for index in bytes.indices {
            switch (unsafe bytes[index], matched) {
            case (0x0D, 0), (0x0A, 1), (0x0D, 2), (0x0A, 3): matched += 1
            case (0x0D, _): matched = 1
            default: matched = 0
            }
            if matched == 4 { return index == bytes.count - 1 }
        }
        return false
    }
}
