/// A catchup: sets that must lead from one state to another.
struct Resumption {
    let list: ListKey
    /// The revision that was asked for.
    let since: Int
    /// The revision that the answer says it goes on from.
    let from: Int
    let revision: Int
    let sets: [SeenSet]
    let frame: [UInt8]
}
