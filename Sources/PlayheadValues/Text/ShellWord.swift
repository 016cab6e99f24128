import PlayheadCoding

extension String {
  /// The name of a file or another word as a POSIX shell reads it back, quoted if it must be.
  ///
  /// A shell expands nothing in single quotes, not even `!`. Characters that steer a terminal are written as bytes in
  /// `$'…'`, and a name that begins as an option does gets `./` in front.
  package var inShell: String {
    guard !hasPrefix("-") || self == "-" else { return "./\(self)".inShell }
    if unicodeScalars.contains(where: \.steersTerminals) { return "$'\(escapedForShell)'" }
    // A shell may take a '=' at the beginning for the name of a command.
    let isPlain =
      !isEmpty && first != "=" && allSatisfy { $0.isLetter || $0.isNumber || "-_./=".contains($0) }
    return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }

  private var escapedForShell: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case _ where scalar.steersTerminals: Self.bytes(of: scalar)
      default: String(scalar)
      }
    }.joined()
  }

  /// In octal, which has at most three digits: a shell could read a digit after `\x41` as a part of it.
  private static func bytes(of scalar: Unicode.Scalar) -> String {
    String(scalar).fileNameBytes.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}
