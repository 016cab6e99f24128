import Foundation

/// A file of Swift as far as layering needs it: what it imports, declares and mentions. No parser: it
/// goes by words, outside of comments and texts.
struct SwiftSource {
  private let code: String

  init(_ text: String) {
    // Texts first, or a '//' in one would begin a comment. What is interpolated goes with its text.
    let texts = /"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"/
    let comments = /\/\/[^\n]*|\/\*(?s:.*?)\*\//
    code = text.replacing(texts, with: "\"\"").replacing(comments, with: "")
  }

  /// The modules that it imports, whole or in part.
  var imports: Set<String> {
    let line =
      /(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func)\s+)?(\w+)/
    return Set(code.matches(of: line).map { String($0.1) })
  }

  /// The types that it declares, also within others.
  var declaredTypes: Set<String> {
    let declaration = /\b(?:struct|class|enum|actor|protocol|typealias)\s+([A-Z]\w*)/
    return Set(code.matches(of: declaration).map { String($0.1) })
  }

  /// Every name in it.
  var names: Set<String> { Set(code.matches(of: /\b[A-Za-z_]\w*/).map { String($0.0) }) }
}
