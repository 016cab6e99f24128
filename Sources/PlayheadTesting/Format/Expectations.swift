package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// What must hold of a session, as it is written in `NAME.fixture.txt`: line by line, with the remarks of
/// those who wrote it.
///
/// ```text
/// # Two taps are one like.
/// always state('feed.likes') >= 0
///
/// step 5
/// feed.posts[0] = {"id": 1, "liked": true}
///
/// end
/// feed.likes = 13
/// ```
package struct Expectations: Codable, Equatable, Sendable {
  /// A line, or a value that goes on over several.
  package enum Item: Codable, Equatable, Sendable {
    /// An empty line, or one that begins with `#`.
    case remark(String)
    /// A condition that must hold at every step.
    case always(Condition)
    /// What follows is about the state of this step.
    case step(Step)
    /// What follows is about the last state, which is so without this line, too.
    case end
    /// What is at a place; nil where that is yet to be recorded.
    case value(StatePath, Value?)
  }

  /// A value at a place of a step's state.
  package struct Expected: Equatable, Sendable {
    /// The item that says it.
    package let item: Int
    /// The step; nil for the last one.
    package let step: Step?
    /// The place.
    package let path: StatePath
    /// What is there, in the form that JSON has of it; null where nothing is, nil where it is not known.
    package let value: Value?
  }

  /// What the file has, from its top on.
  package var items: [Item]

  /// Expectations of these items.
  package init(_ items: [Item]) {
    self.items = items
  }

  /// The conditions that must hold at every step.
  package var conditions: [Condition] {
    items.compactMap { if case .always(let condition) = $0 { condition } else { nil } }
  }

  /// The values, in the order of the file.
  package var values: [Expected] {
    var step: Step?
    var values: [Expected] = []
    for (number, item) in items.enumerated() {
      switch item {
      case .remark, .always: break
      case .step(let next): step = next
      case .end: step = nil
      case .value(let path, let value):
        values.append(Expected(item: number, step: step, path: path, value: value))
      }
    }
    return values
  }

  /// How many there are.
  package var count: Int { conditions.count + values.count }

  /// Writes another value into an item that has one.
  package mutating func set(_ expected: Expected, to value: Value) {
    items[expected.item] = .value(expected.path, value)
  }
}
