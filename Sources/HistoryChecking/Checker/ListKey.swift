/// One life of a list: a list that is made again under its name is another one.
package struct ListKey: Hashable, Sendable {
    package let name: String
    package let epoch: String

    package init(name: String, epoch: String) {
        self.name = name
        self.epoch = epoch
    }
}
