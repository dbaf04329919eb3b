import ArgumentParser
import Foundation
import LoadGenerator

/// A file that results go to: a file, or a pipe or device, which is written to and not replaced.
struct ResultFile: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens a file, and leaves what stands in it until ``begin()``.
    ///
    /// - Throws: `LoadError` where it cannot be written to.
    init(_ path: String) throws(LoadError) {
        self.path = path
        descriptor =
            path == "-"
            ? STDOUT_FILENO : unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    /// Empties the file.
    func begin() {
        if path != "-" { _ = ftruncate(descriptor, 0) }
    }

    /// Writes what comes next.
    ///
    /// - Throws: `LoadError` with the system's reason; nothing where a reader is gone.
    func write(_ text: String) throws(LoadError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE { return }
            guard count > 0 else { throw Self.failure(path) }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(_ path: String) -> LoadError {
        LoadError("\(path) cannot be written: \(unsafe String(cString: strerror(errno)))")
    }

    /// Writes a whole text to a file.
    ///
    /// - Throws: `LoadError`.
    static func write(_ text: String, to path: String) throws(LoadError) {
        let file = try ResultFile(path)
        defer { close(file.descriptor) }
        file.begin()
        try file.write(text)
    }

    /// Finds out before a run that a file could not be written, or is named twice.
    ///
    /// - Parameter paths: The files by their options.
    /// - Throws: `ValidationError` that names the option.
    static func check(_ paths: [(option: String, path: String?)]) throws {
        var seen: [String: String] = [:]
        for case (let option, let path?) in paths {
            if path == "-", !["--csv", "--json-lines"].contains(option) {
                throw ValidationError("\(option) writes to a file, not to standard output")
            }
            if let other = seen.updateValue(option, forKey: path) {
                throw ValidationError("\(other) and \(option) name the same file")
            }
            var isFolder: ObjCBool = false
            let files = FileManager.default
            if unsafe files.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                throw ValidationError("\(option): \(path) is a folder")
            }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            guard
                path == "-" || files.isWritableFile(atPath: path)
                    || !files.fileExists(atPath: path) && files.isWritableFile(atPath: folder)
            else { throw ValidationError("\(option): \(path) cannot be written there") }
        }
    }
}

/// The file of a page with results.
struct PageOption: ParsableArguments {
    @Option(
        name: .customLong("html"),
        help: ArgumentHelp("Write an HTML page with plots.", valueName: "FILE"))
    var path: String?

    func validate() throws { try ResultFile.check([("--html", path)]) }
}
