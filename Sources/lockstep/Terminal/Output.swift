import Foundation

/// Standard output and standard error of every command.
///
/// What is written is there at once, in pipes too: nothing waits in a buffer that could fail unseen at
/// the end.
enum Output {
    private static let standard = DescriptorWriter(STDOUT_FILENO)
    private static let problems = DescriptorWriter(STDERR_FILENO)

    /// Writes lines to standard output, each with a line feed behind it.
    ///
    /// - Throws: `OutputFailure`, which ends the command (`Lockstep.main`).
    static func write(lines: some Sequence<String>) throws(OutputFailure) {
        try write(text: lines.lazy.map { $0 + "\n" }.joined())
    }

    /// Writes a line to standard output.
    static func write(line: String) throws(OutputFailure) {
        try write(text: line + "\n")
    }

    /// Writes a text to standard output as it is.
    static func write(text: String) throws(OutputFailure) {
        try standard.write(Array(text.utf8))
    }

    /// Writes bytes to standard output as they are.
    static func write(_ bytes: [UInt8]) throws(OutputFailure) {
        try standard.write(bytes)
    }

    /// Says a line on standard error; where that cannot be written there is nobody to tell.
    static func note(_ line: String) {
        note(text: line + "\n")
    }

    /// Says a text on standard error as it is.
    static func note(text: String) {
        try? problems.write(Array(text.utf8))
    }

    /// Closes standard output: some file systems tell only then that there was no room.
    static func finish() throws(OutputFailure) {
        try standard.close()
    }
}

/// Why nothing more can be written.
enum OutputFailure: Error, Equatable, CustomStringConvertible {
    /// The reader has gone, as `head` does.
    case closed
    /// The system's reason.
    case failed(String)

    /// What shells show for a process that ended by SIGPIPE.
    static let closedStatus: Int32 = 141

    var description: String {
        switch self {
        case .closed: "standard output was closed by its reader"
        case .failed(let reason): "standard output cannot be written: \(reason)"
        }
    }
}

/// Writes to a file descriptor, whole or with an error.
struct DescriptorWriter {
    private let descriptor: Int32

    /// A reader that has gone is an error from here on, and no signal.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes all bytes, waiting where the reader is slow.
    ///
    /// - Throws: `OutputFailure`; some of the bytes may be written then.
    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        Self.ignoresBrokenPipes
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
                return unsafe Foundation.write(descriptor, rest.baseAddress, rest.count)
            }
            guard count < 0 else {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitForRoom()
            default: throw Self.failure(errno)
            }
        }
    }

    /// Closes the descriptor; where there never was one, nothing happens.
    ///
    /// - Throws: `OutputFailure` where what was written is lost.
    func close() throws(OutputFailure) {
        guard Foundation.close(descriptor) < 0, ![EBADF, EINTR].contains(errno) else { return }
        throw Self.failure(errno)
    }

    private func waitForRoom() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
    }

    private static func failure(_ code: Int32) -> OutputFailure {
        code == EPIPE ? .closed : .failed(unsafe String(cString: strerror(code)))
    }
}
