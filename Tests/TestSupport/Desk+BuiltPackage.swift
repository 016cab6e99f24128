import Foundation

extension Desk {
  /// Copies `fixtures/lint/shop` into `folder`, and writes a build plan like SwiftPM's. The plan uses the
  /// modules of the test build.
  package func makeBuiltShop(in folder: String = ".") throws {
    let shop = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../fixtures/lint/shop").standardized
    let target = URL(fileURLWithPath: path(folder)).standardizedFileURL
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for name in ["Package.swift", "Sources"] {
      try FileManager.default.copyItem(
        at: shop.appendingPathComponent(name), to: target.appendingPathComponent(name))
    }
    let commands = [("Shop", "Cart"), ("Till", "Till")].map { module, file in
      command(module, source: "\(target.path)/Sources/\(module)/\(file).swift")
    }
    try makeDirectory("\(folder)/.build")
    let plan = "commands:\n" + commands.joined()
    try write(Data(plan.utf8), to: "\(folder)/.build/debug.yaml")
  }

  private func command(_ module: String, source: String) -> String {
    let modules = Bundle.main.bundleURL.appendingPathComponent("Modules").path
    return """
        "C.\(module)-debug.module":
          tool: shell
          inputs: ["\(source)","\(modules)/PlayheadFlux.swiftmodule"]
          args: ["swiftc","-module-name","\(module)","-emit-module","-parse-as-library","-c","-I","\(modules)","-swift-version","6","-g"]

      """
  }
}
