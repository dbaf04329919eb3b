import CWebSockets

/// The other end of a socket.
enum PeerAddress {
    /// The peer's numeric address without a port; empty where the system gives none.
    static func numeric(of wsi: OpaquePointer) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress,
                unsafe lws_get_peer_simple(wsi, base, buffer.count) != nil
            else { return "" }
            return unsafe String(cString: base)
        }
    }
}
