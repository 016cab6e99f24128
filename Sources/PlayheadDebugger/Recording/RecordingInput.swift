import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadTerminal
import PlayheadFiles

/// The input of a recording, read whole.
struct RecordingInput {
  /// What errors call it.
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

  /// All bytes of a file, or of a pipe or a device, which has no length; nil if that
  /// is more than the limit.
  private static func bytes(of file: FileHandle, limit: Int) throws -> Data? {
    if let length = try? file.seekToEnd(), length > 0 {
      try file.seek(toOffset: 0)
      return try file.readToEnd() ?? Data()
    }
    var bytes = Data()
    while let part = try file.read(upToCount: InputBuffer.readSize), !part.isEmpty {
      bytes += part
      guard bytes.count <= limit else { return nil }
    }
    return bytes
  }

  /// The actions of the input, if the app knows it as a script.
  func script(for app: any TerminalApp.Type) throws -> [TimedAction]? {
    do {
      return try app.script(from: bytes)
    } catch let error as CommandError {
      throw CommandFailure.badInput(error, name: name)
    }
  }

  /// The input as lines without their ends. What is not UTF-8 becomes U+FFFD.
  var lines: [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// Makes the tokens of secrets: the same whenever the app and the input are.
  func redactionKey(for app: any TerminalApp.Type) -> RedactionKey {
    RedactionKey(derivedFrom: Array(app.appName.utf8) + [0] + bytes)
  }

  /// What identifies the app with this input: 128 bits, the same whenever both are.
  func digest(for app: any TerminalApp.Type) -> InputDigest {
    InputDigest(of: Array(app.appName.utf8) + [0] + bytes)
  }
}

/// 128 bits of hash of an input: XXH64 with two seeds.
struct InputDigest {
  let high: UInt64
  let low: UInt64

  init(of bytes: [UInt8]) {
    (high, low) = bytes.withUnsafeBytes {
      (XXHash.hash64($0, seed: 0), XXHash.hash64($0, seed: 1))
    }
  }

  /// The digest as a UUID, marked as one of the application's own making: version 8, variant 1 of
  /// RFC 9562.
  var uuid: UUID {
    let words = [(high & ~0xF000) | 0x8000, (low & ~(3 << 62)) | (2 << 62)]
    let bytes = words.flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
