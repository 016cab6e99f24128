import PlayheadCoding
import PlayheadLog

/// What of a frame can be kept, and where it stands among the steps.
struct CheckedFrame {
  var remains: FrameRemains
  /// The first step of those that come with the frame or behind it: what comes before must stand in front.
  var front: Step?
}

/// What of a frame can be kept.
enum FrameRemains {
  case all
  /// All records but some, by their places.
  case without(Set<Int>)
  case nothing

  /// The same without some more records.
  func without(_ records: Set<Int>) -> Self {
    switch self {
    case .all: .without(records)
    case .without(let others): .without(others.union(records))
    case .nothing: .nothing
    }
  }
}

extension FrameRemains {
  /// The frame with what can be kept of it; nil if that is nothing.
  func of(_ frame: [UInt8]) -> [UInt8]? {
    switch self {
    case .nothing: nil
    case .all: frame
    case .without(let records): Self.frame(frame, without: records)
    }
  }

  private static func frame(_ frame: [UInt8], without lost: Set<Int>) -> [UInt8]? {
    guard let content = try? RecordStream.content(of: frame).get() else { return nil }
    let kept = ByteBuffer()
    content.withUnsafeBytes { content in
      var (stream, number) = (RecordStream(content), 0)
      while let (kind, body) = try? stream.nextNumbered() {
        if !lost.contains(number) {
          kept.append(varint: kind)
          kept.append(sized: body)
        }
        number += 1
      }
    }
    guard kept.count > 0 else { return nil }
    let frame = ByteBuffer(capacity: kept.count)
    LZ4Frame.append(kept.bytes, to: frame)
    return frame.array
  }
}
