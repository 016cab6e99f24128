import PlayheadLog

/// Names for steps, as long as the conversation goes on.
struct Bookmarks {
  private(set) var steps: [String: Step] = [:]

  /// In the order of their steps.
  var all: [(name: String, step: Step)] {
    steps.map { (name: $0.key, step: $0.value) }.sorted { ($0.step, $0.name) < ($1.step, $1.name) }
  }

  /// Calls a step `name`; gives the step that was called so before.
  mutating func set(_ name: String, to step: Step) -> Step? {
    steps.updateValue(step, forKey: name)
  }

  /// What a step is called.
  func names(of step: Step) -> [String] { all.filter { $0.step == step }.map(\.name) }
}
