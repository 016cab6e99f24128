import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
package import PlayheadValues

/// The actions of a log, as this build reads them.
struct ActionComparison {
  private let log: any ActionSource
  private let player: any Replayable
  private var types: [ActionType: TypeComparison] = [:]

  init(
    _ log: any ActionSource, _ player: any Replayable, _ onStep: (Step) throws -> Void
  ) throws {
    self.log = log
    self.player = player
    // Damage is reported by the log. It is not a change of the app.
    try log.forEachChunk(in: .initial...log.lastStep, onDamage: { _ in }) { chunk in
      try compare(chunk, onStep)
    }
    try log.requireMemory()
  }

  /// The changes, in the order of the log's types: the most frequent type first.
  var changes: [Compatibility.Change] {
    log.types.flatMap { types[$0]?.changes ?? [] }
  }

  private mutating func compare(_ chunk: Chunk, _ onStep: (Step) throws -> Void) throws {
    var own: [TypeComparison] = []
    for type in chunk.head.types { own.append(comparison(of: type)) }
    let decoding = RowDecoding(shapes: chunk.shapes)
    for index in 0..<chunk.head.count {
      let step = Step(chunk.head.firstStep.number + UInt64(index))
      CrashMarker.begin(step)
      own[Int(chunk.head.typeColumn[index])].compare(
        LoggedAction(step, of: chunk, decoding))
      CrashMarker.end()
      try onStep(step)
    }
  }

  private mutating func comparison(of type: ActionType) -> TypeComparison {
    if let known = types[type] { return known }
    let new = TypeComparison(type, player)
    types[type] = new
    return new
  }
}

/// The actions of one type of a log, as this build reads them. A class, because each action changes it.
private final class TypeComparison {
  private let player: any Replayable
  private let resolutionFacts: [Compatibility.Fact]
  private let comparison: SubjectComparison
  /// The chunk, and its shapes with one compared value.
  private var chunk: Chunk?
  private var seen: Set<Int> = []

  init(_ type: ActionType, _ player: any Replayable) {
    self.player = player
    resolutionFacts = player.dispatcherPlayer?.resolution(of: type).facts(of: type) ?? []
    comparison = SubjectComparison(.action(type))
  }

  var changes: [Compatibility.Change] { comparison.changes }

  func compare(_ action: LoggedAction) {
    for fact in resolutionFacts { comparison.add(fact, at: action.step) }
    if chunk !== action.chunk { (chunk, seen) = (action.chunk, []) }
    let shape = action.shapeNumber
    let isNew = seen.insert(shape).inserted
    // Sequence elements have shapes of their own, and optional members may be in any of these actions. An action that
    // is left out is tried twice, which costs nothing.
    if !isNew, action.chunk.shapes[shape].isRigid, (try? player.tryOut(action)) != nil { return }
    comparison.compare(at: action.step) { notes in
      try player.tryOut(action.noted(by: notes))
    } stored: {
      isNew ? action.tree : nil
    }
  }
}

extension ActionSource {
  /// What `player` reads as another type than it was written as: of the first such action in `steps` that may have
  /// changed `store`, or any store.
  func conversions(
    in steps: ClosedRange<Step>, changing store: String?, by player: any Replayable
  ) throws -> [Compatibility.Change] {
    for number in steps.lowerBound.number...steps.upperBound.number {
      let entry = try entry(at: Step(number))
      if let store, !entry.changed.contains(store) { continue }
      let action = LoggedAction(entry)
      let comparison = SubjectComparison(.action(action.type))
      comparison.compare(at: action.step) { notes in
        try player.tryOut(action.noted(by: notes))
      } stored: {
        action.tree
      }
      let found = comparison.changes.filter(\.isConversion)
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension Compatibility.Change {
  fileprivate var isConversion: Bool { if case .converted = fact { true } else { false } }
}

extension LoggedAction {
  fileprivate var shapeNumber: Int { chunk.payload(of: index) { (shape, _) in shape } }

  /// The action as a tree; nil if it is damaged.
  fileprivate var tree: Value? {
    chunk.payload(of: index) { (shape, row) in
      try? Value(shapes: chunk.shapes, shape: shape, row: row)
    }
  }

  fileprivate func noted(by notes: DecodingNotes) -> LoggedAction {
    LoggedAction(step, of: chunk, RowDecoding(shapes: chunk.shapes, notes: notes))
  }
}

extension ActionTypes.Resolution {
  /// What happens to actions of `type` besides decoding.
  fileprivate func facts(of type: ActionType) -> [Compatibility.Fact] {
    switch self {
    case .current(let current, let isRenamed):
      let own = ActionType(current)
      let renamed: [Compatibility.Fact] = isRenamed ? [.upgraded(to: own, steps: 1)] : []
      // A type that does not know Playhead has no version.
      return own.version == type.version || current is any BoxedValue.Type
        ? renamed : renamed + [.otherVersion(type.version, current: own.version)]
    case .upgraded(_, let others, let current):
      return [.upgraded(to: ActionType(current), steps: 1 + others.count)]
    case .dropped: return [.dropped]
    // Each action reports it.
    case .cutShort, .unknown: return []
    }
  }
}

// MARK: - States

/// The states that a replay of a log needs, as this build reads them: the initial ones, those after gaps, and
/// those of stores that arrived later.
struct StateComparison {
  private(set) var changes: [Compatibility.Change] = []
  /// The supplied fields, by the log's name of the store.
  private(set) var supplied: [String: [String: Set<Value>]] = [:]

  private typealias Stored = (checkpoint: Checkpoint, place: Int)

  init(_ log: any ActionSource, _ player: any Replayable) throws {
    let stored = try StoredStates(of: log, player)
    do {
      try stored.requireSameStores()
    } catch ReplayError.otherStores(let log, let app) {
      add(.otherStores(log: log, app: app), to: .stores)
    }
    for store in stored.added where stored.changes.isAdded(player.stores[store]) {
      add(.storeAdded, to: .state(of: player.stores[store]))
    }
    for (number, states) in Self.states(of: log, stored).enumerated() {
      let name = stored.names[number]
      if let fact = stored.changes.fact(of: name) { add(fact, to: .state(of: name)) }
      if let store = stored.order[number] { compare(states, of: name, store, stored) }
    }
  }

  private mutating func add(_ fact: Compatibility.Fact, to subject: Compatibility.Subject) {
    changes.append(.init(subject: subject, fact: fact, first: .initial, count: 0))
  }

  /// The needed states of each store, by number.
  private static func states(of log: any ActionSource, _ stored: StoredStates) -> [[Stored]] {
    var states = [[Stored]](repeating: [], count: stored.names.count)
    for checkpoint in StoredCheckpoints(of: log, stored).needed {
      for store in states.indices.prefix(checkpoint.storeCount) {
        states[store].append((checkpoint, store))
      }
    }
    for arrival in log.storeLists.arrivals where states.indices.contains(arrival.store) {
      states[arrival.store].append((arrival.states, arrival.place))
    }
    return states
  }

  private mutating func compare(
    _ states: [Stored], of name: String, _ store: Int, _ stored: StoredStates
  ) {
    let comparison = SubjectComparison(.state(of: name))
    for state in states {
      let step = state.checkpoint.step
      let version = state.checkpoint.version(of: state.place)
      let versionFact = stored.versionFact(of: store, version)
      if let versionFact { comparison.add(versionFact, at: step) }
      comparison.compare(at: step) { notes in
        try stored.value(of: store, in: state.checkpoint, place: state.place, notes)
      } stored: {
        // An upgraded state is not the decoded one.
        if case .upgraded = versionFact { nil } else { state.checkpoint.tree(of: state.place) }
      }
    }
    changes += comparison.changes
    supplied[name] = comparison.supplied
  }
}

extension Replay {
  /// The places of fields that the log's states lack, with the values that this build's types supply there, by the app's name
  /// of the store.
  package func suppliedFields() throws -> [String: [String: Set<Value>]] {
    let found = try StateComparison(log, player).supplied
    return Dictionary(
      found.map { (currentName(ofStore: $0.key), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension Checkpoint {
  /// A state as a tree; nil if it is damaged.
  fileprivate func tree(of place: Int) -> Value? {
    state(of: place) { (shape, row) in try? Value(shapes: shapes, shape: shape, row: row) }
  }
}

extension StoredStates {
  /// What becomes of a part's states of `version`, unless that is the current version.
  fileprivate func versionFact(of store: Int, _ version: Int) -> Compatibility.Fact? {
    let current = stateVersion(of: type(of: player.states[store]))
    let steps = player.dispatcherPlayer?.stateSteps(of: store, from: version) ?? []
    guard let last = steps.last else {
      return version == current ? nil : .otherVersion(version, current: current)
    }
    // If the upgrades end elsewhere, decoding reports it.
    guard last.newVersion == current else { return nil }
    return .upgraded(
      to: ActionType(name: player.stores[store], version: current), steps: steps.count)
  }
}
