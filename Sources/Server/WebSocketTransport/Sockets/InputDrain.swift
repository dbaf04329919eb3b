import CEventLoop
import CWebSockets

/// Reads what a socket receives, and discards it, in place of libwebsockets.
///
/// On the loop's thread; lws must not read meanwhile.
@safe
final class InputDrain {
    /// Bytes that are read in a pass at most: hundreds of sockets may be drained in the same one.
    private static let passBytes = 16_384

    private let loop: OpaquePointer
    private let watcher: UnsafeMutablePointer<ev_io>
    private let descriptor: Int32
    private let scratch: UnsafeMutableRawBufferPointer
    private let ended: () -> Void
    private var isOver = false

    /// - Parameters:
    ///   - scratch: A buffer for the bytes.
    ///   - ended: Called once where the peer has ended its direction, or the socket is dead.
    init(
        _ wsi: OpaquePointer, on loop: OpaquePointer, scratch: UnsafeMutableRawBufferPointer,
        _ ended: @escaping () -> Void
    ) {
        unsafe self.loop = unsafe loop
        unsafe self.scratch = unsafe scratch
        self.ended = ended
        descriptor = unsafe lws_get_socket_fd(wsi)
        unsafe watcher = .allocate(capacity: 1)
        unsafe watcher.initialize(to: ev_io())
        unsafe ev_shim_input_init(
            watcher,
            { _, watcher, _ in
                guard let data = unsafe watcher?.pointee.data else { return }
                unsafe Unmanaged<InputDrain>.fromOpaque(data).takeUnretainedValue().drain()
            }, descriptor, Unmanaged.passUnretained(self).toOpaque())
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

    private func drain() {
        let room = unsafe scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard unsafe lws_shim_discard(descriptor, room, Self.passBytes) == 0 else { return }
        cancel()
        ended()
    }
}
