import Foundation

/// What this process uses.
enum Memory {
    /// Resident bytes, as the kernel counts them.
    static func used() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize())
    }
}
