import Foundation

/// The modules to check, and the part of their sources that the user asked for.
package struct LintSubject {
  /// The modules, with the modules that they depend on.
  package let targets: [LintTarget]
  /// Whether no other code can call these modules.
  package let isWhole: Bool
  /// The folder or file to check; nil for the whole modules.
  private var part: String?

  /// Finds the modules for a path and for target names.
  ///
  /// `path` is a package, something in a package, or a folder of sources. Without `names`, all targets are
  /// checked. With `modules`, which are folders of built modules, no package is needed. The default is the
  /// folder beside the running `program`.
  package init(
    path: String, targets names: [String], modules: [String], program: String?
  ) throws(LintError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .noSources(path) }
    let package = SourceFolder.package(around: path)
    let isAll = package.map { SourcePath.plain(path) == SourcePath.plain($0) }
    isWhole = (isAll ?? !path.hasSuffix(".swift")) && names.isEmpty
    let own = program.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/Modules" }
    if !modules.isEmpty || package == nil {
      let known = modules.isEmpty ? [own].compactMap(\.self) : modules
      guard let target = LintTarget(folder: path, modules: known) else { throw .noSources(path) }
      targets = [target]
      return
    }
    guard let package, let plan = BuildPlan(package: package) else {
      throw .noPlan(package: SourcePath.shown(package ?? path))
    }
    if isAll != true { part = path }
    let wanted = try Self.modules(of: plan, names, part, in: package)
    targets = plan.targets(wanted, in: package)
  }

  /// Whether the user asked for a file.
  package func has(_ file: String) -> Bool { part.map { Self.isIn($0, file) } ?? true }

  private static func isIn(_ folder: String, _ file: String) -> Bool {
    [SourcePath.plain, SourcePath.real].contains { name in
      name(file) == name(folder) || name(file).hasPrefix(name(folder) + "/")
    }
  }

  private static func modules(
    of plan: BuildPlan, _ names: [String], _ path: String?, in package: String
  ) throws(LintError) -> [String] {
    let known = plan.targets(plan.modules.map(\.name), in: package).map(\.module)
    for name in names where !known.contains(name) { throw .noTarget(name, known: known) }
    if !names.isEmpty { return names }
    guard let path else { return known.filter { plan.isApp($0) } }
    let files = SourceFolder.sources(in: path)
    if files.isEmpty { throw .noSources(path) }
    let planned = Set(plan.modules.flatMap(\.sources).flatMap { [$0, SourcePath.real($0)] })
    let isPlanned = { (file: String) in
      planned.contains(SourcePath.plain(file)) || planned.contains(SourcePath.real(file))
    }
    for file in files where !isPlanned(file) {
      throw .notInPlan(file, package: SourcePath.shown(package))
    }
    return plan.modules.filter { $0.sources.contains { Self.isIn(path, $0) } }.map(\.name)
  }
}

extension BuildPlan {
  /// Whether a module uses Playhead and is not a test.
  fileprivate func isApp(_ name: String) -> Bool {
    guard let module = modules.first(where: { $0.name == name }), !name.hasSuffix("Tests") else {
      return false
    }
    var seen: Set<String> = []
    var open = module.dependencies
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if next == "PlayheadFlux" || next == "PlayheadReplay" { return true }
      open += modules.first { $0.name == next }?.dependencies ?? []
    }
    return false
  }
}
