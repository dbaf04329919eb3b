import ListProtocol
import Testing

@testable import ListWebhooks

/// The file of the hooks, and how requests are signed.
@Suite struct HookTests {
    private static let secret = "whsec_MfKQ9r8GKYqTwjUPD8ILPZIo2LaLaSww"

    private func read(_ text: String) throws -> [Hook] { try HookFile(Array(text.utf8)).hooks }

    private func problem(_ text: String) -> String {
        do {
            return "\(try read(text).count) hooks"
        } catch {
            return "\(error)"
        }
    }

    private func hook(_ rest: String) -> String {
        #"{"hooks":[{"name":"crm","url":"https://crm.example.org/in","secrets":["\#(Self.secret)"]\#(rest)}]}"#
    }

    @Test func whatIsLeftOut_isEverything() throws {
        let crm = try #require(try read(hook("")).first)
        #expect(crm.name == "crm" && crm.url == "https://crm.example.org/in")
        #expect(crm.wants("anything"))
        #expect(crm.events == [.changed, .created, .deleted])
        #expect(try read(#"{"hooks":[]}"#).isEmpty)
    }

    @Test func patternAndEvents_areTaken() throws {
        let crm = try #require(
            try read(hook(#","lists":"team-*","events":["list.deleted"]"#)).first)
        #expect(crm.wants("team-a") && !crm.wants("tea"))
        #expect(crm.events == [.deleted])
    }

    @Test(arguments: [
        ("{", "is no JSON"), ("[]", #"must have "hooks""#),
        (#"{"hooks":[3]}"#, "hook 1 is no object"),
        (#"{"hooks":[{}]}"#, #"hook 1: "name" must be"#),
        (#"{"hooks":[{"name":"a b"}]}"#, #"hook 1: "name" must be"#),
        (#"{"hooks":[{"name":"a","url":"ftp://x"}]}"#, #"hook a: "url" must be"#),
        (#"{"hooks":[{"name":"a","url":"http://u:p@h/"}]}"#, #"hook a: "url" must be"#),
        (#"{"hooks":[{"name":"a","url":"http://"}]}"#, #"hook a: "url" must be"#),
        (#"{"hooks":[{"name":"a","url":"http://h/","lists":"*a"}]}"#, #"hook a: "lists" must be"#),
        (#"{"hooks":[{"name":"a","url":"http://h/","events":[]}]}"#, #"hook a: "events" must be"#),
        (
            #"{"hooks":[{"name":"a","url":"http://h/","events":["list.reset"]}]}"#,
            "must be an array of some of list.changed"
        ),
        (#"{"hooks":[{"name":"a","url":"http://h/"}]}"#, #"hook a: "secrets" must be"#),
        (
            #"{"hooks":[{"name":"a","url":"http://h/","secrets":["whsec_aGk="]}]}"#,
            #"hook a: "secrets" must be"#
        ),
        (#"{"hooks":[{"name":"a","url":"http://h/","secret":"x"}]}"#, #""secret" is none of"#),
    ])
    func whatIsWrong_isNamed(text: String, expected: String) {
        #expect(problem(text).contains(expected))
    }

    @Test func twoOfOneName_areRefused() throws {
        let one = hook("").dropFirst(#"{"hooks":["#.utf8.count).dropLast(2)
        #expect(problem(#"{"hooks":[\#(one),\#(one)]}"#) == "there are two hooks crm")
    }

    /// As `standardwebhooks` 1.1.0 of PyPI signs it.
    @Test func signature_isThatOfOtherImplementations() throws {
        let secret = try #require(HookSecret(Self.secret))
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,8+BbeJul/qyJil19RFw9AOVeJPNWNl1rS+MFZnstVTM=")
    }
}
