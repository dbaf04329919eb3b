import Foundation
import Testing

@testable import ServerTesting

/// Holds the documentation against the repository: files, types, tests and pages that it names exist.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let notes = "Sources/Server/ListServer/ListServer.docc/"

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The cells of the table rows of a page; heads and rules are left out.
    private static func rows(of page: String, cells: Int) throws -> [[String]] {
        let lines = try text(of: page).split(separator: "\n")
        return lines.indices.compactMap { index in
            guard lines[index].hasPrefix("|") else { return nil }
            let row = lines[index].split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let isHead =
                index + 1 < lines.count && lines[index + 1].hasPrefix("| ---")
                || row.first == "---"
            return row.count == cells && !isHead ? row : nil
        }
    }

    /// What stands between backticks.
    private static func names(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap {
            $0.offset % 2 == 1 ? String($0.element) : nil
        }
    }

    /// Every file with one of these extensions below `folder`, by its name, with its text.
    private static func files(
        below folder: String, _ extensions: Set<String>
    ) throws -> [String: String] {
        var found: [String: String] = [:]
        let files = FileManager.default.enumerator(
            at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files)
        where extensions.contains(file.pathExtension) {
            found[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
        }
        return found
    }

    /// The sources by their names, read once.
    private static let sources = Result { try files(below: "Sources", ["swift"]) }

    private static func declares(_ text: String, _ name: String) -> Bool {
        let kinds = "struct|class|enum|actor|protocol|typealias|func|init|var|let|case|extension"
        let pattern = "\\b(\(kinds)) +\(NSRegularExpression.escapedPattern(for: name))\\b"
        return text.range(of: pattern, options: .regularExpression) != nil
            || name == "init" && text.contains("init(")
    }

    /// The words that stand after one of these keywords.
    private static func words(in text: String, after keywords: String) throws -> [String] {
        let pattern = try NSRegularExpression(pattern: "\\b(?:\(keywords)) +(\\w+)")
        let bridged = NSString(string: text)
        return pattern.matches(in: text, range: NSRange(location: 0, length: bridged.length))
            .map { bridged.substring(with: $0.range(at: 1)) }
    }

    // MARK: The design notes

    /// The steps of the ways: number, what happens, file, type and members.
    @Test(arguments: [
        ("6-The-way-of-a-join.md", 5...15), ("7-Several-servers.md", 5...15),
        ("2-Exactly-once.md", 5...15), ("3-When-the-journal-fails.md", 5...15),
        ("4-Slow-sessions.md", 5...15),
    ])
    func everyStepOfAWay_namesAFile_andWhatIsInIt(
        page: String, count: ClosedRange<Int>
    ) throws {
        let steps = try Self.rows(of: Self.notes + page, cells: 4).filter { Int($0[0]) != nil }
        #expect(count.contains(steps.count), "\(page) has \(steps.count) steps")
        #expect(steps.map { Int($0[0]) } == Array(1...max(1, steps.count)))
        let files = try Self.sources.get()
        for step in steps {
            let file = try #require(Self.names(in: step[2]).first, "no file: \(step)")
            let text = try #require(files[file], "there is no \(file)")
            let names = Self.names(in: step[3])
            #expect(!names.isEmpty, "no type: \(step)")
            for name in names {
                for part in name.split(separator: ".") {
                    #expect(Self.declares(text, String(part)), "\(file) declares no \(part)")
                }
            }
        }
    }

    /// The code of each function of a name, from that to its last brace.
    private static func bodies(of function: String, in text: String) throws -> [Substring] {
        let pattern = try NSRegularExpression(
            pattern: "\\bfunc \(NSRegularExpression.escapedPattern(for: function))\\b[^{]*\\{")
        let all = NSRange(text.startIndex..., in: text)
        return pattern.matches(in: text, range: all).compactMap { match in
            guard let head = Range(match.range, in: text) else { return nil }
            var depth = 1
            let end = text[head.upperBound...].firstIndex { character in
                if character == "{" { depth += 1 } else if character == "}" { depth -= 1 }
                return depth == 0
            }
            return end.map { text[head.lowerBound..<$0] }
        }
    }

    /// Each step of the way of an edit exists, and hands the edit on to the next one under a name that the file of that
    /// one has, too.
    @Test func theWayOfAnEdit_goesFromStepToStep_withFewTypes() throws {
        let steps = try Self.rows(of: "docs/architecture.md", cells: 6).filter { Int($0[0]) != nil }
        #expect(steps.count == 20 && steps.map { Int($0[0]) } == Array(1...20))
        let files = try Self.sources.get()
        func name(_ cell: String) throws -> String {
            try #require(Self.names(in: cell).first, "no name: \(cell)")
        }
        let texts = try steps.map { step in
            let file = try name(step[2])
            return try #require(files[file], "there is no \(file)")
        }
        var held: Set<String> = []
        for (index, step) in steps.enumerated() {
            let (function, handed) = (try name(step[3]), try name(step[4]))
            func names(_ text: some StringProtocol) -> Bool {
                text.range(of: "\\b\(handed)\\b", options: .regularExpression) != nil
            }
            let bodies = try Self.bodies(of: function, in: texts[index])
            #expect(!bodies.isEmpty, "step \(step[0]): there is no \(function)")
            let isHandedOn = bodies.contains { names($0) }
            #expect(isHandedOn, "step \(step[0]): \(function) does not name \(handed)")
            if index + 1 < steps.count {
                #expect(names(texts[index + 1]), "step \(index + 2) does not name \(handed)")
            }
            held.insert(try name(step[5]))
        }
        #expect(held.count <= 12, "\(held.sorted())")
    }

    @Test func theGlossary_isShort_andEachOfItsTypesExists() throws {
        let terms = try Self.rows(of: Self.notes + "Glossary.md", cells: 3)
        #expect((30...40).contains(terms.count), "\(terms.count) terms")
        let sources = try Self.sources.get().values
        // A search for each type in each file would take seconds.
        let declared = Set(
            try sources.flatMap {
                try Self.words(in: $0, after: "struct|class|enum|actor|protocol|typealias")
            })
        for term in terms {
            let types = Self.names(in: term[2])
            #expect(!types.isEmpty, "no type: \(term[0])")
            for type in types {
                // Of `contains` itself, a failure would print all names.
                let isDeclared = declared.contains(type)
                #expect(isDeclared, "\(term[0]): no type \(type)")
            }
        }
    }

    // MARK: The threat model

    /// The last cell of each row of its tables names the tests that show what it says.
    @Test func everyRowOfTheThreatModel_namesTestsThatExist() throws {
        let proofs = try Self.rows(of: Self.notes + "Threat-model.md", cells: 3).map { $0[2] }
        let tests = try Self.files(below: "Tests", ["py", "swift"])
        #expect(proofs.count > 40)
        for proof in proofs {
            var file: String?
            let names = Self.names(in: proof)
            for name in names {
                if name.hasSuffix(".py") || name.hasSuffix(".swift") {
                    file = tests[name]
                    #expect(file != nil, "there is no \(name)")
                } else {
                    let mark = name.hasPrefix("test_") ? "def \(name)(" : "func \(name)("
                    #expect(file?.contains(mark) == true, "no \(name) in the file named before it")
                }
            }
            #expect(names.contains { !$0.contains(".") }, "no test is named in: \(proof)")
        }
    }

    // MARK: Links

    /// Every relative link of a page leads to a file.
    @Test func everyLink_leadsToAFile() throws {
        var pages = ["README.md"]
        for folder in ["docs", "Sources", "Tests", "web-client"] {
            let files = FileManager.default.enumerator(
                atPath: Self.root.appendingPathComponent(folder).path)
            for case let path as String in try #require(files) where path.hasSuffix(".md") {
                pages.append(folder + "/" + path)
            }
        }
        #expect(pages.count > 25)
        let link = try NSRegularExpression(pattern: "\\]\\(([^)#:]+)(#[^)]*)?\\)")
        for page in pages {
            let text = try Self.text(of: page)
            let folder = Self.root.appendingPathComponent(page).deletingLastPathComponent()
            for match in link.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                guard let range = Range(match.range(at: 1), in: text) else { continue }
                let target = folder.appendingPathComponent(String(text[range]))
                #expect(
                    FileManager.default.fileExists(atPath: target.standardizedFileURL.path),
                    "\(page) links to \(text[range])")
            }
        }
    }
}
