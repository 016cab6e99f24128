import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `The storage` {
  @Test
  func `the password list writes its storage after each change of a login and at no other time`()
    throws
  {
    let session = try ItemListSession.unlocked()
    try session.perform(
      "filter a", "add a b c", "clear", "open 1", "edit notes d", "edit notes d", "reveal",
      "delete")
    #expect(session.device.uses.dropFirst(2) == ["write 7", "write 7", "write 6"])
  }

  @Test
  func `another session reads the password list's storage file, whose mode allows only its owner`()
    throws
  {
    try withPath { path in
      let session = try ItemListSession.unlocked()
      try session.perform("settings", "storage \(path)", "back", "add a.example b c d e")
      #expect(session.lines.last == "1 login")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let other = try ItemListSession.unlocked()
      try other.perform("settings", "storage \(path)")
      #expect(other.core.items.state.items == session.core.items.state.items)
      #expect(other.lines == ["Settings", "  storage    '\(path)', 1 login"])
      try other.perform("storage")
      #expect(other.lines == ["Settings", "  storage    the memory, 6 logins"])
    }
  }

  @Test(arguments: ["", "{", #"[{"id": 3}]"#])
  func `the password list does not change a damaged storage file and says so`(content: String)
    throws
  {
    try withPath { path in
      try content.write(toFile: path, atomically: true, encoding: .utf8)
      let session = try ItemListSession.unlocked()
      try session.perform("settings", "storage \(path)")
      #expect(
        session.lines == [
          "Settings", "  storage    '\(path)', not read",
          "! '\(path)' is no list of logins and is left as it is; 'storage' with another file, or "
            + "with none for the memory, goes on without it",
        ])
      #expect(session.tape.cause(of: "StorageFailed") == "UseStorage")
      try session.perform("back", "add a b c", "lock", "unlock 2580", "wait", "add a b c")
      #expect(session.hostnames == [])
      #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
      try session.perform("settings", "storage", "back")
      #expect(session.hostnames.count == 6)
    }
  }

  @Test
  func
    `if the password list cannot write its storage file, the file is unchanged and the app has the edit`()
    throws
  {
    try withPath { path in
      let folder = path + ".folder"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let session = try ItemListSession.unlocked()
      try session.perform("settings", "storage \(folder)/a.json", "back", "add a b c")
      let before = try Data(contentsOf: URL(filePath: "\(folder)/a.json"))
      // A folder where the new file is written beside the old one.
      try FileManager.default.createDirectory(
        atPath: "\(folder)/.a.json.new/x", withIntermediateDirectories: true)
      try session.perform("add d e f")
      #expect(session.lines.last?.hasPrefix("! '\(folder)/a.json' cannot be written (") == true)
      #expect(session.lines.last?.hasSuffix("; the next change tries again") == true)
      #expect(session.hostnames == ["a", "d"])
      #expect(try Data(contentsOf: URL(filePath: "\(folder)/a.json")) == before)
      try FileManager.default.removeItem(atPath: "\(folder)/.a.json.new")
      try session.perform("add g h i")
      #expect(session.lines.last == "3 logins")
      #expect(try FileStorage(path: "\(folder)/a.json").items().count == 3)
    }
  }

  @Test
  func
    `the password list refuses to lock or change storage while the storage file lacks the last edit`()
    throws
  {
    try withPath { path in
      let session = try ItemListSession.unlocked()
      try session.perform("settings", "storage \(path)", "back", "add a b c")
      // A folder where the new file is written beside the old one.
      let file = URL(filePath: path)
      let new = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).new")
      try FileManager.default.createDirectory(
        at: new.appending(path: "x"), withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: new) }
      try session.perform("add d e f", "settings")
      let sentence =
        "'\(path)' does not have the last change, which would be lost; another change tries to "
        + "write it again, and 'storage \(path)' in the settings gives it up"
      for line in ["lock", "storage", "storage \(path).other"] {
        #expect(session.refusal(of: line) == sentence)
      }
      #expect(session.hostnames == ["a", "d"])
      try session.perform("storage \(path)", "lock")
      #expect(session.app.view == "Locked.\n'unlock CODE' lets you in.")
    }
  }

  @Test
  func `choosing a folder or a circular link as the password list's storage file is an error`()
    throws
  {
    try withPath { path in
      let session = try ItemListSession.unlocked()
      let folder = FileManager.default.temporaryDirectory.path
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
      try session.perform("settings", "storage \(folder)")
      #expect(
        session.lines.last?.hasPrefix("! '\(folder)' cannot be read (Is a directory); ") == true)
      try session.perform("storage \(path)")
      #expect(session.lines.last?.hasPrefix("! '\(path)' cannot be read (Too many") == true)
      #expect(!session.core.items.state.isLoaded)
    }
  }

  private func withPath(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }
}
