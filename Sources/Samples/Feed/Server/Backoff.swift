/// How often a request is tried, and how long to wait in between.
package struct Backoff: Sendable {
  /// The number of tries in all: a server that fails three times is down.
  package var attempts = 3

  /// The pause before the second try. Each further one is twice as long, to give an overloaded server time.
  package var first = 100

  /// The longest pause that a user still accepts as one wait.
  package var longest = 1000

  /// Three tries.
  package init() {}

  /// The milliseconds to wait before try number `attempt`, from 2; `nil` if there is no such try.
  package func pause(before attempt: Int) -> Int? {
    guard attempt <= attempts else { return nil }
    var pause = first
    for _ in 2..<max(attempt, 2) where pause < longest { pause *= 2 }
    return min(pause, longest)
  }
}
