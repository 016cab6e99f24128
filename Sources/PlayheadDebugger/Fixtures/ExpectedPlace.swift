import PlayheadValues

/// A place of a state with the value that it should have.
package struct ExpectedPlace: Sendable {
  let path: StatePath
  /// In the form of JSON; nil for what is there.
  let value: Value?
}

extension ValueKind<ExpectedPlace> {
  /// `PATH`, or `PATH=JSON`: the first equals sign parts them in front of which there is a path.
  static var expectedPlace: Self {
    ValueKind { word throws(BadValue) in
      for place in word.indices where word[place] == "=" {
        guard let path = try? StatePath(String(word[..<place]).trimmingSpaces) else { continue }
        guard let value = PlayheadValues.Value(json: String(word[word.index(after: place)...]))
        else {
          throw .expected("'PATH=JSON', where a text is written PATH=\"text\"")
        }
        return ExpectedPlace(path: path, value: value)
      }
      return ExpectedPlace(path: try ValueKind<StatePath>.place.read(word), value: nil)
    }
  }
}

extension ValueKind<String> {
  /// What a fixture is called: the name of a file, and the words of a test.
  static var fixtureName: Self {
    ValueKind("a name that begins with a letter, and has none of the signs / \" ' ` \\") { word in
      word.first?.isLetter == true && !word.contains(where: isStrange) ? word : nil
    }
  }

  /// What ends a line, a Swift string, a name in Swift or a word of a shell.
  private static func isStrange(_ sign: Character) -> Bool {
    #"/"'`\"#.contains(sign) || sign.isNewline
      || sign.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
