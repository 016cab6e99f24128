import PlayheadCoding
import PlayheadLog
import PlayheadReading

/// Something that takes bytes from outside, whatever they are: 'tools/soak fuzz' searches for bytes that
/// trap it, and the tests run it on those that did or might.
struct FuzzTarget: Sendable {
  /// The folder of its corpus under fixtures/corrupt/.
  let name: String
  /// How many bytes it may allocate per byte of input, in all; and what it may whatever the input.
  let bound: AllocationBound
  /// Inputs that get far, for the search to begin with.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Reads the bytes. A fault that is reported is an answer; another error is a defect.
  let read: @Sendable (UnsafeRawBufferPointer) throws -> Void

  init(
    _ name: String, _ bound: AllocationBound = .ofRows,
    seeds: @escaping @Sendable () throws -> [[UInt8]],
    read: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) {
    (self.name, self.bound, self.seeds, self.read) = (name, bound, seeds, read)
  }

  /// All targets. What reads another thing from outside gets a line here.
  static let all = [
    log, index, frame, value, codable, record(.chunk), record(.checkpoint), record(.storeList),
    records, tail, pages, pieces, directory, request,
  ]

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

  /// Reads the bytes; a fault is as good an answer as a value.
  func run(_ bytes: UnsafeRawBufferPointer) throws {
    do {
      try read(bytes)
    } catch is ByteFault {
      return
    } catch is FrameFault {
      return
    } catch is ReadingError {
      return
    } catch is DecodingError {
      return
    }
  }

  func run(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try run($0) }
  }
}

/// How much memory reading may take at once: so much per byte of input, and so much for any input.
struct AllocationBound: Sendable {
  var perByte: Int
  /// The header's frame and what tests keep of a log, and the pages of it all.
  var always = 8 << 20

  /// Unpacked bytes become rows, trees and the places of both; the worst is a column's field.
  static let ofRows = AllocationBound(perByte: 1_000)
  /// A frame unpacks to at most 255 times its bytes.
  static let ofFrames = AllocationBound(perByte: 4 * 255)

  func bytes(for count: Int) -> Int { always + perByte * count }
}
