import Foundation
import NATS
import NATSNodes
import TestPrograms
import Testing

/// Connections with TLS on both sides, to a node that asks for certificates.
@Suite struct EncryptionTests {
    /// An authority, and two certificates of it: the node's and the client's.
    private struct Certificates {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "certificates-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
            try run("req -x509 \(key) -subj /CN=authority -keyout ca.key -out ca.pem")
            try run("req -x509 \(key) -subj /CN=other -keyout other.key -out other.pem")
            for name in ["node", "client"] {
                try run(
                    "req -x509 \(key) -CA ca.pem -CAkey ca.key -subj /CN=\(name) -addext "
                        + "subjectAltName=DNS:localhost -keyout \(name).key -out \(name).pem")
            }
        }

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        private func run(_ arguments: String) throws {
            let words = arguments.split(separator: " ").map(String.init)
            let openssl = try TestProgram("/usr/bin/openssl", words, in: folder)
            try #require(openssl.waitForEnd() == 0)
        }
    }

    @Test func bothSides_showTheirCertificates() async throws {
        let files = try Certificates()
        defer { try? FileManager.default.removeItem(at: files.folder) }
        let node = try await NATSNode(
            configuration: """
                jetstream { sync_interval: always }
                tls {
                  cert_file: "\(files.path("node.pem"))"
                  key_file: "\(files.path("node.key"))"
                  ca_file: "\(files.path("ca.pem"))"
                  verify: true
                }
                """)
        let url = "nats://localhost:\(node.ports.clients)"
        let owner = Owner()
        let client = (chain: files.path("client.pem"), key: files.path("client.key"))
        let connection = try await owner.connect([url]) {
            $0.authorities = files.path("ca.pem")
            $0.certificate = client
        }
        #expect(try await JetStream(connection).account().apiLevel > 0)
        await connection.close()

        await #expect(throws: NATSError.self, "a client without a certificate") {
            try await owner.connect([url]) { $0.authorities = files.path("ca.pem") }
        }
        await #expect(throws: NATSError.self, "a node of another authority") {
            try await owner.connect([url]) {
                $0.authorities = files.path("other.pem")
                $0.certificate = client
            }
        }
        await #expect(throws: NATSError.self, "a node of another name") {
            try await owner.connect([node.url]) {
                $0.authorities = files.path("ca.pem")
                $0.certificate = client
            }
        }
    }
}
