import ListEditing
import ListProtocol

/// What a list needs to know of the session.
struct ListSession: Equatable {
    /// The public name of this client.
    var me: ClientID
    var limits: ProtocolLimits
}
