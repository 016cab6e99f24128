/// A place in an app's code at which it crashed.
public struct CodeLocation: Hashable, Sendable, Codable {
  /// The function, as the debugger writes it; nil if unknown.
  public var function: String?
  /// The file with its folder or module, such as `Shop/Cart.swift`; nil if unknown.
  public var file: String?
  /// The line in the file; nil if unknown.
  public var line: Int?

  /// The line of a file, in a function.
  public init(function: String? = nil, file: String? = nil, line: Int? = nil) {
    (self.function, self.file, self.line) = (function, file, line)
  }

  /// The file at a whole path, of which the folder and the name are kept: the rest is about the machine.
  package init(function: String? = nil, path: String, line: Int?) {
    self.init(
      function: function, file: path.split(separator: "/").suffix(2).joined(separator: "/"),
      line: line)
  }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and the line if they are known, and otherwise the function.
  public var description: String {
    guard let file else { return function.map { "in '\($0)'" } ?? "somewhere" }
    return line.map { "\(file):\($0)" } ?? file
  }
}
