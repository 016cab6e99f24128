import PlayheadCoding
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTesting
import PlayheadValues

/// What a command found in one log of many: a line of JSON whose members stay the same within a schema.
struct CorpusRow: Codable, Sendable {
  static let schema = 1

  enum Outcome: String, Codable {
    /// The log is as it should be: deterministic, the same in both builds, as expected, with a match.
    case good
    case bad
    /// There is no answer, because the log cannot be read, or not be replayed.
    case failed
  }

  var schema = Self.schema
  /// The question: the command, and the options that change its answer.
  var asked: String
  /// The builds that answered.
  var build: String
  /// The path of the log, or `SHARD::NAME`.
  var log: String
  /// The XXH64 of the log's bytes with its tail; nil if the file cannot be read.
  var digest: String?
  var app: String?
  var actions: Int?
  var outcome: Outcome
  /// The first step that is not as it should be, or that matches.
  var step: Step?
  var lastAgreed: Step?
  /// Why the outcome is not good. Sessions with a common cause are of one group.
  var causes: [CorpusCause]
  /// How many actions match.
  var count: Int?
  /// The parts of the log that are damaged or missing, in a sentence.
  var loss: String?
  var error: String?
}

/// What may be the reason of a bad outcome.
struct CorpusCause: Codable, Hashable, Sendable {
  /// What was found: `values`, `stop` or `draws` by 'compare', the kind of a divergence or of a finding by the others, or
  /// `failed`.
  var kind: String
  /// The cause that a check found, or why there is no answer.
  var why: String? = nil
  /// The type of the action at which it shows.
  var action: String? = nil
  var afterGap = false
  /// Where it shows: a pattern of paths, a condition, or a line of the app's code.
  var place: String? = nil
  /// Where it shows in this log.
  var path: String? = nil
  /// What the other build, the recording or one replay has, as JSON; for a stop or draws, in words.
  var old: String? = nil
  /// What this build, this replay or another one has.
  var new: String? = nil
  /// The new place of a list's element.
  var movedTo: String? = nil

  /// Without what only this log has.
  var common: CorpusCause {
    var common = self
    (common.path, common.movedTo) = (nil, nil)
    if kind != "stop", kind != "draws" { (common.old, common.new) = (nil, nil) }
    return common
  }
}

extension CorpusCause: Comparable {
  /// The order that `DifferenceCause` has: states first, then stops, then draws; then by action and text.
  static func < (left: Self, right: Self) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [String] {
    let rank = ["values": "0", "stop": "1", "draws": "2"][kind] ?? "3\(kind) \(why ?? "")"
    let gap = afterGap ? "1" : "0"
    return [rank, action ?? "", gap, place ?? new ?? "", old ?? "", why ?? "", new ?? ""]
  }
}

/// What a command found in a log.
struct CorpusFinding {
  var outcome: CorpusRow.Outcome
  var step: Step? = nil
  var lastAgreed: Step? = nil
  var causes: [CorpusCause] = []
  var count: Int? = nil
  /// What the log is expected to lead to: with other expectations, it is another session.
  var expected: String? = nil
}

extension CorpusFinding {
  init(_ checked: CheckRequest.Answer) {
    let finding = checked.finding
    guard let divergence = finding.divergence else {
      self.init(outcome: finding.isGood ? .good : .bad)
      causes = finding.incompatibilities.actions.map {
        CorpusCause(kind: "incompatible", action: $0.type.name)
      }
      return
    }
    let why = finding.cause.map { $0.kinds.map(\.rawValue).joined(separator: ", ") }
    let cause = CorpusCause(
      kind: divergence.kind, why: why, action: divergence.action.name,
      place: divergence.path?.pattern ?? divergence.store, path: divergence.path?.description,
      old: divergence.values.one?.json, new: divergence.values.other?.json)
    self.init(
      outcome: .bad, step: divergence.step, lastAgreed: finding.lastAgreed, causes: [cause])
  }

  init(_ verdict: BuildVerdict) {
    guard case .differs(let difference) = verdict else {
      self.init(outcome: .good)
      return
    }
    self.init(outcome: .bad, step: difference.step, lastAgreed: difference.lastAgreed)
    causes = difference.causes.sorted().map { CorpusCause($0, of: difference) }
  }

  init(_ report: FixtureReport) {
    self.init(outcome: report.holds ? .good : .bad, step: report.findings.first?.step)
    causes = report.findings.map { finding in
      let answer = FixtureAnswer.Failure(finding)
      return CorpusCause(
        kind: answer.kind, action: answer.action.map { String($0.prefix { $0 != "(" }) },
        place: answer.condition ?? answer.path?.pattern, path: answer.path?.description,
        old: answer.expected?.json, new: answer.actual?.json)
    }
  }

  /// Why there is no answer.
  init(failed error: any Error) {
    self.init(outcome: .failed)
    var cause = CorpusCause(kind: "failed", why: Self.reason(of: error))
    if let (crash, type) = knownCrash(in: error) {
      step = crash.step
      cause.action = type?.name
      cause.place = crash.location.map { "\($0)" } ?? crash.reason
    }
    causes = [cause]
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case ReadingError.missing, ReadingError.onlyTail: "missing"
    case ReadingError.empty: "empty"
    case ReadingError.notALog: "notALog"
    case is ReadingError: "damaged"
    case CommandFailure.unknownApp: "foreign"
    case CommandFailure.incompatible: "incompatible"
    case ReplayError.traps(let crash, _), CommandFailure.trapInOne(let crash, _, _):
      crash.kind.rawValue
    default: "other"
    }
  }
}

extension CorpusCause {
  fileprivate init(_ cause: DifferenceCause, of difference: BuildDifference) {
    self.init(kind: "values", action: cause.action, afterGap: cause.isAfterGap)
    switch cause.kind {
    case .place(let pattern):
      place = pattern
      guard case .values(let changes) = difference.fact, let found = changes[pattern] else {
        return
      }
      path = found.change.path.description
      (old, new) = (found.change.old?.json, found.change.new?.json)
      movedTo = found.movedTo?.description
    case .stop(let old, let new): (kind, self.old, self.new) = ("stop", old, new)
    case .draws(let old, let new): (kind, self.old, self.new) = ("draws", old, new)
    }
  }
}
