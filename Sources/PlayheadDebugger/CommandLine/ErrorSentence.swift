import PlayheadCoding
import PlayheadValues

/// What `error` says of itself, but for errors of coding, which would print the value, however deep,
/// secret or long.
func sentence(of error: any Error) -> StyledText {
  switch error {
  case let error as EncodingError:
    "a value cannot be encoded: \(error.sentence); make its 'encode(to:)' take every value of its "
      + "type"
  case let error as DecodingError:
    "a value cannot be decoded: \(error.sentence); use the build that wrote it"
  default: StyledText(error)
  }
}
