import Foundation
package import OutgoingHTTP
import TextBytes

/// Sends events to the receivers of hooks, as Standard Webhooks says.
package struct HookRequests: Sendable {
    let requester: HTTPRequester
    /// Unix milliseconds.
    let now: @Sendable () -> Int

    package init(requester: HTTPRequester, now: @escaping @Sendable () -> Int) {
        self.requester = requester
        self.now = now
    }

    /// Seconds for a request and its answer.
    private static let seconds = 20.0

    package func post(_ hook: Hook, _ event: HookEvent) async -> HookAnswer {
        let seconds = now() / 1000
        let signatures = hook.secrets.map {
            $0.signature(id: event.id, seconds: seconds, body: event.body)
        }
        let request = OutgoingRequest(
            method: "POST", url: hook.url,
            headers: [
                (name: "content-type", value: "application/json"),
                (name: "webhook-id", value: event.id),
                (name: "webhook-timestamp", value: "\(seconds)"),
                (name: "webhook-signature", value: signatures.joined(separator: " ")),
            ], body: event.body, seconds: Self.seconds)
        do throws(HTTPRequestError) {
            return Self.answer(try await requester.send(request))
        } catch .stopped {
            return .stopped
        } catch {
            return .unreachable("\(error)", seconds: nil)
        }
    }

    private static func answer(_ reply: HTTPReply) -> HookAnswer {
        switch reply.status {
        case 200..<300: .taken
        case 410: .ended
        case 429, 502, 503, 504:
            .unreachable(
                "it answered \(reply.status)",
                seconds: reply.headers["retry-after"].flatMap { Int($0) }.map { Double($0) })
        default: .refused("it answered \(reply.status)")
        }
    }
}
