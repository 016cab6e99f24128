/// Something in the sources that may break a replay.
package struct Finding: Sendable {
  /// How a handler gets there.
  struct Note: Sendable, Hashable {
    var place: Place
    var called: String
    var caller: String
  }

  /// A place as editors know it.
  package struct Location: Sendable, Hashable {
    /// The file, as it was named.
    package let path: String
    /// From 1.
    package let line: Int
    /// In bytes, from 1, as compilers count.
    package let column: Int
  }

  /// A call on the way from a handler.
  package struct Call: Sendable, Hashable {
    /// Where it is called.
    package let location: Location
    /// One sentence without its full stop.
    package let sentence: String
  }

  /// Where it is.
  package let location: Location
  /// Which rule is broken.
  package let rule: Rule
  /// What is there, why it matters, and what to do.
  package let message: String
  /// How a handler gets there, the last call first; empty if it is in one.
  package let calls: [Call]
}
