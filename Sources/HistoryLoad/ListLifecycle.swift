/// A list that a client makes, uses for a while, deletes, and makes again.
struct Founding {
    enum Stage { case none, creating, there, deleting }

    let plan: ListPlan
    var stage = Stage.none
    /// Steps until the next stage.
    var left = 0

    /// Whether the server was asked for something and has not answered.
    var isUnderWay: Bool { stage == .creating || stage == .deleting }
}
