import PlayheadCoding
import PlayheadFiles
import PlayheadFlux
import PlayheadLog
import PlayheadValues

/// Makes actions from payloads that people wrote.
struct ActionMaking {
  let log: LogReader
  let player: any Replayable

  /// Whether the app can make other actions.
  var isPossible: Bool { player is DispatcherPlayer }

  /// The payload of a step of the recording, as this build has it.
  func payload(of entry: LogEntry) throws -> Value {
    guard let present = try dispatching().present(recorded(entry)) else {
      throw BranchError.noPresentType(entry.step, entry.type.name)
    }
    return try CanonicalEncoder().tree(of: present).associated(inType: entry.type.name)
  }

  /// An action with another payload, with the time and draws of `found`.
  func action(_ payload: Value, for found: Branch.Found) throws -> MadeAction {
    guard let entry = found.entry else {
      guard let type = try dispatching().presentType(of: found.type) else {
        throw BranchError.unknownType(found.type.name, known: try dispatching().actionTypes)
      }
      let payload = try whole(payload, of: found.type.name)
      return try made(payload, type, at: found.moment, draws: [])
    }
    return try action(payload, for: entry)
  }

  /// An action with another payload, with the time and draws of `entry`.
  func action(_ payload: Value, for entry: LogEntry) throws -> MadeAction {
    let action = recorded(entry)
    guard let type = try dispatching().presentType(of: entry.type) else {
      throw BranchError.noPresentType(entry.step, entry.type.name)
    }
    return try made(
      whole(payload, of: entry.type.name), type, at: entry.moment, cause: entry.cause,
      draws: action.draws())
  }

  /// An action of the type called `name`.
  func action(
    _ name: String, _ payload: Value, at moment: Moment
  ) throws -> MadeAction {
    // A case without its enum is looked for among the recorded types.
    let recorded = log.types.map(\.name).filter { $0.hasSuffix(".\(name)") }
    let name = try type(named: name) == nil && recorded.count == 1 ? recorded[0] : name
    guard let type = try type(named: name) else {
      throw BranchError.unknownType(name, known: try dispatching().actionTypes)
    }
    let payload = try whole(payload, of: name)
    let made = try made(payload, type, at: moment, draws: [])
    try made.requireAll(of: payload)
    return made
  }

  /// The type called `name`, and if that is a case of an enum, the enum.
  private func type(named name: String) throws -> (any Action.Type)? {
    if let type = try ownType(named: name) { return type }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return try ownType(named: String(name[..<dot])) as? any ForeignValue.Type
  }

  /// The type called `name`, which may lack its module.
  private func ownType(named name: String) throws -> (any Action.Type)? {
    let types = try dispatching().maker.types.present
    let short = types.keys.filter { $0.hasSuffix(".\(name)") }
    return types[name] ?? (short.count == 1 ? types[short[0]] : nil)
  }

  /// The payload as its type is encoded: that of an enum's case is in a field called like the case.
  private func whole(_ payload: Value, of name: String) throws -> Value {
    guard try ownType(named: name) == nil, let dot = name.lastIndex(of: ".") else { return payload }
    let label = String(name[name.index(after: dot)...])
    switch payload {
    case .record(let fields) where fields.map(\.name) == [label]: return payload
    case .record: return .record([Value.Field(label, payload)])
    // A value alone is the only associated value, without a label.
    default: return .record([Value.Field(label, .record([Value.Field("_0", payload)]))])
    }
  }

  private func made(
    _ payload: Value, _ type: any Action.Type, at moment: Moment, cause: Step? = nil,
    draws: [Draw]
  ) throws -> MadeAction {
    do {
      let action = try ValueDecoder(payload).decode(type)
      return try MadeAction(action, ActionType(type), at: moment, cause: cause, draws: draws)
    } catch let error as DecodingError {
      if case .typeMismatch(_, let context) = error, context.codingPath.isEmpty {
        try requireCase(of: type, in: payload)
      }
      throw BranchError.unfit(type: type.actionName, error.sentence)
    } catch let error as EncodingError {
      throw BranchError.unfit(type: type.actionName, error.sentence)
    } catch {
      throw BranchError.unfit(type: type.actionName, incompatibility(error))
    }
  }

  /// Throws if the payload names none of the cases that the log has of an enum.
  private func requireCase(of type: any Action.Type, in payload: Value) throws {
    let enumName = "\(type.actionName)."
    let cases = log.types.map(\.name).filter { $0.hasPrefix(enumName) }
      .map { String($0.dropFirst(enumName.count)) }
    let named = payload.names
    guard !cases.isEmpty, named.count < 2, !cases.contains(where: named.contains) else { return }
    throw BranchError.noCase(named.first, type: type.actionName, known: cases)
  }

  private func recorded(_ entry: LogEntry) -> LoggedAction { LoggedAction(entry) }

  private func dispatching() throws -> DispatcherPlayer {
    guard let player = player as? DispatcherPlayer else { throw BranchError.madeByNobody }
    return player
  }
}

extension LoggedAction {
  /// An action of a log that is not about to be applied.
  init(_ entry: LogEntry) {
    self.init(entry.step, of: entry.chunk, RowDecoding(shapes: entry.chunk.shapes))
  }
}

extension DispatcherPlayer {
  /// The names of the action types that the app's stores take, sorted.
  public var actionTypes: [String] { maker.types.present.keys.sorted() }

  /// The places of the stores that the last action changed; nil if no store got it.
  var lastChanged: [Int]? {
    last.map { last in last.replayed.changed.map { last.places[$0] } }
  }

  /// The action as a value of this build; nil if it is left out.
  func present(_ action: LoggedAction) throws -> (any Action)? { try maker.read(action) }
}
