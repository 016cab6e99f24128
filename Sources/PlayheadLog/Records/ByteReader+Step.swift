import PlayheadCoding

extension ByteReader {
  /// A step's number: so small that whoever adds to it does not overflow.
  mutating func step() throws(ByteFault) -> Step {
    let start = position
    let number = try varint()
    guard number < LogFormat.stepLimit else {
      throw ByteFault.malformed("a step's number", at: start)
    }
    return Step(number)
  }
}
