/// Marks errors with Playhead's own words. Other errors may quote the value, so their words are not shown.
package struct OwnWords: Error {
  package init() {}
}

extension EncodingError.Context {
  /// A context without the value.
  package static func own(_ words: String) -> Self {
    Self(codingPath: [], debugDescription: words, underlyingError: OwnWords())
  }
}

extension EncodingError {
  /// What cannot be encoded, without the value itself.
  package var sentence: String {
    guard case .invalidValue(_, let context) = self, context.underlyingError is OwnWords else {
      return "its 'encode(to:)' refuses it"
    }
    return context.debugDescription
  }
}

/// A type that stands for another one, which messages name instead.
package protocol WrapperType {
  static var original: any Any.Type { get }
}

/// The name of a type in a message.
package func typeName(of type: any Any.Type) -> String {
  "\((type as? any WrapperType.Type)?.original ?? type)"
}

/// Why a value cannot be encoded, without the value.
package func refusal(_ error: any Error) -> String {
  (error as? EncodingError)?.sentence ?? "it throws \(type(of: error))"
}
