import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadTerminal
import PlayheadReading

struct RecordingInput {
  /// The input's name in errors.
  let name: String
  private let bytes: Data

  init(path: String, _ console: Console) throws {
    if path == "-" {
      name = "standard input"
      bytes = Data(try console.readAll())
    } else {
      name = "'\(path)'"
      bytes = try Self.read(path, limit: console.inputLimit)
    }
  }

  private static func read(_ path: String, limit: Int) throws -> Data {
    guard let kind = FileKind(at: path) else { throw CommandFailure.missingInput(path: path) }
    guard kind != .folder else { throw CommandFailure.inputIsDirectory(path: path) }
    do {
      let descriptor = path.withFileName { open($0, O_RDONLY | O_CLOEXEC) }
      guard descriptor >= 0 else {
        let reason = String(cString: strerror(errno)).lowercased()
        throw CommandFailure.unreadableInput(path: path, reason: reason)
      }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      guard let bytes = try bytes(of: file, limit: limit) else {
        throw CommandFailure.endlessInput(path: path, limit: limit)
      }
      return bytes
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure.unreadableInput(path: path, reason: error.localizedDescription)
    }
  }

  /// All bytes of a file, a pipe or a device. `nil` if a pipe or a device has more than `limit` bytes.
  private static func bytes(of file: FileHandle, limit: Int) throws -> Data? {
    if let length = try? file.seekToEnd(), length > 0 {
      try file.seek(toOffset: 0)
      return try file.readToEnd() ?? Data()
    }
    var bytes = Data()
    while let part = try file.read(upToCount: SystemTerminal.readSize), !part.isEmpty {
      bytes += part
      guard bytes.count <= limit else { return nil }
    }
    return bytes
  }

  /// The actions of the input; `nil` if the app does not take it for a script.
  func script(for app: any TerminalApp.Type) throws -> [TimedAction]? {
    do {
      return try app.script(from: bytes)
    } catch let error as CommandError {
      throw CommandFailure.badInput(error, name: name)
    }
  }

  /// The lines of the input, without their ends. Bytes that are not UTF-8 become U+FFFD.
  var lines: [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// The key for the tokens of secrets. The same app and input give the same key.
  func redactionKey(for app: any TerminalApp.Type) -> RedactionKey {
    RedactionKey(derivedFrom: Array(app.appName.utf8) + [0] + bytes)
  }

  /// Identifies the app with this input. The same app and input give the same digest.
  func digest(for app: any TerminalApp.Type) -> InputDigest {
    InputDigest(of: Array(app.appName.utf8) + [0] + bytes)
  }
}

/// A 128-bit hash of an input: XXH64 with two seeds.
struct InputDigest {
  let high: UInt64
  let low: UInt64

  init(of bytes: [UInt8]) {
    (high, low) = bytes.withUnsafeBytes {
      (XXHash.hash64($0, seed: 0), XXHash.hash64($0, seed: 1))
    }
  }

  /// The digest as a custom UUID: version 8, variant 1 of RFC 9562.
  var uuid: UUID {
    let words = [(high & ~0xF000) | 0x8000, (low & ~(3 << 62)) | (2 << 62)]
    let bytes = words.flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
