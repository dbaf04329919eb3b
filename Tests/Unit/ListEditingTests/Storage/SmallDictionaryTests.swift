import Testing

@testable import ListEditing

@Suite struct SmallDictionaryTests {
    @Test(arguments: [0, 1, 8, 9, 40]) func itIsADictionary(count: Int) {
        var small = SmallDictionary<Int, String>()
        var dictionary: [Int: String] = [:]
        for number in 0..<count {
            let key = number * 7 % 11
            small[key] = "\(number)"
            dictionary[key] = "\(number)"
        }
        for key in -1...12 {
            #expect(small[key] == dictionary[key])
            #expect(small.contains(key) == (dictionary[key] != nil))
        }
        #expect(small.entries.count == dictionary.count)
        #expect(small.entries.allSatisfy { dictionary[$0.key] == $0.value })
    }

    @Test func entries_keepTheOrderInWhichTheyCame() {
        var small = SmallDictionary<Int, Int>()
        let keys = Array((0..<30).reversed())
        for key in keys { small[key] = key }
        small[12] = 0
        #expect(small.entries.map(\.key) == keys)
    }
}
