package import JSON
package import ListEditing

/// `welcome`: the answer to `hello`.
package struct Welcome: ServerMessage, Hashable {
    /// Name and version of the server.
    package var server: String
    /// The public name of the client.
    package var client: ClientID
    /// Where authentication is on.
    package var user: String?
    package var limits: Limits
    /// Unix milliseconds.
    package var time: Int

    package init(server: String, client: ClientID, user: String? = nil, limits: Limits, time: Int) {
        self.server = server
        self.client = client
        self.user = user
        self.limits = limits
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
            writer.member("time", time)
        }
    }
}
