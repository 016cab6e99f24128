import PlayheadFlux
import PlayheadLog
import PlayheadRecorder

/// Turns actions of a log into actions of this build. Each thread uses its own copy.
struct ActionDecoder {
  let types: ActionTypes
  /// The results of `types.resolution(of:)` so far.
  private var resolutions: [ActionType: ActionTypes.Resolution] = [:]

  init(_ types: ActionTypes) { self.types = types }

  /// What becomes of actions of `type`.
  mutating func resolution(of type: ActionType) -> ActionTypes.Resolution {
    if let known = resolutions[type] { return known }
    let resolution = types.resolution(of: type)
    resolutions[type] = resolution
    return resolution
  }

  /// The action as a value of this build; nil if it is left out. Errors name the action.
  mutating func read(_ action: LoggedAction) throws -> (any Action)? {
    do {
      return try decode(action).current
    } catch {
      throw action.named(error)
    }
  }

  /// The action as decoded, and after the upgrades.
  mutating func decode(
    _ action: LoggedAction
  ) throws -> (old: (any Action)?, current: (any Action)?) {
    let type = action.type
    if type.isReflected { throw ReplayError.reflected(type, step: action.step) }
    switch resolution(of: type) {
    case .current(let type, _):
      let value = try action.decode(type)
      return (value, value)
    case .upgraded(let first, let others, _):
      let old = try action.decode(first.old)
      return (old, try Self.upgrade(old, by: [first] + others))
    case .dropped: return (nil, nil)
    case .cutShort(let version, let current):
      throw ReplayError.noUpgrade(
        action.type, step: action.step, reached: version, current: current.actionVersion)
    case .unknown:
      // No store takes the action now. If one changed with it then, or if the app stopped before the log says so,
      // a replay would go on from a wrong state.
      guard action.isHandled, action.changedStores.isEmpty else {
        throw ReplayError.unknownType(
          action.type, step: action.step, isUnfinished: !action.isHandled)
      }
      return (nil, nil)
    }
  }

  private static func upgrade(
    _ action: any Action, by steps: [ActionUpgrade]
  ) throws -> (any Action)? {
    var action = action
    for step in steps {
      guard let next = try inUpgrade({ try step.make(action) }) else { return nil }
      action = next
    }
    return action
  }
}

/// Runs an upgrade. Keeps only the type of an error, because the error may hold values.
func inUpgrade<Result>(_ make: () throws -> Result) throws -> Result {
  do {
    return try make()
  } catch let reason as IncompatibilityReason {
    throw reason
  } catch {
    throw IncompatibilityReason.upgradeThrew("\(type(of: error))")
  }
}
