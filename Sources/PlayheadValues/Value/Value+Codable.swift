import Foundation
import PlayheadCoding

/// As a run of bytes, from which the very same value is read again; ``json`` is what other programs read.
extension Value: Codable {
  /// Writes the value's canonical form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(canonicalBytes))
  }

  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let bytes = try container.decode(Data.self)
    do {
      self = try bytes.withUnsafeBytes { try Value(canonical: $0) }
    } catch let error as ByteFault {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.sentence)
    }
  }
}
