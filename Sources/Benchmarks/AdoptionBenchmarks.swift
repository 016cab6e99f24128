import Foundation

/// What `import Playhead` costs an app: the CPU time of clean builds, and the size of the program.
///
/// Compares a hello-world that depends on this package by its path, and records, with one that prints a line
/// and imports only Foundation. Each build has its own module cache, like the first build on a machine.
enum AdoptionBenchmarks {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized.path(percentEncoded: false)

  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    let with = try Program(scratch.path("with"), dependsOn: package)
    let without = try Program(scratch.path("without"), dependsOn: nil)
    let builds = try ["debug", "release"].map { configuration in
      Row(
        subject: "clean \(configuration) build, CPU", input: "hello-world",
        playhead: try with.build(configuration), competitor: "the same without Playhead",
        other: try without.build(configuration), unit: .seconds,
        goal: configuration == "debug" ? 35 / 8 : nil)
    }
    return builds + [
      Row(
        subject: "stripped program", input: "hello-world, release",
        playhead: try with.strippedSize(), competitor: "the same without Playhead",
        other: try without.strippedSize(), unit: .megabytes)
    ]
  }

  /// A package with one executable.
  private struct Program {
    let folder: String

    init(_ folder: String, dependsOn package: String?) throws {
      self.folder = folder
      let sources = folder + "/Sources/hello"
      try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
      try manifest(package).write(
        toFile: folder + "/Package.swift", atomically: true, encoding: .utf8)
      try (package == nil ? Self.plain : Self.recorded)
        .write(toFile: sources + "/main.swift", atomically: true, encoding: .utf8)
    }

    private func manifest(_ package: String?) -> String {
      let dependency = package.map { "[.package(name: \"Playhead\", path: \"\($0)\")]" } ?? "[]"
      let product =
        package == nil ? "[]" : "[.product(name: \"Playhead\", package: \"Playhead\")]"
      return """
        // swift-tools-version: 6.3
        import PackageDescription

        let package = Package(
          name: "hello", platforms: [.macOS(.v15)], dependencies: \(dependency),
          targets: [.executableTarget(name: "hello", dependencies: \(product))])

        """
    }

    private static let plain = """
      import Foundation

      print("hello", Date.now)

      """

    private static let recorded = """
      import Foundation
      import Playhead

      struct Add: Action { var amount = 1 }

      let count = Store("count", 0).on(Add.self) { $0 += $1.amount }
      let dispatcher = Dispatcher()
      try dispatcher.register(count)
      let recording = try dispatcher.record(to: URL(filePath: "hello.playhead"), app: "hello")
      dispatcher.dispatch(Add())
      try recording.close()
      print("hello", count.state)

      """

    /// Builds the package from scratch. Returns the CPU time in seconds.
    func build(_ configuration: String) throws -> Double {
      try? FileManager.default.removeItem(atPath: folder + "/.build")
      let before = Self.secondsOfChildren
      // Without what the scripts under 'tools' set: an app is built without it.
      _ = try Tool.run(
        "env",
        [
          "-u", "PLAYHEAD_OPTIMIZED", "-u", "PLAYHEAD_STRICT", "swift", "build", "-c",
          configuration, "--package-path", folder, "--scratch-path",
          folder + "/.build",
          "-Xswiftc", "-module-cache-path", "-Xswiftc", folder + "/.build/modules",
        ])
      return Self.secondsOfChildren - before
    }

    /// Strips the program that `build("release")` made. Returns its size in MB.
    func strippedSize() throws -> Double {
      let program = folder + "/.build/release/hello"
      _ = try Tool.run("strip", [program])
      let attributes = try FileManager.default.attributesOfItem(atPath: program)
      guard let size = attributes[.size] as? Int else {
        throw BenchmarkError("'\(program)' has no size")
      }
      return Double(size) / 1e6
    }

    /// The CPU time of this process's children that have ended, in seconds.
    private static var secondsOfChildren: Double {
      var usage = rusage()
      #if canImport(Darwin)
        getrusage(RUSAGE_CHILDREN, &usage)
      #else
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      #endif
      return [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
      }
    }
  }
}
