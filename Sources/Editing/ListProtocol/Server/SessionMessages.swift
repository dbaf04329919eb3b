package import JSON
package import ListEditing

// Canonical equivalence: the server does not compare messages.
/// `welcome`: the answer to `hello`.
package struct Welcome: ServerMessage, Hashable {
    /// The name and version of the server.
    package var server: String
    /// The public name of the client.
    package var client: ClientID
    /// The user, where authentication is on.
    package var user: String?
    package var limits: ProtocolLimits
    /// The names of the optional parts of the protocol that the server has; a client asks for no
    /// others.
    package var features: [String]
    /// Addresses where the same lists are served; empty where the server does not tell them.
    package var servers: [String]
    /// The time of the server in Unix milliseconds.
    package var time: Int

    package init(
        server: String, client: ClientID, user: String? = nil, limits: ProtocolLimits,
        features: [String] = [], servers: [String] = [], time: Int
    ) {
        self.server = server
        self.client = client
        self.user = user
        self.limits = limits
        self.features = features
        self.servers = servers
        self.time = time
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "welcome")
            writer.member("protocol", 1)
            writer.member("server", server)
            writer.member("client", client.text)
            writer.member("user", ifPresent: user)
            writer.name("limits")
            limits.write(to: &writer)
            writer.name("features")
            writer.array { writer in
                for feature in features { writer.string(feature) }
            }
            if !servers.isEmpty {
                writer.name("servers")
                writer.array { writer in
                    for server in servers { writer.string(server) }
                }
            }
            writer.member("time", time)
        }
    }
}

extension Welcome {
    init(members: Members) throws(DecodingProblem) {
        self.init(
            server: try members.string(ifPresent: "server") ?? "",
            client: ClientID(try members.string("client")),
            user: try members.string(ifPresent: "user"),
            limits: try members.inside(ifPresent: "limits") { (limits) throws(DecodingProblem) in
                try ProtocolLimits(members: limits)
            } ?? ProtocolLimits(),
            features: try members.strings(ifPresent: "features"),
            servers: try members.strings(ifPresent: "servers"),
            time: try members.whole(ifPresent: "time") ?? 0)
    }
}

/// `renewed`: the answer to `token`.
package struct Renewed: ServerMessage, Hashable {
    /// The time at which the session ends unless it is renewed again, in Unix milliseconds.
    package var until: Int

    package init(until: Int) {
        self.until = until
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "renewed")
            writer.member("until", until)
        }
    }
}

/// `pong`: the answer to `ping`.
package struct Pong: ServerMessage, Hashable {
    /// The number of the ping, if it had one.
    package var n: Int?

    package init(n: Int?) {
        self.n = n
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "pong")
            writer.member("n", ifPresent: n)
        }
    }
}
