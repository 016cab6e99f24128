import Foundation

/// The rules of the sample apps about who may know whom, over files by their paths under
/// `Sources/Samples`.
struct Layering {
  /// Besides its own modules: the runtime, plug-ins, what apps of lines share, a database, and the system.
  private static let importable: Set = [
    "PlayheadFlux", "PlayheadPlugins", "PlayheadTerminal", "SampleSupport", "CSQLite", "Foundation",
    "Dispatch", "Synchronization",
  ]
  private static let modelFolders: Set = ["ViewModels", "Presenters"]

  private let files: [(path: [String], source: SwiftSource)]

  init(_ files: [String: String]) {
    self.files = files.sorted { $0.key < $1.key }.map { path, text in
      (path.split(separator: "/").map(String.init), SwiftSource(text))
    }
  }

  /// What breaks a rule, a sentence each.
  var faults: [String] { importFaults + viewFaults }

  private var importFaults: [String] {
    files.flatMap { path, source in
      source.imports.subtracting(Self.importable).sorted()
        .filter { !isOwn($0, of: path[0]) }
        .map { "\(path.joined(separator: "/")) imports \($0)" }
    }
  }

  /// A sample of two modules has one whose name begins with the other's, which it imports.
  private func isOwn(_ module: String, of folder: String) -> Bool {
    files.contains { $0.path[0] == module } && folder.hasPrefix(module)
  }

  private var viewFaults: [String] {
    files.filter { !Self.modelFolders.isDisjoint(with: $0.path) }.flatMap { path, source in
      source.names.intersection(viewTypes(of: sample(of: path[0]))).sorted()
        .map { "\(path.joined(separator: "/")) mentions the view \($0)" }
    }
  }

  /// The types that only the views of a sample declare.
  private func viewTypes(of sample: String) -> Set<String> {
    var views: Set<String> = []
    var others: Set<String> = []
    for file in files where self.sample(of: file.path[0]) == sample {
      if file.path.contains("Views") {
        views.formUnion(file.source.declaredTypes)
      } else {
        others.formUnion(file.source.declaredTypes)
      }
    }
    return views.subtracting(others)
  }

  /// The module that a sample is named for.
  private func sample(of module: String) -> String {
    files.map { $0.path[0] }.filter(module.hasPrefix).min { $0.count < $1.count } ?? module
  }
}

extension Layering {
  /// The sample apps as they are.
  static func ofSamples() throws -> Layering {
    let folder = Fixture.root.appendingPathComponent("Sources/Samples")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    let files = try paths.map {
      ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
    }
    return Layering(Dictionary(uniqueKeysWithValues: files))
  }

  /// How many files there are.
  var count: Int { files.count }
}
