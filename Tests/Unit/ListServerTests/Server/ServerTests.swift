import Logging
import MemoryJournal
import Testing

@testable import ListServer

@Suite struct ServerTests {
    /// A build for debugging checks which thread uses what belongs to the loop; servers of other tests are
    /// built for release.
    @Test func aServer_startsServesAndStops() async throws {
        var options = ServerOptions()
        options.port = 0
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = try await Server(options, journal: MemoryJournal(), samples: nil, log: log)
        #expect(server.port > 0)
        await server.stop()
    }
}
