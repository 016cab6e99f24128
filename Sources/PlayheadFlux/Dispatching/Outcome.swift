/// What handling one action came to.
public struct Outcome: Sendable {
  /// The stores that changed: their positions in ``Dispatcher/stores``, ascending.
  public var changed: [Int]
  /// What the stores took from outside, in order.
  public var draws: [Draw]

  /// An outcome of these changes and draws.
  public init(changed: [Int], draws: [Draw]) {
    self.changed = changed
    self.draws = draws
  }
}

/// What handling one action again came to.
public struct Replayed: Sendable {
  /// The stores that changed: their positions in ``Dispatcher/stores``, ascending.
  public var changed: [Int]
  /// How the stores' draws differed from the log's, if they did.
  public var fault: DrawFault?

  /// A result of these changes and this fault.
  public init(changed: [Int], fault: DrawFault? = nil) {
    self.changed = changed
    self.fault = fault
  }
}
