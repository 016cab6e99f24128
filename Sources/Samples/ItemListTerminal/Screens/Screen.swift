import SampleSupport

/// A view that a terminal can show.
package protocol Screen: AnyObject, Sendable {
  /// What a person calls it: "the settings".
  static var place: String { get }

  /// How a person gets to it from another.
  static var wayThere: String { get }

  /// What it shows.
  var text: String { get }
}

/// The line about what went wrong with the storage, if something did.
func problemLines(_ problem: String?) -> [String] { problem.map { ["! " + $0.printable] } ?? [] }
