import FluxTesting
import Foundation
import PlayheadLog
import Testing

@testable import PlayheadReplay

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Indexes where there is no room for them: in processes of their own, as limits are the process's.
@Suite struct IndexRoomTests {
  @Test(arguments: [0, 8])
  func `a change index is built in memory if the disk is full`(limit: Int) async {
    await #expect(processExitsWith: .exitCode(7)) { [limit] in
      let board = try IndexedBoard()
      try FileLimit.set(to: limit)
      var steps: [Step] = []
      let index = try board.index { steps.append($0) }
      try #require(index.file == nil)
      try #require(try board.isRight(index))
      try #require(steps == steps.sorted())
      try FileLimit.lift()
      let again = try board.index()
      try #require(again.file == board.path)
      try #require(try board.isRight(again))
      board.folder.remove()
      exit(7)
    }
  }

  @Test func `a change index file is read even if its folder cannot be written`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let board = try IndexedBoard()
      _ = try board.index()
      try #require(chmod(board.path, 0o444) == 0 && chmod(board.folder.url.path, 0o555) == 0)
      // The superuser may do all.
      let isSuperuser = geteuid() == 0
      if isSuperuser { try #require(seteuid(65_534) == 0) }
      let index = try board.index { _ in Issue.record("made again") }
      try #require(index.file == board.path)
      try #require(try board.isRight(index))
      let other = try IndexedBoard(isOther: true)
      for path in [board.path, board.folder.path("new.index")] {
        let index = try other.index(in: path)
        try #require(index.file == nil)
        try #require(try other.isRight(index))
      }
      if isSuperuser { try #require(seteuid(0) == 0) }
      _ = chmod(board.folder.url.path, 0o755)
      board.folder.remove()
      other.folder.remove()
      exit(7)
    }
  }
}
