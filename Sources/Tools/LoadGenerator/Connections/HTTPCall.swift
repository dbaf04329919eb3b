import Foundation
import OutgoingHTTP
import Synchronization

/// An HTTP request that is waited for, before or after a measurement.
struct HTTPCall {
    let address: LoadAddress
    /// Seconds in which the server must have answered.
    var patience = 30.0

    /// The longest body of an answer: a long list.
    private static let maximumBytes = 1 << 30

    /// Sends a request and waits for the response.
    ///
    /// - Parameter path: The path with the query.
    /// - Throws: `LoadError` where the connection fails.
    func send(_ method: String, _ path: String, body: [UInt8] = []) throws(LoadError) -> HTTPReply {
        var headers: [(name: String, value: String)] = []
        if !body.isEmpty { headers.append(("content-type", "application/json")) }
        if let token = address.token { headers.append(("authorization", "Bearer \(token)")) }
        let request = OutgoingRequest(
            method: method, url: address.url + path, headers: headers, body: body,
            seconds: patience)
        let requester = HTTPRequester(settings)
        let (isDone, outcome) = (DispatchSemaphore(value: 0), Outcome())
        requester.send(request) { result in
            outcome.result.withLock { $0 = result }
            isDone.signal()
        }
        isDone.wait()
        do throws(HTTPRequestError) {
            return try outcome.result.withLock(\.self).get()
        } catch {
            throw LoadError("\(address.authority): \(error)")
        }
    }

    private var settings: HTTPRequesterSettings {
        var settings = HTTPRequesterSettings(userAgent: "lockstep-load")
        settings.allowPrivate = true
        settings.authorities = address.trust?.authorities
        settings.verifies = address.trust?.verifies ?? true
        settings.connectSeconds = patience
        settings.maximumReplyBytes = Self.maximumBytes
        return settings
    }

    private final class Outcome: Sendable {
        let result = Mutex(Result<HTTPReply, HTTPRequestError>.failure(.stopped))
    }
}
