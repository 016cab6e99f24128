import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadValues

/// Options of commands that ask the same about each log of a list.
enum ListParameters {
  static let list = Parameter.option(
    "files-from", value: "FILE", .path,
    "Read the paths of the logs from this file, one per line; '-' is standard input. Prints a line of JSON for each log, "
      + "whatever happens to it; JSONOutput.md describes it. A shard stands for all of its logs.")
  static let isNullSeparated = Parameter.flag(
    "null", short: "-0", "The paths in '--files-from' end with a zero byte instead of a line's end."
  )
  static let done = Parameter.option(
    "resume", value: "DONE", .path,
    "Leave out the paths for which this file has a line of the same question and build, as an earlier call printed it, "
      + "unless the file could not be read then."
  )

  static let declarations: [any ParameterDeclaration] = [list, isNullSeparated, done]
}

extension ParsedArguments {
  /// The paths on the command line. Throws if there are none, and no list of them either.
  func listedLogs(
    _ parameter: Parameter<[String]> = LogParameters.severalLogs
  ) throws -> [String] {
    let logs = self[parameter]
    if self[ListParameters.list] != nil {
      if let log = logs.first { throw UsageError.Fact.conflict(log, "--files-from") }
      return []
    }
    if logs.isEmpty { throw UsageError.Fact.missing(parameter.spec.name) }
    try refuseListOptions()
    return logs
  }

  /// Throws if there is an option that is only for lists.
  func refuseListOptions() throws {
    guard self[ListParameters.isNullSeparated] || self[ListParameters.done] != nil else { return }
    throw UsageError.Fact.missing(ListParameters.list.spec.name)
  }
}

/// The names in a list of logs, read as they are needed. Unchecked, because a lock guards it.
final class LogNames: @unchecked Sendable {
  private let lock = NSLock()
  /// The file with the list.
  private let path: String
  private let read: () throws -> [UInt8]
  private let end: UInt8
  private var buffer: [UInt8] = []
  /// Where the next name begins in the buffer.
  private var place = 0
  private var isAtEnd = false
  /// The logs at the path that was read last, which may be a shard.
  private var logs: ArraySlice<String> = []
  /// The logs that are left out.
  private let done: Set<Digest>
  private var error: (any Error)?

  init(_ list: String, _ arguments: ParsedArguments, without done: Set<Digest>, _ console: Console)
    throws
  {
    end = arguments[ListParameters.isNullSeparated] ? 0 : UInt8(ascii: "\n")
    (path, self.done) = (list == "-" ? "standard input" : list, done)
    if list == "-" {
      let terminal = console.terminal
      read = { try terminal.read() }
    } else {
      let file = try FileHandle(openingList: list)
      read = { try [UInt8](file.read(upToCount: 65_536) ?? Data()) }
    }
  }

  /// Why the list could not be read to its end; nil if it could.
  var failure: (any Error)? { lock.withLock { error } }

  /// The next log; nil after the last one.
  func next() -> String? {
    lock.withLock {
      while true {
        while let log = logs.popFirst() {
          if !done.contains(Self.key(of: log)) { return log }
        }
        guard let path = nextLine() else { return nil }
        logs = Shard.logs(at: path)[...]
      }
    }
  }

  /// What stands for a name in the set of those that are done, which is a fifth as large as the names.
  static func key(of name: String) -> Digest {
    var name = name
    return name.withUTF8 { Digest(canonical: UnsafeRawBufferPointer($0)) }
  }

  private func nextLine() -> String? {
    while true {
      if let stop = buffer[place...].firstIndex(of: end) {
        defer { place = stop + 1 }
        if stop > place { return String(decoding: buffer[place..<stop], as: UTF8.self) }
      } else if isAtEnd {
        defer { place = buffer.count }
        return place < buffer.count ? String(decoding: buffer[place...], as: UTF8.self) : nil
      } else if buffer.count - place > Self.longestName {
        (error, isAtEnd) = (CommandFailure.endlessInput(path: path, limit: Self.longestName), true)
        place = buffer.count
      } else {
        readMore()
      }
    }
  }

  /// Longer than any path. Otherwise a device without an end would fill the memory.
  private static let longestName = 1 << 20

  private func readMore() {
    buffer.removeFirst(place)
    place = 0
    do {
      let bytes = try read()
      isAtEnd = bytes.isEmpty
      buffer += bytes
    } catch {
      (self.error, isAtEnd) = (error, true)
    }
  }
}

extension FileHandle {
  convenience init(openingList path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw CommandFailure.missingInput(path: path) }
      throw CommandFailure.unreadableInput(path: path, reason: String(cString: strerror(errno)))
    }
    var facts = stat()
    if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
      _ = Foundation.close(descriptor)
      throw CommandFailure.inputIsDirectory(path: path)
    }
    self.init(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
