import PlayheadCoding

extension LogReader {
  /// Whether it was opened as a file, by its name.
  package var hasFile: Bool { facts.files.contains { $0.path == name } }

  /// A number by which another log, or this one after it went on, is told from it: of the lengths and the
  /// steps of its frames. Costs next to nothing, and sees no byte that was overwritten in its place.
  package var contentMark: String {
    let bytes = ByteBuffer()
    for frame in index.frames {
      bytes.append(varint: frame.length)
      bytes.append(varint: frame.kinds.rawValue)
      bytes.append(varint: frame.firstStep)
      bytes.append(varint: frame.count)
    }
    return String(XXHash.hash64(bytes.bytes), radix: 16)
  }
}
