import PlayheadReading
public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// Asks for the parts of a value, some at a time: what a view of variables shows when a row is opened.
///
/// ```swift
/// let page = try inspector.ask(ChildrenRequest(of: 2, at: StatePath("cart.items"), limit: 20))
/// for child in page.children { print(child.name, child.text) }
/// ```
public struct ChildrenRequest: Request {
  /// The step of the state.
  public var step: Step
  /// The place of the value; empty for the state, whose parts are the stores.
  public var path: StatePath
  /// The place of the first part that you want.
  public var first: Int
  /// The most parts that are given; 10,000 if it is more.
  public var limit: Int

  /// Asks for `limit` parts of the value at `path` in the state of `step`, beginning with the part at `first`.
  public init(
    of step: Step, at path: StatePath = StatePath(), from first: Int = 0, limit: Int = 100
  ) {
    (self.step, self.path, self.first, self.limit) = (step, path, first, limit)
  }

  /// Parts of a value.
  public struct Answer: Codable, Sendable {
    /// The number of all parts.
    public var count: Int
    /// Those that you asked for, in order.
    public var children: [Child]
  }

  /// A part of a value.
  public struct Child: Codable, Hashable, Sendable {
    /// The place of the part, which other requests take.
    public var path: StatePath
    /// Its own name: that of a field, `[3]`, or a dictionary's key in brackets.
    public var name: String
    /// `record`, `list`, `set`, `dictionary`, `optional`, or what a scalar is: `string`, `int`, `double`, `bool`, `null`, `date`,
    /// `uuid`, `bytes` or `decimal`.
    public var kind: String
    /// The Swift type; nil for scalars, and in dictionaries and sets.
    public var type: String?
    /// The number of its own parts; nil for scalars.
    public var count: Int?
    /// The value in Swift's syntax, as far as it fits on a line. If it has many parts, only their number.
    public var text: String
    /// Whether the step's action changed it; nil at the first step, and if the state before is unknown.
    public var hasChanged: Bool?
  }

  /// Costs the replay, and a look at the parts that are given, however large the value is; all of a dictionary or a set is
  /// encoded. Throws ``InspectorError/nothing(at:step:_:)`` if there is no value.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    try inspector.replaying { replay in
      let before = try stateBefore(inspector, replay)
      let start = max(0, first)
      let (end, isOver) = start.addingReportingOverflow(max(0, min(limit, Self.most)))
      let places = start..<(isOver ? .max : end)
      guard
        let found = try replay.children(at: path, of: step, since: before, places: places)
      else { throw try replay.state().missing(path, step) }
      return Answer(count: found.count, children: found.shown.map { Child($0, in: path) })
    }
  }

  /// An answer is held in memory.
  private static let most = 10_000

  private func stateBefore(_ inspector: Inspector, _ replay: Replay) throws -> TrackedValue? {
    guard step > inspector.log.initialStep else { return nil }
    return try inspector.ifReachable {
      try replay.copy(of: inspector.step(before: step, in: replay))
    }
  }
}

extension ChildrenRequest.Child {
  fileprivate init(_ child: ValueChild, in path: StatePath) {
    self.path = path.appending(child.name)
    name = StatePath([child.name]).description
    (kind, type, count) = (child.kind, child.type, child.count)
    (text, hasChanged) = (child.text, child.hasChanged)
  }
}
