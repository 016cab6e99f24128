import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

/// A session that went on from earlier states: each step adds its number to a list.
private struct ResumedSession {
  private struct Count: Action {
    static let actionName = "Count"
    var number: UInt64
  }

  let bytes: [UInt8]
  /// The list after each step, made without the project's code.
  let states: [[UInt64]]

  /// `resumptions` are the origins by the steps after which the session went on from them. There are digests of every
  /// state, and checkpoints at `checkpoints`.
  init(
    _ count: UInt64, _ resumptions: [UInt64: UInt64], checkpoints: Set<UInt64> = []
  ) throws {
    var states: [[UInt64]] = [[]]
    for step in 1...count {
      states.append((states[Int(resumptions[step - 1] ?? step - 1)]) + [step])
    }
    self.states = states
    let url = FileManager.default.temporaryDirectory.appending(path: "resumed-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let rows = RowEncoding()
    func checkpoint(_ step: UInt64) throws -> CheckpointDraft {
      var draft = CheckpointDraft(step: Step(step))
      let shape = try rows.encode(states[Int(step)])
      draft.append(shape: shape, row: rows.bytes.bytes)
      return draft
    }
    let zero = Moment(monotonic: 0, wall: 0)
    let writer = try LogWriter(
      SystemDisk().createLog(url.path(percentEncoded: false), like: nil),
      header: LogHeader(session: UUID(), app: "line", start: zero, stores: ["line"]),
      checkpoint: checkpoint(0), shapes: rows.shapes, isSynced: false, on: SystemDisk())
    var draft = ChunkDraft(firstStep: 1)
    func endChunk(at step: UInt64) throws {
      try writer.write(
        draft,
        .init(
          shapes: rows.shapes, types: [ActionType(name: "Count")], storeSets: [[0]], timing: .exact)
      )
      draft = ChunkDraft(firstStep: Step(step + 1))
    }
    for step in 1...count {
      let shape = try rows.encode(Count(number: step))
      draft.append(
        ActionFacts(type: 0, shape: shape, moment: zero, cause: nil), row: rows.bytes.bytes)
      draft.setOutcome(of: draft.count - 1, changed: 0, nanoseconds: 0)
      let canonical = try CanonicalEncoder().bytes(of: states[Int(step)])
      let digest = canonical.withUnsafeBytes { Digest(canonical: $0) }
      writer.add(StateDigests(step: Step(step), stores: [digest]))
      if let origin = resumptions[step] {
        try endChunk(at: step)
        writer.resume(Resumption(after: Step(step), from: Step(origin)))
      }
      if checkpoints.contains(step) {
        try endChunk(at: step)
        try writer.write(checkpoint(step), shapes: rows.shapes)
      }
    }
    try endChunk(at: count)
    try writer.close(at: Step(count), zero)
    bytes = [UInt8](try Data(contentsOf: url))
  }

  /// A session by chance.
  static func random(_ seed: UInt64) throws -> ResumedSession {
    var generator = SplitMix64(seed: seed)
    let count = UInt64.random(in: 2...60, using: &generator)
    var resumptions: [UInt64: UInt64] = [:]
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let step = UInt64.random(in: 1..<count, using: &generator)
      resumptions[step] = .random(in: 0..<step, using: &generator)
    }
    let checkpoints = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      UInt64.random(in: 1...count, using: &generator)
    }
    return try ResumedSession(count, resumptions, checkpoints: Set(checkpoints))
  }

  func log() throws -> LogReader { try LogReader(bytes: bytes, name: "log") }

  static func dispatcher() throws -> Dispatcher {
    try making { [Store("line", [UInt64]()).on(Count.self) { $0.append($1.number) }] }()
  }

  func replay() throws -> Replay {
    try Replay(log(), with: DispatcherPlayer(Self.dispatcher()))
  }
}

extension Replay {
  fileprivate func line(at step: Int) throws -> [UInt64] {
    guard case .record(let fields) = try state(at: Step(UInt64(step))),
      case .list(let elements) = fields[0].value
    else { return [] }
    return elements.compactMap { if case .uint(let number) = $0 { number } else { nil } }
  }
}

@Suite struct ResumedSessionTests {
  private static let seeds = Array(0..<(Soak.isOn ? 400 : 4) as Range<UInt64>)

  @Test(arguments: seeds)
  func `replay of a session that went on from earlier states is right in any order of seeks`(
    seed: UInt64
  ) throws {
    let session = try ResumedSession.random(seed)
    let steps = Array(session.states.indices)
    var generator = SplitMix64(seed: seed)
    for way in [steps, steps.reversed(), steps.shuffled(using: &generator)] {
      let replay = try session.replay()
      replay.onMismatch = { Issue.record("\($0)") }
      for step in way { #expect(try replay.line(at: step) == session.states[step], "\(step)") }
    }
  }

  @Test(arguments: seeds)
  func `blame of a session that went on from earlier states names the actions that led to it`(
    seed: UInt64
  ) throws {
    let session = try ResumedSession.random(seed)
    let replay = try session.replay()
    let indexes = [
      try ChangeIndex(replay, in: nil), ChangeIndex(withoutPassOf: replay, windowSteps: 7),
    ]
    for index in indexes {
      for step in session.states.indices.dropFirst() {
        let state = try replay.state(at: Step(UInt64(step)))
        var writers: [UInt64] = []
        try index.blame(state, at: StatePath(), of: Step(UInt64(step))) { blame in
          writers.append(blame.change?.step.number ?? 0)
        }
        #expect(writers == session.states[step], "\(step)")
        let changes = try index.changes(of: StatePath("line"), atOrBefore: Step(UInt64(step)))
        var (walk, found) = (changes, [UInt64]())
        while let change = try walk.previous() { found.append(change.step.number) }
        #expect(found.reversed() == session.states[step], "\(step)")
      }
    }
  }

  @Test(arguments: seeds)
  func `a determinism check, a branch and a saved branch of a session follow its resumptions`(
    seed: UInt64
  ) throws {
    let session = try ResumedSession.random(seed)
    let log = try session.log()
    let check = DeterminismCheck(log) { try DispatcherPlayer(ResumedSession.dispatcher()) }
    #expect(try check.run() == nil)
    let replay = try session.replay()
    let last = session.states.count - 1
    var branch = Branch(of: replay)
    // A later action of the branch is another one, so that all states before it are the recording's.
    try branch.skip(.recorded(Step(UInt64(last))))
    guard last > 1 else { return }
    let saved = try Replay(
      branch.saved(), with: DispatcherPlayer(ResumedSession.dispatcher()))
    saved.onMismatch = { Issue.record("\($0)") }
    for step in 0..<last {
      #expect(try saved.line(at: step) == session.states[step], "\(step)")
      #expect(
        try branch.replaying { try $0.line(at: step) } == session.states[step], "\(step)")
    }
  }

  @Test func `a branch that skips an action goes on from states without it at a resumption`() throws
  {
    let session = try ResumedSession(8, [5: 3, 7: 4])
    let replay = try session.replay()
    var branch = Branch(of: replay)
    try branch.skip(.recorded(2))
    // Without step 2, step 6 goes on from 1, 3 and step 8 from 1, 3, 4.
    #expect(try branch.replaying { try $0.line(at: 5) } == [1, 3, 6])
    #expect(try branch.replaying { try $0.line(at: 7) } == [1, 3, 4, 8])
  }

  @Test func `steps after a resumption from a lost step need a state in the log`() throws {
    let session = try ResumedSession(12, [3: 0, 6: 2, 9: 1], checkpoints: [8])
    var bytes = session.bytes
    // The frame with the actions 1 to 3.
    let start = try bytes.withUnsafeBytes { try LZ4Frame.length($0) }
    bytes[start + 30] ^= 0xFF
    let replay = try Replay(
      LogReader(bytes: bytes, name: "log"), with: DispatcherPlayer(ResumedSession.dispatcher()))
    // Step 8 has a state in the log. The session went on from step 1 after step 9.
    #expect(try replay.line(at: 8) == session.states[8])
    #expect(try replay.line(at: 9) == session.states[9])
    for step in [1, 3, 7, 10, 12] {
      #expect(throws: (any Error).self) { try replay.line(at: step) }
    }
  }

  @Test func `a session that goes back a step before every action has the right states`() throws {
    let count: UInt64 = 1_000
    let resumptions = Dictionary(uniqueKeysWithValues: (1..<count).map { ($0, $0 - 1) })
    let session = try ResumedSession(count, resumptions)
    let replay = try session.replay()
    for step in [Int(count), 500, 999, 1] {
      #expect(try replay.line(at: step) == session.states[step])
    }
  }
}
