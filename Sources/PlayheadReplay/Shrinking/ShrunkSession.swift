import PlayheadRecorder
public import PlayheadLog
public import PlayheadValues

/// A part of a recording: some of its actions, in their order, some with other payloads.
public struct ShrunkSession: Equatable, Sendable {
  /// The actions, by their steps in the recording.
  public internal(set) var steps: [Step]
  /// The payloads that differ from the recorded ones, by the same steps.
  public internal(set) var payloads: [Step: Value] = [:]

  /// These actions, as they were recorded.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The session without some of its actions. `gone` is in order.
  func without(_ gone: some Sequence<Step>) -> ShrunkSession {
    let gone = Set(gone)
    var rest = self
    rest.steps.removeAll(where: gone.contains)
    for step in gone { rest.payloads[step] = nil }
    return rest
  }

  /// The session with another payload for one of its actions.
  func with(_ payload: Value, of step: Step) -> ShrunkSession {
    var other = self
    other.payloads[step] = payload
    return other
  }

  /// The number of actions with which both sessions begin alike.
  func commonStart(with other: ShrunkSession) -> Int {
    let count = min(steps.count, other.steps.count)
    return (0..<count).first { place in
      steps[place] != other.steps[place] || payloads[steps[place]] != other.payloads[steps[place]]
    } ?? count
  }
}

extension ShrunkSession {
  /// The session as a branch of its recording.
  public func branch(of replay: Replay) throws -> Branch {
    var branch = Branch(of: replay)
    try branch.keep(steps)
    for step in steps {
      if let payload = payloads[step] { try branch.edit(.recorded(step), payload: payload) }
    }
    return branch
  }

  /// Writes the session to a new file at `path`, with a digest every `interval` steps.
  package func save(
    as path: String, from replay: Replay, digestEvery interval: Int, longestGap: Duration?,
    endsInTrap: Bool
  ) throws {
    var branch = try branch(of: replay)
    if endsInTrap { branch.knownCrashes = [KnownCrash(step: branch.lastStep, reason: "known")] }
    try branch.save(to: path, digests: .every(interval), longestGap: longestGap)
  }
}

extension ShrunkSession: Codable {
  private struct Form: Codable {
    var runs: [ClosedRange<Step>]
    var payloads: [Step: Value]
  }

  /// Writes ranges of steps, and payloads.
  public func encode(to encoder: any Encoder) throws {
    try Form(runs: steps[...].runs, payloads: payloads).encode(to: encoder)
  }

  /// More steps than a session has that can be made smaller.
  private static let mostSteps: UInt64 = 1 << 25

  /// Reads what ``encode(to:)`` writes. Throws for more steps than memory has room for.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    var count: UInt64 = 0
    for run in form.runs {
      count += min(run.upperBound.number - run.lowerBound.number, Self.mostSteps) + 1
      guard count <= Self.mostSteps else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "too many steps"))
      }
    }
    steps = form.runs.flatMap { run in
      (run.lowerBound.number...run.upperBound.number).map { Step($0) }
    }
    payloads = form.payloads
  }
}
