import Foundation
import PlayheadCoding
import PlayheadLog

/// The logs of an app's launches in a folder: `shop-20261126T215532Z-4f2a.playhead`, each with its tail and, of a flight
/// recorder, its segments. Knows them by their names, and looks at no more than the first bytes of a file that it is
/// about to delete.
struct LaunchLogs {
  /// The folder's path, with a slash at the end.
  private let folder: String
  /// The app's name as file names have it, with a hyphen.
  private let prefix: String
  private let disk = SystemDisk()

  /// The logs of an app in a folder, which must exist; by default in the folder for what apps keep, which is made.
  init(of app: String, in folder: URL?) throws(LogError) {
    let folder = if let folder { try folder.logPath() } else { try Self.usualFolder() }
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    prefix = Self.fileName(of: app) + "-"
  }

  /// The app's name with other characters than letters, digits, `.`, `_` and `-` as `%2F`, so that two apps never have
  /// the same.
  private static func fileName(of app: String) -> String {
    app.utf8.map { byte in
      let isPlain =
        byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "._-".utf8.contains(byte)
      return isPlain ? [byte] : Array("%".utf8) + Array(hex(byte, digits: 2).uppercased().utf8)
    }.reduce(into: "") { text, bytes in text += String(decoding: bytes, as: UTF8.self) }
  }

  private static func hex(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  // MARK: A new one

  /// A path for a launch that begins now, which no file has.
  func freePath() -> String {
    let time = Date().formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted))
    let known = Set(launches.map(\.name))
    while true {
      let name = "\(prefix)\(time)Z-\(Self.hex(UInt16.random(in: 0...UInt16.max), digits: 4))"
      if !known.contains(name) { return "\(folder)\(name).playhead" }
    }
  }

  // MARK: Old ones

  /// The files of a launch.
  private struct Launch {
    var name: String
    var files: [String] = []

    /// When it began, to the second.
    var time: Substring { name.dropLast("-4f2a".count) }
  }

  /// The launches, the oldest first.
  private var launches: [Launch] {
    var launches: [String: Launch] = [:]
    for file in disk.names(in: folder) {
      guard let name = launch(of: file) else { continue }
      launches[name, default: Launch(name: name)].files.append(file)
    }
    return launches.values.sorted { $0.name < $1.name }
  }

  /// The launch to which a file belongs by its name; nil for others. After the app's name come the time, four digits,
  /// and what a recorder appends to a log's name.
  private func launch(of file: String) -> String? {
    guard file.hasPrefix(prefix),
      let match = file.dropFirst(prefix.count).prefixMatch(
        of: #/([0-9]{8}T[0-9]{6}Z-[0-9a-f]{4})(\.[0-9]+)?\.playhead(\.tail)?/#),
      match.range.upperBound == file.endIndex
    else { return nil }
    return prefix + match.output.1
  }

  /// Deletes the oldest launches before the one at `path` until no more are left than `options` allow.
  /// Leaves those that a recorder or somebody else has locked, and files that are no logs.
  func prune(before path: String, _ options: RecordingOptions) {
    let launches = self.launches
    guard let own = launches.first(where: { folder + $0.name + ".playhead" == path }) else {
      return
    }
    var left = launches.count
    var size = launches.reduce(-self.size(of: own)) { $0 + self.size(of: $1) }
    for launch in launches where launch.name != own.name {
      guard left > options.keptLaunches || size > options.keptLaunchBytes else { break }
      let freed = self.size(of: launch)
      guard delete(launch, isOld: launch.time < own.time) else { continue }
      (left, size) = (left - 1, size - freed)
    }
  }

  private func size(of launch: Launch) -> Int {
    launch.files.reduce(0) { $0 + (disk.size(of: folder + $1) ?? 0) }
  }

  /// Returns whether the launch is gone.
  ///
  /// - Parameter isOld: Whether the launch cannot be about to write its log's first bytes.
  private func delete(_ launch: Launch, isOld: Bool) -> Bool {
    let logs = launch.files.filter { !$0.contains(".playhead.tail") }
    // Locked, so that nobody writes into what is deleted.
    var locked: [any LogFile] = []
    defer { for file in locked { file.close() } }
    for log in logs {
      guard isLog(folder + log, mayBeCut: isOld), let file = try? disk.openLog(folder + log) else {
        return false
      }
      locked.append(file)
    }
    for tail in launch.files where !logs.contains(tail) && isTail(folder + tail) {
      disk.remove(folder + tail)
    }
    for log in logs { disk.remove(folder + log) }
    return true
  }

  /// Whether a file begins as a log does, or `mayBeCut` before that: its recorder was stopped before it could write.
  private func isLog(_ path: String, mayBeCut: Bool) -> Bool {
    guard let start = disk.start(of: path, count: LZ4Frame.beginning.count) else { return false }
    return start.elementsEqual(LZ4Frame.beginning.prefix(start.count))
      && (mayBeCut || start.count == LZ4Frame.beginning.count)
  }

  /// Whether a file begins as a tail's page does, or is new and empty, as a loss of power may leave it.
  private func isTail(_ path: String) -> Bool {
    guard let start = disk.start(of: path, count: MemoryLayout.size(ofValue: TailFormat.magic))
    else { return false }
    return [TailFormat.magic, TailFormat.freeMagic, 0].contains { magic in
      withUnsafeBytes(of: magic.littleEndian) { start.elementsEqual($0.prefix(start.count)) }
    }
  }

  /// The path of the folder for logs of an app that names none: `Playhead` in the folder for what apps keep.
  private static func usualFolder() throws(LogError) -> String {
    let files = FileManager.default
    do {
      var folder = try files.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
      ).appending(path: "Playhead", directoryHint: .isDirectory)
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      #if canImport(Darwin)
        // Sessions are nothing that a backup should have.
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? folder.setResourceValues(values)
      #else
        folder.standardize()
      #endif
      return try folder.logPath()
    } catch let error as LogError {
      throw error
    } catch {
      throw .unwritable(
        path: "Application Support", reason: .content("the folder cannot be made"))
    }
  }
}

extension URL {
  /// The path of the file.
  func logPath() throws(LogError) -> String {
    let path = withUnsafeFileSystemRepresentation { $0.flatMap { String(validatingCString: $0) } }
    if isFileURL, let path { return path }
    throw .unwritable(
      path: absoluteString, reason: .content("a log needs the URL of a file, in UTF-8"))
  }
}
