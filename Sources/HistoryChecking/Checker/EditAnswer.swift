/// One answer to one edit.
struct EditAnswer {
    let kind: AnswerKind
    /// When: the number of its event.
    let moment: Int
    let session: Int
    let revision: Int?
    /// Places that the answer says were clamped.
    let clamps: [HeardClamp]
    let frame: [UInt8]
    /// The highest revision of the list that anybody had seen by then.
    let newestSeen: Int
}
