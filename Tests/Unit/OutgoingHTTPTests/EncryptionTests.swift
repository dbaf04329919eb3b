import Foundation
import OutgoingHTTP
import TestPrograms
import Testing

/// Requests over TLS to OpenSSL's own server.
@Suite struct EncryptionTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "certificates-\(UUID().uuidString)")

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func openssl(_ arguments: String, output: Int32 = -1) throws -> TestProgram {
        let words = arguments.split(separator: " ").map(String.init)
        return try TestProgram("/usr/bin/openssl", words, in: folder, output: output)
    }

    private func run(_ arguments: String) throws {
        try #require(try openssl(arguments).waitForEnd() == 0)
    }

    private func outcome(
        _ url: String, authorities: String?
    ) async -> Result<HTTPReply, HTTPRequestError> {
        var settings = HTTPRequesterSettings(userAgent: "lockstep-tests")
        settings.allowPrivate = true
        settings.authorities = authorities
        let requester = HTTPRequester(settings)
        let result = await withCheckedContinuation { continuation in
            requester.send(OutgoingRequest(url: url, seconds: 20)) {
                continuation.resume(returning: $0)
            }
        }
        await requester.stop()
        return result
    }

    @Test func aServer_isTrustedByItsAuthorityAndName_withTLS12AtLeast() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
        try run("req -x509 \(key) -subj /CN=authority -keyout ca.key -out ca.pem")
        try run("req -x509 \(key) -subj /CN=other -keyout other.key -out other.pem")
        try run(
            "req -x509 \(key) -CA ca.pem -CAkey ca.key -subj /CN=server -addext "
                + "subjectAltName=DNS:localhost -keyout server.key -out server.pem")

        for (version, isTrusted) in [("", true), (" -tls1_2", true), (" -tls1_1", false)] {
            let output = Pipe()
            let server = try openssl(
                "s_server -accept 0 -www -cert server.pem -key server.key\(version) "
                    + "-cipher ALL:@SECLEVEL=0",
                output: output.fileHandleForWriting.fileDescriptor)
            defer { server.kill() }
            try output.fileHandleForWriting.close()
            var text = ""
            while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
                let data = output.fileHandleForReading.availableData
                try #require(!data.isEmpty, "the server ended: \(text)")
                text += String(decoding: data, as: UTF8.self)
            }
            let port = try #require(text.firstMatch(of: #/ACCEPT.*:(\d+)/#)).output.1

            let good = await outcome("https://localhost:\(port)/", authorities: path("ca.pem"))
            guard isTrusted else {
                guard case .failure(.notTrusted) = good else {
                    Issue.record("\(version): \(good)")
                    return
                }
                continue
            }
            #expect(try good.get().status == 200)
            for (host, authorities) in [
                ("localhost", nil), ("localhost", path("other.pem")), ("127.0.0.1", path("ca.pem")),
                ("localhost", path("none.pem")),
            ] {
                let bad = await outcome("https://\(host):\(port)/", authorities: authorities)
                guard case .failure(.notTrusted) = bad else {
                    Issue.record("\(host), \(authorities as Any): \(bad)")
                    return
                }
            }
        }
    }
}
