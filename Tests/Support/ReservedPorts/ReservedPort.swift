import Foundation

/// A port of the loopback interface that the system gives to nobody else, for as long as this lives.
///
/// Who names it can listen at it, one after the other; meanwhile connections to it are refused. A port that was merely
/// found free could be the one of another test a moment later.
package final class ReservedPort: Sendable {
    /// Its number.
    package let number: Int
    private let descriptor: Int32

    /// There is no port, or no descriptor, left.
    package struct NothingLeft: Error {}

    package init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Those who listen at it set the same.
        var yes: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, size) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw NothingLeft()
        }
        self.descriptor = descriptor
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit {
        close(descriptor)
    }
}
