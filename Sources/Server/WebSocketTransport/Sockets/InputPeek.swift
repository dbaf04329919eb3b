import CEventLoop
import CWebSockets

/// Inspects input before libwebsockets reads it, to find what lws accepts or refuses without reporting it.
///
/// On the loop's thread. It does not see input that arrived together with input that lws has read.
@safe
final class InputPeek {
    private let wsi: OpaquePointer
    private let loop: OpaquePointer
    private let watcher: UnsafeMutablePointer<ev_io>
    private let scratch: UnsafeMutableRawBufferPointer
    private let look: (UnsafeRawBufferPointer) -> Bool
    private let descriptor: Int32
    private let least: Int32
    private var isOver = false

    /// - Parameters:
    ///   - scratch: A buffer for the bytes; its size is the most that is inspected.
    ///   - least: The bytes that lws and this are notified of together at first, unless the stream ends before: what
    ///     arrives between a look and lws's reading would pass by unseen.
    ///   - look: Inspects at least one byte, and returns whether to inspect further input.
    init(
        _ wsi: OpaquePointer, on loop: OpaquePointer, scratch: UnsafeMutableRawBufferPointer,
        least: Int32 = 1, _ look: @escaping (UnsafeRawBufferPointer) -> Bool
    ) {
        descriptor = unsafe lws_get_socket_fd(wsi)
        self.least = least
        unsafe self.wsi = unsafe wsi
        unsafe self.loop = unsafe loop
        unsafe self.scratch = unsafe scratch
        unsafe self.look = unsafe look
        unsafe watcher = .allocate(capacity: 1)
        unsafe watcher.initialize(to: ev_io())
        unsafe ev_shim_input_init(
            watcher,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<InputPeek>.fromOpaque(data).takeUnretainedValue().peek()
            }, descriptor, Unmanaged.passUnretained(self).toOpaque())
        unsafe ev_io_start(loop, watcher)
        if least > 1 { lws_shim_await_bytes(descriptor, least) }
    }

    deinit {
        cancel()
        unsafe watcher.deallocate()
    }

    /// Stops; call it before the socket is closed.
    func cancel() {
        guard !isOver else { return }
        isOver = true
        unsafe ev_io_stop(loop, watcher)
        if least > 1 { lws_shim_await_bytes(descriptor, 1) }
    }

    private func peek() {
        let base = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = Int(unsafe lws_shim_peek_message(wsi, base, scratch.count))
        guard count >= 0 else { return cancel() }
        guard count > 0 else { return }
        // `look` may release this object.
        let isDone = withExtendedLifetime(self) {
            unsafe !look(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        }
        if isDone { cancel() }
    }
}

/// Finds out whether a client's first frame is masked (RFC 6455, section 5.1): lws accepts unmasked frames.
///
/// Only the first frame is checked, which a client must not send before it has received the response of
/// the handshake.
struct FirstMask {
    /// The bytes that tell it.
    static let bytes: Int32 = 2

    private let isEncrypted: Bool
    /// The number of inspected bytes.
    private var seen = 0

    init(isEncrypted: Bool) {
        self.isEncrypted = isEncrypted
    }

    /// Inspects the next bytes; nil: not known yet.
    ///
    /// A frame of which one byte was seen alone passes: lws may have read the next one together with it. Over TLS
    /// it reads no more than what was seen.
    mutating func isMasked(_ bytes: some Collection<UInt8>) -> Bool? {
        for byte in bytes.prefix(2) {
            seen += 1
            if seen == 2 { return byte & 0x80 != 0 }
        }
        return isEncrypted ? nil : true
    }
}
