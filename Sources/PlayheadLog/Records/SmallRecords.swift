package import Foundation
package import PlayheadCoding

/// A record that is encoded without a table of shapes.
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
    var reader = ByteReader(body)
    let (step, moment) = (try reader.step(), try reader.moment())
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
    var reader = ByteReader(body)
    let (first, last) = (try reader.step(), try reader.step())
    guard first <= last else {
      throw ByteFault.malformed("a gap", at: 0)
    }
    let reason = GapReason(code: try reader.varint())
    self.init(steps: first...last, reason: reason, detail: try reader.string())
  }
}

/// The digests of all stores' states at a step, by the stores' numbers.
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
    var reader = ByteReader(body)
    let step = try reader.step()
    var stores: [Digest] = []
    for _ in 0..<(try reader.count(of: 8)) { stores.append(Digest(try reader.littleEndian())) }
    self.init(step: step, stores: stores)
  }
}

/// The end of a recording: its last step, the time, and why it ended there.
package struct RecordingEnd: PlainRecord, Hashable {
  package static var kind: RecordKind { .end }

  /// Why a recording ended. All but `closed` are for logs that were recovered.
  package enum Cause: UInt64 {
    case closed
    /// The app stopped after the last step.
    case stopped
    /// More steps may have followed.
    case unknown
  }

  package var step: Step
  package var moment: Moment
  package var cause: Cause

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: step.number)
    bytes.append(zigzag: moment.monotonic)
    bytes.append(zigzag: moment.wall)
    if cause != .closed { bytes.append(varint: cause.rawValue) }
  }

  package init(step: Step, moment: Moment, cause: Cause = .closed) {
    (self.step, self.moment, self.cause) = (step, moment, cause)
  }
}

/// The page of the tail from which a frame was made. It tells a reader of the tail what the log already has.
package struct FlushMark: Hashable, Comparable, Sendable {
  /// The page's number, which rises throughout a recording.
  package var page: UInt64
  /// The frame's index among the page's frames.
  package var part: UInt64
  /// Tells frames of different recordings apart if there is no header between them.
  package var session: UInt32

  package init(page: UInt64, part: UInt64, session: UInt32) {
    self.page = page
    self.part = part
    self.session = session
  }

  /// The session's tag in the marks of its frames.
  package static func tag(of session: UUID) -> UInt32 {
    UInt32(truncatingIfNeeded: TailFormat.session(session))
  }

  /// Whether `left` was written first.
  package static func < (left: FlushMark, right: FlushMark) -> Bool {
    (left.page, left.part) < (right.page, right.part)
  }
}

extension FlushMark: PlainRecord {
  package static var kind: RecordKind { .flushMark }

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: page)
    bytes.append(varint: part)
    bytes.append(littleEndian: session)
  }
}

extension Moment {
  /// A time in microseconds, with the wall clock `offset` nanoseconds ahead; `nil` if no log can have it.
  package init?(ticks: Int64, offset: Int64) {
    let (monotonic, isTooLong) = ticks.multipliedReportingOverflow(by: LogFormat.timeUnit)
    let (wall, isTooLate) = monotonic.addingReportingOverflow(offset)
    guard !isTooLong, !isTooLate, monotonic.magnitude < LogFormat.timeLimit else { return nil }
    self.init(monotonic: monotonic, wall: wall)
  }
}

extension ByteReader {
  /// A step's number, small enough that adding to it does not overflow.
  package mutating func step() throws(ByteFault) -> Step {
    let start = position
    let number = try varint()
    guard number < LogFormat.stepLimit else {
      throw ByteFault.malformed("a step's number", at: start)
    }
    return Step(number)
  }

  /// A time by both clocks, small enough that a difference from the start does not overflow.
  package mutating func moment() throws(ByteFault) -> Moment {
    let start = position
    let monotonic = try zigzag()
    guard monotonic.magnitude < LogFormat.timeLimit else {
      throw ByteFault.malformed("a time", at: start)
    }
    return Moment(monotonic: monotonic, wall: try zigzag())
  }
}
