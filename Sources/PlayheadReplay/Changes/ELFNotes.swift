/// Notes of a linker in a program's file, as on Linux.
///
/// Source: the ELF-64 object file format, and `NT_GNU_BUILD_ID` of the GNU linkers.
enum ELFNotes {
  /// "\u{7F}ELF", followed by the class of 64-bit files.
  private static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2]
  private static let noteSegment: UInt32 = 4
  private static let buildIDNote: UInt32 = 3
  private static let gnu: [UInt8] = Array("GNU\0".utf8)

  /// The build ID, a hash of all that was linked, in the first part of a file. Nil if it is not there.
  static func buildID(of file: UnsafeRawBufferPointer) -> String? {
    guard file.starts(with: magic), let table = number(UInt64.self, in: file, at: 32),
      let size = number(UInt16.self, in: file, at: 54),
      let count = number(UInt16.self, in: file, at: 56), table <= UInt64(file.count)
    else { return nil }
    for entry in 0..<Int(count) {
      let place = Int(table) + entry * Int(size)
      guard number(UInt32.self, in: file, at: place) == noteSegment,
        let start = number(UInt64.self, in: file, at: place + 8),
        let length = number(UInt64.self, in: file, at: place + 32),
        start <= UInt64(file.count), length <= UInt64(file.count) - start
      else { continue }
      let notes = UnsafeRawBufferPointer(rebasing: file[Int(start)..<Int(start + length)])
      if let found = buildID(inNotes: notes) { return found }
    }
    return nil
  }

  /// Each note has the lengths of its name and content, its kind, and then both, aligned to four bytes.
  private static func buildID(inNotes notes: UnsafeRawBufferPointer) -> String? {
    var place = 0
    while let nameLength = number(UInt32.self, in: notes, at: place),
      let length = number(UInt32.self, in: notes, at: place + 4),
      let kind = number(UInt32.self, in: notes, at: place + 8)
    {
      let name = place + 12
      let content = name + aligned(nameLength)
      guard content + Int(length) <= notes.count else { return nil }
      if kind == buildIDNote, length > 0, notes[name..<content].elementsEqual(gnu) {
        return notes[content..<content + Int(length)]
          .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      }
      place = content + aligned(length)
    }
    return nil
  }

  private static func aligned(_ length: UInt32) -> Int { (Int(length) + 3) & ~3 }

  private static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, in bytes: UnsafeRawBufferPointer, at place: Int
  ) -> Number? {
    guard place <= bytes.count - MemoryLayout<Number>.size else { return nil }
    return bytes.loadUnaligned(fromByteOffset: place, as: Number.self)
  }
}
