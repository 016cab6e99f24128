import PlayheadCoding
package import PlayheadLog
import PlayheadReading

/// Records of another log, as they are.
extension FrameDraft {
  /// The bytes of the records.
  var byteCount: Int { waiting.count }

  func has(_ kind: RecordKind) -> Bool { kinds.contains(.of(kind)) }

  /// Adds a chunk's record as it is.
  func add(
    chunk body: UnsafeRawBufferPointer, _ steps: ClosedRange<Step>, _ types: [FrameIndex.TypeCount]
  ) {
    addResumption(before: steps.lowerBound)
    add(RecordKind.chunk.rawValue, body)
    chunk = (steps.lowerBound, steps.count, types)
  }

  /// Adds another record as it is; `number` is its kind's.
  package func add(_ number: UInt64, _ body: UnsafeRawBufferPointer) {
    waiting.append(varint: number)
    waiting.append(sized: body)
    if let kind = RecordKind(rawValue: number) { kinds.insert(.of(kind)) }
  }

  /// Adds all records of another frame. At most one of the two has a chunk.
  func add(_ other: FrameDraft) {
    waiting.append(other.waiting)
    kinds.formUnion(other.kinds)
    chunk = chunk ?? other.chunk
  }
}
