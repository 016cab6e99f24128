package import PlayheadCoding

/// A record that needs nothing but itself to be written.
package protocol PlainRecord {
  static var kind: RecordKind { get }

  func encode(to bytes: ByteBuffer)
}

extension Note: PlainRecord {
  package static var kind: RecordKind { .note }

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: step.number)
    bytes.append(zigzag: moment.monotonic)
    bytes.append(zigzag: moment.wall)
    bytes.append(string: text)
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    let step = try reader.step()
    let moment = Moment(monotonic: try reader.zigzag(), wall: try reader.zigzag())
    self.init(step: step, moment: moment, text: try reader.string())
  }
}

extension Gap: PlainRecord {
  package static var kind: RecordKind { .gap }

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: steps.lowerBound.number)
    bytes.append(varint: steps.upperBound.number)
    bytes.append(varint: reason.code)
    bytes.append(string: detail)
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    let (first, last) = (try reader.step(), try reader.step())
    guard first <= last else {
      throw ByteFault.malformed("a gap", at: 0)
    }
    let reason = GapReason(code: try reader.varint())
    self.init(steps: first...last, reason: reason, detail: try reader.string())
  }
}

/// The digest of every store's state at a step, by the stores' numbers.
package struct StateDigests: PlainRecord, Hashable, Sendable {
  package static var kind: RecordKind { .digests }

  package var step: Step
  package var stores: [Digest]

  package init(step: Step, stores: [Digest]) {
    self.step = step
    self.stores = stores
  }

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: step.number)
    bytes.append(varint: stores.count)
    for digest in stores { bytes.append(littleEndian: digest.number) }
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    step = try reader.step()
    var stores: [Digest] = []
    for _ in 0..<(try reader.count(of: 8)) { stores.append(Digest(try reader.littleEndian())) }
    self.stores = stores
  }
}

/// The recording ended in good order: its last step, and when.
package struct RecordingEnd: PlainRecord, Hashable {
  package static var kind: RecordKind { .end }

  package var step: Step
  package var moment: Moment

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: step.number)
    bytes.append(zigzag: moment.monotonic)
    bytes.append(zigzag: moment.wall)
  }

  package init(step: Step, moment: Moment) {
    self.step = step
    self.moment = moment
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    step = try reader.step()
    moment = Moment(monotonic: try reader.zigzag(), wall: try reader.zigzag())
  }
}

extension ByteReader {
  /// A step's number: so small that adding to it does not overflow.
  mutating func step() throws(ByteFault) -> Step {
    let start = position
    let number = try varint()
    guard number < LogFormat.stepLimit else {
      throw ByteFault.malformed("a step's number", at: start)
    }
    return Step(number)
  }
}
