import CEventLoop
import CWebSockets

/// Looks whether a client's first frame is masked (RFC 6455, section 5.1), just before libwebsockets
/// reads it: lws takes unmasked frames like masked ones and does not tell.
///
/// On the loop's thread.
///
/// Who masks the first frame masks them all, or else harms nobody but himself. What came together with
/// the handshake is not seen; no client may send before it has the answer.
@safe
final class MaskCheck {
    private let wsi: OpaquePointer
    private let loop: OpaquePointer
    private let watcher: UnsafeMutablePointer<ev_io>
    private let violated: () -> Void
    /// Bytes of the frame's head that lws has read already.
    private var seen = 0
    private var isOver = false

    init(_ wsi: OpaquePointer, on loop: OpaquePointer, _ violated: @escaping () -> Void) {
        unsafe self.wsi = unsafe wsi
        unsafe self.loop = unsafe loop
        self.violated = violated
        unsafe watcher = .allocate(capacity: 1)
        unsafe watcher.initialize(to: ev_io())
        unsafe lockstep_input_init(
            watcher,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<MaskCheck>.fromOpaque(data).takeUnretainedValue().look()
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

    private func look() {
        var head: [UInt8] = [0, 0]
        let count = Int(unsafe lockstep_peek_message(wsi, &head, head.count))
        guard count > 0, seen + count >= 2 else {
            if count > 0 { seen = 1 } else if count < 0 { cancel() }
            return
        }
        cancel()
        if head[1 - seen] & 0x80 == 0 { violated() }
    }
}
