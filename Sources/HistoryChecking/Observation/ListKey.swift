/// The identity of a list: a list that is created again under its name has another epoch.
package struct ListKey: Hashable, Sendable {
    package let name: String
    package let epoch: String

    package init(name: String, epoch: String) {
        self.name = name
        self.epoch = epoch
    }
}
