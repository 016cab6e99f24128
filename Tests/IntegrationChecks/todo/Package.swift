// swift-tools-version: 6.0
import PackageDescription

/// ReSwift's own Todo example, recorded. 'tools/soak integrations' copies this folder to '.build' and puts the example's
/// sources into it.
let package = Package(
  name: "todo",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Playhead", path: "../../.."),
    .package(path: "../../../Sources/Integrations/PlayheadReSwift"),
    .package(url: "https://github.com/ReSwift/ReSwift", from: "6.1.0"),
  ],
  targets: [
    .executableTarget(
      name: "todo",
      dependencies: [
        .product(name: "PlayheadReSwift", package: "PlayheadReSwift"),
        .product(name: "PlayheadLive", package: "Playhead"),
        .product(name: "PlayheadTools", package: "Playhead"),
        .product(name: "ReSwift", package: "ReSwift"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v5]
)
