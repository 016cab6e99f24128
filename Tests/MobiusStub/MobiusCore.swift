/// What Playhead's adapter uses of Mobius, as that library declares it, so that the adapter is tested without a network.
public protocol MobiusLogger {
  associatedtype Model
  associatedtype Event
  associatedtype Effect

  func willUpdate(model: Model, event: Event)
  func didUpdate(model: Model, event: Event, next: Next<Model, Effect>)
}

/// What an update results in.
public struct Next<Model, Effect> {
  /// The next model; `nil` if it stays.
  public let model: Model?

  /// A change of the model.
  public static func next(_ model: Model) -> Next { Next(model: model) }

  /// No change.
  public static var noChange: Next { Next(model: nil) }
}
