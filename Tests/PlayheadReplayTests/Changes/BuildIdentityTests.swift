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
    #expect(try board.existingIndex(of: replay("PRICES=low")) == nil)
    #expect(try board.existingIndex(of: replay("PRICES=high")) != nil)
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

    @Test
    func `the program and the app's libraries count for the build identity wherever they are`() {
      for program in ["/opt/x/ph", "/usr/lib/ph", "/lib/swift/linux/ph", "/opt/x/ph (deleted)"] {
        #expect(counted(program, []) == [program])
      }
      let libraries = [
        "/opt/x/lib/libshop.so", "/usr/lib/app/libshop.so", "/usr/lib/app/libshop.so (deleted)",
        "/usr/lib/x86_64-linux-gnu/app/libshop.so", "/usr/local/lib/libshop.so",
      ]
      #expect(counted("/opt/x/ph", libraries) == ["/opt/x/ph"] + libraries)
    }
  #endif
}
