import ListEditing
import ListProtocol
import Testing

@Suite struct CodeTests {
    @Test func errorCodes_closeAsTheTableSays() {
        let table: [ErrorCode: Int?] = [
            .notJSON: 1007, .notUTF8: 1007, .frameTooLarge: 1009, .binaryFrame: 1003,
            .helloExpected: 1008, .badHello: 1008, .replaced: 1008, .unauthorized: 4401,
            .unknownType: nil, .badMessage: nil, .unknownList: nil, .listExists: nil,
            .tooManyLists: nil, .unavailable: nil, .forbidden: nil,
            .shuttingDown: 1001, .slowConsumer: 4408, .ended: 4403,
        ]
        #expect(table.count == ErrorCode.allCases.count)
        for (code, close) in table {
            #expect(code.closeCode == close)
            #expect(code.isFatal == (close != nil))
        }
    }

    @Test(
        arguments: [
            (.badAction, 400), (.forbidden, 403), (.editDisabled, 403), (.deleteDisabled, 403),
            (.moveDisabled, 403), (.insertDisabled, 403), (.unknownList, 404), (.unknownRow, 404),
            (.unknownSection, 404), (.conflict, 409), (.duplicateID, 409), (.staleBase, 409),
            (.sectionFull, 409), (.listFull, 409), (.nothingToUndo, 409), (.nothingToRedo, 409),
            (.tooLarge, 413), (.rateLimited, 429), (.unavailable, 503),
        ] as [(RejectCode, Int)])
    func rejections_haveTheirHTTPStatus(code: RejectCode, status: Int) {
        #expect(code.httpStatus == status)
    }

    @Test(arguments: [
        ("ana", "k3y-9f2", "b48847df98b3a2a0773ff5e4"), ("", "k3y-9f2", "9b66d7bc2f093661709f54af"),
        ("é", "~", "62421eea372681613cebb40d"),
    ])
    func publicNames_areTheStartOfTheHash(user: String, key: String, name: String) {
        #expect(ClientName.make(user: user, key: key) == ClientID(name))
    }
}
