import PlayheadLint
import Testing

@Suite struct BuildPlanTests {
  /// As SwiftPM 6.3 writes it, in short.
  private static let text = """
    client:
      name: basic
    commands:
      "<Shop-debug.module>":
        tool: phony
        inputs: ["/p/.build/debug/Shop.build/Cart.swift.o"]
      "C.PlayheadFlux-debug.module":
        inputs: ["/p/.build/checkouts/playhead/Sources/PlayheadFlux/Store.swift"]
        args: ["swiftc","-module-name","PlayheadFlux","-c"]
      "C.Model-debug.module":
        inputs: ["/p/Sources/Model/Line.swift"]
        args: ["swiftc","-module-name","Model","-parse-as-library"]
      "C.Shop-debug.module":
        tool: shell
        inputs: ["/p/Sources/Shop/Cart.swift","/p/.build/debug/Modules/Model.swiftmodule","/p/x.txt"]
        description: "Compiling Swift Module 'Shop' (1 sources)"
        args: ["/usr/bin/swiftc","-module-name","Shop","-emit-module","-emit-module-path","/p/m","-c",\
    "@/p/sources","-I","/p/.build/debug/Modules","-j2","-DDEBUG","-index-store-path","/p/i","-g",\
    "-Xcc","-g","-swift-version","6","-package-name","shop","-warnings-as-errors"]

    """

  @Test func `a target comes with what it is made of, but for what is not the package's`() {
    let targets = BuildPlan(text: Self.text).targets(["Shop"], in: "/p")
    #expect(targets.map(\.module) == ["Model", "Shop"])
    #expect(
      targets.map(\.sources) == [["/p/Sources/Model/Line.swift"], ["/p/Sources/Shop/Cart.swift"]])
  }

  @Test func `what is about files that a build writes is left out`() {
    let shop = BuildPlan(text: Self.text).targets(["Shop"], in: "/p").last
    #expect(
      shop?.arguments == [
        "-module-name", "Shop", "-I", "/p/.build/debug/Modules", "-DDEBUG", "-Xcc", "-g",
        "-swift-version", "6", "-package-name", "shop",
      ])
  }

  @Test func `a text that is no plan has no modules`() {
    for text in ["", "commands:", "  \"C.A.module\":\n    args: [1", "\u{FFFD}\n\n\""] {
      #expect(BuildPlan(text: text).modules.isEmpty)
    }
  }
}
