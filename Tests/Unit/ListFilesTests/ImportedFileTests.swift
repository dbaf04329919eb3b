import Foundation
import JSON
import ListEditing
import ListFiles
import ListProtocol
import Testing

/// The files in `Tests/Support/Fixtures/imports`, as other programs export them, beside what they mean.
@Suite struct ImportedFileTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Support/Fixtures/imports")

    private static let files: [(name: String, format: FileFormat, leftOut: [String])] = [
        ("todoist.csv", .todoist, []),
        ("trello.json", .trello, ["1 archived card", "1 card in an archived list"]),
        ("notion.csv", .csv, []),
        ("keep.json", .keep, ["1 label of a list"]),
        ("google-tasks.json", .googleTasks, ["1 deleted task"]),
        ("ticktick.csv", .tickTick, []),
        ("reminders.ics", .iCalendar, ["1 event of a calendar"]),
        ("plan.taskpaper", .taskPaper, []),
        ("outline.opml", .opml, []),
        ("todo.txt", .todoTxt, []),
        ("excel-german.csv", .csv, []),
        ("nested.md", .markdown, ["4 lines that are no rows"]),
        ("asana.csv", .asana, []),
    ]

    private static func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// What was read, in the form of `expected`.
    private static func value(of contents: FileContents) throws -> JSONValue {
        func member(_ name: String, _ value: JSONValue) -> JSONObject.Member {
            JSONObject.Member(name: name, value: value)
        }
        let lists = try contents.lists.map { list -> JSONValue in
            let sections = try list.sections.map { section -> JSONValue in
                let rows = try section.rows.map { row -> JSONValue in
                    .object(
                        JSONObject(
                            try row.fields.entries.map {
                                member($0.name, try JSONReader.read(Array($0.value.json.utf8)))
                            }))
                }
                return .object(
                    JSONObject([
                        member("title", .string(section.title)), member("rows", .array(rows)),
                    ]))
            }
            return .object(
                JSONObject([
                    member("title", .string(list.title)), member("sections", .array(sections)),
                ]))
        }
        return .object(JSONObject([member("lists", .array(lists))]))
    }

    @Test(arguments: files.map(\.name))
    func file_isReadAsItIsMeant(name: String) throws {
        let file = try #require(Self.files.first { $0.name == name })
        let contents = try FileReader.read(
            Self.bytes(of: name), name: name, limits: ProtocolLimits())
        let expected = try JSONReader.read(Self.bytes(of: "expected/\(name).json"))
        #expect(try Self.value(of: contents).canonicalText == expected.canonicalText)
        #expect(contents.format == file.format)
        #expect(contents.leftOut.map(\.words) == file.leftOut)
    }

    /// What a file is shows in what it holds; some formats have no mark and need their ending.
    @Test(arguments: files.map(\.name))
    func file_isKnownWithoutItsEnding(name: String) throws {
        let file = try #require(Self.files.first { $0.name == name })
        let contents = try FileReader.read(
            Self.bytes(of: name), name: "file", limits: ProtocolLimits())
        #expect(contents.format == file.format)
    }

    /// A quote, a value, an element or a component that is open where a file ends is an error there.
    @Test(arguments: [
        "todoist.csv": 190, "ticktick.csv": 60, "trello.json": 700, "keep.json": 100,
        "google-tasks.json": 400, "reminders.ics": 300, "outline.opml": 150, "asana.csv": 242,
    ])
    func cutFile_isRefusedWithItsPlace(name: String, length: Int) throws {
        let bytes = try Self.bytes(of: name).prefix(length)
        let error = #expect(throws: ListFileError.self) {
            try FileReader.read(Array(bytes), name: name, limits: ProtocolLimits())
        }
        #expect(error?.line != nil && error?.column != nil, "\(String(describing: error))")
    }
}
