import PlayheadCoding

extension String {
  /// A file name or another word in the form in which a POSIX shell reads it back, quoted if necessary.
  ///
  /// A shell expands nothing in single quotes, not even `!`. Characters that control a terminal become bytes
  /// in `$'…'`, and a name that begins like an option gets the prefix `./`.
  package var inShell: String {
    guard unicodeScalars.first != "-" || self == "-" else { return "./\(self)".inShell }
    if unicodeScalars.contains(where: \.steersTerminals) { return "$'\(escapedForShell)'" }
    // Some shells expand a word that begins with `=` to a command's path.
    let isPlain =
      !isEmpty && unicodeScalars.first != "="
      && unicodeScalars.allSatisfy { $0.isLetterOrDigit || "-_./=".unicodeScalars.contains($0) }
    return isPlain ? self : "'\(replacingBytes(of: "'", with: #"'\''"#))'"
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

  /// Octal, which ends after three digits: a shell could read a digit after `\x41` as part of the number.
  private static func bytes(of scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}
