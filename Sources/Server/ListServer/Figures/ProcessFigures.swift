import Foundation
import WebSocketTransport

/// What the system tells of this process.
struct ProcessFigures: Hashable, Sendable {
    var cpuSeconds: Double
    var threads: Int
    /// When it was started, in Unix seconds.
    var startSeconds: Double
    var virtualBytes: Int
    var residentBytes: Int
    var openFiles = 0
    var maxFiles = 0

    /// Units that `/proc` counts in.
    struct Units: Sendable {
        var ticksPerSecond: Double
        var pageBytes: Int
        /// When the system was started, in Unix seconds.
        var bootSeconds: Double
    }

    /// From `/proc/self/stat` (proc(5)); nil where it is not as expected.
    init?(stat: String, _ units: Units) {
        // The second field is the command's name, which may contain any character.
        guard let end = stat.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let rest = stat.utf8[stat.utf8.index(after: end)...]
        let fields = rest.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map {
            Substring($0)
        }
        /// As proc(5) numbers them.
        func field(_ number: Int) -> Int? {
            fields.indices.contains(number - 3) ? Int(fields[number - 3]) : nil
        }
        guard let user = field(14), let system = field(15), let threads = field(20),
            let start = field(22), let virtual = field(23), let resident = field(24)
        else { return nil }
        cpuSeconds = Double(user + system) / units.ticksPerSecond
        self.threads = threads
        let started = units.bootSeconds + Double(start) / units.ticksPerSecond
        startSeconds = (started * 100).rounded() / 100
        virtualBytes = virtual
        residentBytes = resident * units.pageBytes
    }

    /// Reads `/proc`: takes a few milliseconds where thousands of files are open, and so is not for
    /// the loop's thread.
    @concurrent
    static func read() async -> ProcessFigures? {
        guard let boot = bootSeconds,
            let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8)
        else { return nil }
        let units = Units(
            ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))),
            pageBytes: sysconf(Int32(_SC_PAGESIZE)), bootSeconds: boot)
        var figures = ProcessFigures(stat: stat, units)
        let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        // One of them is the reading of the folder.
        figures?.openFiles = max(0, (files?.count ?? 0) - 1)
        figures?.maxFiles = DescriptorLimit.current ?? 0
        return figures
    }

    /// When the system was started; found once, for found anew it would waver.
    ///
    /// Not from `/proc/stat`, which a hardened service does not see.
    private static let bootSeconds: Double? = {
        // Seconds and nanoseconds. Which module has the members of `timespec` depends on the order in which
        // headers are read.
        var up: [Int] = [0, 0]
        let isRead = unsafe up.withUnsafeMutableBytes { bytes in
            let time = unsafe bytes.assumingMemoryBound(to: timespec.self).baseAddress
            return unsafe time.map { unsafe clock_gettime(CLOCK_BOOTTIME, $0) == 0 } ?? false
        }
        guard isRead else { return nil }
        return Date().timeIntervalSince1970 - Double(up[0]) - Double(up[1]) / 1e9
    }()
}
