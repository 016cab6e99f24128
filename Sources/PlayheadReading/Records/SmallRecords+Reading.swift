import Foundation
package import PlayheadCoding
package import PlayheadLog
import PlayheadValues

extension RecordingEnd {
  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    let (step, moment) = (try reader.step(), try reader.moment())
    let cause: Cause =
      try reader.isAtEnd ? .closed : Cause(rawValue: reader.varint()) ?? .unknown
    self.init(step: step, moment: moment, cause: cause)
  }
}

extension FlushMark {
  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    self.init(
      page: try reader.varint(), part: try reader.varint(), session: try reader.littleEndian())
    // Leaves room for the number of the next page.
    guard page < .max else { throw ByteFault.malformed("a page's number", at: 0) }
  }
}

extension LogHeader {
  /// Replaces a damaged header.
  static let lost = LogHeader(
    session: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), app: "",
    start: Moment(monotonic: 0, wall: 0), stores: [])

  /// Whether it replaces a damaged header, of an unknown recording.
  package var isLost: Bool { session == Self.lost.session }

  /// The version at the start of a header, which must be readable in every version of the format.
  static func version(from body: UnsafeRawBufferPointer) throws(ByteFault) -> UInt64 {
    var reader = RecordStream.reader(of: body)
    return try reader.varint()
  }

  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    let version = try reader.varint()
    let session = UUID(uuid: try reader.take(16).loadUnaligned(as: uuid_t.self))
    let app = try reader.string()
    let build = try reader.string()
    let start = try reader.moment()
    let locale = try reader.string()
    let timeZone = try reader.string()
    var stores: [String] = []
    for _ in 0..<(try reader.count(taking: Self.memoryOfName)) {
      stores.append(try reader.string())
    }
    self.init(
      session: session, app: app, build: build, start: start, locale: locale,
      timeZone: timeZone, stores: stores)
    formatVersion = version
  }
}

extension RecordStream {
  /// The next record. Its kind is `nil` if this version does not know it.
  package mutating func next() throws(ByteFault) -> (
    kind: RecordKind?, body: UnsafeRawBufferPointer
  )? {
    guard let (number, body) = try nextNumbered() else { return nil }
    return (RecordKind(rawValue: number), body)
  }

  /// The next record, with its kind's number.
  package mutating func nextNumbered() throws(ByteFault) -> (
    kind: UInt64, body: UnsafeRawBufferPointer
  )? {
    if reader.isAtEnd { return nil }
    let kind = try reader.varint()
    // Kinds count from 1, so that a run of zeros is not a run of records.
    guard kind > 0 else { throw ByteFault.malformed("a record's kind", at: reader.position - 1) }
    return (kind, try reader.sized())
  }

  /// The unpacked records of a frame of data.
  package static func content(of frame: [UInt8]) -> Result<[UInt8], FrameFault> {
    do throws(FrameFault) {
      return .success(
        try frame.withBytes { (bytes) throws(FrameFault) in try LZ4Frame.read(bytes) })
    } catch {
      return .failure(error)
    }
  }

  /// Calls `body` with the records of a frame of data. Returns what is wrong, or `nil`.
  static func forEach(
    inFrame bytes: [UInt8],
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) -> String? {
    switch content(of: bytes) {
    case .success(let content): forEach(in: content, body)
    case .failure(let fault): fault.sentence
    }
  }

  /// Calls `body` with unpacked records. Returns what is wrong, or `nil`.
  package static func forEach(
    in content: [UInt8],
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) -> String? {
    content.withUnsafeBytes { content in
      do throws(ByteFault) {
        var stream = RecordStream(content)
        while let record = try stream.next() { try body(record.kind, record.body) }
        return nil
      } catch {
        return error.sentence
      }
    }
  }
}
