import PlayheadReading
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// Asks for the states of many steps as changes, from which a page or an export can show any state.
public struct ChangesRequest: Request {
  /// The steps of the states that you want.
  public var steps: ClosedRange<Step>
  /// The stores, and fields in them, that you want; empty for all.
  public var paths: [StatePath]
  /// The form of the states.
  public var form: Form
  /// Whether to give what the app shows at each step: its text, if it is a `TerminalApp`, and its picture, if it has one.
  public var withViews: Bool
  /// Repeats a whole state after this many bytes of changes, or after three times the size of the last whole
  /// state if that is more, so that a whole state is always near. Nil for no repetition.
  public var wholeAfter: Int?

  /// Asks for the states of `steps`, or for their parts at `paths`, which name fields, but no list elements.
  public init(
    in steps: ClosedRange<Step>, at paths: [StatePath] = [], as form: Form = .patches,
    withViews: Bool = false, wholeAfter: Int? = nil
  ) {
    (self.steps, self.paths, self.form, self.withViews) = (steps, paths, form, withViews)
    self.wholeAfter = wholeAfter
  }

  /// The most bytes of a picture that is given: a page has one for each step, and a browser reads it before it shows it.
  public static let pictureLimit = 1 << 20

  /// The most bytes of a text that is given as a whole when a part of it changes.
  package static let textLimit = 1_000
  /// The same for a page.
  private static let pageTextLimit = 32

  /// The form of states.
  public enum Form: String, Codable, Sendable {
    /// The first state, then for each step a JSON Patch (RFC 6902) with the former values as `old`, and with
    /// one addition. A change of a text of over 1,000 bytes is a `splice`, which replaces `old` by `value`. `at`
    /// is the number of Unicode code points before it.
    case patches
    /// The same without `old`, for a page. A `splice` replaces `count` UTF-16 units from `at` on by `value`, in
    /// any text of over 32 bytes. An `add` to an object has the place of the new member as `at`.
    case splices
    /// Whole states only.
    case states
  }

  /// A part of the answer.
  public enum Part: Codable, Sendable {
    /// The whole state of a step, as JSON: of the first step, of the first after steps without a state, and,
    /// with `wholeAfter`, now and then of a step whose changes were given.
    case state(Step, json: String)
    /// The changes from the state of the step before.
    case changes(Step, patch: String)
    /// The app's text at a step, if it differs from the step before.
    case view(Step, String)
    /// The app's picture at a step, if it differs from the step before; nil if there is none any more.
    case picture(Step, Picture?)
    /// The same for a picture of more than ``ChangesRequest/pictureLimit`` bytes: their number.
    case largePicture(Step, byteCount: Int)
    /// A trap, and the type of its action: the steps from there to the next state in the log have no states.
    case trap(KnownCrash, ActionType?)
    /// A state that cannot be shown. The next one that can is given whole.
    case unshown(UnshownState)
  }

  /// Gives the parts in the order of the steps. Costs a replay, and the changes at each step. Throws
  /// ``InspectorError/nothing(at:step:_:)`` if a path has no value in any of the states.
  public func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> EmptyAnswer
  {
    for path in paths { try inspector.requireStore(for: path) }
    var view: String?
    var picture: Picture?
    var missing = paths
    try inspector.replaying { replay in
      // The way to the first state takes much less time for each step than the states themselves.
      let (first, last) = (steps.lowerBound.number, steps.upperBound.number)
      replay.onStep = { step in
        if step.number <= first {
          try inspector.reportProgress(.replaying, step.number, of: first)
        } else {
          try inspector.reportProgress(.comparing, step.number - first, of: last - first)
        }
      }
      try replay.forEachRun(in: steps, onTrap: { try give(.trap($0, $1)) }) { run, next in
        try forEachState(in: run, of: replay, &missing) { part, step in
          next = step.next
          try give(part)
          guard withViews else { return }
          if let new = inspector.view, new != view {
            view = new
            try give(.view(step, new))
          }
          let newPicture = inspector.picture
          if newPicture != picture {
            picture = newPicture
            try give(.picture(newPicture, of: step))
          }
        }
      }
    }
    if let path = missing.first { try inspector.requireValue(at: path, of: steps.upperBound) }
    return EmptyAnswer()
  }

  /// Calls `body` for the states of `run`. Removes the paths from `missing` that have a value in one.
  private func forEachState(
    in run: ClosedRange<Step>, of replay: Replay, _ missing: inout [StatePath],
    _ body: (Part, Step) throws -> Void
  ) throws {
    let selection = FieldSelection(paths)
    func state(at step: Step) throws -> Value {
      let state = try replay.state(at: step)
      missing.removeAll { state.value(at: $0) != nil }
      return selection.part(of: state)
    }
    // Whether the state of the step before is known.
    var isKnown = false
    // The sizes in bytes of the last whole state, and of the changes since.
    var (whole, changed) = (0, 0)
    func giveWhole(_ step: Step) throws {
      let json = try state(at: step).json
      (isKnown, whole, changed) = (true, json.utf8.count, 0)
      try body(.state(step, json: json), step)
    }
    func giveState(of step: Step) throws {
      guard let before = step.previous, isKnown, form != .states else { return try giveWhole(step) }
      let diff = try replay.diff(from: before, to: step, of: selection)
      let patch =
        form == .splices
        ? diff.abridged(over: Self.pageTextLimit).pagePatch.json
        : diff.abridged(over: Self.textLimit).jsonPatch.json
      try missing.removeAll { try replay.value(at: $0) != nil }
      try body(.changes(step, patch: patch), step)
      changed += patch.utf8.count
      if let wholeAfter, changed >= max(wholeAfter, 3 * whole) { try giveWhole(step) }
    }
    for number in run.lowerBound.number...run.upperBound.number {
      let step = Step(number)
      do {
        try giveState(of: step)
      } catch let error as ReplayError {
        guard let unshown = error.unshown else { throw error }
        isKnown = false
        try body(.unshown(unshown), step)
      }
    }
  }
}

extension ChangesRequest.Part {
  fileprivate static func picture(_ picture: Picture?, of step: Step) -> Self {
    let size = picture?.data.count ?? 0
    return size > ChangesRequest.pictureLimit
      ? .largePicture(step, byteCount: size) : .picture(step, picture)
  }
}
