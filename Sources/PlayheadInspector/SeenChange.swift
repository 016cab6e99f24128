import PlayheadFiles
public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

/// A change of what is at a place, with what was there and what is there since.
public struct SeenChange: Codable, Hashable, Sendable {
  /// When it changed, where it is since, and how.
  public var change: PathChange
  /// What was there; nil if nothing was.
  public var old: Value?
  /// What is there since; nil if nothing is.
  public var new: Value?
  /// The action's type; nil if no action led to the state.
  public var type: ActionType?
  /// How long after the start of the recording it was dispatched, in nanoseconds; nil if there is no action.
  public var offset: Int64?

  /// The step at which it changed.
  public var step: Step { change.step }

  /// Whether nothing was there and nothing is: only what is around it changed.
  var isNothing: Bool { old == nil && new == nil }
}

extension Inspector {
  /// A change of what was at `path` before.
  func seen(_ change: PathChange, before path: StatePath, in replay: Replay) throws -> SeenChange {
    let old = try replay.value(before: change, at: path)
    return seen(change, old, try replay.value(after: change))
  }

  func seen(_ change: PathChange, _ old: Value?, _ new: Value?) -> SeenChange {
    let entry = change.step > log.initialStep ? try? log.entry(at: change.step) : nil
    return SeenChange(
      change: change, old: old, new: new, type: entry?.type,
      offset: entry.map { log.offset(of: $0.moment) })
  }

  /// Throws, with what is near, if nothing is at `path` in the state of `step`.
  func requireValue(at path: StatePath, of step: Step) throws {
    _ = try replaying { try $0.part(at: path, of: step) }
  }
}
