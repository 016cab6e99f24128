import PlayheadCoding
import PlayheadFlux

/// A value of a type that does not know Playhead, as an action or a state. It is encoded and named as the
/// value. `@unchecked` because a replay uses it on one thread at a time.
struct Boxed<Value: Codable>: Action, VersionedState, WrapperType, @unchecked Sendable {
  var value: Value

  static var original: any Any.Type { Value.self }
  static var actionName: String { stableName(of: Value.self) }
  static var stateVersion: Int { PlayheadFlux.stateVersion(of: Value.self) }

  init(value: Value) { self.value = value }

  // A single value, so that a coder that knows the type, such as a dictionary's, still does.
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Boxed: Equatable where Value: Equatable {}

/// An action or a state whose type does not know Playhead.
protocol BoxedValue: Action {
  var anyValue: Any { get }
  /// Nil if the value has another type.
  init?(anyValue: Any)
}

extension Boxed: BoxedValue {
  var anyValue: Any { value }

  init?(anyValue: Any) {
    guard let value = anyValue as? Value else { return nil }
    self.value = value
  }
}
