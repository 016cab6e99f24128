/// Marks the errors whose words are this module's own.
///
/// What others write into an error may be the value itself: the standard library does so when a raw
/// value is no case of its enumeration. So only marked words are told.
struct OwnWords: Error {}

extension DecodingError.Context {
  /// A context that tells no value.
  package static func own(_ path: [any CodingKey], _ words: String) -> Self {
    Self(codingPath: path, debugDescription: words, underlyingError: OwnWords())
  }
}

extension EncodingError.Context {
  /// A context that tells no value.
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

/// What `error` says of a value that a type refused, without the value.
package func refusal(_ error: any Error) -> String {
  switch error {
  case let error as DecodingError: error.sentence
  case let error as EncodingError: error.sentence
  default: "it throws \(type(of: error))"
  }
}
