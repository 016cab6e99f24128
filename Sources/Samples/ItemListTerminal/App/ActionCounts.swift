import SampleSupport
import ItemList

/// Counts actions by name.
package final class ActionCounts: Sendable {
  private let counts = Locked<[String: Int]>([:])

  package init() {}

  /// Counts an action with this name.
  package func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

  /// The number of actions with this name.
  package subscript(name: String) -> Int { counts.value[name] ?? 0 }

  /// A line for each name, the most frequent first.
  package var text: String {
    let lines = counts.value.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) × \($0.key)" }
    return lines.isEmpty ? "no action came" : lines.joined(separator: "\n")
  }
}
