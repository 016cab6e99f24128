import PlayheadCoding
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadValues

/// Makes actions from payloads that people wrote.
struct ActionBuilder {
  let log: any ActionSource
  let player: DispatcherPlayer

  /// The payload of an action of the recording, as this build has it.
  func payload(of action: LoggedAction) throws -> Value {
    guard let current = try player.actionDecoder.read(action) else {
      throw BranchError.noCurrentType(action.step, action.type.name)
    }
    return try CanonicalEncoder().tree(of: current).associated(with: action.type.cases)
  }

  /// An action with another payload, with the time, the cause and the draws of `action`.
  func action(_ payload: Value, for action: LoggedAction) throws -> EditedAction {
    guard let type = player.currentType(of: action.type) else {
      throw BranchError.noCurrentType(action.step, action.type.name)
    }
    return try made(
      payload, type, of: action.type, at: action.moment, cause: action.cause, draws: action.draws())
  }

  /// An action of the type called `name`, for the app with these stores.
  func action(
    _ name: String, _ payload: Value, at moment: Moment, inStores open: Set<String>
  ) throws -> EditedAction {
    guard let known = type(named: name), let type = player.currentType(of: known) else {
      throw BranchError.unknownType(name, known: player.actionTypes)
    }
    try requireStore(of: known, type, among: open)
    let edited = try made(payload, type, of: known, at: moment, draws: [])
    try edited.requireAll(of: payload)
    return edited
  }

  /// The same as a value, with the store that handles it alone, if one does.
  func value(
    _ name: String, _ payload: Value, at moment: Moment, inStores open: Set<String>
  ) throws -> (action: any Action, store: String?) {
    let edited = try action(name, payload, at: moment, inStores: open)
    let logged = LoggedAction(edited)
    guard let value = try player.actionDecoder.read(logged) else {
      throw BranchError.unknownType(name, known: player.actionTypes)
    }
    return (value, player.address(of: logged.type).store)
  }

  /// Of an app with several stores of its own: throws if the named store does not handle the type, or if none is named,
  /// and the log's actions of the type go to single stores.
  private func requireStore(
    of known: ActionType, _ type: any Action.Type, among open: Set<String>
  ) throws {
    guard player.hasOwnStores else { return }
    let (store, bare) = player.address(of: known)
    let handlers = player.all.filter {
      open.contains($0.name) && $0.handler(of: type, at: 0) != nil
    }
    .map(\.name)
    if let store {
      guard handlers.contains(store) else {
        throw BranchError.notHandled(bare.name, by: store, known: handlers)
      }
    } else if handlers.count > 1, !log.types.contains(where: { $0.owner == bare.owner }) {
      throw BranchError.noStore(bare.name, known: handlers)
    }
  }

  /// The type called `name`, which may lack its module: of the app, of the log, or a case of an enum of the app
  /// that the log does not have. The name of a store may be in front.
  private func type(named name: String) -> ActionType? {
    let own = player.actionDecoder.types.current.values.map { ActionType($0) }
    if let type = Self.only(name, among: own) ?? Self.only(name, among: log.types) { return type }
    let (store, given) = player.address(of: ActionType(name: name))
    guard store.map(player.stores.contains) ?? true else { return nil }
    let bare = given.name
    if let type = Self.only(bare, among: own) { return type.sent(to: store) }
    for dot in bare.indices.reversed() where bare[dot] == "." {
      guard let owner = Self.only(String(bare[..<dot]), among: own),
        player.currentType(of: owner) is any BoxedValue.Type
      else { continue }
      let cases = bare[bare.index(after: dot)...].split(separator: ".").map(String.init)
      return ActionType(named: owner.name, version: owner.version, cases: cases).sent(to: store)
    }
    return nil
  }

  private static func only(_ name: String, among types: [ActionType]) -> ActionType? {
    if let type = types.first(where: { $0.name == name }) { return type }
    let short = types.filter { $0.name.hasSuffix(".\(name)") }
    return Set(short.map(\.name)).count == 1 ? short[0] : nil
  }

  /// Decodes an action called `name` from its payload: of an enum's case that is its associated values, or the enum's
  /// value as a whole.
  private func decode(
    _ payload: Value, as type: any Action.Type, of name: ActionType
  ) throws -> any Action {
    guard !name.cases.isEmpty else { return try ValueDecoder(payload).decode(type) }
    do {
      return try ValueDecoder(payload.enclosed(in: name.cases)).decode(type)
    } catch {
      guard payload.associated(with: name.cases) != payload,
        let action = try? ValueDecoder(payload).decode(type)
      else { throw error }
      return action
    }
  }

  /// An action of the Swift type `type`, called `name` in the log.
  private func made(
    _ payload: Value, _ type: any Action.Type, of logged: ActionType, at moment: Moment,
    cause: Step? = nil, draws: [Draw]
  ) throws -> EditedAction {
    let (store, name) = player.address(of: logged)
    // An app may have its own name for the actions of a type that does not know Playhead.
    let isOwnName =
      name.cases.isEmpty && name.name != type.actionName && type is any BoxedValue.Type
      && !player.renames(name)
    do {
      let action = try decode(payload, as: type, of: name)
      return try EditedAction(
        action, isOwnName ? name : ActionType(type), in: store, namesCase: !isOwnName, at: moment,
        cause: cause, draws: draws)
    } catch let error as DecodingError {
      if case .typeMismatch(_, let context) = error, context.codingPath.isEmpty {
        try requireCase(of: type, in: payload.enclosed(in: name.cases))
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
    let types = log.types.map { player.address(of: $0).type }
    let cases = types.filter { $0.owner == type.actionName }.compactMap(\.cases.first)
    let named = payload.names
    guard !cases.isEmpty, named.count < 2, !cases.contains(where: named.contains) else { return }
    throw BranchError.noCase(named.first, type: type.actionName, known: cases)
  }
}

extension LoggedAction {
  /// An action of a log that is not about to be applied.
  init(_ entry: LogEntry) {
    self.init(entry.step, of: entry.chunk, RowDecoding(shapes: entry.chunk.shapes))
  }

  init(_ edited: EditedAction) {
    let chunk = edited.chunk
    self.init(chunk.head.firstStep, of: chunk, RowDecoding(shapes: chunk.shapes))
  }
}

extension DispatcherPlayer {
  /// The names of the action types that the app's stores take, sorted.
  public var actionTypes: [String] { actionDecoder.types.current.keys.sorted() }

  /// The places of the stores that the last action changed; nil if no store got it.
  var lastChanged: [Int]? {
    last.map { last in last.replayed.changed.map { last.places[$0] } }
  }

  /// Whether the app's upgrades give actions of `type` another name.
  fileprivate func renames(_ type: ActionType) -> Bool {
    if case .current(_, let isRenamed) = resolution(of: type) { isRenamed } else { true }
  }
}
