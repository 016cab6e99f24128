import Foundation
package import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// Asks which actions match a filter, as bits.
package struct PageSearchRequest: Request {
  private let filter: PageFilter
  /// The first step to look at.
  private let first: UInt64
  /// The last step that the page has; nil for all.
  private let last: UInt64?

  /// The number of steps in a part.
  private static let chunk: UInt64 = 65_536

  private enum CodingKeys: CodingKey { case first, last }

  package init(from decoder: any Decoder) throws {
    filter = try PageFilter(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    first = try container.decodeIfPresent(UInt64.self, forKey: .first) ?? 0
    last = try container.decodeIfPresent(UInt64.self, forKey: .last)
  }

  package func encode(to encoder: any Encoder) throws {
    try filter.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(first, forKey: .first)
    try container.encodeIfPresent(last, forKey: .last)
  }

  package var needsStores: Bool { false }

  /// Whether it takes states to know which actions match.
  package var looksAtStates: Bool { filter.path != nil }

  /// The matching steps of 65,536 steps: step `first + n` is bit `n % 8` of byte `n / 8`.
  package struct Part: Codable, Sendable {
    /// A multiple of 65,536.
    var first: UInt64
    /// Without zero bytes at the end.
    var bits: Data
  }

  package struct Answer: Codable, Sendable {
    /// The last step that was looked at.
    var last: UInt64
  }

  package func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> Answer {
    let counted = inspector.log.lastCountedStep
    let last = last.map { min(Step($0), counted) } ?? counted
    guard let steps = inspector.log.known(first, last.number) else {
      return Answer(last: last.number)
    }
    var start: UInt64 = 0
    var bits = Data()
    try filter.forEachMatch(in: steps, of: inspector) { entry in
      let step = entry.step.number
      if step - start >= Self.chunk {
        if !bits.isEmpty { try give(Part(first: start, bits: bits)) }
        (start, bits) = (step / Self.chunk * Self.chunk, Data())
      }
      let place = Int(step - start)
      while bits.count <= place / 8 { bits.append(0) }
      bits[place / 8] |= 1 << (place % 8)
    }
    if !bits.isEmpty { try give(Part(first: start, bits: bits)) }
    return Answer(last: last.number)
  }
}
