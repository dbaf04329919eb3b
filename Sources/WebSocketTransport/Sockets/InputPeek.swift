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
    private var isOver = false

    /// - Parameters:
    ///   - scratch: A buffer for the bytes; its size is the most that is inspected.
    ///   - look: Inspects at least one byte, and returns whether to inspect further input.
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
        unsafe ev_shim_input_init(
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

    /// Stops; call it before the socket is closed.
    func cancel() {
        guard !isOver else { return }
        isOver = true
        unsafe ev_io_stop(loop, watcher)
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
    /// The number of inspected bytes.
    private var seen = 0

    /// Inspects the next bytes; nil: not known yet.
    mutating func isMasked(_ bytes: some Collection<UInt8>) -> Bool? {
        for byte in bytes.prefix(2) {
            seen += 1
            if seen == 2 { return byte & 0x80 != 0 }
        }
        return nil
    }
}
