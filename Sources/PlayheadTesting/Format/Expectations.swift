package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// The expectations of a session, as written in `NAME.fixture.txt`: line by line, with the writers' remarks.
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
  /// A line, or a value of several lines.
  package enum Item: Codable, Equatable, Sendable {
    /// An empty line, or one that begins with `#`.
    case remark(String)
    /// A condition that must hold at every step.
    case always(Condition)
    /// The next lines are about the state of this step.
    case step(Step)
    /// The next lines are about the last state, as they are without such a line.
    case end
    /// The value at a place; nil if it is not recorded yet.
    case value(StatePath, Value?)
  }

  /// An expected value at a place of a step's state.
  package struct Expected: Equatable, Sendable {
    /// The index of the item with the value.
    package let item: Int
    /// The step; nil for the last step.
    package let step: Step?
    /// The path of the value.
    package let path: StatePath
    /// The value in its JSON form; null if there is none, nil if it is not recorded yet.
    package let value: Value?
  }

  /// The lines of the file, from the top.
  package var items: [Item]

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

  /// How many conditions and values there are.
  package var count: Int { conditions.count + values.count }

  /// Changes the value of an item.
  package mutating func set(_ expected: Expected, to value: Value) {
    items[expected.item] = .value(expected.path, value)
  }
}
