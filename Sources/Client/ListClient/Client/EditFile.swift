import Foundation
import JSON
import ListEditing
import ListProtocol
import Synchronization

/// A file that keeps a client's unanswered edits, and who it is, over restarts and crashes.
///
///     var options = ClientOptions(name: "importer")
///     options.edits = try EditFile("importer.edits")
///     let client = try await ListClient.connect(to: url, options)
///
/// An edit is in the file before it is sent, and stays there until it is answered. After a restart, also
/// one by `kill -9`, the client goes on under the same key: what was not answered is sent again under its
/// id once its list is open, and the server recognises what it has applied. ``ListEvent/answered(id:_:)``
/// tells what became of those edits.
///
/// One client at a time uses a file; another one that opens it fails.
public final class EditFile: Sendable {
    /// The client's secret key, made with the file.
    public let key: String
    private let path: String
    private let state: Mutex<State>

    /// What the file holds, and its descriptor.
    private struct State {
        var descriptor: Int32
        var content = EditFileContent()
        /// Bytes in the file.
        var bytes = 0
    }

    /// Bytes after which a file is written anew, without the edits that are over.
    private static let longestBytes = 1 << 20

    /// Opens the file, or makes it.
    ///
    /// - Throws: ``ListClientError/badFile(_:)`` where it cannot be read or written, is no such file, or is
    ///   in use.
    public init(_ path: String) throws(ListClientError) {
        self.path = path
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var state = State(descriptor: descriptor)
        // Who has the file replaces it now and then: what was opened may not be the file any more.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isFile(descriptor, at: path) else {
            close(descriptor)
            throw .badFile("\(path) is in use by another process")
        }
        let content = try Self.read(descriptor, path)
        var key: String?
        do throws(ListClientError) {
            key = try state.content.take(content, path)
        } catch {
            close(descriptor)
            throw error
        }
        var secret = ClientRandomness(seed: nil)
        let known = key ?? secret.id()
        self.key = known
        self.state = Mutex(state)
        try rewrite()
    }

    deinit { close(state.withLock { $0.descriptor }) }

    // MARK: What is kept

    /// What is kept of a list; its edits in order of their ids.
    func edits(of list: ListID) -> KeptEdits {
        state.withLock { $0.content.lists[list.text] ?? KeptEdits() }
    }

    /// Keeps an edit that is about to be sent; returns once it is durable.
    ///
    /// - Parameter moment: when it was made, in Unix milliseconds.
    func add(_ edit: PendingEdit, of list: ListID, at moment: Int) throws(ListClientError) {
        let kept = KeptEdit(at: moment, message: edit.message(list: list))
        try append(kept.line, isDurable: true) {
            $0.content.lists[list.text, default: KeptEdits()].add(kept, edit.id)
        }
    }

    /// Forgets an edit that is over.
    ///
    /// Where that is lost, it is sent again, and answered as before.
    func remove(_ id: Int, of list: ListID) {
        guard state.withLock({ $0.content.lists[list.text]?.edits[id] != nil }) else { return }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("list", list.text)
            writer.member("answered", id)
        }
        try? append(writer.bytes, isDurable: false) { $0.content.lists[list.text]?.edits[id] = nil }
    }

    // MARK: The file

    private func append(
        _ line: [UInt8], isDurable: Bool, _ change: (inout State) -> Void
    ) throws(ListClientError) {
        let isWritten = state.withLock { state in
            let bytes = line + [UInt8(ascii: "\n")]
            guard Self.write(bytes, to: state.descriptor) else {
                // What was written of the line is overwritten by the next.
                _ = ftruncate(state.descriptor, off_t(state.bytes))
                lseek(state.descriptor, off_t(state.bytes), SEEK_SET)
                return false
            }
            guard !isDurable || fdatasync(state.descriptor) == 0 else { return false }
            state.bytes += bytes.count
            change(&state)
            return true
        }
        guard isWritten else { throw Self.failure(path) }
        if state.withLock({ $0.bytes > Self.longestBytes && $0.bytes > 2 * $0.content.byteCount }) {
            try rewrite()
        }
    }

    /// Replaces the file by one without what is over; a crash leaves the one or the other.
    private func rewrite() throws(ListClientError) {
        let isWritten = state.withLock { state in
            let next = path + ".next"
            // What a crash left there, or another program put there, is not written into.
            _ = unsafe unlink(next)
            let descriptor = unsafe open(
                next, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return false }
            let bytes = state.content.encoded(key)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.write(bytes, to: descriptor),
                fdatasync(descriptor) == 0, unsafe rename(next, path) == 0,
                Self.syncFolder(of: path)
            else {
                close(descriptor)
                return false
            }
            close(state.descriptor)
            state.descriptor = descriptor
            state.bytes = bytes.count
            return true
        }
        guard isWritten else { throw Self.failure(path) }
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else {
            return false
        }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    /// Makes a new name durable.
    private static func syncFolder(of path: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        return descriptor >= 0 && fsync(descriptor) == 0
    }

    private static func read(
        _ descriptor: Int32, _ path: String
    ) throws(ListClientError) -> [UInt8] {
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            return Array(try file.readToEnd() ?? Data())
        } catch {
            throw .badFile("\(path): \(error.localizedDescription)")
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        return (try? file.write(contentsOf: Data(bytes))) != nil
    }

    private static func failure(_ path: String) -> ListClientError {
        .badFile("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
