import Testing

@testable import ListEditing

@Suite struct ShortTableTests {
    @Test(arguments: [0, 1, 8, 9, 40]) func table_isADictionary(count: Int) {
        var table = ShortTable<Int, String>()
        var dictionary: [Int: String] = [:]
        for number in 0..<count {
            let key = number * 7 % 11
            table[key] = "\(number)"
            dictionary[key] = "\(number)"
        }
        for key in -1...12 {
            #expect(table[key] == dictionary[key])
            #expect(table.contains(key) == (dictionary[key] != nil))
        }
        #expect(table.entries.count == dictionary.count)
        #expect(table.entries.allSatisfy { dictionary[$0.key] == $0.value })
    }

    @Test func entries_keepTheOrderInWhichTheyCame() {
        var table = ShortTable<Int, Int>()
        let keys = Array((0..<30).reversed())
        for key in keys { table[key] = key }
        table[12] = 0
        #expect(table.entries.map(\.key) == keys)
    }
}
