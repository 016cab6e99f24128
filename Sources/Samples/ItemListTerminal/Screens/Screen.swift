/// A view that a terminal can show.
package protocol Screen: AnyObject, Sendable {
  /// What a person calls it: "the settings".
  static var place: String { get }

  /// How a person gets to it from another.
  static var wayThere: String { get }

  /// What it shows.
  var text: String { get }
}

extension String {
  /// Text that a terminal shows and does not obey: control characters become their pictures.
  var printable: String {
    var output = UnicodeScalarView()
    for scalar in unicodeScalars { output.append(scalar.printable) }
    return String(output)
  }
}

extension Unicode.Scalar {
  fileprivate var printable: Unicode.Scalar {
    switch value {
    // The block Control Pictures has them in the same order from U+2400 on.
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? self
    case 0x7F: "\u{2421}"
    // The second set of controls has no pictures.
    case 0x80..<0xA0: "\u{FFFD}"
    default: self
    }
  }
}

/// The line about what went wrong with the storage, if something did.
func problemLines(_ problem: String?) -> [String] { problem.map { ["! " + $0.printable] } ?? [] }
