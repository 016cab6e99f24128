/// How the compiler is called, and how long it may take.
package struct Toolchain: Sendable {
  /// The words by which its driver is called.
  package let driver: [String]
  /// How many seconds a module may take.
  package let limit: Double

  /// A driver that is called by these words.
  package init(driver: [String], limit: Double = usualLimit) {
    (self.driver, self.limit) = (driver, limit)
  }

  /// A compiler that takes longer for a module has lost its way, as in an expression of too many types; s.
  package static let usualLimit = 300.0

  /// The one that is in `PATH`. Xcode keeps its compiler behind 'xcrun', which also knows the SDK.
  package static var usual: Toolchain {
    #if os(macOS)
      Toolchain(driver: ["xcrun", "swiftc"])
    #else
      Toolchain(driver: ["swiftc"])
    #endif
  }
}
