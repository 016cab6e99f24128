/// A question about a log: what it asks for, and the type of its answer.
///
/// ```swift
/// let answer = try inspector.ask(StateRequest(of: 2, at: StatePath("cart.items")))
/// print(answer.value.json)
/// ```
///
/// Requests and answers are plain values, so that they can be asked in one process and answered in another. An answer that
/// can be long comes in parts, so that the first one is there at once. Errors are thrown: `LogError` and `ReplayError`, with the
/// step and the reason, and ``InspectorError``.
public protocol Request: Codable, Sendable {
  /// What comes at the end.
  associatedtype Answer: Codable & Sendable
  /// What comes on the way.
  associatedtype Part: Codable & Sendable = Never

  /// Whether the app's stores have to be there.
  var needsStores: Bool { get }
  /// Whether it asks the stores, if they are there.
  var usesStores: Bool { get }

  /// The answer, from a log and its stores; the parts go to `give` as soon as they are known.
  func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Answer
}

extension Request {
  /// Most requests are about states.
  public var needsStores: Bool { true }

  /// What needs them does.
  public var usesStores: Bool { needsStores }
}

/// The answer to a request that has no more to say than its parts, or than that it was done.
public struct Done: Codable, Hashable, Sendable {
  /// That it is done.
  public init() {}
}
