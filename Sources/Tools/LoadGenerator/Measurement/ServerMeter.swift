import CLinux
import Foundation
import OutgoingHTTP

/// Reads what a server uses: of its process where that is on this machine, else of its `/metrics`.
package struct ServerMeter {
    /// The process; nil: not known, or on another machine.
    let process: Int32?
    /// Where `/metrics` are; of several servers, their uses are added up.
    let metrics: [MetricsPlace]

    /// The use of the process alone, for periods that are too short for the resolution of `/metrics`.
    var exact: ServerMeter { ServerMeter(process: process, metrics: []) }

    /// The file descriptors of the server; nil: not known.
    var descriptors: DescriptorUse? {
        get throws(LoadError) {
            if let process { return DescriptorUse(of: process) }
            return try read()?.descriptors
        }
    }

    /// The use up to now; nil: the server does not show it.
    ///
    /// - Throws: `LoadError` where there is no such process.
    func read() throws(LoadError) -> ServerUse? {
        if let process { return try ServerUse(of: process) }
        var sum: ServerUse?
        for place in metrics {
            guard let use = place.read() else { return nil }
            sum = sum.map { $0 + use } ?? use
        }
        return sum
    }
}

/// Where a server shows its `/metrics`.
package struct MetricsPlace {
    let server: LoadAddress
    let path: String

    package init(server: LoadAddress, path: String = "/metrics") {
        self.server = server
        self.path = path
    }

    /// What they say; nil: they are not shown.
    func read() -> ServerUse? {
        guard let answer = try? HTTPCall(address: server, patience: 5).send("GET", path),
            answer.status == 200
        else { return nil }
        return ServerUse(metrics: String(decoding: answer.body, as: UTF8.self))
    }
}

/// The processor time and memory that a server has used up to now, and its file descriptors.
package struct ServerUse: Hashable, Sendable {
    /// The processor time of all threads, in nanoseconds.
    package var processorTime: Int64
    /// The resident memory, in bytes.
    package var memory: Int
    /// The descriptors that are open, and that may be; nil: not known.
    var descriptors: DescriptorUse?

    /// Reads the use of a process.
    ///
    /// - Throws: `LoadError` where there is no such process.
    init(of process: Int32) throws(LoadError) {
        processorTime = lockstep_processor_time(process)
        let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard processorTime >= 0, let pages else {
            throw LoadError("there is no process \(process) whose use could be read")
        }
        memory = pages * Int(getpagesize())
    }

    /// Reads the text of `/metrics`, whose times are in steps of 10 ms; nil where it does not show the use.
    package init?(metrics text: String) {
        func value(_ name: String) -> Double? {
            text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
                .flatMap { Double($0.dropFirst(name.count + 1)) }
                // Another server's figures can be any.
                .flatMap { (0...0x1p53).contains($0) ? $0 : nil }
        }
        guard let seconds = value("process_cpu_seconds_total"),
            let bytes = value("process_resident_memory_bytes")
        else { return nil }
        processorTime = Int64(min(seconds * 1e9, 0x1p62))
        memory = Int(bytes)
        guard let open = value("process_open_fds"), let limit = value("process_max_fds")
        else { return }
        descriptors = DescriptorUse(open: Int(open), limit: Int(limit))
    }

    /// The sum of two servers, without their descriptors.
    static func + (one: ServerUse, other: ServerUse) -> ServerUse {
        var sum = one
        sum.processorTime += other.processorTime
        sum.memory += other.memory
        sum.descriptors = nil
        return sum
    }
}
