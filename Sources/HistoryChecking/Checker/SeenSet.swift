import ListProtocol

/// A change set and the frame that it was first seen in.
struct SeenSet {
    let set: PublishedSet
    let frame: [UInt8]
}
