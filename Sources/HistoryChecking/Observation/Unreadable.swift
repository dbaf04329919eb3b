/// A message that is not as the protocol says.
struct Unreadable: Error {
    let text: String
}
