import Authentication
import ListServer
import OutgoingHTTP
import TextBytes

/// Fetches the keys for tokens from the URL of a JWK set.
struct KeyFetcher: Sendable {
    private let url: String
    private let requester: HTTPRequester

    /// Seconds for a request: as long as a session may wait for the answer to its `hello`.
    private static let seconds = 5.0

    init(url: String, authorities: String?) {
        self.url = url
        var settings = HTTPRequesterSettings(userAgent: ServerVersion.name)
        // The operator names the server of the keys, which may well be a neighbour.
        settings.allowPrivate = true
        settings.authorities = authorities
        settings.connectSeconds = Self.seconds
        settings.maximumReplyBytes = 1 << 20
        requester = HTTPRequester(settings)
    }

    /// - Throws: `KeyFileError`, which says why there are no keys.
    func fetch() async throws(KeyFileError) -> PublishedKeys {
        let reply: HTTPReply
        do {
            reply = try await requester.send(
                OutgoingRequest(
                    url: url, headers: [("Accept", "application/jwk-set+json, application/json")],
                    seconds: Self.seconds))
        } catch {
            throw KeyFileError(error.description)
        }
        guard reply.status == 200 else {
            throw KeyFileError("the server of the keys answers with status \(reply.status)")
        }
        return PublishedKeys(reply.body, cacheControl: reply.headers["cache-control"])
    }

    func stop() async { await requester.stop() }
}
