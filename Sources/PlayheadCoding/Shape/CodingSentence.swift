/// Marks errors with Playhead's own words. Other errors may quote the value itself, so their words are not shown.
package struct OwnWords: Error {
  package init() {}
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

/// What `error` says of a value that cannot be encoded, without the value.
package func refusal(_ error: any Error) -> String {
  (error as? EncodingError)?.sentence ?? "it throws \(type(of: error))"
}
