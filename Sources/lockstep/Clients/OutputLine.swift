import Foundation

/// Lines on standard output that are seen at once, in pipes too, where `print` would keep them back.
enum OutputLine {
    /// Writes a line.
    static func write(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
