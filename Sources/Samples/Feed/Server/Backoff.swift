/// How often a request is tried, and how long the pauses between are.
package struct Backoff: Sendable {
  /// How many tries there are in all: a server that three times did not answer is down.
  package var attempts = 3

  /// The pause before the second try; each further one is twice as long, for a server that is
  /// overloaded needs time.
  package var first = 100

  /// The longest pause: what somebody still takes for the same wait.
  package var longest = 1000

  /// A backoff of three tries.
  package init() {}

  /// How many milliseconds to wait before try number `attempt`, from 2; `nil` if there is none.
  package func pause(before attempt: Int) -> Int? {
    guard attempt <= attempts else { return nil }
    var pause = first
    for _ in 2..<max(attempt, 2) where pause < longest { pause *= 2 }
    return min(pause, longest)
  }
}
