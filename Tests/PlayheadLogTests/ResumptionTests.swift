import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadRepair
import Testing

/// Logs of sessions that went on from the states of earlier steps.
@Suite struct ResumptionTests {
  /// Three chunks of three actions. The last goes on from step 2.
  private func script() throws -> LogScript {
    let script = try LogScript()
    try script.fill(2, of: 3)
    script.note("back")
    try script.resume(from: 2)
    try script.fill(1, of: 3)
    return script
  }

  private let expected = [Resumption(after: 6, from: 2)]

  @Test func `a resumption is read from a closed log and from one without an index`() throws {
    let script = try script()
    for bytes in [try script.bytes(), try script.close()] {
      let log = try LogReader(bytes: bytes, name: "log")
      #expect(log.resumptions == expected && log.actionCount == 9 && log.damages.isEmpty)
    }
    #expect(try LogReader(bytes: script.bytes(), name: "log").verify().problems == [])
  }

  @Test func `'pack', 'recover' and 'cut' keep a resumption`() throws {
    let log = try LogReader(bytes: script().close(), name: "log")
    let folder = try Folder()
    _ = try LogPacking(log).write(to: folder.path("packed"))
    _ = try LogRecovery(log).write(to: folder.path("recovered"))
    try LogCut(log, 2...8).write(to: folder.path("cut"), checkpoint(at: 1))
    for name in ["packed", "recovered", "cut"] {
      let made = try LogReader(path: folder.path(name))
      #expect(made.resumptions == expected, "\(name)")
      #expect(try made.stepsRead() == [name == "cut" ? 2...8 : 1...9])
      #expect(try made.verify().problems == [])
    }
  }

  private func checkpoint(at step: Step) throws -> [UInt8] {
    let rows = RowEncoding()
    var states = CheckpointDraft(step: step)
    let shape = try rows.encode("hello")
    states.append(shape: shape, row: rows.bytes.bytes)
    return try states.record(shapes: rows.shapes)
  }

  @Test(arguments: [4...9, 7...9] as [ClosedRange<Step>])
  func `cutting a log throws if the cut lacks the step from which the session went on`(
    steps: ClosedRange<Step>
  ) throws {
    let log = try LogReader(bytes: script().close(), name: "log")
    let error = #expect(throws: RewriteError.self) { try LogCut(log, steps) }
    #expect(
      error?.description == """
        'log' cannot be cut like that: after step 6 the session went on from the state of step 2; begin with \
        step 3 or earlier
        """)
  }

  @Test func `a resumption at the end of a session is not written to the log`() throws {
    let script = try script()
    try script.resume(from: 1)
    let log = try LogReader(bytes: script.close(), name: "log")
    #expect(log.resumptions == expected)
    #expect(try log.verify().problems == [])
  }

  @Test func `a resumption is read from a tail`() throws {
    let tail = try TailScript()
    try tail.act(4)
    tail.resume(from: 1)
    try tail.act(2)
    for flushed in 0...2 {
      let folder = try Folder()
      let log = try tail.crash(flushing: flushed).open(in: folder)
      #expect(log.resumptions == [Resumption(after: 4, from: 1)])
      #expect(try log.stepsRead() == [1...6] && log.damages.isEmpty)
    }
  }

  // MARK: Forged

  /// The frame with the resumption, with another record in its place.
  private func forged(_ body: [UInt8]) throws -> [UInt8] {
    var contents = try LogFrames(script().close()).contents()
    for place in contents.indices {
      var framing = try RecordFraming(contents[place])
      for number in framing.records.indices
      where framing.records[number].kind == RecordKind.resumption.rawValue {
        framing.records[number].body = body
      }
      contents[place] = framing.content
    }
    return LogFrames.pack(contents)
  }

  @Test(arguments: [
    ([6, 1, 6], "not earlier"), ([6, 1, 200, 1], "later"), ([6, 2, 2], "another kind"),
    ([5, 1, 2], "an action of another frame"), ([6, 1], "cut off"),
  ])
  func `a forged resumption is damage to its frame`(body: [UInt8], fault: String) throws {
    let log = try LogReader(bytes: forged(body), name: "log")
    #expect(try log.stepsRead() == [1...6], "\(fault)")
    #expect(log.resumptions.isEmpty && log.lostSteps == [7...9])
    #expect(try log.verify().problems.isEmpty == false)
  }

  @Test func `a resumption from before the log's first state is damage to its frame`() throws {
    let script = try LogScript(after: 5)
    try script.fill(1, of: 3)
    try script.resume(from: 4)
    try script.fill(1, of: 3)
    for bytes in [try script.bytes(), try script.close()] {
      let log = try LogReader(bytes: bytes, name: "log")
      #expect(log.resumptions.isEmpty)
      #expect(try log.stepsRead() == [6...8])
      #expect(!log.damages.isEmpty)
    }
  }
}
