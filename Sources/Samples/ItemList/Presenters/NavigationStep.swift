/// A change of the places that are on top of each other.
package enum NavigationStep: Sendable, Equatable {
  /// Another stack takes the place of this one.
  case swap([Route])
  /// The highest place goes.
  case pop
  /// Another place comes on top.
  case push(Route)

  /// What leads from one stack to another, keeping what both have at the bottom.
  package static func steps(from old: [Route], to new: [Route]) -> [NavigationStep] {
    let common = zip(old, new).prefix { $0 == $1 }.count
    guard common > 0 else { return [.swap(new)] }
    return Array(repeating: .pop, count: old.count - common) + new[common...].map { .push($0) }
  }
}
