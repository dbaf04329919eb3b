import Foundation

/// The folder of the backups that a server makes by itself: `lists-20261123T184500Z.sqlite`, by the time (UTC)
/// when each was begun.
struct BackupFolder: Sendable {
    let path: String

    /// Makes the folder where there is none, and removes what a backup that was not finished left there.
    func prepare() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where name.contains(#/^lists-\d{8}T\d{6}Z\.sqlite\.partial-/#) {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// The path of the backup that is begun at this time.
    func file(at time: Date) -> String {
        "\(path)/lists-\(time.formatted(Self.format)).sqlite"
    }

    /// When the newest was begun; nil where there is none.
    func newest() throws -> Date? {
        try names().last.flatMap {
            try? Date(String($0.dropFirst(6).dropLast(7)), strategy: Self.format)
        }
    }

    /// Removes the oldest ones.
    ///
    /// - Parameter count: How many stay.
    func keep(_ count: Int) throws {
        for name in try names().dropLast(count) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// The backups' names, by time.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.wholeMatch(of: #/lists-\d{8}T\d{6}Z\.sqlite/#) != nil }.sorted()
    }

    private static let format = Date.ISO8601FormatStyle(
        dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)
}
