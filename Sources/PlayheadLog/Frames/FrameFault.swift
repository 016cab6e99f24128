/// What is wrong with a frame.
package enum FrameFault: Error, Equatable {
  /// The file ends inside the frame.
  case cut
  /// There is no LZ4 frame here.
  case notAFrame
  /// A frame of a make that cannot be read here.
  case unsupported(String)
  /// The frame's own bytes do not agree with a checksum of theirs.
  case checksum(expected: UInt32, found: UInt32)
  /// The frame contradicts itself.
  case malformed(String)

  /// What is wrong, as a part of a sentence.
  package var sentence: String {
    switch self {
    case .cut: "the file ends in the middle of it"
    case .notAFrame: "its bytes are not an LZ4 frame"
    case .unsupported(let what): "it uses \(what), which Playhead never writes"
    case .checksum(let expected, let found):
      "its checksum is \(hex(expected)) but its bytes give \(hex(found))"
    case .malformed(let what): what
    }
  }

  private func hex(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
