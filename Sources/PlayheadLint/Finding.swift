/// A place in the sources that may break a replay.
package struct Finding: Sendable {
  /// A call on the way from a handler.
  struct Note: Sendable, Hashable {
    var place: Place
    var called: String
    var caller: String
  }

  /// A source location for editors.
  package struct Location: Sendable, Hashable {
    /// The file, as it was named.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1, as compilers count.
    package let column: Int
  }

  /// A call on the way from a handler.
  package struct Call: Sendable, Hashable {
    /// Where the call is.
    package let location: Location
    /// One sentence without its full stop.
    package let sentence: String
  }

  package let location: Location
  /// The broken rule.
  package let rule: Rule
  /// What the code does, why it matters, and what to do.
  package let message: String
  /// The calls from a handler to the place, the last call first; empty if the place is in a handler.
  package let calls: [Call]
}
