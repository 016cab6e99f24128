import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import Testing

@testable import PlayheadReplay

/// The file of an index, as others use, harm and delete it.
@Suite struct IndexFileTests {
  private let board: IndexedBoard

  init() throws { board = try IndexedBoard() }

  /// That an index gives the right answers, and is in the file or not.
  private func expect(
    _ index: ChangeIndex, inFile: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(index.file == (inFile ? board.path : nil), sourceLocation: sourceLocation)
    #expect(try board.answers(of: index) == board.answers, sourceLocation: sourceLocation)
  }

  @Test func `building an index does not follow a symbolic link that has the index's name`() throws
  {
    let target = board.folder.path("target")
    try target.write([])
    try FileManager.default.createSymbolicLink(atPath: board.path, withDestinationPath: target)
    let index = try board.index()
    try expect(index, inFile: false)
    #expect(index.foreignFile == board.path)
    #expect(try target.contents().isEmpty)
    #expect(try board.folder.names == ["log.index", "target"])
  }

  @Test(arguments: [0o600, 0o640, 0o644])
  func `a change index file gets its log's permissions, and loses any beyond them`(mode: Int) throws
  {
    func given(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    let log = board.folder.path("log")
    try Data().write(to: URL(fileURLWithPath: log))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: log)
    try expect(board.index(), inFile: true)
    #expect(try given(board.path) == mode)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: board.path)
    try expect(board.index(), inFile: true)
    #expect(try given(board.path) == mode)
  }

  @Test func `building an index does not change a foreign file that has the index's name`() throws {
    for content in ["", "xy", String(repeating: "a note ", count: 100)].map({ Array($0.utf8) }) {
      try board.path.write(content)
      try expect(board.index(), inFile: content.isEmpty)
      if !content.isEmpty { #expect(try board.path.contents() == content) }
    }
  }

  @Test func `an index file of another format version is replaced by a new one`() throws {
    var bytes = board.file
    bytes[7] += 1
    try board.path.write(bytes)
    try expect(board.index(), inFile: true)
    #expect(try board.path.contents().prefix(8) == IndexFile.magic[...])
  }

  @Test func `building an index deletes an unfinished index file that no process uses`() throws {
    func begun() throws -> (name: String, bytes: [UInt8]) {
      let writer = IndexWriter(board.path, mode: .owner)
      writer.begin()
      let name = try #require(try board.folder.names.first)
      return try withExtendedLifetime(writer) { (name, try board.folder.path(name).contents()) }
    }
    let left = try begun()
    #expect(try board.folder.names == [])
    try board.folder.path(left.name).write(left.bytes)
    try expect(board.index(), inFile: true)
    #expect(try board.folder.names == ["log.index"])
  }

  // MARK: Others

  @Test func `two builds of one change index at the same time both give right answers`() throws {
    var inner: ChangeIndex?
    let outer = try board.index { step in
      if step == 100 { inner = try board.index() }
    }
    try expect(outer, inFile: true)
    try expect(#require(inner), inFile: true)
    try expect(board.index { _ in Issue.record("made again") }, inFile: true)
    #expect(try board.folder.names == ["log.index"])
  }

  @Test func `an index whose file is deleted while it is built still answers`() throws {
    let index = try board.index { step in
      guard step == 100 else { return }
      for name in try board.folder.names {
        try FileManager.default.removeItem(atPath: board.folder.path(name))
      }
    }
    try expect(index, inFile: false)
    try expect(board.index(), inFile: true)
    #expect(try board.folder.names == ["log.index"])
  }
}
