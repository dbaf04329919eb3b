/// One edit of one client.
struct EditKey: Hashable {
    let client: Int
    let list: ListKey
    let id: Int
}
