package import PlayheadReading
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// Asks for the actions of some steps, and the notes, changes of stores and gaps between them.
public struct ActionsRequest: Request {
  /// The steps; nil for all.
  public var steps: ClosedRange<Step>?
  /// The names of the actions' types; empty for all types.
  public var types: Set<String>
  /// A condition that must hold at the actions; nil for all actions.
  public var condition: Condition?
  /// The expressions to evaluate at each action.
  public var expressions: [Condition]
  /// Only actions that change the value at this very place; nil for all actions.
  public var path: StatePath?
  /// Only actions that changed a place with this text, or a value with it; nil for all actions.
  public var text: String?
  /// Whether to give each action's changes: at ``path`` if there is one, else in the whole state.
  public var withChanges: Bool
  /// The most actions, from the first on; nil for all.
  public var limit: Int?

  /// Asks for the actions of `steps`, or for all.
  public init(
    in steps: ClosedRange<Step>? = nil, types: Set<String> = [], where condition: Condition? = nil,
    printing expressions: [Condition] = [], changing path: StatePath? = nil,
    containing text: String? = nil, withChanges: Bool = false, limit: Int? = nil
  ) {
    (self.steps, self.types, self.condition) = (steps, types, condition)
    (self.expressions, self.path, self.limit) = (expressions, path, limit)
    (self.text, self.withChanges) = (text, withChanges || text != nil)
  }

  /// True only if a state is needed.
  public var needsStores: Bool {
    path != nil || withChanges
      || ([condition].compactMap(\.self) + expressions).contains(where: \.needsStates)
  }

  /// A part of a log.
  public enum Part: Codable, Sendable {
    /// An action, the values of the expressions, and its changes; `nil` if a state is unreachable. Of a text of over
    /// 1,000 bytes, there is only what changed (`Change.offset`), unless ``text`` is looked for.
    case action(ActionRecord, answers: [PlayheadReplay.Answer]?, changes: DiffRequest.Difference?)
    /// A note by the app.
    case note(NoteRecord)
    /// Missing steps.
    case gap(GapRecord)
    /// The session went on from the state of an earlier step.
    case resumption(ResumptionRecord)
    /// The app added or removed stores.
    case stores(StoreChange)
    /// A state that cannot be shown, so that the changes of the action before this part are unknown.
    case unshown(UnshownState)
  }

  /// The end of the answer.
  public struct Answer: Codable, Sendable {
    /// If no action was found: the paths of the condition that no searched state has, which may be misspelled.
    public var unresolvedNames: [InspectorError] = []
  }

  /// Gives actions, notes, changes of stores and gaps in order. Then warns about steps that could not be searched.
  public func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Answer {
    let log = inspector.log
    var answer = Answer()
    var last: Step?
    var listing = Listing(
      steps: steps ?? log.initialStep...log.lastCountedStep, types: types,
      // Which actions have the text shows only when their changes are known.
      limit: text == nil ? limit : nil)
    var rest = limit ?? .max
    let (first, end) = (listing.steps.lowerBound.number, listing.steps.upperBound.number)
    listing.onLook = {
      try inspector.reportProgress(.searching, $0.number - first, of: end - first)
    }
    func list(_ replay: Replay? = nil) throws {
      do { try listItems(replay) } catch is Full {}
      if last == nil, let condition {
        answer.unresolvedNames = log.unresolvedNames(in: condition, replay)
      }
    }
    func listItems(_ replay: Replay?) throws {
      try listing.forEachItem(of: log) { item in
        if text != nil, rest == 0 { throw Full() }
        let (changes, unshown) = try changes(at: item, inspector, replay)
        if case .action(let entry) = item {
          last = entry.step
          if let text {
            guard changes?.contains(text) == true else {
              if let unshown { try give(.unshown(unshown)) }
              return
            }
            rest -= 1
          }
        }
        // Where a text is looked for, the whole values show it.
        let given = text == nil ? changes?.abridged : changes
        try give(Part(item, of: log, inspector.plan, listing.search, changes: given))
        if let unshown { try give(.unshown(unshown)) }
      }
    }
    func search(_ replay: Replay?, breakpoints: [Breakpoint]) throws {
      let search = try Search(log, for: breakpoints, printing: expressions, with: replay)
      inspector.showSearching(search, from: listing.steps.lowerBound)
      listing.search = search
      try list(replay)
      if let replay { try replay.requireNoTrap(in: search.unreachable) }
      try inspector.warn(ofUnreachable: search.unreachable)
      try inspector.warn(ofUnshown: search.unshown)
    }
    let isSearch = condition != nil || !expressions.isEmpty
    if let path {
      try inspector.requireStore(for: path)
      let index = try inspector.index()
      try inspector.replaying { replay in
        listing.place = try ChangedPath(path, replay, index)
        if isSearch {
          listing.search = try Search(
            log, for: [Breakpoint(condition: condition)], printing: expressions, with: replay)
        }
        try list(replay)
        try inspector.warn(ofUnreachable: replay.unreachableSteps(in: listing.steps))
        try inspector.warn(ofUnshown: listing.search?.unshown ?? [])
      }
    } else if isSearch {
      let breakpoints = Breakpoint.all(of: types, where: condition)
      guard needsStores else {
        try search(nil, breakpoints: breakpoints)
        return answer
      }
      try inspector.replaying(.searching) { try search($0, breakpoints: breakpoints) }
    } else if withChanges {
      try inspector.replaying { replay in
        try list(replay)
        if let last { try replay.requireNoTrap(in: [listing.steps.lowerBound...last]) }
      }
    } else {
      try list()
    }
    return answer
  }

  /// Ends a listing that has as many actions as were asked for.
  private struct Full: Error {}

  private func changes(
    at item: Listing.Item, _ inspector: Inspector, _ replay: Replay?
  ) throws -> (DiffRequest.Difference?, unshown: UnshownState?) {
    guard withChanges, let replay, case .action(let entry) = item else { return (nil, nil) }
    do {
      let request = DiffRequest(to: entry.step, at: path ?? StatePath())
      return (try request.differenceIfKnown(inspector, replay), nil)
    } catch let error as ReplayError {
      guard let unshown = error.unshown else { throw error }
      return (nil, unshown)
    }
  }
}

extension ActionsRequest.Part {
  /// A part for an item of `log`, or of a branch that is that log, with the values of `search`.
  init(
    _ item: Listing.Item, of log: any ActionSource, _ plan: BranchPlan?, _ search: Search?,
    changes: DiffRequest.Difference?
  ) throws {
    switch item {
    case .action(let entry):
      let answers = search.flatMap { $0.expressions.isEmpty ? nil : $0 }
      self = .action(
        try ActionRecord(entry, of: log, plan), answers: try answers?.answers(at: entry.step),
        changes: changes)
    case .note(let note): self = .note(NoteRecord(note, of: log))
    case .gap(let gap): self = .gap(GapRecord(gap))
    case .resumption(let resumption): self = .resumption(ResumptionRecord(resumption))
    case .stores(let change): self = .stores(change)
    }
  }
}

/// A note that the app made during the recording.
public struct NoteRecord: Codable, Hashable, Sendable {
  /// The last step before the note.
  public var step: Step
  /// When the note was made, in nanoseconds since the start of the recording.
  public var offset: Int64
  /// When the note was made, in nanoseconds since 1970.
  public var wallTime: Int64
  /// The note's text.
  public var text: String

  package init(_ note: Note, of log: any ActionSource) {
    (step, text) = (note.step, note.text)
    (offset, wallTime) = (log.offset(of: note.moment), note.moment.wall)
  }
}

/// The place at which a session went on from the state of an earlier step.
public struct ResumptionRecord: Codable, Hashable, Sendable {
  /// The last step before it.
  public var step: Step
  /// The step with the state to which the next action was applied.
  public var origin: Step

  package init(_ resumption: Resumption) {
    (step, origin) = (resumption.step, resumption.origin)
  }

  /// What happened, in a few words.
  public var text: String { "the session went on from the state of step \(origin)" }
}

/// Steps that are missing from a log.
public struct GapRecord: Codable, Hashable, Sendable {
  /// The missing steps.
  public var steps: ClosedRange<Step>
  /// The reason, as the word that programs rely on.
  public var reason: String
  /// The recorder's explanation; may be empty.
  public var detail: String
  /// The gap in a few words.
  public var text: String

  package init(_ gap: Gap) {
    (steps, reason, detail, text) = (gap.steps, gap.reason.word, gap.detail, "\(gap)")
  }
}

extension GapReason {
  /// The word that programs rely on. It stays the same if the Swift case is renamed.
  fileprivate var word: String {
    switch self {
    case .paused: "paused"
    case .unencodable: "unencodable"
    case .unwritable: "unwritable"
    case .overrun: "overrun"
    case .damaged: "damaged"
    case .overlapped: "overlapped"
    case .unencodableState: "unencodableState"
    case .statesSet: "statesSet"
    case .unread: "unread"
    case .other(let code): "reason \(code)"
    }
  }
}

extension Breakpoint {
  /// Breakpoints where `condition` holds, at actions of these types, or at all actions if `types` is empty.
  package static func all(
    of types: some Collection<String>, where condition: Condition?
  ) -> [Breakpoint] {
    types.isEmpty
      ? [Breakpoint(condition: condition)]
      : types.sorted().map { Breakpoint(type: $0, condition: condition) }
  }
}

extension Inspector {
  /// Reports the progress of a search that starts at `start`.
  func showSearching(_ search: Search, from start: Step) {
    let total = log.lastStep.number
    search.onStep = { [self] step in
      let (now, then) = (step.number, start.number)
      try reportProgress(.searching, now > then ? now - then : then - now, of: total)
    }
    // The search reports the replay's steps.
    search.replay?.onStep = { _ in }
  }

  /// Warns about steps that a search could not look at.
  func warn(ofUnreachable steps: [ClosedRange<Step>], _ replay: Replay? = nil) throws {
    guard !steps.isEmpty else { return }
    let trap = replay?.trap(hiding: steps)
    try onEvent(.warning(trap.map { .trapped(steps, $0) } ?? .unreachable(steps)))
  }
}
