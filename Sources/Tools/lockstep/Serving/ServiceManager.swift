import Foundation

/// The manager that has started this service and wants to know how far it is: systemd, with `Type=notify`.
enum ServiceManager {
    /// What it is told (sd_notify(3)).
    enum State: String {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
    }

    /// Tells it of a state; does nothing where no service manager wants to know.
    ///
    /// - Parameter socket: Where it listens: a path, or a name with `@` in front, which is in no file system.
    static func tell(
        _ state: State, at socket: String? = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"]
    ) {
        guard let socket, !socket.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(socket.utf8)
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count <= room else { return }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }

        let sender = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard sender >= 0 else { return }
        defer { close(sender) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let text = Array(state.rawValue.utf8)
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe sendto(sender, text, text.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
    }
}
