/// A question about a log, with the type of its answer.
///
/// ```swift
/// let answer = try inspector.ask(StateRequest(of: 2, at: StatePath("cart.items")))
/// print(answer.value.json)
/// ```
///
/// Requests and answers are plain values, so you can ask in one process and answer in another. A long answer
/// comes in parts, so that the first part is there at once. Throws `ReadingError` and `ReplayError`, with the
/// step and the reason, and ``InspectorError``.
public protocol Request: Codable, Sendable {
  /// The end of the answer.
  associatedtype Answer: Codable & Sendable
  /// The parts before it.
  associatedtype Part: Codable & Sendable = Never

  /// Whether the request needs the app's stores.
  var needsStores: Bool { get }
  /// Whether the request uses the stores if they are present.
  var usesStores: Bool { get }

  /// The answer, from a log and its stores. Calls `give` with the parts as soon as they are known.
  func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Answer
}

extension Request {
  /// True: most requests are about states.
  public var needsStores: Bool { true }

  /// The same as ``needsStores``.
  public var usesStores: Bool { needsStores }
}
