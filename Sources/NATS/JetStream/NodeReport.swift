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

    package init(name: String, version: String, syncsAlways: Bool, maximumPayload: Int) {
        self.name = name
        self.version = version
        self.syncsAlways = syncsAlways
        self.maximumPayload = maximumPayload
    }

    /// Reads what the monitoring port of a node answers to `GET /varz`; nil where it is not that.
    package init?(varz text: [UInt8]) {
        guard
            let document = try? JSONReader.parse(text, maximumDepth: JSONReader.ownDepth),
            let object = document.value.object
        else { return nil }
        self.init(object)
    }

    private init?(_ object: JSONObject) {
        guard let name = object["server_name"]?.string, let version = object["version"]?.string,
            let payload = object["max_payload"]?.whole
        else { return nil }
        let settings = object["jetstream"]?.object?["config"]?.object
        self.init(
            name: name, version: version, syncsAlways: settings?["sync_always"] == .bool(true),
            maximumPayload: payload)
    }

    /// Asks all nodes, over a connection of the system account.
    ///
    /// - Parameter seconds: for how long answers are gathered.
    /// - Throws: `RequestError.noResponders` where the connection is not one of the system account.
    package static func survey(
        _ connection: NATSConnection, seconds: Double = 1
    ) async throws(RequestError) -> [NodeReport] {
        let answers = try await connection.survey("$SYS.REQ.SERVER.PING.VARZ", seconds: seconds)
        return answers.compactMap { answer in
            let document = try? JSONReader.parse(
                answer.payload, maximumDepth: JSONReader.ownDepth)
            return document?.value.object?["data"]?.object.flatMap { NodeReport($0) }
        }
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
