package import PlayheadCoding

extension ByteFault {
  /// What is wrong, as a part of a sentence.
  package var sentence: String {
    switch self {
    case .truncated(let position):
      "the bytes end at offset \(position), in the middle of something"
    case .malformedVarint(let position):
      "the number at offset \(position) is longer than 64 bits"
    case .tooMany(let count, let position):
      "the count at offset \(position) says \(count), more than the bytes can hold"
    case .notUTF8(let position):
      "the text at offset \(position) is not UTF-8"
    case .malformed(let what, let position):
      "the bytes at offset \(position) are not \(what)"
    case .exceedsMemory: MemoryLimit.sentence
    }
  }
}
