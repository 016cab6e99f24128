import PlayheadFiles
public import PlayheadLog
import PlayheadReplay
import PlayheadTerminal
public import PlayheadValues

/// The states of many steps, each as what changed since the one before: all that a page or an export needs to show any of them.
public struct ChangesRequest: Request {
  /// The steps whose states are wanted.
  public var steps: ClosedRange<Step>
  /// The stores, and fields in them, that are wanted; all if it is empty.
  public var paths: [StatePath]
  /// How the states are given.
  public var form: Form
  /// Whether to give what the app shows at each step, if it is a `TerminalApp`.
  public var withViews: Bool
  /// A state is given whole again after this many bytes of changes, and twice as many as it has itself: so none is far from a
  /// whole one. Nil for none again.
  public var wholeAfter: Int?

  /// The states of `steps`, or what they have at `paths`, which name fields and no elements of lists.
  public init(
    in steps: ClosedRange<Step>, at paths: [StatePath] = [], as form: Form = .patches,
    withViews: Bool = false, wholeAfter: Int? = nil
  ) {
    (self.steps, self.paths, self.form, self.withViews) = (steps, paths, form, withViews)
    self.wholeAfter = wholeAfter
  }

  /// How states are given.
  public enum Form: String, Codable, Sendable {
    /// The first one, and of each other what leads to it: a JSON Patch (RFC 6902) with what was there before as `old`.
    case patches
    /// The same without `old`, and with two additions. A long text that changes is a `splice`, which replaces `count`
    /// UTF-16 units from `at` on by `value`. An `add` to an object has its new member's place among the others as `at`.
    case splices
    /// All of them whole.
    case states
  }

  /// What the states of a run of steps consist of.
  public enum Part: Codable, Sendable {
    /// The whole state of a step, as JSON: that of the first step, of the first one behind steps without a state, and, as
    /// often as `wholeAfter` asks for it, of one whose changes were given.
    case state(Step, json: String)
    /// What leads from the state of the step before to that of this one.
    case changes(Step, patch: String)
    /// What the app shows at a step, where that is not what it showed at the step before.
    case view(Step, String)
  }

  /// Gives the parts in the order of the steps. Costs a replay, and of each step what changed at it. Throws
  /// `ReplayError.traps` where a store traps; the parts for the steps before it were given.
  public func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Done {
    for path in paths { try inspector.requireStore(for: path) }
    var view: String?
    try inspector.replaying { replay in
      var next = steps.lowerBound
      while next <= steps.upperBound,
        let run = replay.reachableSteps.first(where: { $0.upperBound >= next }),
        run.lowerBound <= steps.upperBound
      {
        let end = min(run.upperBound, steps.upperBound)
        do {
          try forEachState(in: max(next, run.lowerBound)...end, of: replay) { part, step in
            next = step.next
            try give(part)
            guard withViews, let new = inspector.view, new != view else { return }
            view = new
            try give(.view(step, new))
          }
          next = end.next
        } catch let error as LogError where error.isLoss {
          // Damage that nobody knew of. There are states again behind it, if the log has one.
          if !replay.learnOfDamage() { next = end.next }
        }
      }
    }
    return Done()
  }

  private func forEachState(
    in run: ClosedRange<Step>, of replay: Replay, _ body: (Part, Step) throws -> Void
  ) throws {
    let selection = Selection(paths)
    func state(at step: Step) throws -> Value { selection.part(of: try replay.state(at: step)) }
    var step = run.lowerBound
    var known = try state(at: step)
    // In bytes: the last whole state, and the changes since.
    var (whole, changed) = (0, 0)
    func giveWhole(_ state: Value) throws {
      let json = state.json
      (whole, changed) = (json.utf8.count, 0)
      try body(.state(step, json: json), step)
    }
    try giveWhole(known)
    while step < run.upperBound {
      let before = step
      step = step.next
      guard form != .states else {
        try body(.state(step, json: state(at: step).json), step)
        continue
      }
      // Of whole states only what changed is looked at.
      let diff: Diff
      if paths.isEmpty {
        diff = try replay.diff(from: before, to: step)
      } else {
        let new = try state(at: step)
        diff = Diff(from: known, to: new)
        known = new
      }
      let patch = form == .splices ? diff.orderedPatch.splices.json : diff.jsonPatch.json
      try body(.changes(step, patch: patch), step)
      changed += patch.utf8.count
      if let wholeAfter, changed >= max(wholeAfter, 2 * whole) { try giveWhole(state(at: step)) }
    }
  }
}

extension Inspector {
  /// What the app shows now, if it is made for a terminal.
  var view: String? { (player?.app as? any TerminalApp)?.view }
}

/// Fields of a state, and fields of those.
private struct Selection {
  /// The fields by their names; none is all of them.
  private var fields: [String: Selection] = [:]

  private init() {}

  init(_ paths: [StatePath]) {
    for path in paths { insert(path.components[...]) }
  }

  private mutating func insert(_ components: ArraySlice<StatePath.Component>) {
    guard case .field(let name)? = components.first else { return }
    // A field that was selected whole stays so.
    if let known = fields[name], known.fields.isEmpty { return }
    if components.count == 1 { fields[name] = Selection() }
    fields[name, default: Selection()].insert(components.dropFirst())
  }

  func part(of value: Value) -> Value {
    guard !fields.isEmpty, case .record(let all) = value else { return value }
    return .record(
      all.compactMap { field in
        fields[field.name].map { Value.Field(field.name, $0.part(of: field.value)) }
      })
  }
}

extension LogError {
  /// Whether actions are lost.
  fileprivate var isLoss: Bool {
    switch self {
    case .damaged, .lost: true
    default: false
    }
  }
}
