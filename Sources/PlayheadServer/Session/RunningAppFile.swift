import Foundation
import PlayheadReading

/// A file by which programs of the same user find a running app that is served.
package struct RunningAppFile: Codable, Sendable {
  package let app: String
  /// The path of the log that the app writes.
  package let log: String
  package let address: String
  package let process: Int32

  /// Writes the file of an app in this process.
  package init(app: String, log: String, at address: String) throws {
    (self.app, self.log, self.address) = (app, log, address)
    process = getpid()
    let path = try path(in: Self.madeFolder())
    unlink(path)
    try OutputFile(text: String(decoding: json(of: self), as: UTF8.self), at: path, mode: .owner)
      .finish()
  }

  private func path(in folder: String) -> String {
    // One process may serve several recordings, each at a port of its own.
    "\(folder)/\(process)-\(URL(string: address)?.port ?? 0)"
  }

  package func remove() { unlink(path(in: Self.folder)) }

  /// The apps that run on this machine, by name. Removes the files of those that have ended.
  package static var all: [RunningAppFile] {
    guard isOwn(folder) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"),
        let file = try? JSONDecoder().decode(RunningAppFile.self, from: data)
      else { return nil }
      if kill(file.process, 0) != 0, errno == ESRCH {
        unlink("\(folder)/\(name)")
        return nil
      }
      return file
    }.sorted { ($0.app, $0.process) < ($1.app, $1.process) }
  }

  // MARK: The folder

  /// The folder for the files of this user. In a simulator it is one of the Mac's, which all its apps share.
  private static var folder: String {
    let variables = ProcessInfo.processInfo.environment
    if let home = variables["SIMULATOR_HOST_HOME"] { return "\(home)/Library/Caches/Playhead" }
    #if canImport(Darwin)
      let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
      return (caches ?? FileManager.default.temporaryDirectory).path(percentEncoded: false)
        + "/Playhead"
    #else
      return "\(variables["XDG_RUNTIME_DIR"] ?? "/tmp")/playhead-\(geteuid())"
    #endif
  }

  private static func madeFolder() throws -> String {
    let folder = folder
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard isOwn(folder) else { throw CocoaError(.fileWriteNoPermission) }
    return folder
  }

  /// Whether this user owns the folder, and nobody else can write to it.
  private static func isOwn(_ folder: String) -> Bool {
    var facts = stat()
    return lstat(folder, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
      && facts.st_uid == geteuid() && facts.st_mode & 0o022 == 0
  }
}
