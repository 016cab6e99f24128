import FluxTesting
import Foundation
import Testing

/// Places where a log cannot be kept as it should: the app's states are those that it has without a
/// recorder, and it ends well.
@Suite struct BrokenPlaceTests {
  /// One thread: with more, the order of the actions and so the states differ from run to run.
  private static let words = [
    "--threads", "1", "--count", "300", "--notes", "40", "--guests", "35",
  ]

  private static let states = Result { try Scene().plainStates(words) }

  @Test(
    arguments: Soak.isOn ? [0, 10, 300, 1_000, 2_000, 5_000, 1 << 20, 3 << 20] : [0, 300, 1 << 20])
  func
    `an app whose files may not grow beyond a limit ends with the states it has without a recorder`(
      limit: Int
    ) throws
  {
    for flushes in ["0", "10"] {
      let scene = try Scene()
      let app = try scene.run(
        Self.words + ["--file-limit", "\(limit)", "--flushes", flushes])
      #expect(app.wait() == .exit(0))
      let plain = try Self.states.get()
      #expect(plain != nil && app.report["states"] == plain)
      #expect(try scene.problems(after: app) == [])
      #expect(app.report["failures"] == app.report["recoveries"] || app.report["closed"] != "well")
    }
  }

  /// More than the largest of the small disks has room for.
  private static let manyWords = [
    "--threads", "1", "--count", Soak.isOn ? "40000" : "8000", "--big", "20:3000", "--flushes",
    "100",
  ]
  private static let manyStates = Result { try Scene().plainStates(manyWords) }

  @Test(
    .enabled(if: SmallDisk.excuse == nil, "\(SmallDisk.excuse ?? "")"),
    arguments: ["1100k", "64k,ro"] + (Soak.isOn ? ["64k", "2080k", "2200k", "3300k"] : []))
  func `an app that records onto a small or read-only disk ends with its usual states`(size: String)
    throws
  {
    let scene = try Scene()
    let app = try scene.start(Self.manyWords, under: try SmallDisk.words(size, for: scene))
    #expect(app.wait() == .exit(0))
    #expect(app.report["states"] == (try Self.manyStates.get()))
    if size.hasSuffix("ro") { #expect(app.report["unrecorded"] != nil) }
    #expect(try scene.problems(after: app) == [])
  }
}

/// A file system of a few hundred pages, for one process.
private enum SmallDisk {
  private static let path = "/usr/bin/unshare"

  /// Why there can be none; nil if there can.
  static let excuse: String? = {
    let words = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    let app = try? AppProcess(path, words, output: "/dev/null")
    return app?.wait() == .exit(0) ? nil : "file systems may not be mounted here"
  }()

  /// What starts a program for which the folder of the log is one; what it leaves there is copied.
  static func words(_ size: String, for scene: Scene) throws -> [String] {
    let (folder, log) = (scene.path("small"), scene.log)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let script = """
      mount -t tmpfs -o size=\(size) none \(folder) || exit 1
      app=$1; shift 3
      "$app" --log \(folder)/log "$@"; status=$?
      cp \(folder)/log \(log); cp \(folder)/log.tail \(log).tail
      exit $status
      """
    return [path, "-rm", "sh", "-c", script, "sh"]
  }
}
