import PlayheadCoding

extension Digest {
  /// The digest of a canonical form.
  init(bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Digest(canonical: $0) }
  }
}
