extension DecodingError {
  /// What does not fit and where, without any value: neither what is there, nor a dictionary's key, nor
  /// the text of an error of the app's, in which there might be one.
  package var sentence: String { sentence(elements: .byPosition) }

  /// The same, with a choice of how places are named.
  ///
  /// - Parameter type: The type that refuses the value, where it is known.
  package func sentence(
    elements: CodingPlace.Elements, refusedBy type: String? = nil
  ) -> String {
    let (what, context) = fact(refusedBy: type ?? "the type")
    let place = CodingPlace.text(of: context.codingPath, elements: elements)
    return place.isEmpty ? what : "at \(place): \(what)"
  }

  private func fact(refusedBy refusing: String) -> (what: String, context: Context) {
    switch self {
    case .keyNotFound(let key, let context): ("'\(key.stringValue)' is missing", context)
    case .valueNotFound(let type, let context): ("a \(type) is missing", context)
    case .typeMismatch(let type, let context):
      (context.ownText ?? "it is no value of \(type)", context)
    case .dataCorrupted(let context):
      (context.ownText ?? "\(refusing) does not take the value", context)
    @unknown default: ("it cannot be decoded", Context(codingPath: [], debugDescription: ""))
    }
  }
}

extension DecodingError.Context {
  /// The text, if it is this module's.
  fileprivate var ownText: String? { underlyingError is OwnWords ? debugDescription : nil }
}
