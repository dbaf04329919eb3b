// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
import JSON

/// What a node says of itself and of the settings that decide whether acknowledged messages are safe.
package struct NodeReport: Sendable, Hashable {
    package let name: String
    /// As `2.15.1`.
    package let version: String
    /// Whether the node writes each message to disk before it acknowledges it (`sync_interval: always`).
    package let syncsAlways: Bool
    /// The most bytes of a message's headers and payload.
    package let maximumPayload: Int
    /// Whether the node runs JetStream.
    package let hasJetStream: Bool

    package init(
        name: String, version: String, syncsAlways: Bool, maximumPayload: Int,
        hasJetStream: Bool = true
    ) {
        self.hasJetStream = hasJetStream
        self.name = name
        self.version = version
        self.syncsAlways = syncsAlways
        self.maximumPayload = maximumPayload
    }

    /// Reads what the monitoring port of a node answers to `GET /varz` and to `GET /jsz?config=1`; nil
    /// where it is not that, as while JetStream starts.
    package init?(varz: [UInt8], jsz: [UInt8]) {
        guard let varz = Self.object(varz), let jsz = Self.object(jsz) else { return nil }
        self.init(varz, jsz)
    }

    /// `varz` has settings of JetStream, too, but keeps those of the first time that it was asked.
    private init?(_ varz: JSONObject, _ jsz: JSONObject) {
        guard let name = varz["server_name"]?.string, let version = varz["version"]?.string,
            let payload = varz["max_payload"]?.whole, let settings = jsz["config"]?.object
        else { return nil }
        self.init(
            name: name, version: version, syncsAlways: settings["sync_always"] == .bool(true),
            maximumPayload: payload, hasJetStream: jsz["disabled"] != .bool(true))
    }

    private static func object(_ text: [UInt8]) -> JSONObject? {
        try? JSONReader.parse(text, maximumDepth: JSONReader.ownDepth).value.object
    }

    /// Asks all nodes, over a connection of the system account.
    ///
    /// - Parameter seconds: for how long answers are gathered, twice.
    /// - Throws: `RequestError.noResponders` where the connection is not one of the system account.
    package static func survey(
        _ connection: NATSConnection, seconds: Double = 1
    ) async throws(RequestError) -> [NodeReport] {
        let varz = try await connection.survey("$SYS.REQ.SERVER.PING.VARZ", seconds: seconds)
        let jsz = try await connection.survey(
            "$SYS.REQ.SERVER.PING.JSZ", payload: Array(#"{"config":true}"#.utf8), seconds: seconds)
        func data(_ answers: [NATSMessage]) -> [String: JSONObject] {
            var found: [String: JSONObject] = [:]
            for answer in answers {
                guard let object = object(answer.payload), let data = object["data"]?.object,
                    let server = object["server"]?.object?["id"]?.string
                else { continue }
                found[server] = data
            }
            return found
        }
        let settings = data(jsz)
        return data(varz).compactMap { server, varz in
            settings[server].flatMap { NodeReport(varz, $0) }
        }.sorted { $0.name < $1.name }
    }

    /// Whether the version is at least another, as `2.15.1`; false where either is no version.
    package static func isVersion(_ version: String, atLeast least: String) -> Bool {
        func numbers(_ text: String) -> [Int]? {
            // A version of a preview, as 2.16.0-RC.1, counts as the version.
            let parts = text.drop { $0 == "v" }.prefix { $0 != "-" && $0 != "+" }
                .split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
            return parts.count == 3 && !parts.contains(nil) ? parts.compactMap { $0 } : nil
        }
        guard let version = numbers(version), let least = numbers(least) else { return false }
        return !version.lexicographicallyPrecedes(least)
    }
}
