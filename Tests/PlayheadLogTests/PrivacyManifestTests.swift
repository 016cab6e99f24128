import Foundation
import Testing

/// What the privacy manifest says to Apple's stores, and what the sources of an app's half call.
@Suite struct PrivacyManifestTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Sources").standardized

  /// The calls for which Apple wants a reason, by category, as far as a recorder could use them.
  private static let calls = [
    "FileTimestamp": #"\b(f|l)?stat(at)?\(|getattrlist|contentModificationDate|creationDate"#,
    "DiskSpace": #"\bf?statv?fs\(|volumeAvailableCapacity|systemFreeSize"#,
    "SystemBootTime": #"\bsystemUptime\b|\bmach_absolute_time\b"#,
    "UserDefaults": #"\bUserDefaults\b"#,
    "ActiveKeyboards": #"\bactiveInputModes\b"#,
  ]

  @Test func `the privacy manifest names exactly the restricted calls of the sources`() throws {
    let file = Self.sources.appending(path: "PlayheadLog/PrivacyInfo.xcprivacy")
    let manifest = try #require(
      try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let named = types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
    #expect(types.allSatisfy { ($0["NSPrivacyAccessedAPITypeReasons"] as? [String])?.count == 1 })
    let called = try Self.categories().map { "NSPrivacyAccessedAPICategory" + $0 }
    #expect(Set(named) == Set(called) && named.count == called.count)
  }

  private static func categories() throws -> [String] {
    let text = try ["Flux", "Coding", "Log", "Recorder"].map { try source(of: "Playhead\($0)") }
      .joined()
    return try calls.filter { try text.contains(Regex($0.value)) }.map(\.key)
  }

  private static func source(of module: String) throws -> String {
    let folder = sources.appending(path: module)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }
}
