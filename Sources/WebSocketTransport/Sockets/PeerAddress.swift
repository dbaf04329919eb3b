import CWebSockets

/// The other end of a socket.
enum PeerAddress {
    /// The same of a socket that is not libwebsockets' yet.
    static func numeric(of descriptor: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress,
                unsafe lockstep_peer_address(descriptor, base, buffer.count) == 0
            else { return "" }
            return unsafe String(cString: base)
        }
    }

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
