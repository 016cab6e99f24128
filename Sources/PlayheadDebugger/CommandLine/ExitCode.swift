/// What a command's end tells the shell.
public enum ExitCode: Int32, Sendable {
  /// Done, and all is well.
  case good = 0
  /// Done, and the answer is bad: a divergence, a mismatch, damage, something not found.
  case badAnswer = 1
  /// Not done: wrong usage, or input of which nothing can be read.
  case unusable = 2
}

/// An error that ends the program with a code of its own; any other error ends it with
/// ``ExitCode/unusable``.
package protocol ErrorWithExitCode: Error, CustomStringConvertible {
  /// What the shell is told.
  var exitCode: ExitCode { get }
}
