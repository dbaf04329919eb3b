package import ListEditing
package import ListJournal
package import ListProtocol

extension NewList {
    /// The list that a `create` describes, as the journal takes it.
    ///
    /// - Throws: What the editing core has against it.
    package init(
        _ list: CreateList, limits: ProtocolLimits, epoch: String, at now: Int
    ) throws(Rejection) {
        let editable = try EditableList.create(
            title: list.title, rules: list.rules,
            sections: list.states(makeID: { RandomID.make() }),
            limits: limits.editLimits)
        self.init(
            list: list.list.text, epoch: epoch, title: list.title,
            rows: editable.rowCount, done: editable.doneCount, at: now,
            snapshot: ListSnapshot(state: editable.state(), at: now).encoded)
    }
}
