import PlayheadCoding
import PlayheadLog
import PlayheadReplay

extension Divergence {
  /// Where to look.
  func hints(log: String) -> [String] {
    [cause, "'playhead show \(log) \(step)' shows the action."]
  }

  private var cause: String {
    switch evidence {
    case .betweenReplays:
      "A store depends on the order of a set or dictionary, on a clock, random number or UUID that "
        + "does not come from its context, or on an object that states share."
    case .sharedOverTime:
      "A class instance in a state is one object for all steps: going back gives what became of it. "
        + "Make it a struct, or let the store put a new object in its place."
    case .roundTrip:
      "Checkpoints are encoded and decoded, so a replay from one would go another way."
    case .fromRecording:
      "The stores are not those that were recorded, or took something from outside that the log "
        + "does not have."
    case .draws:
      "The stores ask their context for other dates, UUIDs or random numbers than when it was "
        + "recorded."
    }
  }

  /// All facts, and the description.
  var json: JSON {
    [
      "kind": .string(kind),
      "step": .uint(step.number),
      "action": .string(action.name),
      "store": .optional(store),
      "path": .optional(path?.description),
      "one": values.one.map(JSON.tree) ?? .null,
      "other": values.other.map(JSON.tree) ?? .null,
      "description": .string(description),
    ]
  }

  private var kind: String {
    switch evidence {
    case .betweenReplays: "betweenReplays"
    case .sharedOverTime: "sharedOverTime"
    case .roundTrip: "roundTrip"
    case .fromRecording: "fromRecording"
    case .draws: "draws"
    }
  }
}
