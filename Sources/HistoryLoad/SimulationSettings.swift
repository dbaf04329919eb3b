/// How a crowd edits.
package struct CrowdSettings: Sendable {
    package var clients = 20
    package var lists = 5
    package var seed: UInt64 = 0
    package var token: String?
    /// What the names of its lists begin with, such as no other list's does.
    package var prefix: String

    package init(prefix: String) { self.prefix = prefix }

    /// Seconds between two actions of one client, on average: a crowd of any size makes at most
    /// about 500 edits a second.
    var pause: Double { max(0.08, Double(clients) * 0.002) }

    /// How often a client drops its connection, in percent of its actions.
    static let cuts = 2
}
