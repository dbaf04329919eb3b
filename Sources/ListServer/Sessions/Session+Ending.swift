import ListEditing
import Logging
import WebSocketTransport

extension Session {
    /// One line in the log, without anything that was said in the session.
    func logEnd() {
        services.log.info("session ended", metadata: tally.metadata(of: connection))
    }
}

extension SessionTally {
    /// - Parameter connection: still with its counts.
    fileprivate func metadata(of connection: Connection) -> Logger.Metadata {
        let seconds = EventLoop.now - began
        var metadata: Logger.Metadata = [
            "session": "\(connection.id)", "address": "\(connection.remoteAddress)",
            "why": "\(why)",
            "seconds": "\((seconds * 1000).rounded() / 1000)", "edits": "\(edits)",
            "rejected": "\(rejected)", "received": "\(connection.traffic.received)",
            "sent": "\(connection.traffic.sent)",
        ]
        if let closeCode { metadata["code"] = "\(closeCode)" }
        if let member { metadata["client"] = "\(member.client.text)" }
        if let user = member?.grants.user { metadata["user"] = "\(LogText.plain(user))" }
        return metadata
    }
}
