import CUnicode

/// What folded text is given to.
protocol FoldedTextTaker {
    /// Takes the next character; true where no more are wanted.
    mutating func take(_ character: Int32) -> Bool
}

/// Folds a text for comparing, a character at a time: NFKC and full case folding.
///
/// What comes out is toNFKC_Casefold(NFD(X)) (The Unicode Standard, section 3.13, D147): the compatibility
/// decomposition of what is folded, without default ignorables such as soft hyphens, joiners and variation
/// selectors, composed again. Marks stay: "é" is another text than "e". NFD comes first for the sake of
/// U+0345 alone, the only mark that folds to a letter.
///
/// A segment, a starter and the marks after it, is put in order and composed by itself. What comes
/// next is composed with it only where it is a starter of few (`unicode_shim_joins_before`) and the segment
/// has become one character: so a text folds to what it would as a whole. Of more than 30 marks in a row,
/// each 30 are a segment (UAX #15, Stream-Safe Text Format), so that marks of alternating classes,
/// which are sorted by insertion, move by 30 places at most.
struct TextFolder: ~Copyable {
    /// Work done so far, in bytes of ASCII that a search reads in the time.
    ///
    /// Measured, in instructions: a folded character takes as much as 4 to 18 such bytes, mostly 8 to 10, and
    /// a mark that is moved by a place less than half a byte.
    private(set) var work = 0

    /// The characters that the next ones may change.
    private var segment = InlineArray<32, Int32>(repeating: 0)
    /// Their combining classes.
    private var classes = InlineArray<32, UInt8>(repeating: 0)
    private var count = 0
    private var marks = 0
    /// How many U+0345 end the segment, where they stand as their class is the highest.
    private var iotas = 0
    /// The longest decomposition, that of U+FDFA, has 18 characters.
    private var parts = InlineArray<32, Int32>(repeating: 0)

    /// Work of folding a character.
    private static let foldWork = 10
    /// Marks in a row that are put in order.
    private static let mostMarks = 30
    private static let ypogegrammeni: Int32 = 0x345
    private static let iota: Int32 = 0x3B9

    /// Adds a character.
    ///
    /// - Returns: Whether no more are wanted.
    @inline(__always)
    mutating func add(_ character: Int32, _ taker: inout some FoldedTextTaker) -> Bool {
        character < 0x80
            ? addASCII(
                character >= 0x41 && character <= 0x5A ? character | 0x20 : character, &taker)
            : addOther(character, &taker)
    }

    /// Adds a character of ASCII, of which the letter case is folded.
    @inline(__always)
    mutating func addASCII(_ character: Int32, _ taker: inout some FoldedTextTaker) -> Bool {
        if count == 1, marks == 0, iotas == 0 {
            let before = segment[0]
            segment[0] = character
            return taker.take(before)
        }
        if end(&taker) { return true }
        begin(character)
        return false
    }

    /// Ends the text.
    mutating func end(_ taker: inout some FoldedTextTaker) -> Bool {
        if close(&taker) { return true }
        return giveOut(&taker)
    }

    private mutating func addOther(_ character: Int32, _ taker: inout some FoldedTextTaker) -> Bool
    {
        guard Self.mayHaveYpogegrammeni(character) else { return fold(character, &taker) }
        let length = decompose(character)
        let canonical = parts
        for index in 0..<length {
            let part = canonical[index]
            if part == Self.ypogegrammeni {
                iotas += 1
                work += Self.foldWork
            } else if fold(part, &taker) {
                return true
            }
        }
        return false
    }

    /// U+0345, and what has it in its canonical decomposition: characters of Greek Extended.
    private static func mayHaveYpogegrammeni(_ character: Int32) -> Bool {
        character == ypogegrammeni || character >= 0x1F80 && character < 0x2000
    }

    private mutating func fold(_ character: Int32, _ taker: inout some FoldedTextTaker) -> Bool {
        // Only marks change places with U+0345, whatever becomes of the character.
        if iotas > 0, unicode_shim_combining_class(character) == 0, close(&taker) { return true }
        let length = foldParts(character)
        work += max(length, 1) * Self.foldWork
        for index in 0..<length where append(parts[index], &taker) { return true }
        return false
    }

    private mutating func append(_ part: Int32, _ taker: inout some FoldedTextTaker) -> Bool {
        let order = UInt8(truncatingIfNeeded: unicode_shim_combining_class(part))
        guard order == 0 else {
            if marks == Self.mostMarks, end(&taker) { return true }
            insert(part, order)
            return false
        }
        if close(&taker) { return true }
        if count == 1, unicode_shim_joins_before(part), let joined = joined(segment[0], part) {
            segment[0] = joined
            return false
        }
        if giveOut(&taker) { return true }
        begin(part)
        return false
    }

    private mutating func begin(_ starter: Int32) {
        segment[0] = starter
        classes[0] = 0
        count = 1
    }

    /// Adds a mark after those of its class and of lower ones.
    private mutating func insert(_ mark: Int32, _ order: UInt8) {
        var place = count
        while place > 0, classes[place - 1] > order {
            segment[place] = segment[place - 1]
            classes[place] = classes[place - 1]
            place -= 1
        }
        segment[place] = mark
        classes[place] = order
        work += count - place
        count += 1
        marks += 1
    }

    /// Composes the segment: no more marks come.
    private mutating func close(_ taker: inout some FoldedTextTaker) -> Bool {
        if marks > 0 {
            if count > 1 { count = compose(count) }
            marks = 0
        }
        guard iotas > 0 else { return false }
        if giveOut(&taker) { return true }
        for _ in 1..<iotas where taker.take(Self.iota) { return true }
        iotas = 0
        begin(Self.iota)
        return false
    }

    private mutating func giveOut(_ taker: inout some FoldedTextTaker) -> Bool {
        for index in 0..<count where taker.take(segment[index]) { return true }
        count = 0
        return false
    }

    // MARK: utf8proc

    private mutating func foldParts(_ character: Int32) -> Int {
        var room = parts.mutableSpan
        return unsafe room.withUnsafeMutableBufferPointer {
            unsafe min(unicode_shim_fold(character, $0.baseAddress, $0.count), $0.count)
        }
    }

    private mutating func decompose(_ character: Int32) -> Int {
        var room = parts.mutableSpan
        return unsafe room.withUnsafeMutableBufferPointer {
            unsafe min(unicode_shim_decompose(character, $0.baseAddress, $0.count), $0.count)
        }
    }

    private mutating func compose(_ count: Int) -> Int {
        var characters = segment.mutableSpan
        return unsafe characters.withUnsafeMutableBufferPointer {
            unsafe unicode_shim_compose($0.baseAddress, count)
        }
    }

    /// What two starters are composed to; nil: they stay two.
    private func joined(_ first: Int32, _ second: Int32) -> Int32? {
        var pair: InlineArray<2, Int32> = [first, second]
        var characters = pair.mutableSpan
        let count = unsafe characters.withUnsafeMutableBufferPointer {
            unsafe unicode_shim_compose($0.baseAddress, 2)
        }
        return count == 1 ? pair[0] : nil
    }
}
