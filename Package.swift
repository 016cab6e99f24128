// swift-tools-version: 6.2
import PackageDescription

// The lowest version with what is used here and by the sources: 'treatAllWarnings' and 'SendableMetatype' are of 6.2,
// 'MemberImportVisibility' of 6.1; the Swift 6 mode, typed throws, 'Synchronization' and 'Int128' of 6.0; '.embedInCode'
// and 'package' of 5.9. The tests and the scripts under 'tools' need 6.3. No compiler before 6.3.1 was ever tried.

// What the calls of a library are for, as Apple asks for it. On other systems a resource would only make a bundle.
#if os(macOS)
  let privacyManifest = (excluded: [String](), resources: [Resource.copy("PrivacyInfo.xcprivacy")])
#else
  let privacyManifest = (excluded: ["PrivacyInfo.xcprivacy"], resources: [Resource]())
#endif

// The halves of the library. The left never imports from the right; 'tools/check build' holds everybody to this list.
let app: [Target.Dependency] = [
  "PlayheadFlux", "PlayheadCoding", "PlayheadLog", "PlayheadRecorder",
]
let logTools: [Target.Dependency] = app + ["PlayheadReading", "PlayheadValues", "PlayheadRepair"]
let replayTools: [Target.Dependency] = logTools + ["PlayheadReplay"]
let allTools: [Target.Dependency] =
  replayTools + [
    "PlayheadInspector", "PlayheadTesting", "PlayheadPage", "PlayheadServer", "PlayheadLive",
    "PlayheadTerminal", "PlayheadDebugger",
  ]
let samples: [Target.Dependency] = [
  "SampleSupport", "TextEditor", "Annotations", "ItemList", "ItemListTerminal", "ClipEditor",
  "Feed",
]

let package = Package(
  name: "Playhead",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Playhead", targets: ["Playhead"]),
    .library(
      name: "PlayheadTools",
      targets: [
        "PlayheadValues", "PlayheadReading", "PlayheadRepair", "PlayheadReplay",
        "PlayheadInspector", "PlayheadTesting", "PlayheadPage", "PlayheadServer",
        "PlayheadTerminal", "PlayheadDebugger",
      ]),
    .library(name: "PlayheadLive", targets: ["PlayheadLive"]),
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
    .systemLibrary(name: "CCycles"),

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
      name: "PlayheadRecorder",
      dependencies: ["CCycles", "PlayheadFlux", "PlayheadCoding", "PlayheadLog"]),
    .target(name: "Playhead", dependencies: app),

    // What it may ship besides.
    .target(name: "PlayheadPlugins", dependencies: ["PlayheadFlux"]),
    .target(name: "PlayheadTerminal", dependencies: ["PlayheadFlux"]),

    // What its developers use.
    .target(name: "PlayheadValues", dependencies: ["PlayheadCoding"]),
    .target(
      name: "PlayheadReading",
      dependencies: [
        .target(name: "CLZ4", condition: .when(platforms: [.linux, .android])),
        "PlayheadCoding", "PlayheadLog", "PlayheadValues",
      ]),
    .target(
      name: "PlayheadRepair",
      dependencies: ["PlayheadCoding", "PlayheadLog", "PlayheadReading", "PlayheadValues"]),
    .target(
      name: "PlayheadReplay",
      dependencies: app + ["PlayheadReading", "PlayheadValues", "CMalloc", "CSQLite"]),
    .target(
      name: "PlayheadInspector",
      dependencies: app + [
        "PlayheadReading", "PlayheadValues", "PlayheadReplay", "PlayheadTerminal",
      ]
    ),
    .target(
      name: "PlayheadTesting",
      dependencies: app + [
        "PlayheadReading", "PlayheadValues", "PlayheadReplay", "PlayheadInspector", "PlayheadPage",
      ]),
    .target(
      name: "PlayheadPage",
      dependencies: [
        "PlayheadLog", "PlayheadReading", "PlayheadValues", "PlayheadReplay", "PlayheadInspector",
      ],
      resources: [.embedInCode("Page")]),
    .target(
      name: "PlayheadServer",
      dependencies: [
        "PlayheadLog", "PlayheadReading", "PlayheadValues", "PlayheadReplay", "PlayheadInspector",
        "PlayheadPage",
      ]),
    // What an app's debug builds link besides.
    .target(
      name: "PlayheadLive",
      dependencies: app + [
        "PlayheadReading", "PlayheadValues", "PlayheadReplay", "PlayheadInspector",
        "PlayheadServer",
      ]),
    .target(
      name: "PlayheadDebugger",
      dependencies: replayTools + [
        "PlayheadInspector", "PlayheadTesting", "PlayheadPage", "PlayheadServer",
        "PlayheadLive", "PlayheadTerminal", "CSQLite",
        // Lines are edited where there is a terminal.
        .target(name: "CEdit", condition: .when(platforms: [.linux, .macOS])),
      ]),

    // Apps to try it on, and what a replay has to know of them.
    .sample("SampleSupport", ["PlayheadTerminal"]),
    .sample("TextEditor", ["PlayheadTerminal", "SampleSupport"]),
    .sample("Annotations", ["PlayheadTerminal", "SampleSupport", "CSQLite"]),
    .sample("ItemList"),
    .sample("ItemListTerminal", ["ItemList", "PlayheadTerminal", "SampleSupport"]),
    .sample("ClipEditor", ["PlayheadPlugins", "PlayheadTerminal", "SampleSupport"]),
    .sample("Feed", ["PlayheadTerminal", "SampleSupport"]),
    .target(
      name: "SampleReplay",
      dependencies: samples + ["PlayheadFlux", "PlayheadReplay", "PlayheadValues"]),

    // Programs.
    .executableTarget(
      // The program's own name is the library's but for a letter, and some file systems do not tell them apart.
      name: "PlayheadCLI",
      dependencies: samples + ["PlayheadFlux", "PlayheadDebugger", "SampleReplay"]),
    .executableTarget(
      name: "playhead-bench",
      dependencies: allTools + samples + ["SampleReplay", "CSQLite"], path: "Sources/Benchmarks"),

    // Tests, a target per room, and what several of them use. What tests of the runtime and of apps in it use is apart
    // from the rest, which knows the debugger: the samples' tests do without that.
    .support("FluxTesting", ["PlayheadFlux", "PlayheadReplay"]),
    // What an app sees of SwiftUI, which this does not need: no system has a module of that name.
    .support("SwiftUIStub"),
    .support(
      "TestSupport", ["PlayheadDebugger", "PlayheadInspector", "PlayheadFlux", "FluxTesting"]),
    .support("ReplayTesting", replayTools + ["FluxTesting"]),
    .executableTarget(
      name: "crash-app", dependencies: app + ["PlayheadReading", "FluxTesting"],
      path: "Tests/CrashApp"),
    .executableTarget(
      name: "trap-app", dependencies: ["PlayheadTerminal", "PlayheadDebugger", "PlayheadFlux"],
      path: "Tests/TrapApp"),
    // Adapters for libraries that are not available here, and stand-ins for those libraries.
    .target(name: "ComposableArchitecture", path: "Tests/ComposableArchitectureStub"),
    .target(name: "ReSwift", path: "Tests/ReSwiftStub"),
    .target(name: "MobiusCore", path: "Tests/MobiusStub"),
    .adapter("ComposableArchitecture", for: "ComposableArchitecture"),
    .adapter("ReSwift", for: "ReSwift"),
    .adapter("Mobius", for: "MobiusCore"),
    // Apps that do not know Playhead.
    .executableTarget(
      name: "todo-app", dependencies: ["Playhead", "PlayheadReplay", "PlayheadDebugger"],
      path: "Tests/TodoApp"),
    .executableTarget(
      name: "studio-app", dependencies: ["Playhead", "PlayheadReplay", "PlayheadDebugger"],
      path: "Tests/StudioApp"),
    .tests("PlayheadFlux", ["PlayheadFlux", "PlayheadPlugins", "PlayheadReplay"]),
    .executableTarget(
      name: "hostile-app",
      dependencies: [
        "PlayheadFlux", "PlayheadRecorder", "PlayheadTerminal", "PlayheadReplay",
        "PlayheadDebugger",
      ],
      path: "Tests/HostileApp"),
    // What is written is read back here, by both modules.
    .tests("PlayheadCoding", ["PlayheadCoding", "PlayheadFlux", "PlayheadValues"]),
    // What is fuzzed is all there, what an index of changes is made of and requests to a server as well.
    .tests("PlayheadLog", replayTools + ["PlayheadServer"]),
    .tests("PlayheadRecorder", replayTools + ["ReplayTesting"]),
    .tests("Payload", replayTools),
    .tests("Crash", replayTools + ["crash-app"]),
    // Branches are watched by an inspector.
    .tests(
      "PlayheadReplay",
      replayTools + [
        "PlayheadInspector", "ReplayTesting", "PlayheadComposableArchitecture",
        "ComposableArchitecture", "PlayheadReSwift", "ReSwift", "PlayheadMobius", "MobiusCore",
      ]),
    .tests(
      "PlayheadInspector",
      replayTools + ["PlayheadInspector", "PlayheadCLI", "Feed", "SampleReplay", "trap-app"]),
    .tests("PlayheadTesting", replayTools + ["PlayheadTesting"]),
    .tests(
      "PlayheadServer",
      replayTools + [
        "PlayheadInspector", "PlayheadPage", "PlayheadServer", "PlayheadLive", "PlayheadCLI",
        "Feed",
        "TextEditor",
        "SampleReplay", "TestSupport", "ReplayTesting",
      ]),
    .tests(
      "PlayheadLive",
      replayTools + ["PlayheadInspector", "PlayheadServer", "PlayheadLive", "ReplayTesting"]),
    .tests(
      "PlayheadDebugger",
      allTools + samples + [
        "SampleReplay", "TestSupport", "ReplayTesting", "PlayheadCLI", "CSQLite",
      ]),
    .tests("Trap", allTools + ["trap-app", "todo-app", "studio-app", "TestSupport"]),
    .tests("SampleSupport", ["PlayheadTerminal", "SampleSupport", "PlayheadFlux"]),
    .tests("TextEditor", ["PlayheadTerminal", "TextEditor", "PlayheadFlux"]),
    .tests("Annotations", ["Annotations", "PlayheadFlux", "SampleReplay", "SampleSupport"]),
    .tests(
      "ItemList",
      ["ItemList", "ItemListTerminal", "PlayheadFlux", "PlayheadReplay", "SampleSupport"]),
    .tests(
      "ClipEditor",
      ["PlayheadPlugins", "ClipEditor", "PlayheadFlux", "PlayheadReplay", "SampleSupport"]),
    .tests(
      "Feed",
      [
        "PlayheadTerminal", "Feed", "PlayheadFlux", "PlayheadTesting", "SampleReplay",
        "SampleSupport",
      ],
      exclude: ["Fixtures"]),
    .tests("Fixture", allTools + samples + ["SampleReplay", "TestSupport", "ReplayTesting"]),
    // What 'check' finds takes processes of the tool.
    .tests("Check", app + ["PlayheadReading", "PlayheadValues", "PlayheadReplay", "PlayheadCLI"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Playhead", "SwiftUIStub", "PlayheadPlugins", "trap-app"] + allTools,
      exclude: ["Examples/Fixtures", "PublicInterface.txt"],
      // Its examples are code of others: they see what is public and no more.
      packageAccess: false),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  /// An app of the samples.
  static func sample(_ name: String, _ dependencies: [Dependency] = []) -> Target {
    .target(
      name: name, dependencies: ["PlayheadFlux"] + dependencies, path: "Sources/Samples/\(name)")
  }

  /// An adapter for a library of others, which also is a package of its own.
  static func adapter(_ name: String, for library: String) -> Target {
    .target(
      name: "Playhead\(name)", dependencies: ["Playhead", .byName(name: library)],
      path: "Sources/Integrations/Playhead\(name)/Sources")
  }

  /// What tests share.
  static func support(_ name: String, _ dependencies: [Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)")
  }

  /// The tests of a module, or of what its name says.
  static func tests(
    _ name: String, _ dependencies: [Dependency], exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: name + "Tests", dependencies: dependencies + ["FluxTesting"], exclude: exclude)
  }
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // Asked for by the scripts under 'tools' alone: a newer compiler's warnings must not break the build of an app that
  // depends on Playhead by its path.
  if Context.environment["PLAYHEAD_STRICT"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}

// Debug code of what every test runs through, bytes, is ten times slower than optimized code. The scripts
// under 'tools' ask for it, with the checks of a debug build; who depends on Playhead by a version may not
// be given such options. The compiler of Swift 6.3 ends while it optimizes PlayheadReplay file by file.
if Context.environment["PLAYHEAD_OPTIMIZED"] != nil {
  for target in package.targets where target.type != .system {
    if ["Flux", "Coding", "Log", "Recorder", "Reading", "Values", "Repair"].contains(
      target.name.dropFirst(8))
    {
      target.swiftSettings?.append(
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
    target.swiftSettings?.append(.define("PLAYHEAD_OPTIMIZED"))
  }
}

// The code for Apple's Compression framework, compiled and tested elsewhere against a stand-in of that name
// ('tools/check compression'): the tests of what reads and writes logs with all that they need, and nothing else.
if Context.environment["PLAYHEAD_COMPRESSION"] != nil {
  var needed: Set = ["PlayheadLogTests", "PlayheadRecorderTests"]
  var rest = Array(needed)
  while let name = rest.popLast() {
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _):
        if needed.insert(name).inserted { rest.append(name) }
      default: break
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
  package.targets.append(
    .target(name: "Compression", dependencies: ["CLZ4"], path: "Tests/Compression"))
  for target in package.targets where ["PlayheadLog", "PlayheadReading"].contains(target.name) {
    target.dependencies.removeAll { if case .targetItem("CLZ4", _) = $0 { true } else { false } }
    target.dependencies.append("Compression")
  }
}
