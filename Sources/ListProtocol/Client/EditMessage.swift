package import ListEditing

/// An edit as it was sent, readable enough to be answered under its list and id.
package struct EditMessage: Hashable, Sendable {
    package var list: ListID
    /// From 1, counting up within the client and the list.
    package var id: Int
    /// The revision that the client had seen; nil: the newest.
    package var base: Int?
    package var epoch: String?
    /// The edit, or why one of its actions cannot be taken.
    package var edit: Result<Edit, Rejection>

    package init(
        list: ListID, id: Int, base: Int?, epoch: String?, edit: Result<Edit, Rejection>
    ) {
        self.list = list
        self.id = id
        self.base = base
        self.epoch = epoch
        self.edit = edit
    }

    /// Reads the message.
    ///
    /// - Throws: where the envelope is malformed, or a number outside the JSON limits. What else is
    ///   wrong inside an action is in `edit`.
    init(
        members: Members, limits: Limits, list: ListID? = nil, defaultID: Int? = nil
    ) throws(DecodingProblem) {
        if let list { self.list = list } else { self.list = try members.list() }
        if let defaultID {
            id = try members.whole(ifPresent: "id", atLeast: 1) ?? defaultID
        } else {
            id = try members.whole("id", atLeast: 1)
        }
        base = try members.whole(ifPresent: "base", atLeast: 0)
        epoch = try members.string(ifPresent: "epoch")
        edit = try Self.edit(members, base: base, limits: limits)
    }

    private static func edit(
        _ members: Members, base: Int?, limits: Limits
    ) throws(DecodingProblem) -> Result<Edit, Rejection> {
        let values = try members.array("actions")
        guard values.count <= limits.actions else {
            return .failure(
                Rejection(.tooLarge, action: nil, message: "more than \(limits.actions) actions"))
        }
        let reader = ValueReader(limits: limits)
        var actions: [Action] = []
        actions.reserveCapacity(values.count)
        var rejection: Rejection?
        // All are read, since a fraction in a later one outweighs a rejection of an earlier one.
        for (index, value) in values.enumerated() {
            do throws(DecodingProblem) {
                actions.append(try reader.action(value))
            } catch {
                let problem = error.within("actions[\(index)]")
                guard problem.kind != .outsideLimits else { throw problem }
                let code: RejectCode = problem.kind == .tooLarge ? .tooLarge : .badAction
                if rejection == nil {
                    rejection = Rejection(code, action: index, message: problem.message)
                }
            }
        }
        if let rejection { return .failure(rejection) }
        return .success(Edit(base: base, actions: actions))
    }
}
