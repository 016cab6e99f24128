import Foundation

/// Where the system puts a process's memory: each time elsewhere, or at the same places.
///
/// Linux knows a flag of the process for that, which takes effect with the next program, as `setarch -R` uses
/// it. Its function is hidden from Swift, so it is looked up by name.
enum ProcessAddresses {
  private static let flag: UInt = 0x0004_0000  // ADDR_NO_RANDOMIZE
  private static let ask: UInt = 0xffff_ffff

  private typealias Personality = @convention(c) (UInt) -> Int32

  private static var personality: Personality? {
    #if os(Linux)
      dlsym(nil, "personality").map { unsafeBitCast($0, to: Personality.self) }
    #else
      nil
    #endif
  }

  /// Whether they are the same each time.
  static var areFixed: Bool {
    guard let personality else { return false }
    let present = personality(ask)
    return present >= 0 && UInt(present) & flag != 0
  }

  /// Begins the program again with the same places each time, unless it has them or cannot.
  static func fix() {
    guard !areFixed, let personality else { return }
    let present = personality(ask)
    guard present >= 0, personality(UInt(present) | flag) >= 0, areFixed else { return }
    let words = ["playhead", WorkerPlaces.word]
    execv("/proc/self/exe", table(words.map { (word: String) in strdup(word) }))
  }
}
