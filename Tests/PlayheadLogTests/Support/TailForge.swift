import Foundation
import PlayheadCoding
import PlayheadLog

/// Pages made record by record, from the format's document rather than with the recorder's code.
struct TailForge {
  static let pageLength = 4_096
  /// More than any test forges, and little beside what any input may take.
  static let mostPages = 32
  let session: UUID
  /// The bodies of the records, a list per page.
  var pages: [[[UInt8]]] = [[]]

  init(session: UUID = LogScript.session, pages: [[[UInt8]]] = [[]]) {
    (self.session, self.pages) = (session, pages)
  }

  /// The bodies one after the other with their lengths; an empty one ends a page, unless there are as many
  /// as a tail has: a byte would make 4 kB each time, and the bound be that of the pages, not of the reader.
  init(flat bytes: UnsafeRawBufferPointer) throws {
    self.init()
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      let body = Array(try reader.sized())
      if !body.isEmpty {
        pages[pages.count - 1].append(body)
      } else if pages.count < Self.mostPages {
        pages.append([])
      }
    }
  }

  var flat: [UInt8] {
    let bytes = ByteBuffer()
    for page in pages {
      for body in page { body.withUnsafeBytes { bytes.append(sized: $0) } }
      bytes.append(varint: 0)
    }
    return bytes.array
  }

  /// The tail's bytes. Each page says that it goes on with what the one before left open.
  var bytes: [UInt8] {
    pages.enumerated().flatMap { number, bodies in page(UInt64(number + 1), bodies) }
  }

  private func page(_ number: UInt64, _ bodies: [[UInt8]]) -> [UInt8] {
    let name = withUnsafeBytes(of: session.uuid) { XXHash.hash64($0) }
    let seed = withUnsafeBytes(of: number.littleEndian) { XXHash.hash64($0, seed: name) }
    let records = ByteBuffer()
    for body in bodies {
      let rest = ByteBuffer()
      rest.append(littleEndian: UInt32(body.count))
      rest.append(body)
      records.append(
        littleEndian: XXHash.hash32(rest.bytes, seed: UInt32(truncatingIfNeeded: seed)))
      records.append(rest)
    }
    let length = (64 + records.count + Self.pageLength - 1) / Self.pageLength * Self.pageLength
    let fields = ByteBuffer()
    fields.append(littleEndian: name)
    fields.append(littleEndian: number)
    fields.append(littleEndian: UInt64(0))
    fields.append(littleEndian: UInt32(length) | 2)
    let page = ByteBuffer()
    page.append(littleEndian: UInt64(0x3130_4C54_4459_4C50))
    page.append(fields)
    page.append(littleEndian: XXHash.hash32(fields.bytes))
    page.append([UInt8](repeating: 0, count: 24))
    page.append(records)
    return page.array + [UInt8](repeating: 0, count: length - page.count)
  }
}
