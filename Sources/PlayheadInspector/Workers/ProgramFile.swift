import Foundation
import PlayheadCoding

/// The file of this program. A new build may have replaced it.
package enum ProgramFile {
  /// What Linux appends to the name of a program file that was replaced.
  private static let deletedSuffix = " (deleted)"

  /// `nil` if the system does not report it.
  package static var path: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4_096
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0, let real = realpath(path, nil) else {
        return nil
      }
      defer { free(real) }
      return String(cString: real)
    #else
      var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink("/proc/self/exe", &path, Int(PATH_MAX))
      guard count > 0 else { return nil }
      let bytes = path.prefix(count).map { UInt8(bitPattern: $0) }
      let name = String(decoding: bytes, as: UTF8.self)
      return name.hasSuffix(deletedSuffix) ? String(name.dropLast(deletedSuffix.count)) : name
    #endif
  }
}

struct FileStamp: Equatable {
  private let number: Int?
  private let size: Int?
  private let modified: Date?

  /// The stamp of the file at `path`; without numbers if there is none.
  init(_ path: String) {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    number = facts?[.systemFileNumber] as? Int
    size = facts?[.size] as? Int
    modified = facts?[.modificationDate] as? Date
  }
}

/// A C array of strings that ends with a null pointer. Free it with ``release(_:)``.
package func table(
  _ texts: [UnsafeMutablePointer<CChar>?]
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
  let table = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: texts.count + 1)
  let there = texts.compactMap(\.self)
  for (place, text) in there.enumerated() { table[place] = text }
  table[there.count] = nil
  return table
}

package func release(_ table: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
  var next = table
  while let text = next.pointee {
    free(text)
    next += 1
  }
  table.deallocate()
}
