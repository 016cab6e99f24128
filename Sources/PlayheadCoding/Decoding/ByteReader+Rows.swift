extension ByteReader {
  /// Passes over a row of `shape`.
  package mutating func skipRow(_ shape: Shape) throws(ByteFault) {
    for kind in shape.fields where !kind.isSequence { try skip(kind) }
    for _ in shape.sequences { try skipSequence() }
    if shape.fields.isEmpty { try skip(1) }
  }
}
