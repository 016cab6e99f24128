// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Playhead",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(
      name: "Playhead",
      targets: ["PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder"]),
    .library(
      name: "PlayheadTools", targets: ["PlayheadReplay", "PlayheadTesting", "PlayheadDebugger"]),
    .executable(name: "playhead", targets: ["playhead"]),
  ],
  targets: [
    // What the operating system brings.
    .systemLibrary(
      name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CEdit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .systemLibrary(name: "CMalloc"),

    // What an app ships.
    .target(name: "PlayheadFlux"),
    .target(name: "PlayheadCoding"),
    .target(name: "PlayheadLog", dependencies: ["CLZ4", "PlayheadCoding"]),
    .target(
      name: "PlayheadRecorder", dependencies: ["PlayheadFlux", "PlayheadCoding", "PlayheadLog"]),

    // What its developers use.
    .target(
      name: "PlayheadReplay",
      dependencies: [
        "CMalloc", "CSQLite", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder",
      ]),
    .target(
      name: "PlayheadTesting",
      dependencies: ["PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadReplay"]),
    .target(name: "PlayheadLint"),
    .target(
      name: "PlayheadDebugger",
      dependencies: [
        // Lines are edited where there is a terminal.
        .target(name: "CEdit", condition: .when(platforms: [.linux, .macOS])), "PlayheadFlux",
        "PlayheadCoding", "PlayheadLint", "PlayheadLog", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadTesting",
      ]),

    // Apps to try it on.
    .target(
      name: "SampleSupport", dependencies: ["PlayheadFlux"], path: "Sources/Samples/SampleSupport"),
    .target(
      name: "TextEditor", dependencies: ["PlayheadFlux", "SampleSupport"],
      path: "Sources/Samples/TextEditor"),
    .target(
      name: "Annotations", dependencies: ["CSQLite", "PlayheadFlux", "SampleSupport"],
      path: "Sources/Samples/Annotations"),
    .target(name: "ItemList", dependencies: ["PlayheadFlux"], path: "Sources/Samples/ItemList"),
    .target(
      name: "ItemListTerminal", dependencies: ["ItemList", "PlayheadFlux", "SampleSupport"],
      path: "Sources/Samples/ItemListTerminal"),
    .target(
      name: "ClipEditor", dependencies: ["PlayheadFlux", "SampleSupport"],
      path: "Sources/Samples/ClipEditor"),
    .target(
      name: "Feed", dependencies: ["PlayheadFlux", "SampleSupport"], path: "Sources/Samples/Feed"),

    // Programs.
    .executableTarget(
      name: "playhead",
      dependencies: [
        "PlayheadDebugger", "PlayheadFlux", "SampleSupport", "TextEditor", "Annotations",
        "ItemListTerminal", "ClipEditor", "Feed",
      ]),
    .executableTarget(
      name: "playhead-bench",
      dependencies: [
        "CSQLite", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder",
        "PlayheadReplay", "PlayheadTesting", "PlayheadDebugger", "SampleSupport", "TextEditor",
        "ClipEditor", "ItemListTerminal",
      ],
      path: "Sources/Benchmarks"),

    // Tests, a target per room, and what several of them use. What tests of the runtime and of apps in
    // it use is apart from the rest, which knows the debugger: the samples' tests do without that.
    .target(name: "FluxTesting", dependencies: ["PlayheadFlux"], path: "Tests/FluxTesting"),
    .target(
      name: "TestSupport", dependencies: ["PlayheadDebugger", "PlayheadFlux"],
      path: "Tests/TestSupport"),
    .target(
      name: "ReplayTesting",
      dependencies: ["PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadReplay"],
      path: "Tests/ReplayTesting"),
    .executableTarget(
      name: "crash-app",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder", "FluxTesting",
      ],
      path: "Tests/CrashApp"),
    .executableTarget(
      name: "trap-app", dependencies: ["PlayheadDebugger", "PlayheadFlux"], path: "Tests/TrapApp"),
    .testTarget(name: "PlayheadFluxTests", dependencies: ["PlayheadFlux", "FluxTesting"]),
    .testTarget(name: "PlayheadCodingTests", dependencies: ["PlayheadCoding", "PlayheadFlux"]),
    .testTarget(
      // What is fuzzed is all there, what an index of changes is made of as well.
      name: "PlayheadLogTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadReplay", "FluxTesting",
      ]),
    .testTarget(
      name: "PlayheadRecorderTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder", "FluxTesting",
      ]),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "crash-app", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder",
        "FluxTesting",
      ]),
    .testTarget(
      name: "PlayheadReplayTests",
      dependencies: [
        "CSQLite", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder",
        "PlayheadReplay", "FluxTesting", "ReplayTesting",
      ]),
    .testTarget(
      name: "PlayheadTestingTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadTesting", "FluxTesting",
      ]),
    .testTarget(
      name: "PlayheadDebuggerTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadDebugger", "SampleSupport", "TextEditor", "ClipEditor", "Feed", "TestSupport",
        "FluxTesting", "ReplayTesting", "playhead",
      ]),
    .testTarget(
      // What it reads imports the runtime, of which the module must be there.
      name: "PlayheadLintTests", dependencies: ["PlayheadFlux", "PlayheadLint", "PlayheadReplay"]),
    .testTarget(
      name: "TrapTests",
      dependencies: [
        "trap-app", "PlayheadFlux", "PlayheadLog", "PlayheadDebugger", "TestSupport", "FluxTesting",
      ]),
    .testTarget(
      name: "SampleSupportTests", dependencies: ["SampleSupport", "PlayheadFlux", "FluxTesting"]),
    .testTarget(name: "TextEditorTests", dependencies: ["TextEditor", "PlayheadFlux"]),
    .testTarget(
      name: "AnnotationsTests",
      dependencies: ["Annotations", "PlayheadFlux", "SampleSupport", "FluxTesting"]),
    .testTarget(
      name: "ItemListTests",
      dependencies: [
        "ItemList", "ItemListTerminal", "PlayheadFlux", "SampleSupport", "FluxTesting",
      ]),
    .testTarget(
      name: "ClipEditorTests",
      dependencies: ["ClipEditor", "PlayheadFlux", "SampleSupport", "FluxTesting"]),
    .testTarget(
      name: "FeedTests",
      dependencies: ["Feed", "PlayheadFlux", "PlayheadTesting", "SampleSupport", "FluxTesting"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "FixtureTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadDebugger", "SampleSupport", "TextEditor", "Annotations", "ItemList",
        "ItemListTerminal", "ClipEditor", "Feed", "TestSupport", "FluxTesting", "ReplayTesting",
      ]),
    .testTarget(
      // What 'check' finds takes processes of the tool.
      name: "CheckTests",
      dependencies: ["playhead", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "FluxTesting"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadTesting", "PlayheadDebugger",
      ],
      exclude: ["Examples/Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}

// Debug code of what every test runs through, bytes, is ten times slower than optimised code. The scripts
// under 'tools' ask for it, with the checks of a debug build; who depends on Playhead by a version may not
// be given such options. The compiler of Swift 6.3 ends while it optimises PlayheadReplay file by file.
if Context.environment["PLAYHEAD_OPTIMIZED"] != nil {
  for target in package.targets where target.type != .system {
    if ["PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder"].contains(target.name) {
      target.swiftSettings?.append(
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
    target.swiftSettings?.append(.define("PLAYHEAD_OPTIMIZED"))
  }
}
