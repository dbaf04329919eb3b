import CLinux
import Foundation

/// The file descriptors of a process: how many are open, and how many may be.
struct DescriptorUse: Hashable, Sendable {
    var open: Int
    var limit: Int

    init(open: Int, limit: Int) {
        self.open = open
        self.limit = limit
    }

    /// Reads `/proc`; nil where the process is another user's, or has ended.
    ///
    /// - Parameter process: The id; nil: this process.
    init?(of process: Int32?) {
        let folder = "/proc/" + (process.map { String($0) } ?? "self")
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd"),
            let text = try? String(contentsOfFile: folder + "/limits", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Max open files") }),
            let limit = line.split(separator: " ").dropFirst(3).first.flatMap({ Int($0) })
        else { return nil }
        open = files.count
        self.limit = limit
    }

    /// The descriptors that are missing for so many further ones; 0: there are enough.
    func missing(for further: Int) -> Int { max(0, open + further - limit) }
}

/// Whether generator and server may open a descriptor for each client of a run.
package struct DescriptorNeeds {
    let clients: Int
    /// The generator's descriptors of each client.
    let each: Int

    package init(clients: Int, each: Int = 1) {
        self.clients = clients
        self.each = each
    }

    /// Further descriptors of the generator: pollers, requests over HTTP, files of results.
    private static let generatorReserve = 16
    /// Descriptors that the server keeps from sockets, and those of requests over HTTP.
    private static let serverReserve = 64 + 8

    /// What is missing, for people; nil: nothing.
    ///
    /// - Parameters:
    ///   - own: Those of the generator.
    ///   - server: Those of the server; nil: not known.
    func problem(own: DescriptorUse?, server: DescriptorUse?) -> String? {
        let parties = [
            ("the generator", own, clients * each + DescriptorNeeds.generatorReserve),
            ("the server", server, clients + DescriptorNeeds.serverReserve),
        ]
        let lines = parties.compactMap { name, use, needed -> String? in
            guard let use, case let missing = use.missing(for: needed), missing > 0
            else { return nil }
            return "\(name) may open \(use.limit) descriptors (ulimit -n), \(missing) fewer "
                + "than it needs"
        }
        guard !lines.isEmpty else { return nil }
        return "\(clients) clients are too many: " + lines.joined(separator: "; ")
    }

    /// Raises the generator's limit as far as it may be, and compares.
    ///
    /// - Parameter meter: Where the server's are read; nil: they are not known.
    /// - Throws: `LoadError` where descriptors are missing.
    package func check(_ meter: ServerMeter? = nil) throws(LoadError) {
        _ = lockstep_raise_file_limit()
        if let problem = problem(own: DescriptorUse(of: nil), server: try meter?.descriptors) {
            throw LoadError(problem)
        }
    }
}
