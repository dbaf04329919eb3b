import Foundation
import ListServer

/// The machine, version, command and date of a test.
enum Circumstances {
    static func all(began: Date) -> [(name: String, value: String)] {
        let info = ProcessInfo.processInfo
        let models = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
            .split(separator: "\n").filter { $0.hasPrefix("model name") }
            .compactMap { $0.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) }
        // Tokens stay out of what is handed on.
        var command = CommandLine.arguments
        for index in command.indices.dropFirst() {
            if command[index - 1] == "--token" { command[index] = "…" }
            if command[index].hasPrefix("--token=") { command[index] = "--token=…" }
        }
        command[0] = "lockstep"
        return [
            (
                "machine",
                "\(info.processorCount) × \(models?.first ?? "processor"), "
                    + "\(info.physicalMemory >> 30) GiB, \(info.operatingSystemVersionString)"
            ),
            ("version", ServerVersion.number),
            ("command", command.joined(separator: " ")),
            ("date", ISO8601DateFormatter().string(from: began)),
        ]
    }
}
