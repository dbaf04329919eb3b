import LoadProfiles
import Testing

@Suite struct ProfileReaderTests {
    private static let users = #""users":[{"mix":{"tick":1}}]"#
    private static let phases = #""phases":[{"name":"a","for":1,"users":1}]"#

    @Test func profile_isRead() throws {
        let text = """
            {"name":"n","lists":{"count":2,"rows":30},"phases":[{"name":"up","for":"500ms","rampTo":9},
            {"name":"hold","for":"1.5m"},{"name":"spike","for":2,"users":50,"arrivals":0.5}],
            "users":[{"think":"2s","mix":{"tick":3,"undo":0.5}},{"window":true,"mix":{"scroll":1}}],
            "thresholds":["hold: p99 < 1 s"]}
            """
        let profile = try LoadProfile(json: Array(text.utf8))
        #expect(profile.phases.map(\.seconds) == [0.5, 90, 2])
        #expect(profile.phases.map(\.users) == [9, 9, 50])
        #expect(profile.phases.map(\.isRamp) == [true, false, false])
        #expect(profile.kinds.map(\.hasWindow) == [false, true])
        #expect(profile.lists == 2 && profile.rows == 30 && profile.mostUsers == 50)
    }

    @Test(arguments: [
        ("[]", "the file must be an object"),
        ("{", "the file is not JSON"),
        ("{\(phases),\(users),\"speed\":1}", "there is no speed; known are name, lists"),
        ("{\(users)}", "phases must be an array"),
        (#"{"phases":[{"name":"a","for":"soon"}],\#(users)}"#, "phases[0].for must be a time"),
        (#"{"phases":[{"for":1}],\#(users)}"#, "phases[0].name must be given"),
        (
            #"{"phases":[{"name":"a","for":1,"users":-1}],\#(users)}"#,
            "phases[0].users must be a whole number from 0"
        ),
        (
            #"{\#(phases),"users":[{"mix":{"sing":1}}]}"#,
            "there is no users[0].mix.sing; known are read"
        ),
        (#"{\#(phases),"users":[{"mix":{"scroll":1}}]}"#, "users[0].mix.scroll must be for users"),
        (#"{\#(phases),"users":[{}]}"#, "users[0].mix must be an object"),
        (
            #"{\#(phases),\#(users),"thresholds":["p99 fast"]}"#,
            "thresholds[0] must be a bound such as"
        ),
        (
            #"{\#(phases),\#(users),"thresholds":["b: p99 < 1 ms"]}"#,
            "the threshold b: p99 < 1 ms must be of a phase there is: a"
        ),
        (
            #"{"phases":[{"name":"a","for":1,"users":1},{"name":"a","for":1}],\#(users)}"#,
            "there are two phases of the name a"
        ),
        (#"{"phases":[{"name":"a","for":1}],\#(users)}"#, "no phase has users"),
        (
            #"{"phases":[{"name":"a","for":9999999999,"users":1}],\#(users)}"#,
            "phases[0].for must be a time"
        ),
        (#"{\#(phases),\#(users),"patience":"1e300h"}"#, "patience must be a time"),
        (
            #"{"phases":[{"name":"a","for":1,"arrivals":1e300}],\#(users)}"#,
            "phases[0].arrivals must be a number above 0, and at most 100000"
        ),
        (
            #"{\#(phases),"users":[{"mix":{"tick":1e308,"add":1e308}}]}"#,
            "users[0].mix.tick must be a number above 0, and at most 1000000"
        ),
    ])
    func mistake_isNamed(text: String, said: String) {
        #expect {
            _ = try LoadProfile(json: Array(text.utf8))
        } throws: { error in
            "\(error)".hasPrefix(said)
        }
    }

    @Test func recording_isWrittenAndRead() throws {
        let steps = [
            Recording.Step(at: 0.5, client: 1, operation: .tick),
            Recording.Step(at: 2.25, client: 0, operation: .drag),
        ]
        let lines = steps.map { String(decoding: $0.json, as: UTF8.self) }.joined(separator: "\n")
        let recording = try Recording(lines: Array(lines.utf8))
        #expect(recording.steps == steps && recording.clients == 2)
        let profile = try LoadProfile(replaying: recording, speed: 2, copies: 3)
        #expect(profile.mostUsers == 6 && profile.recording?.seconds == 1.125)
        #expect(throws: ProfileError.self) { try Recording(lines: Array("{}".utf8)) }
        #expect(throws: ProfileError.self) {
            try LoadProfile(replaying: recording, speed: 1e-300, copies: 1)
        }
        #expect(throws: ProfileError.self) {
            try LoadProfile(replaying: recording, speed: 1, copies: .max)
        }
        let late = #"{"at":1e300,"client":0,"operation":"tick"}"#
        #expect(throws: ProfileError.self) { try Recording(lines: Array(late.utf8)) }
    }
}
