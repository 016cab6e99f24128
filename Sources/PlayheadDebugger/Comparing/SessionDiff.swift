import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

/// Where two sessions of one app part: `diff A.playhead B.playhead`. Compares the type and the payload of each
/// action, and the state after it, step by step; not times, causes and notes. The first difference ends the work.
struct SessionDiff {
  /// The first difference.
  enum FirstDifference {
    /// The actions of the step differ. One is `nil` if its log does not have the step.
    case actions(Step, ActionRecord?, ActionRecord?)
    /// The states of the step differ after the same actions.
    case states(Step, Diff)
  }

  /// How many steps to compare at once: enough to make the requests cheap, few enough for the memory.
  private static let batch: UInt64 = 1_024

  let logs: (CommandContext, CommandContext)
  /// The last step that was compared and is the same in both; `nil` if none is.
  private(set) var lastSame: Step?
  private(set) var firstDifference: FirstDifference?
  /// Whether states are compared.
  private var hasStates = false
  /// A sentence if states are not compared, or only up to a step; `nil` if all are.
  private(set) var limit: String?

  init(_ first: CommandContext, _ second: CommandContext) throws {
    logs = (first, second)
    let (one, other) = (first.recording, second.recording)
    let start = max(one.initialStep, other.initialStep)
    let end = max(one.lastCountedStep, other.lastCountedStep)
    if start < end { firstDifference = try firstOtherAction(in: start.next...end) }
    var last = end
    if case .actions(let step, _, _)? = firstDifference { last = step.previous ?? .initial }
    lastSame = last >= start ? last : nil
    guard last >= start, try canCompareStates() else { return }
    if let (step, diff) = try firstOtherState(in: start...last) {
      (firstDifference, lastSame) = (.states(step, diff), step > start ? step.previous : nil)
    }
  }

  // MARK: Actions

  private func firstOtherAction(in steps: ClosedRange<Step>) throws -> FirstDifference? {
    for steps in steps.inBatches(of: Self.batch) {
      let (one, other) = (try actions(steps, logs.0), try actions(steps, logs.1))
      let first = Set(one.keys).union(other.keys).sorted().first { step in
        guard let a = one[step], let b = other[step] else { return true }
        return a.type != b.type || a.payload != b.payload
      }
      if let first { return .actions(first, one[first], other[first]) }
    }
    return nil
  }

  private func actions(
    _ steps: ClosedRange<Step>, _ context: CommandContext
  ) throws -> [Step: ActionRecord] {
    let log = context.recording
    guard steps.lowerBound <= log.lastCountedStep else { return [:] }
    var found: [Step: ActionRecord] = [:]
    let there = steps.clamped(to: log.initialStep...log.lastCountedStep)
    _ = try context.ask(ActionsRequest(in: there)) { part in
      if case .action(let action, _, _) = part { found[action.step] = action }
    }
    return found
  }

  // MARK: States

  private mutating func canCompareStates() throws -> Bool {
    let (one, other) = logs
    if one.recording.appName != other.recording.appName {
      limit = "states are not compared: the logs are of different apps"
    } else if one.apps.recorder(of: one.recording) == nil {
      limit = "states are not compared: \(one.storesMissing)"
    }
    hasStates = limit == nil
    return hasStates
  }

  private mutating func firstOtherState(in steps: ClosedRange<Step>) throws -> (Step, Diff)? {
    for steps in steps.inBatches(of: Self.batch) {
      let (one, other) = (try states(steps, logs.0), try states(steps, logs.1))
      for step in Set(one.keys).union(other.keys).sorted() {
        switch (one[step], other[step]) {
        // States are unknown from a crash on.
        case (.trap(let crash, _)?, _), (_, .trap(let crash, _)?):
          limit =
            "states are compared only up to step \(crash.step.previous ?? .initial): \(crash.sentence())"
          return nil
        case (.unshown(let state)?, _), (_, .unshown(let state)?):
          limit = limit ?? "states are compared except where they cannot be shown: \(state)"
        case (.state(_, let old)?, .state(_, let new)?) where old == new,
          (.changes(_, let old)?, .changes(_, let new)?) where old == new:
          break
        default:
          let diff = Diff(from: try state(step, logs.0), to: try state(step, logs.1))
          if !diff.isEmpty { return (step, diff) }
        }
      }
    }
    return nil
  }

  /// The first state in `steps`, the changes of the others, and what is instead of them, by step.
  private func states(
    _ steps: ClosedRange<Step>, _ context: CommandContext
  ) throws -> [Step: ChangesRequest.Part] {
    var parts: [Step: ChangesRequest.Part] = [:]
    let log = context.recording
    guard steps.lowerBound <= log.lastStep else { return parts }
    // Each batch begins with the last state of the one before, whose changes come next. Both logs begin at one step.
    let start = max(logs.0.recording.initialStep, logs.1.recording.initialStep)
    let first = max(steps.lowerBound.previous ?? .initial, start)
    _ = try context.ask(ChangesRequest(in: first...min(steps.upperBound, log.lastStep))) { part in
      switch part {
      case .state(let step, _), .changes(let step, _): parts[step] = part
      case .trap(let crash, _): parts[crash.step] = part
      case .unshown(let state): parts[state.steps.lowerBound] = part
      case .view, .picture, .largePicture: break
      }
    }
    return parts
  }

  private func state(_ step: Step, _ context: CommandContext) throws -> Value {
    try context.ask(StateRequest(of: step)).value
  }

  // MARK: Showing

  /// Whether the sessions are the same as far as they could be compared.
  var isSame: Bool { firstDifference == nil }

  /// Prints what is compared, up to where the sessions are the same, and the first difference.
  func show(_ options: PrintOptions, on console: Console) throws {
    let states = hasStates ? ", and the state after it" : ""
    try console.printSentence(
      "compared: the type and the payload of each action\(states); not times, causes and notes",
      .dim)
    if let limit { try console.printSentence(limit, .yellow) }
    let same = lastSame.map { "the same up to step \($0)" } ?? "nothing is the same"
    guard let firstDifference else { return try console.printSentence("\(same), the end of both") }
    try console.printSentence("\(same); \(firstDifference.sentence)")
    for (mark, context, style) in [("−", logs.0, Style.red), ("+", logs.1, .green)] {
      let log = context.recording
      let title =
        firstDifference.step <= log.lastStep
        ? try log.title(of: firstDifference.step) : "ends at step \(log.lastStep)"
      try console.printEntry(StyledText("\(mark) \(log.name), \(title)", style))
    }
    if case .states(_, let diff) = firstDifference { try console.print(StyledText(diff, options)) }
  }
}

extension ClosedRange<Step> {
  fileprivate func inBatches(of count: UInt64) -> some Sequence<ClosedRange<Step>> {
    sequence(state: lowerBound as Step?) { next in
      guard let first = next, first <= upperBound else { return nil }
      let last =
        upperBound.number - first.number < count ? upperBound : Step(first.number + count - 1)
      next = last < upperBound ? last.next : nil
      return first...last
    }
  }
}

extension SessionDiff.FirstDifference {
  fileprivate var step: Step {
    switch self {
    case .actions(let step, _, _), .states(let step, _): step
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .actions(let step, _?, _?): "the actions of step \(step) differ"
    case .actions(let step, _, _): "only one has step \(step)"
    case .states(let step, _): "the states differ at step \(step)"
    }
  }
}

struct SessionDiffAnswer: Encodable {
  let logs: [String]
  let lastSame: Step?
  let differs: String?
  let step: Step?
  @IfPresent var actions: [ActionRecord?]? = nil
  @IfPresent var changes: Diff? = nil
  let limit: String?

  init(_ diff: SessionDiff) {
    logs = [diff.logs.0.recording.name, diff.logs.1.recording.name]
    (lastSame, step, limit) = (diff.lastSame, diff.firstDifference?.step, diff.limit)
    switch diff.firstDifference {
    case nil: differs = nil
    case .actions(_, let one, let other):
      differs = "actions"
      actions = [one, other]
    case .states(_, let diff):
      differs = "states"
      changes = diff
    }
  }
}
