import Foundation
import PlayheadFlux
@testable import PlayheadReplay
import ReplayTesting
import Synchronization
import Testing

/// Whose index is believed: that of the same build, with the same stores.
@Suite struct BuildIdentityTests {
  private let board: IndexedBoard

  init() throws { board = try IndexedBoard() }

  private struct Shop: ReplayableApp {
    static let appName = "shop"
    let dispatcher: Dispatcher
    init(inputs: SystemInputs) { dispatcher = Dispatcher(inputs: inputs) }
  }

  private struct DearShop: ReplayDetails {
    static let appName = "shop"
    let dispatcher: Dispatcher
    let variant: String
    init(inputs: SystemInputs) {
      dispatcher = Dispatcher(inputs: inputs)
      variant = Self.prices.withLock { $0 }
    }
    static let prices = Mutex("")
  }

  /// A replay of the board with stores of which this is said.
  private func replay(_ variant: String) throws -> Replay {
    let dispatcher = try making(Board.stores)()
    return try Replay(board.session.log, with: DispatcherPlayer(dispatcher, variant: variant))
  }

  @Test func `a change index made with another variant of the app's stores is not used`() throws {
    _ = try board.index(replay("PRICES=high"))
    #expect(try ChangeIndex(existingFor: replay("PRICES=low"), in: board.path) == nil)
    #expect(try ChangeIndex(existingFor: replay("PRICES=high"), in: board.path) != nil)
    var steps = 0
    let index = try board.index(replay("PRICES=low")) { _ in steps += 1 }
    #expect(try steps == 120 && index.file == board.path && board.isRight(index))
  }

  @Test func `an app's type and its variant identify its stores`() throws {
    let shop = try DispatcherPlayer(Shop.self).variant
    let dear = try DispatcherPlayer(DearShop.self).variant
    DearShop.prices.withLock { $0 = "dear" }
    #expect(try Set([shop, dear, DispatcherPlayer(DearShop.self).variant]).count == 3)
    #expect(try DispatcherPlayer(Shop.self).variant == shop)
  }

  @Test func `a missing program file has a different digest each time`() {
    #expect(BuildIdentity.digest(ofFile: "/none") != BuildIdentity.digest(ofFile: "/none"))
  }

  #if os(Linux)
    /// What counts of these files, where this one is the program.
    private func counted(_ program: String, _ libraries: [String]) -> [String] {
      BuildIdentity.counted(([program] + libraries).map { ($0, "1") }, program: program).map(\.path)
    }

    @Test func `the program and the app's libraries count for the build identity wherever they are`()
    {
      for program in ["/opt/x/ph", "/usr/lib/ph", "/lib/swift/linux/ph", "/opt/x/ph (deleted)"] {
        #expect(counted(program, []) == [program])
      }
      let libraries = [
        "/opt/x/lib/libshop.so", "/usr/lib/app/libshop.so", "/usr/lib/app/libshop.so (deleted)",
        "/usr/lib/x86_64-linux-gnu/app/libshop.so", "/usr/local/lib/libshop.so",
      ]
      #expect(counted("/opt/x/ph", libraries) == ["/opt/x/ph"] + libraries)
    }

    @Test func `libraries of the system or the toolchain do not count for the build identity`() {
      let libraries = [
        "/usr/lib/libc.so.6", "/lib64/libc.so.6", "/usr/lib/x86_64-linux-gnu/libc.so.6 (deleted)",
        "/usr/lib/aarch64-linux-gnu/gconv/UTF-16.so",
        "/opt/toolchain/usr/lib/swift/linux/libdispatch.so",
        "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
      ]
      #expect(counted("/opt/x/ph", libraries) == ["/opt/x/ph"])
    }

    /// A program's file with this note, behind another one.
    private func program(_ kind: UInt32, _ name: String, _ content: [UInt8]) -> [UInt8] {
      func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
      }
      func note(_ kind: UInt32, _ name: String, _ content: [UInt8]) -> [UInt8] {
        let name = Array(name.utf8) + [0]
        let padding = [[UInt8](repeating: 0, count: -name.count & 3), [0, 0, 0]]
        return bytes(UInt32(name.count)) + bytes(UInt32(content.count)) + bytes(kind) + name
          + padding[0] + content + padding[1].prefix(-content.count & 3)
      }
      let notes = note(1, "GNU", [9, 9, 9, 9, 9]) + note(kind, name, content)
      // The table behind the header of 64 bytes, and the notes behind its only line of 56.
      let header: [UInt8] =
        [0x7F, 0x45, 0x4C, 0x46, 2] + [UInt8](repeating: 0, count: 27) + bytes(UInt64(64))
        + [UInt8](repeating: 0, count: 14) + bytes(UInt16(56)) + bytes(UInt16(1))
        + [UInt8](repeating: 0, count: 6)
      let line =
        bytes(UInt32(4)) + bytes(UInt32(0)) + bytes(UInt64(120)) + [UInt8](repeating: 0, count: 16)
        + bytes(UInt64(notes.count)) + [UInt8](repeating: 0, count: 16)
      return header + line + notes
    }

    private func buildID(_ file: [UInt8]) -> String? {
      file.withUnsafeBytes { ELFNotes.buildID(of: $0) }
    }

    @Test func `a program's build ID is the one that its linker wrote`() throws {
      #expect(buildID(program(3, "GNU", [0x0A, 0xBC, 0xDE])) == "0abcde")
      #expect(buildID(program(4, "GNU", [0x0A])) == nil)
      #expect(buildID(program(3, "FOO", [0x0A])) == nil)
      #expect(buildID(program(3, "GNU", [])) == nil)
      #expect(buildID([0x7F, 0x45, 0x4C, 0x46, 1] + program(3, "GNU", [1]).dropFirst(5)) == nil)
    }

    @Test func `looking for a build ID in a cut or overwritten file never crashes`() throws {
      let whole = program(3, "GNU", [0x0A, 0xBC, 0xDE, 0xF0])
      for count in whole.indices { #expect(buildID(Array(whole.prefix(count))) == nil) }
      for place in whole.indices {
        for byte in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
          var damaged = whole
          damaged[place] = byte
          _ = buildID(damaged)
          // Whole numbers at their largest.
          for next in 0..<min(8, whole.count - place) { damaged[place + next] = byte }
          _ = buildID(damaged)
        }
      }
    }
  #endif
}
