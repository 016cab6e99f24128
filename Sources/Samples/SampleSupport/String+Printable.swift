extension String {
  /// Text that a terminal shows on one line and does not obey: control characters become pictures.
  package var printable: String {
    var output = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      // The block Control Pictures has them in the same order from U+2400 on.
      case 0..<0x20: output.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      // The second set of controls has no pictures, nor have the separators of lines.
      case 0x7F..<0xA0, 0x2028, 0x2029: output.append("\u{FFFD}")
      default: output.append(scalar)
      }
    }
    return String(output)
  }
}
