import Foundation
import NATSNodes
import Testing

@testable import NATS

/// Connections with a password, and what of it is told.
@Suite struct LoginTests {
    private static let settings = """
        jetstream { sync_interval: always }
        authorization { user: "ana", password: "secret" }
        """

    @Test func passwordOfAnAddress_isNeitherToldInEventsNorInErrors() async throws {
        let node = try await NATSNode(configuration: Self.settings)
        let owner = Owner()
        let url = "nats://ana:secret@127.0.0.1:\(node.ports.clients)"
        let connection = try await owner.connect([url])
        #expect(try await JetStream(connection).account().apiLevel > 0)
        node.kill()
        try await wait { !owner.events.isEmpty }
        try await node.start()
        try await wait { owner.events.last == .reconnected(node.url) }
        #expect(!"\(owner.events)".contains("secret"))
        await connection.close()

        for (login, port) in [("ana:secrecy", node.ports.clients), ("ana:secret", 1)] {
            let error = await #expect(throws: NATSError.self) {
                try await owner.connect(["nats://\(login)@127.0.0.1:\(port)"])
            }
            switch error {
            case .refused: #expect(port != 1)
            case .notConnected: #expect(port == 1)
            default: Issue.record("\(String(describing: error))")
            }
            #expect(error?.description.contains("secre") == false)
        }
    }

    @Test(arguments: [
        ("nats://ana:secret@a:4222 is gone", "nats://a:4222 is gone"),
        ("nats://s3cret@a:1,tls://ana:p/w@b:2", "nats://a:1,tls://b:2"),
        ("mail ana@example.org, nats://a:1", "mail ana@example.org, nats://a:1"),
    ])
    func addressInAText_losesItsLogin(text: String, notified: String) {
        #expect(NATSError.withoutSecrets(text) == notified)
    }

    @Test func credentialsFile_thatIsNone_isToldBeforeConnecting() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "credentials-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        func problem() async -> String? {
            let error = await #expect(throws: NATSError.self) {
                try await Owner().connect(["nats://127.0.0.1:1"]) { $0.credentials = file.path }
            }
            return error?.description
        }
        #expect(await problem() == "the credentials file \(file.path) cannot be read")
        try Data("-----BEGIN NATS USER JWT-----\n".utf8).write(to: file)
        #expect(await problem() == "the credentials file \(file.path) has no USER NKEY SEED")
    }
}
