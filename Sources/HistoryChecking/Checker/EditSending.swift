/// One sending of one edit.
struct EditSending {
    /// When: the number of its event.
    let moment: Int
    let session: Int
    let frame: [UInt8]
}
