/// The first message of a session: who it is.
package struct Hello: Hashable, Sendable {
    /// The client's key, which it keeps to itself; nil where the server is to make one.
    package var client: String?
    package var name: String?
    package var token: String?

    package init(client: String?, name: String?, token: String?) {
        self.client = client
        self.name = name
        self.token = token
    }

    init(members: Members, limits: Limits) throws(DecodingProblem) {
        client = try members.identifier(ifPresent: "client")
        name = try ValueReader(limits: limits).title(ifPresentIn: members, named: "name")
        token = try members.string(ifPresent: "token")
    }
}
