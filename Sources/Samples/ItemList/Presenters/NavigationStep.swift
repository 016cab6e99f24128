/// A change of a navigation stack.
package enum NavigationStep: Sendable, Equatable {
  /// Replaces the whole stack.
  case swap([Route])
  /// Removes the top place.
  case pop
  /// Adds a place on top.
  case push(Route)

  /// The steps from one stack to another. Keeps the places that both share at the bottom.
  package static func steps(from old: [Route], to new: [Route]) -> [NavigationStep] {
    let common = zip(old, new).prefix { $0 == $1 }.count
    guard common > 0 else { return [.swap(new)] }
    return Array(repeating: .pop, count: old.count - common) + new[common...].map { .push($0) }
  }
}
