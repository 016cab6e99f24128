import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

struct CorpusPackCommand: Command {
  let name = "corpus pack"
  let summary = "Packs many logs into a few files, the shards."
  let details = [
    "Takes the '.playhead' files of the folders and their subfolders, in the order of their paths; those whose names begin "
      + "with a dot are left out, and so are broken links and pipes. A log is packed with what its tail has, and a damaged file as it is. The same logs give the "
      + "same shards.",
    "A shard is an uncompressed tar with an index. Every command reads a log in it as 'SHARD::NAME', such as "
      + "'corpus/0001.tar::may/s.playhead', and '--files-from' takes whole shards. Names are paths in the folder; if two folders "
      + "have the same one, all names begin with the names of their folders.",
  ]

  let paths = Parameter.arguments("DIR", .namedPath, "A folder of logs, or one log.")
  let output = Parameter.requiredOption(
    "output", "-o", value: "FOLDER", .namedPath,
    "The folder for '0001.tar' and so on, which must not be there yet. Made if it does not exist.")
  let size = Parameter.option(
    "size", value: "SIZE", .size, default: 128_000_000,
    "How large a shard may get, unless one log is larger; 128MB by default.")

  let examples = [
    Example("corpus pack sessions -o corpus", "all logs of a folder"),
    Example(
      "corpus pack may june -o corpus --size 1GB", "the logs of two folders, in large shards"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let logs = try FoundLog.all(in: arguments[paths]) { path in
      try console.printError(
        "warning: '\(path.visible)' is left out: it is a broken link, or not a regular file")
    }
    let folder = arguments[output]
    try makeFolder(folder)
    let progress = Progress("packing", of: UInt64(logs.count), .sessions, on: console)
    defer {
      progress.finish()
      console.terminal.whenInterrupted(nil)
    }
    let writer = try ShardWriter(in: folder, size: arguments[size]) { path in
      try console.terminal.makingRemovable(path) { try OutputFile(fileAt: path, mode: .usual) }
    }
    for (number, log) in logs.enumerated() {
      let (source, mode) = try log.open()
      try show(writer.append(source, mode, named: log.name), on: console)
      progress.advance(to: UInt64(number + 1))
    }
    try show(writer.finish(), on: console)
    return .good
  }

  private func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CorpusPackError.noFolder(path, error.localizedDescription)
    }
  }

  private func show(_ shard: ShardWriter.Written?, on console: Console) throws {
    guard let shard else { return }
    let answer = ShardAnswer(shard: shard.path, logs: shard.logs, bytes: shard.bytes)
    try console.show(answer) { try console.print("\(shard.path)") }
    try console.flush()
  }
}

private struct ShardAnswer: Encodable {
  let shard: String
  let logs: Int
  let bytes: Int
}

/// A log to pack.
private struct FoundLog {
  let path: String
  /// Its name in a shard.
  var name: String
  /// The folder that the name is a path in.
  let folder: String

  /// The logs at the paths, and in the folders there. `skip` hears of names of logs in folders that are no files.
  static func all(in paths: [String], skip: (String) throws -> Void) throws -> [FoundLog] {
    var logs = try paths.flatMap { try found(at: $0, skip) }
    guard !logs.isEmpty else { throw CorpusPackError.noLogs(paths) }
    guard sameName(in: logs) != nil else { return logs }
    for number in logs.indices {
      let folder = URL(filePath: logs[number].folder).standardizedFileURL.lastPathComponent
      logs[number].name = "\(folder)/\(logs[number].name)"
    }
    if let name = sameName(in: logs) { throw CorpusPackError.sameName(name) }
    return logs
  }

  private static func sameName(in logs: [FoundLog]) -> String? {
    var names: Set<Data> = []
    return logs.first { !names.insert(Data($0.name.utf8)).inserted }?.name
  }

  private static func found(
    at path: String, _ skip: (String) throws -> Void
  ) throws -> [FoundLog] {
    guard let kind = FileKind(at: path) else { throw ReadingError.missing(path: path) }
    guard kind == .folder else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return [FoundLog(path: path, name: name, folder: String(path.dropLast(name.count)))]
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    return try names(in: folder, "", skip).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { FoundLog(path: folder + $0, name: $0, folder: folder) }
  }

  /// The paths of the logs in a folder and its subfolders. Does not follow links to folders, which may lead in circles.
  private static func names(
    in folder: String, _ subfolder: String, _ skip: (String) throws -> Void
  ) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder + subfolder)
    } catch {
      throw CorpusPackError.unreadableFolder(folder + subfolder, error.localizedDescription)
    }
    return try names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      let path = subfolder + name
      if FileKind(named: folder + path) == .folder {
        return try self.names(in: folder, path + "/", skip)
      }
      guard name.hasSuffix(".playhead") else { return [] }
      if FileSource.isRegular(folder + path) { return [path] }
      // A link to nothing, a pipe, or a name that is not UTF-8.
      try skip(folder + path)
      return []
    }
  }

  /// The bytes of the log with its tail, or those of the file if it is no log.
  func open() throws -> (any LogSource, FileMode) {
    if let log = try? TailedLog(path: path, mustBeFile: true) {
      return (log.source, log.facts.mode)
    }
    let file = try FileSource(regular: path)
    return (file, file.mode)
  }
}

/// Why logs cannot be packed into shards.
private enum CorpusPackError: ErrorWithKind {
  case noLogs([String])
  case sameName(String)
  case noFolder(String, String)
  case unreadableFolder(String, String)

  var failureKind: FailureKind { .unusable }

  var description: String {
    switch self {
    case .noLogs(let paths):
      "there is no '.playhead' file in \(paths.quotedList); name a folder that has some"
    case .sameName(let name):
      "two logs would have the name '\(name)' in the shards; pack their folders into different ones"
    case .noFolder(let path, let reason):
      "the folder '\(path)' cannot be made: \(reason); name another with '-o'"
    case .unreadableFolder(let path, let reason):
      "the folder '\(path)' cannot be read: \(reason); check its permissions"
    }
  }
}
