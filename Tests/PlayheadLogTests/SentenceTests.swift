import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadValues
import Testing

/// The sentences that no transcript under fixtures/transcripts has.
@Suite struct SentenceTests {
  private static let damage = ReadingError.Damage(
    path: "a.playhead", frame: 14, offset: 917_504,
    fault: "its checksum is 1c291ca3 but its bytes give 8d0f12aa", lost: .steps(13_312...14_335),
    lastWhole: 13_311)

  private static let errors: [(ReadingError, String)] = [
    (
      .unreadable(path: "a", reason: .system(EACCES)),
      "'a' cannot be read: permission denied; check its permissions"
    ),
    (
      .tooLarge(path: "a"),
      "'a' is not read: reading it takes more than the allowed 256MiB of memory"
    ),
    (
      .empty(path: "a"),
      "'a' is empty, not a log; its recorder was stopped before it could write anything"
    ),
    (
      .notALog(path: "a", looksLike: .gzip),
      "'a' is not a Playhead log: it was compressed with gzip; unpack it with 'gunzip' first"
    ),
    (
      .notALog(path: "a", looksLike: .lz4),
      """
      'a' is not a Playhead log: it is an LZ4 file of something else; check that it is the \
      right one
      """
    ),
    (
      .notALog(path: "a", looksLike: .unknown),
      """
      'a' is not a Playhead log: its first bytes are not those of a log; check that it is the \
      right file
      """
    ),
    (
      .notALog(path: "a.playhead.tail", looksLike: .unknown),
      """
      'a.playhead.tail' is the tail of a log by its name, not a log; name 'a.playhead', which is read \
      together with its tail
      """
    ),
    (
      .otherVersion(path: "a", version: 5),
      "'a' has format version 5, and this build reads version 4; use a newer Playhead"
    ),
    (
      .otherVersion(path: "a", version: 3),
      "'a' has format version 3, and this build reads version 4; use the Playhead that recorded it"
    ),
    (
      .damaged(damage),
      """
      frame 14 of 'a.playhead' is damaged: its checksum is 1c291ca3 but its bytes give 8d0f12aa
        at byte 917,504, covering steps 13312–14335
      """
    ),
    (
      .noStep(9, path: "a", last: 7),
      "'a' ends at step 7, so there is no step 9; name a step from 0 to 7"
    ),
  ]

  private static let recordingErrors: [(LogError, String)] = [
    (
      .unwritable(path: "a", reason: .system(EMFILE)),
      "'a' cannot be written: too many open files; raise the limit of open files"
    ),
    (
      .unwritable(path: "a", reason: .system(ENOSPC)),
      "'a' cannot be written: no space left on device; choose another place"
    ),
    (
      .inUse(path: "a"),
      "'a' already has an open recording; close that recording or choose another name"
    ),
    (
      .unfinished(path: "a", reason: .system(ENOSPC)),
      "'a' could not be written completely: no space left on device; the rest of what was recorded is in "
        + "'a.tail', so keep both files"
    ),
    (
      .incomplete(path: "a", after: 3, reason: "the state of store 'cart' cannot be encoded"),
      "'a' lacks the steps after 3: the state of store 'cart' cannot be encoded"
    ),
    (
      .misused(path: "a", reason: "a handler returned 1 state for 2 stores"),
      "'a' is not recorded as it should be: a handler returned 1 state for 2 stores"
    ),
  ]

  @Test(arguments: recordingErrors)
  func `a LogError's description is a sentence that says what is wrong`(
    error: LogError, sentence: String
  ) {
    #expect(error.description == sentence)
  }

  @Test(arguments: errors)
  func `a ReadingError's description is a sentence that says what is wrong`(
    error: ReadingError, sentence: String
  ) {
    #expect(error.description == sentence)
  }

  @Test(arguments: [
    (
      ReadingError.onlyTail(path: "a"),
      "there is no file 'a', only its tail; put the log beside it again, or save the contents of the tail "
        + "with 'playhead recover a -o OUT'"
    ),
    (
      .tooLarge(path: "a"),
      "'a' is not read: reading it takes more than the allowed 256MiB of memory; "
        + "'playhead --memory 1GiB …' allows more"
    ),
    (
      .unreadable(path: "a", reason: .system(EMFILE)),
      "'a' cannot be read: too many open files; raise the limit of open files, with 'ulimit -n 256'"
    ),
  ]) func `a ReadingError's text in the tools names the command that helps`(
    error: ReadingError, sentence: String
  ) {
    #expect(error.text.plain == sentence)
  }

  @Test func `the text of an unfinished log in the tools names the command that helps`() {
    let error = LogError.unfinished(path: "a b", reason: .system(ENOSPC))
    let sentence =
      "'a b' could not be written completely: no space left on device; the rest of what was recorded is in "
      + "'a b.tail', so keep both files: 'playhead recover 'a b' -o OUT' combines them into one log"
    #expect(error.text.plain == sentence)
  }

  @Test(arguments: [
    (
      Gap(steps: 3...3, reason: .unencodable, detail: "Paste"),
      "step 3 is missing because an action could not be recorded (Paste)"
    ),
    (
      Gap(steps: 3...9, reason: .unwritable),
      "steps 3–9 are missing because the log could not be written"
    ),
    (
      Gap(steps: 3...9, reason: .overlapped),
      "steps 3–9 are missing because several threads handled actions at the same time, so that their "
        + "order is unknown"
    ),
    (
      Gap(steps: 3...9, reason: .unencodableState, detail: "the state of store 'cart'"),
      "steps 3–9 are missing because a state could not be encoded (the state of store 'cart')"
    ),
    (
      Gap(steps: 3...9, reason: .other(9)),
      "steps 3–9 are missing for a reason that this build does not know"
    ),
  ]) func `a gap's description says why its steps are missing`(gap: Gap, sentence: String) {
    #expect(gap.description == sentence)
  }

  @Test(arguments: [
    (FrameFault.notAFrame, "its bytes are not an LZ4 frame"),
    (
      .unsupported("a compression dictionary"),
      "it uses a compression dictionary, which Playhead never writes"
    ),
    (
      .checksum(expected: 0xAB, found: 1),
      "its checksum is 000000ab but its bytes give 00000001"
    ),
  ]) func `a frame fault's sentence says what is wrong with the frame`(
    fault: FrameFault, sentence: String
  ) {
    #expect(fault.sentence == sentence)
  }

  @Test(arguments: [
    (
      Verification.Problem.badIndex,
      "the index at the end is missing or wrong; the log can still be read, but opens more slowly"
    ),
    (.missingSteps(3...4), "steps 3–4 are missing and no gap says why"),
    (
      .noInitialState,
      "the state at step 0 is missing; the actions can be read, but not replayed"
    ),
    (.wrongEnd(9, lastStep: 7), "the log says that it ends at step 9, but it ends at step 7"),
  ]) func `a verification problem's description says what is wrong with the log`(
    problem: Verification.Problem, sentence: String
  ) {
    #expect(problem.description == sentence)
  }
}

@Suite struct OpeningTests {
  private func opening(_ bytes: [UInt8]) throws -> String? {
    try sentence { _ = try LogReader(bytes: bytes, name: "a") }
  }

  private func says(_ bytes: [UInt8], _ start: String) throws {
    let sentence = try opening(bytes) ?? "it opens"
    #expect(sentence.hasPrefix(start), "\(sentence)")
  }

  @Test func `a file that is not a log is an error that says what it looks like`() throws {
    try says([], "'a' is empty")
    // The first 512 bytes end in the middle of a character.
    try says(
      Array(("a" + String(repeating: "é", count: 600)).utf8),
      "'a' is not a Playhead log: it looks like text")
    try says([0x1F, 0x8B, 8, 0], "'a' is not a Playhead log: it was compressed with gzip")
    try says([0, 1, 2, 3, 4], "'a' is not a Playhead log: its first bytes")
    try says(LogFrames.pack([[]]), "'a' is not a Playhead log: it is an LZ4 file of something else")
    try says([4, 0x22], "'a' cannot be read: its first frame")
    try says([4, 0x22, 0x4D, 0x18], "'a' cannot be read: its first frame")
  }

  @Test(arguments: [1, 2, 3, 5] as [UInt8])
  func `a log of another format version is an error that names the version`(version: UInt8) throws {
    var contents = try LogFrames(try LogScript.sampler()).contents()
    #expect(contents[0][0] == 1 && contents[0][2] == 4)
    contents[0][2] = version
    let error = ReadingError.otherVersion(path: "a", version: UInt64(version))
    #expect(try opening(LogFrames.pack(contents)) == error.description)
    // Nothing but the version need be readable.
    #expect(try opening(LogFrames.pack([[1, 2, version, 0xFF]])) == error.description)
  }

  @Test func `reading a step that the log does not have is an error with a reason`() throws {
    let log = try LogReader(bytes: try LogScript.sampler(), name: "a")
    for step in [8, 0] as [Step] {
      #expect(throws: ReadingError.noStep(step, path: "a", last: 7)) { try log.entry(at: step) }
    }
    let gap = Gap(steps: 4...5, reason: .paused, detail: "detail")
    let error = ReadingError.inGap(5, path: "a", missing: 4...5, reason: "\(gap)", last: 7)
    #expect(throws: error) { try log.entry(at: 5) }
  }

  @Test func `an end record with a wrong last step is a verification problem`() throws {
    let script = try LogScript()
    try script.act(1)
    try script.endChunk()
    try script.act(2)
    var contents = try LogFrames(try script.close()).contents()
    contents.remove(at: 2)
    let log = try LogReader(bytes: LogFrames.pack(contents), name: "a")
    #expect(try log.verify().problems == [.badIndex, .wrongEnd(2, lastStep: 1)])
  }

  @Test func `a log without an initial state is a verification problem`() throws {
    let script = try LogScript()
    try script.act(1)
    var contents = try LogFrames(try script.close()).contents()
    // Kind and length of the header's record, and as many bytes.
    contents[0].removeSubrange((2 + Int(contents[0][1]))...)
    let log = try LogReader(bytes: LogFrames.pack(contents), name: "a")
    #expect(try log.verify().problems == [.badIndex, .noInitialState])
  }

  @Test func `a gap with an unknown reason is read as a gap`() throws {
    let contents = try LogFrames(try LogScript.sampler()).contents()
    // Of steps 8 and 9, for reason 77, without a detail.
    let gap = RecordFraming([(RecordKind.gap.rawValue, [8, 9, 77, 0])]).content
    let log = try LogReader(bytes: LogFrames.pack(contents + [gap]), name: "a")
    #expect(try log.gaps().last == Gap(steps: 8...9, reason: .other(77)))
    #expect(GapReason.other(77).code == 77)
  }

  @Test func `a log that comes through a named pipe is read`() throws {
    let folder = try Folder()
    let path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    // Longer than a pipe holds.
    let whole = try LogScript.sampler()
    let skippable: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 0, 0, 2, 0]
    let bytes = whole + skippable + [UInt8](repeating: 7, count: 0x20000)
    Thread.detachNewThread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      try? pipe.write(contentsOf: Data(bytes))
      try? pipe.close()
    }
    let log = try LogReader(path: path)
    #expect(log.lastStep == 7 && log.byteCount == bytes.count && log.isClosed)
  }
}
