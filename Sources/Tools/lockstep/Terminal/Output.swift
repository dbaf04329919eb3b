import Foundation

/// Standard output and standard error of every command.
///
/// Output is not buffered, so that an error of writing is noticed by the call that writes.
enum Output {
    private static let standard = DescriptorWriter(STDOUT_FILENO)
    private static let problems = DescriptorWriter(STDERR_FILENO)

    /// Writes lines to standard output, each followed by a line feed.
    ///
    /// - Throws: `OutputFailure`, which ends the command (`Lockstep.main`).
    static func write(lines: some Sequence<TerminalText>) throws(OutputFailure) {
        try standard.write(Array(lines.lazy.map { $0.description + "\n" }.joined().utf8))
    }

    /// Writes a line to standard output.
    static func write(line: TerminalText) throws(OutputFailure) {
        try write(lines: CollectionOfOne(line))
    }

    /// Writes a text to standard output, without a line feed after it.
    static func write(_ text: TerminalText) throws(OutputFailure) {
        try standard.write(Array(text.description.utf8))
    }

    /// Writes a line of JSON to standard output.
    static func write(json: some Sequence<UInt8>) throws(OutputFailure) {
        try write(line: TerminalText(json: json))
    }

    /// Writes a file to standard output: as it is, or as text where that is a terminal.
    static func write(file bytes: [UInt8]) throws(OutputFailure) {
        guard isatty(STDOUT_FILENO) == 1 else { return try standard.write(bytes) }
        try write(TerminalText(lines: String(decoding: bytes, as: UTF8.self)))
    }

    /// Writes a line to standard error; errors of writing are ignored.
    static func note(_ line: TerminalText) {
        ask(line + TerminalText(control: "\n"))
    }

    /// Writes a line of JSON to standard error; errors of writing are ignored.
    static func note(json: some Sequence<UInt8>) {
        note(TerminalText(json: json))
    }

    /// Writes a text to standard error, without a line feed after it; errors of writing are ignored.
    static func ask(_ text: TerminalText) {
        try? problems.write(Array(text.description.utf8))
    }

    /// Closes standard output: some file systems report only then that there was no space.
    static func finish() throws(OutputFailure) {
        try standard.close()
    }
}

/// Why standard output cannot be written.
enum OutputFailure: Error, Equatable, CustomStringConvertible {
    /// The reader has closed the pipe, as `head` does.
    case closed
    /// The system's reason.
    case failed(String)

    /// The exit status that shells show for a process that SIGPIPE ended.
    static let closedStatus: Int32 = 141

    var description: String {
        switch self {
        case .closed: "standard output was closed by its reader"
        case .failed(let reason): "standard output cannot be written: \(reason)"
        }
    }
}

/// Writes to a file descriptor, completely or with an error.
struct DescriptorWriter {
    private let descriptor: Int32

    /// Ignores SIGPIPE: a closed pipe is then an error of writing.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes all bytes; blocks while the reader is slow.
    ///
    /// - Throws: `OutputFailure`; a part of the bytes may have been written.
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

    /// Closes the descriptor; does nothing where it is not open.
    ///
    /// - Throws: `OutputFailure` where written bytes are lost.
    func close() throws(OutputFailure) {
        guard Foundation.close(descriptor) < 0, ![EBADF, EINTR].contains(errno) else { return }
        throw Self.failure(errno)
    }

    /// Blocks until the descriptor, which does not block, can be written.
    private func waitForRoom() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
    }

    private static func failure(_ code: Int32) -> OutputFailure {
        code == EPIPE ? .closed : .failed(unsafe String(cString: strerror(code)))
    }
}
