// swift-tools-version: 6.3
import PackageDescription

// What the calls of a library are for, as Apple asks for it. On other systems a resource would only make a bundle.
#if os(macOS)
  let privacyManifest = (excluded: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
  let privacyManifest = (excluded: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

let package = Package(
  name: "Playhead",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Playhead", targets: ["Playhead"]),
    .library(
      name: "PlayheadTools",
      targets: [
        "PlayheadValues", "PlayheadRepair", "PlayheadReplay", "PlayheadTesting",
        "PlayheadTerminal", "PlayheadDebugger",
      ]),
    .library(name: "PlayheadPlugins", targets: ["PlayheadPlugins"]),
    .executable(name: "playhead", targets: ["PlayheadCLI"]),
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
    .target(
      name: "PlayheadLog",
      dependencies: [
        // Apple's systems have LZ4 in their Compression framework.
        .target(name: "CLZ4", condition: .when(platforms: [.linux, .android])),
        "PlayheadCoding",
      ],
      exclude: privacyManifest.excluded, resources: privacyManifest.resources),
    .target(
      name: "PlayheadRecorder", dependencies: ["PlayheadFlux", "PlayheadCoding", "PlayheadLog"]),
    .target(
      name: "Playhead",
      dependencies: ["PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder"]),

    // What it may ship besides.
    .target(name: "PlayheadPlugins", dependencies: ["PlayheadFlux"]),
    .target(name: "PlayheadTerminal", dependencies: ["PlayheadFlux"]),

    // What its developers use.
    .target(name: "PlayheadFiles", dependencies: ["PlayheadCoding", "PlayheadLog"]),
    .target(name: "PlayheadValues", dependencies: ["PlayheadCoding"]),
    .target(
      name: "PlayheadRepair", dependencies: ["PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadValues"]),
    .target(
      name: "PlayheadReplay",
      dependencies: [
        "CMalloc", "CSQLite", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder",
        "PlayheadValues",
      ]),
    .target(
      name: "PlayheadTesting",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadReplay", "PlayheadValues",
      ]),
    .target(name: "PlayheadLint"),
    .target(
      name: "PlayheadDebugger",
      dependencies: [
        // Lines are edited where there is a terminal.
        .target(name: "CEdit", condition: .when(platforms: [.linux, .macOS])), "PlayheadFlux",
        "PlayheadCoding", "PlayheadLint", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder", "PlayheadRepair",
        "PlayheadReplay", "PlayheadTerminal", "PlayheadTesting", "PlayheadValues",
      ]),

    // Apps to try it on.
    .target(
      name: "SampleSupport", dependencies: ["PlayheadFlux", "PlayheadTerminal"],
      path: "Sources/Samples/SampleSupport"),
    .target(
      name: "TextEditor", dependencies: ["PlayheadFlux", "PlayheadTerminal", "SampleSupport"],
      path: "Sources/Samples/TextEditor"),
    .target(
      name: "Annotations",
      dependencies: ["CSQLite", "PlayheadFlux", "PlayheadTerminal", "SampleSupport"],
      path: "Sources/Samples/Annotations"),
    .target(name: "ItemList", dependencies: ["PlayheadFlux"], path: "Sources/Samples/ItemList"),
    .target(
      name: "ItemListTerminal",
      dependencies: ["ItemList", "PlayheadFlux", "PlayheadTerminal", "SampleSupport"],
      path: "Sources/Samples/ItemListTerminal"),
    .target(
      name: "ClipEditor",
      dependencies: ["PlayheadFlux", "PlayheadPlugins", "PlayheadTerminal", "SampleSupport"],
      path: "Sources/Samples/ClipEditor"),
    .target(
      name: "Feed", dependencies: ["PlayheadFlux", "PlayheadTerminal", "SampleSupport"],
      path: "Sources/Samples/Feed"),

    .target(
      name: "SampleReplay",
      dependencies: [
        "Annotations", "Feed", "PlayheadFlux", "PlayheadReplay", "PlayheadValues", "SampleSupport",
        "TextEditor",
      ]),

    // Programs.
    .executableTarget(
      // The program's own name is the library's but for a letter, and some file systems do not tell them apart.
      name: "PlayheadCLI",
      dependencies: [
        "PlayheadDebugger", "PlayheadFlux", "SampleReplay", "SampleSupport", "TextEditor",
        "Annotations", "ItemListTerminal", "ClipEditor", "Feed",
      ]),
    .executableTarget(
      name: "playhead-bench",
      dependencies: [
        "PlayheadRepair", "PlayheadTerminal", "PlayheadValues",
        "CSQLite", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder",
        "PlayheadReplay", "PlayheadTesting", "PlayheadDebugger", "SampleReplay", "SampleSupport",
        "TextEditor", "ClipEditor", "ItemListTerminal",
      ],
      path: "Sources/Benchmarks"),

    // Tests, a target per room, and what several of them use. What tests of the runtime and of apps in
    // it use is apart from the rest, which knows the debugger: the samples' tests do without that.
    .target(name: "FluxTesting", dependencies: ["PlayheadFlux"], path: "Tests/FluxTesting"),
    // What an app sees of SwiftUI, which this does not need: no system has a module of that name.
    .target(name: "SwiftUIStandIn", path: "Tests/SwiftUIStandIn"),
    .target(
      name: "TestSupport", dependencies: ["PlayheadDebugger", "PlayheadFlux"],
      path: "Tests/TestSupport"),
    .target(
      name: "ReplayTesting",
      dependencies: [
        "PlayheadValues", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadReplay",
      ],
      path: "Tests/ReplayTesting"),
    .executableTarget(
      name: "crash-app",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder", "FluxTesting",
      ],
      path: "Tests/CrashApp"),
    .executableTarget(
      name: "trap-app", dependencies: ["PlayheadTerminal", "PlayheadDebugger", "PlayheadFlux"],
      path: "Tests/TrapApp"),
    .testTarget(
      name: "PlayheadFluxTests", dependencies: ["PlayheadFlux", "PlayheadPlugins", "FluxTesting"]),
    .testTarget(
      // What is written is read back here, by both modules.
      name: "PlayheadCodingTests",
      dependencies: ["PlayheadCoding", "PlayheadFlux", "PlayheadValues"]),
    .testTarget(
      // What is fuzzed is all there, what an index of changes is made of as well.
      name: "PlayheadLogTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRepair", "PlayheadReplay",
        "PlayheadValues", "FluxTesting",
      ]),
    .testTarget(
      name: "PlayheadRecorderTests",
      dependencies: [
        "PlayheadReplay",
        "PlayheadRepair", "PlayheadValues",
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder", "FluxTesting",
      ]),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "PlayheadRepair", "PlayheadReplay", "PlayheadValues",
        "crash-app", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder",
        "FluxTesting",
      ]),
    .testTarget(
      name: "PlayheadReplayTests",
      dependencies: [
        "PlayheadRepair",
        "PlayheadValues",
        "CSQLite", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder",
        "PlayheadReplay", "FluxTesting", "ReplayTesting",
      ]),
    .testTarget(
      name: "PlayheadTestingTests",
      dependencies: [
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadTesting", "FluxTesting",
      ]),
    .testTarget(
      name: "PlayheadDebuggerTests",
      dependencies: [
        "PlayheadRepair", "PlayheadTerminal", "PlayheadValues",
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadDebugger", "SampleReplay", "SampleSupport", "TextEditor", "ClipEditor", "Feed",
        "TestSupport", "FluxTesting", "ReplayTesting", "PlayheadCLI",
      ]),
    .testTarget(
      // What it reads imports the runtime, of which the module must be there.
      name: "PlayheadLintTests", dependencies: ["PlayheadFlux", "PlayheadLint", "PlayheadReplay"]),
    .testTarget(
      name: "TrapTests",
      dependencies: [
        "trap-app", "PlayheadFlux", "PlayheadLog", "PlayheadFiles", "PlayheadDebugger", "TestSupport", "FluxTesting",
      ]),
    .testTarget(
      name: "SampleSupportTests",
      dependencies: ["PlayheadTerminal", "SampleSupport", "PlayheadFlux", "FluxTesting"]),
    .testTarget(
      name: "TextEditorTests", dependencies: ["PlayheadTerminal", "TextEditor", "PlayheadFlux"]),
    .testTarget(
      name: "AnnotationsTests",
      dependencies: [
        "Annotations", "PlayheadFlux", "SampleReplay", "SampleSupport", "FluxTesting",
      ]),
    .testTarget(
      name: "ItemListTests",
      dependencies: [
        "ItemList", "ItemListTerminal", "PlayheadFlux", "SampleSupport", "FluxTesting",
      ]),
    .testTarget(
      name: "ClipEditorTests",
      dependencies: [
        "PlayheadPlugins", "ClipEditor", "PlayheadFlux", "SampleSupport", "FluxTesting",
      ]),
    .testTarget(
      name: "FeedTests",
      dependencies: [
        "PlayheadTerminal", "Feed", "PlayheadFlux", "PlayheadTesting", "SampleReplay",
        "SampleSupport", "FluxTesting",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "FixtureTests",
      dependencies: [
        "PlayheadTerminal", "PlayheadValues",
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadDebugger", "SampleReplay", "SampleSupport", "TextEditor", "Annotations",
        "ItemList", "ItemListTerminal", "ClipEditor", "Feed", "TestSupport", "FluxTesting",
        "ReplayTesting",
      ]),
    .testTarget(
      // What 'check' finds takes processes of the tool.
      name: "CheckTests",
      dependencies: ["PlayheadCLI", "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "FluxTesting"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Playhead", "SwiftUIStandIn",
        "PlayheadPlugins", "PlayheadRepair", "PlayheadValues",
        "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadFiles", "PlayheadRecorder", "PlayheadReplay",
        "PlayheadTesting", "PlayheadDebugger",
      ],
      exclude: ["Examples/Fixtures", "PublicInterface.txt"],
      // Its examples are code of others: they see what is public and no more.
      packageAccess: false),
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
    if ["Flux", "Coding", "Log", "Recorder", "Files", "Values", "Repair"].contains(target.name.dropFirst(8))
    {
      target.swiftSettings?.append(
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
    target.swiftSettings?.append(.define("PLAYHEAD_OPTIMIZED"))
  }
}

// The code for Apple's Compression framework, compiled and tested elsewhere against a stand-in of that name
// ('tools/check compression'): the tests of what reads and writes logs, and nothing else.
if Context.environment["PLAYHEAD_COMPRESSION"] != nil {
  let tested: Set = ["PlayheadLogTests", "PlayheadRecorderTests"]
  package.targets.removeAll { $0.type == .test && !tested.contains($0.name) }
  package.targets.append(
    .target(name: "Compression", dependencies: ["CLZ4"], path: "Tests/Compression"))
  for target in package.targets where target.name == "PlayheadLog" {
    target.dependencies = ["Compression", "PlayheadCoding"]
  }
}
