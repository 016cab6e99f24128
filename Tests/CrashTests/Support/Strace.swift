import Foundation
import PlayheadReading
import PlayheadLog

/// The system's own means to let its calls go wrong.
enum Strace {
  /// Why tests that need it cannot run; nil if they can.
  static let excuse: String? = {
    guard let path else { return "there is no strace" }
    let output = FileManager.default.temporaryDirectory.appending(path: "strace-\(UUID())")
    defer { try? FileManager.default.removeItem(at: output) }
    let words = ["-qq", "-o", "/dev/null", "true"]
    let app = try? AppProcess(path, words, output: output.path(percentEncoded: false))
    return app?.wait() == .exit(0) ? nil : "strace may not trace here"
  }()

  private static let path = ["/usr/bin/strace", "/usr/local/bin/strace"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// What starts a program whose calls of one kind to a log's files go wrong.
  ///
  /// - Parameters:
  ///   - fault: `signal=KILL`, `error=ENOSPC`, or `retval=0`, which does nothing and says so.
  ///   - when: `3` is the third call of a thread, `3+` that and all later ones.
  static func words(_ call: String, _ fault: String, when: String, at log: String) -> [String] {
    // Calls without a file, which only the recorder makes.
    let hasFile = call != "msync" && call != "munmap"
    let folder = (log as NSString).deletingLastPathComponent
    // As many segments as a short run makes.
    let segments = (2...9).map { SegmentName.path(of: $0, of: log) }
    let files = hasFile ? ([log, folder, log + ".tail"] + segments).flatMap { ["-P", $0] } : []
    return [path ?? "strace", "-f", "-qq", "-o", "/dev/null"] + files
      + ["-e", "trace=\(call)", "-e", "inject=\(call):\(fault):when=\(when)"]
  }
}
