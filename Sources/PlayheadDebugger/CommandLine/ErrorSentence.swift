/// What `error` says of itself, but for an encoding error, which would print the value, however deep,
/// secret or long.
func sentence(of error: any Error) -> String {
  guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
  return
    "a value cannot be encoded: \(context.debugDescription); make its 'encode(to:)' take every "
    + "value of its type"
}
