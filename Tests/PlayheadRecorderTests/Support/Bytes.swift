import Foundation
import PlayheadLog
import PlayheadReading

extension Desk {
  /// The log's bytes.
  func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

extension ModelDisk {
  /// A file's bytes.
  func bytes(of path: String) throws -> [UInt8] {
    let source = try source(of: path)
    return try source.read(at: 0, count: source.size)
  }
}
