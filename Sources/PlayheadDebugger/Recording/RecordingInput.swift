import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadTerminal
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay

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

  private static func read(_ path: String, limit: Int) throws(CommandFailure) -> Data {
    guard let kind = FileKind(at: path) else { throw .missingInput(path: path) }
    guard kind != .folder else { throw .inputIsDirectory(path: path) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unreadableInput(path: path, reason: String(cString: strerror(errno)).lowercased())
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var bytes = Data()
    do {
      if kind == .file { return try file.readToEnd() ?? bytes }
      // A pipe or a device may be endless.
      while bytes.count <= limit {
        guard let part = try file.read(upToCount: SystemTerminal.readSize), !part.isEmpty else {
          return bytes
        }
        bytes += part
      }
    } catch {
      throw .unreadableInput(path: path, reason: error.localizedDescription)
    }
    throw .endlessInput(path: path, limit: limit)
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

  /// The app's name and the input. What is derived from it is the same for the same app and input.
  private func identity(for app: any TerminalApp.Type) -> [UInt8] {
    Array(app.appName.utf8) + [0] + bytes
  }

  /// The key for the tokens of secrets.
  func redactionKey(for app: any TerminalApp.Type) -> RedactionKey {
    RedactionKey(derivedFrom: identity(for: app))
  }

  func digest(for app: any TerminalApp.Type) -> InputDigest { InputDigest(of: identity(for: app)) }
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
    let (first, second) = ((high & ~0xF000) | 0x8000, (low & ~(3 << 62)) | (2 << 62))
    return withUnsafeBytes(of: (first.bigEndian, second.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}

extension RecordingPlan {
  /// Performs a script as fast as possible, with the script's own times in the log.
  func record(
    _ script: [TimedAction], _ digest: InputDigest, _ console: Console
  ) throws -> RecordingEnding {
    // Nanoseconds since 1970; `nil` if the script has no time.
    let times: [Int64?] = try script.enumerated().map { number, action in
      guard let time = action.time else { return nil }
      guard let nanoseconds = Int64(exactly: time.attoseconds / 1_000_000_000) else {
        throw CommandFailure.badTime(action: number + 1)
      }
      return nanoseconds
    }
    let clock = ManualClock()
    if let start = times.lazy.compactMap(\.self).first { clock.set(wall: start) }
    // Inputs that depend only on the script, so that the same script gives the same log.
    var inputs = SystemInputs.seeded(digest.high)
    inputs.now = { Date(timeIntervalSince1970: Double(clock.now.wall) / 1e9) }
    let progress = Progress("recording", of: UInt64(script.count), .actions, on: console)
    defer { progress.finish() }
    return try record(
      inputs: inputs, session: digest.uuid, clock: clock, waits: true, console
    ) { app in
      for (number, action) in script.enumerated() {
        if let time = times[number] { clock.set(wall: time) }
        app.dispatcher.dispatch(action.action)
        progress.advance(to: UInt64(number + 1))
      }
    }
  }
}
