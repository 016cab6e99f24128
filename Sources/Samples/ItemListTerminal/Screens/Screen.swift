import SampleSupport

/// A view that a terminal can show.
package protocol Screen: AnyObject, Sendable {
  /// The name of the place in messages: "the settings".
  static var place: String { get }

  /// How a user gets there from another place.
  static var wayThere: String { get }

  /// The text of the view.
  var text: String { get }
}

/// A line about the storage's problem, if there is one.
func problemLines(_ problem: String?) -> [String] { problem.map { ["! " + $0.printable] } ?? [] }
