import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadValues

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
  private var tally: Tally
  private var fields = FieldComparison()
  /// The chunk, and its shapes with one compared value.
  private var chunk: Chunk?
  private var seen: Set<Int> = []

  init(_ type: ActionType, _ player: any Replayable) {
    self.player = player
    resolutionFacts = (player as? DispatcherPlayer)?.resolution(of: type).facts(of: type) ?? []
    tally = Tally(.action(type))
  }

  var changes: [Compatibility.Change] {
    var tally = tally
    for fact in fields.facts { tally.add(fact) }
    return tally.changes
  }

  func compare(_ action: LoggedAction) {
    for fact in resolutionFacts { tally.add(fact, at: action.step) }
    if chunk !== action.chunk { (chunk, seen) = (action.chunk, []) }
    let shape = action.shapeNumber
    let isNew = seen.insert(shape).inserted
    // Sequence elements have shapes of their own, and optional members may be in any of these actions.
    if !isNew, action.chunk.shapes[shape].isRigid, fits(action) { return }
    let incompatibility = fields.decode { notes in
      try player.tryOut(action.noted(by: notes))
    } stored: {
      isNew ? action.tree : nil
    }
    if let incompatibility { tally.add(incompatibility, at: action.step) }
  }

  private func fits(_ action: LoggedAction) -> Bool {
    do {
      _ = try player.tryOut(action)
      return true
    } catch {
      return false
    }
  }
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
