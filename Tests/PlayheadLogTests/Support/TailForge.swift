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

  /// The tail's bytes. Each page says that it goes on with what the one before left open; records for
  /// which a page has no room are a chain.
  var bytes: [UInt8] {
    var number: UInt64 = 0
    return pages.flatMap { bodies in
      let parts = Self.parts(of: bodies)
      return parts.enumerated().flatMap { index, bodies in
        number += 1
        return page(number, bodies, continuesChain: index > 0)
      }
    }
  }

  /// The records of a page, or the fragments of a chain that has all of them.
  private static func parts(of bodies: [[UInt8]]) -> [[[UInt8]]] {
    guard bodies.reduce(64, { $0 + 8 + $1.count }) > pageLength else { return [bodies] }
    let chain = ByteBuffer()
    for body in bodies { body.withUnsafeBytes { chain.append(sized: $0) } }
    let length = pageLength - 64 - 8 - 5
    return stride(from: 0, to: chain.count, by: length).map { start in
      let end = min(start + length, chain.count)
      let left = withUnsafeBytes(of: UInt32(chain.count - end).littleEndian) { Array($0) }
      return [[12] + left + chain.array[start..<end]]
    }
  }

  private func page(_ number: UInt64, _ bodies: [[UInt8]], continuesChain: Bool) -> [UInt8] {
    let name = withUnsafeBytes(of: session.uuid) { XXHash.hash64($0) }
    let seed = withUnsafeBytes(of: number.littleEndian) { XXHash.hash64($0, seed: name) }
    let fields = ByteBuffer()
    fields.append(littleEndian: name)
    fields.append(littleEndian: number)
    fields.append(littleEndian: UInt64(0))
    fields.append(littleEndian: UInt32(continuesChain ? 6 : 2))
    let page = ByteBuffer()
    page.append(littleEndian: UInt64(0x3530_4C54_4459_4C50))
    page.append(fields)
    page.append(littleEndian: XXHash.hash32(fields.bytes))
    page.append([UInt8](repeating: 0, count: 24))
    for body in bodies {
      let rest = ByteBuffer()
      rest.append(littleEndian: UInt32(body.count))
      rest.append(body)
      page.append(littleEndian: XXHash.hash32(rest.bytes, seed: UInt32(truncatingIfNeeded: seed)))
      page.append(rest)
    }
    return page.array + [UInt8](repeating: 0, count: Self.pageLength - page.count)
  }
}
