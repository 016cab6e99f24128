import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

@Suite struct CutTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Cuts the steps out of a log, beginning with these states if the log has none.
  private func cut(
    _ log: [UInt8], _ steps: ClosedRange<Step>, from states: [any Encodable] = []
  ) throws -> LogReader {
    let cut = try LogCut(try LogReader(bytes: log, name: "log"), steps)
    #expect(try cut.hasState() == states.isEmpty)
    let rows = RowEncoding()
    var checkpoint = CheckpointDraft(step: cut.start)
    for state in states {
      let shape = try rows.encode(state)
      checkpoint.append(shape: shape, row: rows.bytes.bytes)
    }
    let path = folder.path("cut \(steps)")
    try cut.write(to: path, states.isEmpty ? nil : checkpoint.record(shapes: rows.shapes))
    let part = try LogReader(path: path)
    #expect(try part.verify().problems == [])
    return part
  }

  /// Whether the actions of a cut, and the stores that handle them, are those of the whole log.
  private func expectSame(_ part: LogReader, _ log: [UInt8], _ steps: ClosedRange<Step>) throws {
    let (found, all) = (try LogContent(part), try LogContent(log))
    let wanted = all.actions.indices.filter { steps.contains(all.actions[$0].step) }
    #expect(found.faults == [])
    #expect(found.actions == wanted.map { all.actions[$0] })
    #expect(found.registered == wanted.map { all.registered[$0] })
    #expect(found.arrivals.last == wanted.last.map { all.arrivals[$0] })
  }

  @Test func `a cut of all steps has everything that the log has`() throws {
    let log = try LogScript.sampler()
    let (found, all) = (try LogContent(cut(log, 1...7)), try LogContent(log))
    #expect(found.actions == all.actions && found.notes == all.notes && found.gaps == all.gaps)
    #expect(found.digests == all.digests && found.states == all.states && found.isClosed)
  }

  @Test func `a cut has only what lies within its steps`() throws {
    let log = try LogScript.sampler()
    let part = try cut(log, 3...3, from: ["hello!", 3])
    try expectSame(part, log, 3...3)
    #expect(part.firstStep == 3 && part.lastStep == 3 && part.isClosed)
    #expect(try part.gaps().isEmpty && part.notes().map(\.text) == ["a bug"])
    #expect(try part.digests().map(\.step) == [2])
    #expect(try LogContent(part).states == [[try tree("hello!"), try tree(3)]])
  }

  @Test func `a cut that starts after a gap begins with the log's recorded state`() throws {
    let log = try LogScript.sampler()
    let part = try cut(log, 6...7)
    try expectSame(part, log, 6...7)
    #expect(try LogContent(part).states == [[try tree("again"), try tree(4)]])
    #expect(try part.entry(at: 6).cause == 3)
    #expect(try !part.entry(at: 7).isHandled)
  }

  @Test func `a recorded state that lacks a store does not begin a cut`() throws {
    let script = try LogScript(stores: ["a"], states: [1])
    try script.act(Insert())
    try script.change(to: ["a", "b"], [0, 1], arriving: [2])
    try script.act(Insert())
    try script.endChunk()
    try script.checkpoint([3])
    for _ in 0..<2 { try script.act(Insert()) }
    let log = try LogReader(bytes: script.close(), name: "log")
    #expect(try !LogCut(log, 3...4).hasState())
  }

  @Test func `a recorded state of a replaced store does not begin a cut`() throws {
    let script = try LogScript(stores: ["a"], states: [1])
    for _ in 0..<2 { try script.act(Insert()) }
    try script.endChunk()
    try script.checkpoint([2])
    try script.replace([0], with: [3])
    for _ in 0..<2 { try script.act(Insert()) }
    let log = try LogReader(bytes: script.close(), name: "log")
    #expect(try !LogCut(log, 3...4).hasState())
  }

  @Test func `stores are registered and unregistered at the same steps in a cut`() throws {
    let script = try LogScript(stores: ["a"], states: [1])
    for number in 0..<30 {
      try script.act(Insert(), changed: [0])
      let names = ["a"] + (0...number).map { "store \($0)" }
      try script.change(to: names, Array(names.indices.reversed()), arriving: [number])
      if number % 7 == 3 { try script.endChunk() }
    }
    let log = try script.close()
    for first in [2, 5, 6, 20] as [UInt64] {
      let steps = Step(first)...25
      let states = [Int](repeating: 7, count: Int(first))
      try expectSame(try cut(log, steps, from: states), log, steps)
    }
  }

  @Test func `a cut that begins or ends in a gap or after the end is an error`() throws {
    let log = try LogScript.sampler()
    for steps in [4...7, 1...5, 7...8] as [ClosedRange<Step>] {
      #expect(throws: ReadingError.self) { try cut(log, steps) }
    }
  }

  /// Neither a part of the log nor a packed one can be written.
  private func expectRefusal(_ log: LogReader, _ error: RewriteError, _ sentence: String) {
    #expect(throws: error) { try LogCut(log, 1...2) }
    #expect(throws: error) { try LogPacking(log) }
    #expect(error.description == sentence)
  }

  @Test func `cutting or packing a log with a tail is an error that names 'recover'`() throws {
    // The log goes on to the end of its last chunk, and nothing says that the recording ended.
    let frames = try LogFrames(try LogScript.sampler())
    let open = frames.bytes[..<frames.starts[frames.starts.count - 2]]
    let path = try folder.write(Array(open), as: "log")
    _ = try folder.write(TailForge(pages: [[]]).bytes, as: "log.tail")
    expectRefusal(
      try LogReader(path: path), .unsealed(path: path),
      "'\(path)' is still being written, or was not closed: its last actions "
        + "are in '\(path).tail'; 'playhead recover \(path) -o OUT' writes a log that has them")
  }

  @Test func `reading a closed log ignores a tail beside it`() throws {
    let path = try folder.write(try LogScript.sampler(), as: "log")
    for tail in [[0], TailForge(pages: [[]]).bytes] {
      _ = try folder.write(tail, as: "log.tail")
      let log = try LogReader(path: path)
      #expect(log.isClosed && log.damages.isEmpty)
      #expect(throws: Never.self) { try LogPacking(log) }
    }
  }

  @Test func `cutting or packing a log that lacks steps is an error`() throws {
    let log = try LogReader(bytes: LogScript.lackingSteps(), name: "log")
    #expect(log.isClosed && log.damages.isEmpty)
    expectRefusal(
      log, .lacking(path: "log", 21...40),
      "'log' lacks steps 21–40, and no gap says why; 'playhead recover log -o OUT' writes a log "
        + "with a gap there")
  }

  @Test func `cutting or packing an unclosed log without its tail is an error`() throws {
    let log = try LogReader(bytes: try LogScript.part(after: 0, isClosed: false), name: "log")
    expectRefusal(
      log, .unclosed(path: "log", last: 20),
      "'log' was not closed, and its tail is not beside it: any steps after 20 are "
        + "lost; 'playhead recover log -o OUT' writes a log of the rest")
  }
}
