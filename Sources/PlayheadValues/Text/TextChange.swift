/// The change between two versions of a text: their own parts, between a common start and a common end. All parts
/// begin and end between Unicode scalars.
struct TextChange: Hashable, Sendable {
  /// The most bytes that are kept before and after the change, for people.
  private static let contextLimit = 256

  /// The number of Unicode scalars before the change, …
  let place: Int
  /// … and of UTF-16 units.
  let utf16Place: Int
  let old: String
  let new: String
  /// What comes right before the change, and whether there is more before it.
  let before: String
  let hasMoreBefore: Bool
  let after: String
  let hasMoreAfter: Bool

  init(from old: String, to new: String) {
    var (old, new) = (old, new)
    self = old.withUTF8 { old in new.withUTF8 { TextChange(old, $0) } }
  }

  private init(_ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>) {
    let (prefix, suffix) = Self.commonEnds(old, new)
    (place, utf16Place) = Self.counts(old, prefix)
    self.old = Self.text(old[prefix..<old.count - suffix])
    self.new = Self.text(new[prefix..<new.count - suffix])
    var start = max(0, prefix - Self.contextLimit)
    while start < prefix, old[start].continuesScalar { start += 1 }
    (before, hasMoreBefore) = (Self.text(old[start..<prefix]), start > 0)
    var end = min(new.count, new.count - suffix + Self.contextLimit)
    while end < new.count, new[end].continuesScalar { end -= 1 }
    (after, hasMoreAfter) = (Self.text(new[(new.count - suffix)..<end]), end < new.count)
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
  }

  /// The numbers of Unicode scalars and of UTF-16 units in the first `count` bytes.
  private static func counts(
    _ bytes: UnsafeBufferPointer<UInt8>, _ count: Int
  ) -> (scalars: Int, utf16: Int) {
    var (inside, pairs) = (0, 0)
    var place = 0
    let (memory, size) = (UnsafeRawBufferPointer(bytes), MemoryLayout<UInt64>.size)
    // Counts the bytes of a word at once, by the lowest bit of each. ASCII, four words at once, needs no counting.
    while count - place >= size {
      while count - place >= 4 * size {
        let words = memory.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
        guard (words &>> 7 & SIMD4(repeating: Self.lowestBits)) == .zero else { break }
        place += 4 * size
      }
      guard count - place >= size else { break }
      let word = memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let isNotASCII = word >> 7 & Self.lowestBits
      inside += (isNotASCII & ~(word >> 6)).nonzeroBitCount
      pairs += (isNotASCII & word >> 6 & word >> 5 & word >> 4).nonzeroBitCount
      place += size
    }
    for byte in bytes[place..<count] {
      inside += byte.continuesScalar ? 1 : 0
      pairs += byte >= 0xF0 ? 1 : 0
    }
    return (count - inside, count - inside + pairs)
  }

  private static let lowestBits: UInt64 = 0x0101_0101_0101_0101

  private static func commonEnds(
    _ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>
  ) -> (Int, Int) {
    guard let mine = old.baseAddress, let theirs = new.baseAddress else { return (0, 0) }
    let limit = min(old.count, new.count)
    var start = 0
    for run in runs {
      while limit - start >= run, sameBytes(mine + start, theirs + start, run) { start += run }
    }
    // Back to the start of a scalar that only began the same.
    while start > 0, isInsideScalar(old, start) || isInsideScalar(new, start) { start -= 1 }
    var end = 0
    for run in runs {
      while limit - start - end >= run,
        sameBytes(mine + old.count - end - run, theirs + new.count - end - run, run)
      { end += run }
    }
    while end > 0, isInsideScalar(old, old.count - end) { end -= 1 }
    return (start, end)
  }

  /// How many bytes are compared at once: many first, finally single ones.
  private static let runs = [4_096, 64, 1]

  private static func isInsideScalar(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place < bytes.count && bytes[place].continuesScalar
  }

  /// `"…quick brown «fox» jumps over…" at 52,101`: the `old` or the `new` part in `«»`, some text around it, and
  /// its place in Unicode scalars.
  func text(of part: String, options: PrintOptions) -> String {
    let (start, end) = (before.suffix(options.context), after.prefix(options.context))
    let opening = (hasMoreBefore || start.count < before.count ? "…" : "") + start.escaped
    let closing = end.escaped + (hasMoreAfter || end.count < after.count ? "…" : "")
    let shown = part.prefix(options.textLimit)
    let rest = part[shown.endIndex...].count
    let middle = shown.escaped + (rest > 0 ? "… \(rest.grouped) more" : "")
    return "\"\(opening)«\(middle)»\(closing)\" at \(place.grouped)"
  }
}

extension UInt8 {
  /// Whether it is a byte of a Unicode scalar in UTF-8 but not the first one.
  fileprivate var continuesScalar: Bool { self & 0xC0 == 0x80 }
}
