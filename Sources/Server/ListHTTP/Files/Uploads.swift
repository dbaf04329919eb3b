import TextBytes
import WebSocketTransport

/// Files that come in parts, each of a request of its own, until the last part has the lists made of all.
///
/// Parts are held in memory as they came, so that nothing is left of an upload whose server ends. For the
/// loop's thread only.
package final class Uploads {
    /// The most uploads at a time.
    static let most = 100
    /// Seconds after which an upload is forgotten that no further part came for.
    static let idleSeconds = 60.0

    /// What a body is part of.
    package struct Part: Sendable {
        /// The name that the client gave to the upload.
        let upload: String
        /// From 1.
        let number: Int
    }

    /// Why a part is not taken.
    package enum Refusal: Error, Equatable {
        /// Nothing came before it: the upload was forgotten, is another server's, or did not begin.
        case unknown
        /// Another part is next.
        case outOfOrder(next: Int)
        case tooLarge
        case tooMany
    }

    private final class Upload {
        var parts: [[UInt8]] = []
        let account: LedgerAccount
        var end: Scheduled?

        init(_ account: LedgerAccount) { self.account = account }
    }

    private let loop: EventLoop
    private let ledger: LoopBound<MemoryLedger>
    /// Bytes of all parts of an upload, at most.
    private let maxBytes: Int
    private var uploads: [TextKey: Upload] = [:]

    init(maxBytes: Int, ledger: LoopBound<MemoryLedger>, loop: EventLoop) {
        self.maxBytes = maxBytes
        self.ledger = ledger
        self.loop = loop
    }

    /// Takes the next part of an upload; part 1 begins it, anew where it had begun.
    ///
    /// - Parameter user: Whose upload it is: uploads of other users have names of their own.
    func take(_ bytes: [UInt8], as part: Part, of user: String) throws(Refusal) {
        let key = Self.key(part, user)
        if part.number == 1 {
            forget(key)
            guard uploads.count < Self.most else { throw .tooMany }
            uploads[key] = Upload(ledger.value.open { [weak self] in self?.forget(key) })
        }
        guard let upload = uploads[key] else { throw .unknown }
        let next = upload.parts.count + 1
        guard part.number == next else { throw .outOfOrder(next: next) }
        guard upload.account.bytes + bytes.count <= maxBytes else {
            forget(key)
            throw .tooLarge
        }
        upload.parts.append(bytes)
        upload.account.add(bytes.count)
        upload.end?.cancel()
        upload.end = loop.schedule(after: Self.idleSeconds) { self.forget(key) }
    }

    /// Ends an upload: its parts, in order.
    func finish(_ part: Part, of user: String) -> [[UInt8]] {
        let key = Self.key(part, user)
        defer { forget(key) }
        return uploads[key]?.parts ?? []
    }

    private func forget(_ key: TextKey) {
        guard let upload = uploads.removeValue(forKey: key) else { return }
        upload.end?.cancel()
        upload.account.close()
    }

    /// Names of uploads have no spaces.
    private static func key(_ part: Part, _ user: String) -> TextKey {
        TextKey("\(part.upload) \(user)")
    }
}
