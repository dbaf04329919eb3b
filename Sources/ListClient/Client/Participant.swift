public import ListEditing

/// Somebody else who has a list open.
public struct Participant: Sendable, Hashable {
    /// The public name of the client.
    public var client: ClientID
    /// The name that its user goes by; nil where none was given.
    public var name: String?
    /// What it is doing.
    public var presence: Presence

    package init(client: ClientID, name: String?, presence: Presence) {
        self.client = client
        self.name = name
        self.presence = presence
    }
}
