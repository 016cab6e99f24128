public import PlayheadCoding
public import PlayheadFlux
public import PlayheadLog

/// Where a replay is not what was recorded, or not what another replay of the same log is.
public struct Divergence: Sendable {
  /// How it came to light.
  public enum Evidence: Sendable, Equatable {
    /// Two replays differ from this step on: the stores are not deterministic.
    case betweenReplays
    /// A state that was put aside changed when a later action was handled: it shares an object with
    /// the states after it, so that no earlier step can be gone back to.
    case sharedOverTime
    /// The state does not survive being encoded and decoded, as checkpoints are.
    case roundTrip
    /// The digest that was recorded differs from the replay's; the last step at which they agreed.
    case fromRecording(lastAgreed: Step)
    /// The stores drew something else from outside than what was recorded.
    case draws(DrawFault)
  }

  /// How it came to light.
  public var evidence: Evidence
  /// The first step at which it shows.
  public var step: Step
  /// The type of that step's action.
  public var action: ActionType
  /// The store whose state differs; nil where only draws do.
  public var store: String?
  /// Where the states differ, in the state of all stores; nil where a state to compare with was not
  /// kept, which is so for recordings.
  public var path: Path?
  /// What one replay has there, and what the other has. Either is nil where it has nothing.
  public var values: (one: Value?, other: Value?)
}

extension Divergence: CustomStringConvertible {
  /// What differs, where, and since when.
  public var description: String {
    switch evidence {
    case .betweenReplays:
      "step \(step) (\(action.name)) is not deterministic: two replays differ "
        + "at \(place)\(comparison)"
    case .sharedOverTime:
      "step \(step) (\(action.name)) changed the states before it as well, at \(place)\(comparison); "
        + "it changed an object that they share, where a state must be a value"
    case .roundTrip:
      "the state at step \(step) (\(action.name)) is another one after encoding and decoding it: "
        + "'encode(to:)' and 'init(from:)' disagree at \(place)\(comparison)"
    case .fromRecording(let lastAgreed):
      "the replay is not what was recorded: \(place) differs at step \(step) (\(action.name)), "
        + "and agreed at step \(lastAgreed)"
    case .draws(let fault):
      "step \(step) (\(action.name)) drew other values than recorded: \(fault)"
    }
  }

  private var place: String {
    path.map { "'\($0)'" } ?? store.map { "store '\($0)'" } ?? "an unknown place"
  }

  private var comparison: String {
    ": \(text(values.one)) and \(text(values.other))"
  }

  private func text(_ value: Value?) -> String {
    var options = PrintOptions()
    options.textLimit = 60  // Two of them share a line.
    return value?.swiftText(options: options) ?? "nothing"
  }
}
